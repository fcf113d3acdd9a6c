package export

import (
	"strings"
	"testing"

	"lastiterate/app/plot"
)

// The lines of a figure in print: round places, equal digits in a column, bounds rounded up but for the engine's own
// slack, the symbol as mathematics, and the paper in the caption.
func TestLinesInPrint(t *testing.T) {
	d := defaults(t)
	c := plot.Chart{Title: "Chien and Li 2024, Figure 1 (a): full batches", X: plot.Axis{Name: "iterations", Symbol: "T", Whole: true}}
	composition, output := plot.Series{ID: "a", Name: "Composition"}, plot.Series{ID: "b", Name: "Output"}
	for x := 1.0; x <= 200; x++ {
		composition.X, composition.Y = append(composition.X, x), append(composition.Y, 0.0064*x*(1+5e-9))
		output.X, output.Y = append(output.X, x), append(output.Y, 1.00002)
	}
	output.Y[0] = 1
	c.Series = []plot.Series{composition, output}
	text := d.LinesLaTeX(c)
	for _, want := range []string{`\caption{Chien and Li 2024, Figure 1 (a): full batches. Upper bounds are rounded up, floors down.}`,
		`\url{` + address + `}`, "  iterations $T$ & Composition & Output \\\\\n",
		"  1 & 0.006400 & 1.000 \\\\\n", "  20 & 0.1280 & 1.001 \\\\\n", "  40 & 0.2560 & 1.001 \\\\\n", "  200 & 1.280 & 1.001 \\\\\n",
		"\\end{table}\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table lacks %q:\n%s", want, text)
		}
	}
	if n := strings.Count(text, " & 1.001 "); n != 10 {
		t.Errorf("%d rows after the first:\n%s", n, text)
	}
}
