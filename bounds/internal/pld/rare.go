package pld

import "math"

// If the example is hardly ever used, δ is decided by total losses far below the loss of a single step that uses it. The tilt
// chosen by Rényi divergences, and a grid that reaches all losses, are then too large by orders of magnitude. So losses are
// cut off at a level: a larger loss keeps its Q-mass at the level, and the rest of its P-mass counts as mass at infinity. This
// costs something only if the other losses add up to far below 0 (discretisation.md, section 6).

// An attempt is the answer of one composition with losses cut off at a level.
type attempt struct {
	epsilon float64
	err     error
	suits   bool    // the grid and tilt suit an answer of this size, and transform errors do not decide it
	largest float64 // about the largest loss of a step
}

// closeEnough is the least ratio of an answer to the Rényi estimate at which the grid and tilt chosen for the estimate suit
// the answer.
const closeEnough = 0.7

// epsilon composes the laws and answers at delta.
func (r *run) epsilon(delta float64) (float64, error) {
	first := r.attempt(delta, math.Inf(1))
	if first.suits {
		return first.epsilon, first.err
	}
	least, err := first.epsilon, first.err
	// The first level is a guess: twice the ε of one step at its share of δ, and drift, the distance below 0 to which sampled
	// steps can bring the total loss under removal (section 6).
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
			break // the answer is far below the level already
		}
		a := r.attempt(delta, level)
		if a.err == nil && a.epsilon < least {
			least, err = a.epsilon, nil
		}
		if a.err == nil && a.epsilon <= (level-drift)/1.5 {
			break // this cut costs nothing, and a higher one would only make the grid coarser
		}
	}
	return least, err
}
