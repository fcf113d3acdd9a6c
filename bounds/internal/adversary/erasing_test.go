package adversary

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"

	"pgregory.net/rapid"
)

// drawErasing is a run with factors as a class may have them.
func drawErasing(t *rapid.T) Erasing {
	factor := func(c float64) Factor {
		f, ok := FactorOf(interval.Float(c))
		if !ok {
			t.Fatalf("no factor %v", c)
		}
		return f
	}
	keep := rapid.SampledFrom([]float64{0, 0.3, 0.9, 1, 1.2, 2.5}).Draw(t, "keep")
	erase := min(1, keep) * rapid.SampledFrom([]float64{0, 0.1, 0.75, 1}).Draw(t, "erase/keep")
	share := 1.0
	if rapid.Bool().Draw(t, "others") { // the example's own loss is linear
		share = rapid.SampledFrom([]float64{0, 0.5, 0.875}).Draw(t, "others' share")
	}
	decay := rapid.SampledFrom([]float64{0, 0.25}).Draw(t, "weight decay") // the example's own step has it, too
	own := func(c float64) float64 { return max(0, 1-decay+share*(c-1+decay)) }
	l := Erasing{Keep: factor(keep), Erase: factor(erase), OwnKeep: factor(own(keep)), OwnErase: factor(own(erase)),
		Ratio: errfloat.Between(0.75, 0.75), T: rapid.IntRange(1, 60).Draw(t, "T"), Period: rapid.IntRange(2, 9).Draw(t, "B")}
	l.Rest = rapid.IntRange(0, min(l.T, l.Period)-1).Draw(t, "rest")
	return l
}

// factors are the factors of the steps that the run chooses, each within its range.
func (l Erasing) factors(t *rapid.T) []float64 {
	var factors []float64
	add := func(erasing int, inBetween float64, steps int) { // in front of a use
		for back := steps - 1; back >= 0; back-- {
			c := l.Keep.Value.Middle()
			switch {
			case back == erasing:
				c = inBetween
			case back < erasing && back == 0:
				c = l.OwnErase.Value.Middle()
			case back < erasing:
				c = l.Erase.Value.Middle()
			}
			factors = append(factors, c)
		}
	}
	first := (l.T-1-l.Rest)%l.Period + 1
	add(first, 0, first)
	at := gap{errfloat.Whole(1), l.erased(first)}
	next := func(following int) {
		if l.forgets() {
			add(l.Period, 0, l.Period)
		} else {
			b, c := l.best(at, following)
			add(b.steps, c.Middle()/math.Pow(l.Keep.Value.Middle(), float64(l.Period-1-b.steps)), l.Period)
		}
		at = l.nextUse(at, following)
	}
	more := l.Uses() - 1
	if l.addsUp() && more > 0 {
		for range more - 1 {
			for range l.Period {
				factors = append(factors, l.Keep.Value.Middle())
			}
		}
		at, more = l.adding(at, first, more-1), 1
	}
	for ; more > 1; more-- {
		next(l.Period - 1)
	}
	if more > 0 {
		next(l.Rest)
	}
	for range l.Rest {
		factors = append(factors, l.Keep.Value.Middle())
	}
	for step, c := range factors {
		least, most := l.Erase.Value.Middle(), l.Keep.Value.Middle()
		if (l.T-1-l.Rest-step)%l.Period == 0 {
			least, most = l.OwnErase.Value.Middle(), l.OwnKeep.Value.Middle()
		}
		if c < least*(1-1e-12) || c > most*(1+1e-12) {
			t.Fatalf("%+v: step %d has the factor %v, outside of %v … %v", l, step, c, least, most)
		}
	}
	return factors
}

// follow is μ² of the two runs with the given factors, step by step.
func (l Erasing) follow(factors []float64) float64 {
	means, variance := 0.0, 0.0
	for step, c := range factors {
		means, variance = c*means, c*c*variance+1
		if (l.T-1-l.Rest-step)%l.Period == 0 {
			means++
		}
	}
	return l.Ratio.Middle() * means * means / variance
}

// TestErasingIsFollowed: the factors are within their ranges, and the distance is that of the two runs with them.
func TestErasingIsFollowed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawErasing(t)
		want, got := l.follow(l.factors(t)), l.MuSquared()
		if want == 0 && got.Down() == 0 {
			return
		}
		if !(got.Down() <= want*(1+1e-11) && got.Up() >= want*(1-1e-11) && got.Up()-got.Down() < 1e-9*want) {
			t.Fatalf("%+v: μ² = %v to %v, step by step %v", l, got.Down(), got.Up(), want)
		}
	})
}

// TestErasingIsNearlyTheBest changes the factors one by one, those of the run and of one whose steps all keep, and nothing makes
// the distance much larger; where an example's own step can erase all and steps do not contract, nothing makes it larger at all.
func TestErasingIsNearlyTheBest(t *testing.T) {
	worst := 1.0
	rapid.Check(t, func(t *rapid.T) {
		l := drawErasing(t)
		factors := l.factors(t)
		found, room := l.follow(factors), 1.1
		var keeping []float64
		for step := range l.T {
			keeping = append(keeping, l.Keep.Value.Middle())
			if (l.T-1-l.Rest-step)%l.Period == 0 {
				keeping[step] = l.OwnKeep.Value.Middle()
			}
		}
		if v := l.follow(keeping); v > found {
			factors, found = keeping, v
		}
		if l.OwnErase.Value.IsZero() && l.Keep.Value.Middle() >= 1 {
			room = 1 + 1e-9
		}
		for range 5 {
			for step, old := range factors {
				least, most := l.Erase.Value.Middle(), l.Keep.Value.Middle()
				if (l.T-1-l.Rest-step)%l.Period == 0 {
					least, most = l.OwnErase.Value.Middle(), l.OwnKeep.Value.Middle()
				}
				best, at := l.follow(factors), old
				for i := range 41 {
					factors[step] = least + (most-least)*float64(i)/40
					if v := l.follow(factors); v > best {
						best, at = v, factors[step]
					}
				}
				factors[step] = at
			}
		}
		if v := l.follow(factors); v > found*room {
			t.Fatalf("%+v: μ² = %v, other factors have %v", l, found, v)
		} else if found > 0 {
			worst = max(worst, v/found)
		}
	})
	t.Logf("other factors make at most %.4f times as much", worst)
}
