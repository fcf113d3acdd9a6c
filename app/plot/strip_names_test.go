package plot

import (
	"strings"
	"testing"
)

// Names that a narrow strip would cut to the same letters begin where they differ.
func TestCutNamesDiffer(t *testing.T) {
	var c Chart
	for _, name := range []string{"Shift optimum of the paper’s program, m = 0.1", "Shift optimum of the paper’s program, m = 0.2", "Composition"} {
		c.Series = append(c.Series, Series{ID: name, Name: name, X: []float64{1, 2}, Y: []float64{1, 2}, Kind: Other})
	}
	c.Width = 700
	a := c.arrange()
	for most, want := range map[float64]string{150: "… m = 0.1|… m = 0.2|Composition", 2000: "Shift optimum of the paper’s program, m = 0.1|" +
		"Shift optimum of the paper’s program, m = 0.2|Composition"} {
		if got := strings.Join(a.namesOf(most), "|"); got != want {
			t.Errorf("%v pixels wide: %s, want %s", most, got, want)
		}
	}
}

// While nobody reads a chart its values have the digits of the answer, which stands beside them; the hair shows more. A floor's number
// comes after a sign, in the strip and in the key.
func TestStripAtRest(t *testing.T) {
	for _, width := range []float64{280, 900} {
		c := sampleChart()
		c.Width = width
		d := c.Draw()
		for strip, want := range map[string][2]string{d.Strip(200): {"0.122<", "≥ 0.0997<"}, d.Overlay(200): {"0.121600<", "≥ 0.0997119<"}} {
			for _, want := range want {
				if !strings.Contains(strip, want) {
					t.Errorf("%v wide: no %q in %s", width, want, strip)
				}
			}
			if strings.Count(strip, "≥") != 1 {
				t.Errorf("%v wide: another value than the floor's has its sign: %s", width, strip)
			}
		}
	}
}
