package hoelder

import (
	"context"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// EstimatedFigure is Chien and Li's Figure 2(a) with estimated constants: ε of order 2 at the
// numbers of iterations T, for the run of their Appendix A.13.
type EstimatedFigure struct {
	T     []float64
	Lines []FigureLine // for the smallest, the middle and the largest order
	// Composition and Output are the figure's other lines, which do not depend on the estimated constants.
	Composition, Output []float64
}

// FigureLine is the line of Theorem 3.7 with the constant estimated for an order.
type FigureLine struct {
	Order, Constant float64
	Epsilon         []float64
}

// Redrawn computes the figure with the estimated constants. It returns the error of bounds.Curve.
func (e LargestRatios) Redrawn(ctx context.Context) (EstimatedFigure, error) {
	f := EstimatedFigure{}
	const end, every = 200, 8 // of the paper's axis
	for t := 1.0; t < end; t += every {
		f.T = append(f.T, t)
	}
	f.T = append(f.T, end)
	n := len(e.Orders)
	for _, i := range []int{0, n / 2, n - 1} {
		if k := len(f.Lines); k > 0 && f.Lines[k-1].Order == e.Orders[i] {
			continue
		}
		r := bounds.DefaultRun()
		r.Loss, r.Clipping, r.Smoothness, r.HolderOrder = run.Holder, run.ClippingActive, e.Example[i], e.Orders[i]
		rows := []string{"chien-li-3.7"}
		if f.Composition == nil {
			rows = append(rows, "composition", "output-perturbation")
		}
		series, err := bounds.Curve(ctx, r, claim.Question{Alpha: 2}, "T", f.T, bounds.Settings{Rows: rows})
		if err != nil {
			return EstimatedFigure{}, err
		}
		for _, s := range series {
			switch s.Row {
			case "composition":
				f.Composition = s.Epsilon
			case "output-perturbation":
				f.Output = s.Epsilon
			default:
				f.Lines = append(f.Lines, FigureLine{e.Orders[i], e.Example[i], s.Epsilon})
			}
		}
	}
	return f, nil
}
