package picture

import (
	"math"
	"slices"

	"lastiterate/bounds/run"
)

// maxValues is how many values of T a curve is asked for at most: more are
// less than two pixels apart.
const maxValues = 400

// Values are the numbers of iterations at which to compute the curve for a run
// of T: from 1 to somewhat past T, dense enough for a linear axis and for a
// logarithmic one, T itself among them.
func Values(T int) []float64 {
	last := Last(T)
	var out []float64
	add := func(v float64) {
		v = math.Round(v)
		if v >= 1 && v <= last {
			out = append(out, v)
		}
	}
	add(float64(T))
	if last <= maxValues {
		for v := 1.0; v <= last; v++ {
			add(v)
		}
	} else {
		half := float64(maxValues/2 - 2)
		for i := 0.0; i <= half; i++ {
			add(1 + (last-1)*i/half)
			add(math.Pow(last, i/half))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// steps of the axis's end within a decade.
var steps = []float64{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10}

// Last is where the axis ends: a round number past T by a quarter or a little
// more, so that there is something to see behind T and room to drag it to.
func Last(T int) float64 {
	want := 1.25 * float64(T)
	decade := math.Pow(10, math.Floor(math.Log10(want)))
	for _, s := range steps {
		if end := s * decade; end >= want {
			return math.Min(math.Max(math.Round(end), 10), run.MaxCount)
		}
	}
	return run.MaxCount // unreachable: the last step is a decade
}
