package pld

import (
	"errors"
	"math"
)

// Functions that return one of these errors also return epsilon = +Inf.
var (
	ErrDomain       = errors.New("pld: 0 < delta < 1, 0 <= q <= 1, u > 0 and times >= 0 are needed")
	ErrNotConverged = errors.New("pld: no finite answer at this resolution")
)

// PLD is a privacy loss distribution on the grid step·i. Its measure is at least
// the law of ln(dP/dQ) under P for a pair that dominates the step:
//
//	delta(e) = inf + Σ_i p[i]·max(0, 1 − exp(e − step·(low+i))) >= E_{exp(e)}(P‖Q).
//
// The sum of p and inf may exceed 1 by the rounding that it accounts for.
type PLD struct {
	step float64   // grid step, in nats
	low  int       // grid index of p[0]
	p    []float64 // masses, none negative
	inf  float64   // mass at +infinity

	// dualInf is the mass at infinity in the other direction, of ln(dQ/dP)
	// under Q; 1 if it is not known.
	dualInf float64

	// mirror is the law of the other direction if it was computed with this one. It keeps masses that dual could not recover:
	// at a very negative loss they are e^loss times as large here, which may underflow.
	mirror *PLD
}

// lossAt returns the loss at point i.
func (l *PLD) lossAt(i int) float64 { return l.step * float64(l.low+i) }

// dual returns the law of the other direction, of ln(dQ/dP) under Q. Connecting the dots keeps the masses of both P and Q, so
// dual loses nothing.
func (l *PLD) dual() *PLD {
	if l.mirror != nil {
		return l.mirror
	}
	n := len(l.p)
	d := &PLD{step: l.step, low: -(l.low + n - 1), p: make([]float64, n), inf: l.dualInf, dualInf: l.inf}
	for i, v := range l.p {
		if v == 0 {
			continue
		}
		loss := l.lossAt(i)
		// This is one exponential of the sum, because e^{−loss} alone may overflow if v is tiny.
		d.p[n-1-i] = math.Exp(math.Log(v)-loss) * (1 + unit*(8+4*math.Abs(loss)+2*math.Abs(math.Log(v))))
	}
	return d
}

// logMoment returns ln Σ p·exp(θ·loss) over the finite losses.
func (l *PLD) logMoment(theta float64) float64 {
	// Any exponent near the largest will do, so the logarithms of some 500 points suffice. If they miss a peak and the sum
	// overflows, the stride becomes finer. The last stride may still be above 1: a peak that it misses makes the moment +Inf,
	// which errs upward.
	top := math.Inf(-1)
	stride := 1 + len(l.p)/512
	for stride > 0 {
		for i := len(l.p) - 1; i >= 0; i -= stride {
			if l.p[i] > 0 {
				top = max(top, math.Log(l.p[i])+theta*l.lossAt(i))
			}
		}
		sum := 0.0
		for i, v := range l.p {
			sum += v * math.Exp(theta*l.lossAt(i)-top)
		}
		if sum > 0 && !math.IsInf(sum, 1) {
			return top + math.Log(sum)
		}
		stride /= 8
	}
	return math.Inf(1)
}

// unit is the spacing of float64 at 1.
const unit = 0x1p-52
