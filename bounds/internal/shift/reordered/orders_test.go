package reordered

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/modulus"
)

// steep is a program whose steps, but for the clip, take any two different points far apart: nothing is cheaper than
// paying for every use.
func steep(holder, order float64, period, epochs int) Orders {
	m := modulus.Modulus{Holder: holder, Order: order}
	idle := func(z float64) float64 { return min(m.Eval(z), z+2) }
	return Orders{Modulus: m, Sensitivity: 1, Diameter: math.Inf(1), Period: period, T: period * epochs, Idle: idle,
		Used: func(z float64) float64 { return idle(z) + 1 }}
}

// When stationary paths overflowed, nothing was charged: four epochs of such a program once cost as much as one.
func TestSteepStepsPay(t *testing.T) {
	for _, order := range []float64{0.5, 0.9, 0.99, 1} {
		for _, holder := range []float64{1e3, 1e15, 1e20, 1e60} {
			for _, period := range []int{2, 20, 100} {
				const epochs = 4
				m := steep(holder, order, period, epochs).Prepare()
				for _, weight := range []float64{1e-3, 100} {
					if cost, _, _ := m.At(weight); !(cost >= epochs) || cost > epochs*(1+1e-9) {
						t.Errorf("%v·z^%v, %d epochs of %d steps: %v, want %d", holder, order, epochs, period, cost, epochs)
					}
				}
			}
		}
	}
}

// A group of places costs at least as much as each of its places, and its cost is not a small number if a distance
// overflows.
func TestGroupsCostTheirPlaces(t *testing.T) {
	o := steep(1, 0.5, 20, 2)
	for _, from := range []float64{0, 0.3, 1, 30, 1e20, 1e150, 1e200, 1e300, math.Inf(1)} {
		group := o.groupLeg(20, 3, 5, from, 0)
		for place := 3; place <= 5; place++ {
			if one := o.leg(20, place, from, 0); !(group >= one*(1-1e-9)) && from <= 1e150 || from > 1e150 && !math.IsInf(group, 1) {
				t.Errorf("from %v a group costs %v, place %d of it %v", from, group, place, one)
			}
		}
	}
}
