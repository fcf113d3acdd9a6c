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
