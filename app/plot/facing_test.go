package plot

import (
	"strings"
	"testing"
)

// keyed is a chart with a key, whose lines are level.
func keyed(names ...string) Chart {
	c := Chart{Width: 676, X: Axis{Name: "iterations", Symbol: "T", From: 0, To: 200}, Y: Axis{Name: "loss", Scale: Log, Least: 0.006, Most: 1.3}}
	for i, level := range []float64{1, 0.32, 0.133, 0.122, 0.0143} {
		c.Series = append(c.Series, Series{ID: names[i], Name: names[i], Kind: Other, Colour: i, X: []float64{0, 200}, Y: []float64{level, level}})
	}
	return c
}

// Between two lines stand names of one of them only: of two names, one below the upper line and one above the lower, nobody could tell
// which is whose.
func TestNamesDoNotFaceEachOther(t *testing.T) {
	a := keyed("Output perturbation", "Smooth, convex", "Smooth, strongly convex", "Shift optimum, strongly convex (ours), of all steps",
		"Profile contraction (ours)").arrange()
	if len(a.key) == 0 || len(a.beside) < 3 {
		t.Fatalf("%d entries in the key and %d names at lines", len(a.key), len(a.beside))
	}
	for _, upper := range a.beside {
		for _, lower := range a.beside {
			if lower.series == upper.series+1 && lower.above && !upper.above {
				t.Errorf("the names of lines %d and %d stand between them", upper.series, lower.series)
			}
		}
	}
}

// The value of a name that has a row of the key to itself stands near the name, and not at the end of the row.
func TestValuesStandBesideTheirNames(t *testing.T) {
	a := keyed("Composition", "Smooth", "Smooth, convex", "Shift optimum, strongly convex (ours), of all steps", "Contraction").arrange()
	for _, e := range a.key {
		if name := strings.Join(e.lines, " "); e.values > 500 && strings.HasPrefix(name, "Shift") {
			t.Errorf("the value of %q stands at %v", name, e.values)
		}
	}
	if last, long := a.key[4], a.key[3]; last.values != long.values {
		t.Errorf("values end at %v and %v, want them below each other", long.values, last.values)
	}
}
