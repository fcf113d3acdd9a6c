package bounds

import (
	"context"
	"math"
	"slices"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/figure"
	"lastiterate/bounds/internal/memo"
)

// DrawnLine is one line of a paper's figure with its values.
type DrawnLine struct {
	figure.PlottedLine
	Side   claim.Side
	Status claim.Status
	At     []float64 // values of T, or numbers of epochs if the figure counts epochs
	// Epsilon holds ε, or the figure's quantity, for each value in At: NaN if the row does not apply, +Inf if it
	// fails.
	Epsilon []float64
}

// Draw computes every line of a figure. progress, if not nil, is called after each line with the lines that are
// complete, in the order of f.Lines; it must not change them. Errors are those of Curve.
func Draw(ctx context.Context, f figure.Figure, progress func(complete []DrawnLine)) ([]DrawnLine, error) {
	ctx = memo.Remembering(ctx)
	lines := make([]DrawnLine, len(f.Lines))
	for i, l := range f.Lines {
		line := DrawnLine{PlottedLine: l, Side: claim.Upper, Status: claim.Proved, At: f.ValuesOf(l)}
		switch {
		case l.Points != nil:
			line.Side, line.Status, line.Epsilon = claim.Lower, claim.Estimate, l.Points
		case l.Formula != nil:
			line.Status = claim.Reference
			for _, t := range line.At {
				line.Epsilon = append(line.Epsilon, l.Formula(t))
			}
		default:
			theorems, err := Settings{Rows: []string{l.Row}}.selected()
			if err != nil {
				return nil, err
			}
			steps := make([]float64, len(line.At))
			for i, value := range line.At {
				steps[i] = f.Steps(l, value)
			}
			series, err := curve(ctx, theorems, f.RunOf(l), f.Question, "T", steps, Settings{}, false)
			if err != nil {
				return nil, err
			}
			line.Epsilon, line.Side, line.Status = series[0].Epsilon, theorems[0].Side, theorems[0].Status
		}
		lines[i] = line
		if progress != nil {
			progress(lines[: i+1 : i+1])
		}
	}
	return lines, nil
}

// ValueOf returns the value of the named line at T, or at that many epochs; NaN if the line has no value there.
func ValueOf(lines []DrawnLine, id string, T float64) float64 {
	i := slices.IndexFunc(lines, func(l DrawnLine) bool { return l.ID == id })
	if i < 0 {
		return math.NaN()
	}
	j := slices.Index(lines[i].At, T)
	if j < 0 {
		return math.NaN()
	}
	return lines[i].Epsilon[j]
}
