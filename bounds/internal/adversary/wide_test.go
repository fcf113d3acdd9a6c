package adversary

import (
	"math"
	"testing"
)

// Cells bound the masses of the terms that they group, and not much too widely. Binomial has the
// terms one by one: these laws are just narrow enough for that.
func TestWideLaws(t *testing.T) {
	for _, c := range []struct{ trials, part, whole int }{{1e8, 1, 10}, {4e7, 9, 10}, {9_000_000_000, 1, 1000}, {36_000_001, 1, 2}} {
		terms, cells := Binomial(c.trials, c.part, c.whole), wide(c.trials, c.part, c.whole)
		if len(terms.Atoms) < 10_000 || len(cells.Atoms) > 6000 {
			t.Fatalf("%+v: %d terms, %d cells", c, len(terms.Atoms), len(cells.Atoms))
		}
		i, low, high := 0, 0.0, 0.0
		next := math.Round(cells.Atoms[0].Least)
		for _, cell := range cells.Atoms {
			from, to := math.Round(cell.Least), math.Round(cell.Most)
			if from != next || !(cell.Least <= from) || !(cell.Most >= to) {
				t.Fatalf("%+v: a cell of %v … %v follows %v", c, cell.Least, cell.Most, next)
			}
			next = to + 1
			least, most := 0.0, 0.0
			for ; i < len(terms.Atoms) && terms.Atoms[i].Least <= to; i++ {
				least += terms.Atoms[i].Low
				most += terms.Atoms[i].High
			}
			if most < 1e-80 { // where terms are cut off
				continue
			}
			if cell.Low > most*(1+1e-9) || cell.High < least*(1-1e-9) {
				t.Fatalf("%+v: numbers from %v have %v … %v, the terms %v … %v", c, from, cell.Low, cell.High, least, most)
			}
			low, high = low+cell.Low, high+cell.High
		}
		if low < 1-1e-5 || low > 1 || high < 1 || high > 1+5e-3 {
			t.Errorf("%+v: all cells have %v … %v", c, low, high)
		}
	}
}

// After a billion steps of Poisson batches (n = 60000, b = 256, u = σ) the laws are nearly two Gaussians,
// the first with a variance that includes that of the number of uses. The floor is nearly their ε.
func TestManySteps(t *testing.T) {
	const T, q, delta = 1_000_000_000, 256.0 / 60000, 1e-5
	law := Binomial(T, 256, 60000)
	step := 1 / math.Sqrt(T)
	m := MixturePair{First: 1, Least: step, Most: step, Law: law}
	mean, spread := step*T*q, math.Sqrt(q*(1-q))
	// Against N(0,1): the half-line x > t proves a loss of log((P(x>t)−δ)/Q(x>t)).
	best := 0.0
	for z := -6.0; z < 6; z += 1e-3 {
		at := mean - z
		p := math.Erfc((at-mean)/math.Sqrt2/math.Sqrt(1+spread*spread)) / 2
		if p > delta {
			best = max(best, math.Log(p-delta)+at*at/2+math.Log(at*math.Sqrt(2*math.Pi)))
		}
	}
	if got := m.Epsilon(delta); math.Abs(got/best-1) > 1e-3 {
		t.Errorf("ε = %v, of Gaussians %v", got, best)
	}
}
