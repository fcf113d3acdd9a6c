package pld

import "math"

// Where the example is hardly ever used, δ is decided at losses far below those of a
// step that uses it, and the tilt that Rényi divergences choose, and a grid that
// reaches all losses, are of the wrong size by orders of magnitude. Then losses
// beyond a level are cut off: those above count as infinite with what they weigh
// beyond the level, which costs nothing unless the others' sum is so far below 0
// that the difference is felt (discretisation.md, section 6).

// An attempt is one composition with losses cut off at a level: its answer, and
// whether the choices that led to it were made for an answer of about that size, and
// the errors of the transforms do not decide it.
type attempt struct {
	epsilon float64
	err     error
	apt     bool
	largest float64 // the largest loss there is, about
}

// closing is how far below the Rényi estimate an answer may lie before the choices
// made for the estimate are made again.
const closing = 0.7

// epsilon composes the laws and answers at delta.
func (r *run) epsilon(delta float64) (float64, error) {
	first := r.attempt(delta, math.Inf(1))
	if first.apt {
		return first.epsilon, first.err
	}
	least, err := first.epsilon, first.err
	// As if the steps' δ added up, and every step that is spared the example lost as
	// much as it may.
	drift := 0.0
	for i, c := range r.coins {
		if c.q < 1 {
			drift += float64(r.times[i]) * -math.Log1p(-c.q)
		}
	}
	guess := 0.0
	for _, l := range r.laws {
		r.work.Spend(onceUnits)
		e, _ := once(l, delta/r.total)
		guess = max(guess, e)
	}
	for level := 2*guess + drift; level > 0 && level < first.largest; level = 2*level + drift {
		if err == nil && level-drift >= 4*least {
			break
		}
		a := r.attempt(delta, level)
		if a.err == nil && a.epsilon < least {
			least, err = a.epsilon, nil
		}
		if a.err == nil && a.epsilon <= (level-drift)/1.5 {
			break
		}
	}
	return least, err
}
