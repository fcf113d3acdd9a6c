package audit

import (
	"math"
	"strconv"

	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/run"
)

// MaxGuesses is the largest number of guesses in one run.
const MaxGuesses = 1_000_000

// OneRun is an attack on one training run that included each of its canaries with probability 1/2,
// independently of the others.
type OneRun struct {
	Canaries int // examples for which a coin toss decided the membership
	Guesses  int // canaries about which the attack made a guess; it abstains from the others
	Correct  int // correct guesses
}

// Evaluate returns a lower confidence limit of ε at the level of the setting: the largest ε that the guesses refute. By Steinke,
// Nasr and Jagielski 2023 (arXiv:2305.08846, Theorem 5.2), if training is (ε, δ)-private, v or more of r guesses are correct with
// probability at most
//
//	P(B ≥ v) + 2mδ·max_{1 ≤ i ≤ m} P(v > B ≥ v − i)/i,  B ~ Bin(r, e^ε/(1 + e^ε)),
//
// where m is the number of canaries and neighbouring datasets differ by adding or removing an example. The limit errs downward: at
// it the probability is proved to be at most 1 − level. Every smaller ε is refuted too, since privacy at a smaller ε implies
// privacy at a larger one.
//
// The error is run.Errors, by field: canaries, guesses, correct, delta, level.
func (o OneRun) Evaluate(s Setting) (epsilon float64, err error) {
	if errs := append(o.check(), checkSetting(s)...); len(errs) > 0 {
		return 0, errs
	}
	miss := (1 - s.Level) / float64(max(1, s.Thresholds))
	most := lowerLimit(o.Correct, o.Guesses, min(miss, 0.5))
	if most <= 0.5 {
		return 0, nil
	}
	q := most
	if s.Delta > 0 {
		t := newTail(o.Correct, o.Guesses)
		refuted := func(q float64) bool { return o.chance(t, q, s.Delta) <= miss }
		if !refuted(0.5) {
			return 0, nil
		}
		low, high := 0.5, most
		for range 60 { // any refuted q gives a valid limit
			if middle := (low + high) / 2; refuted(middle) {
				low = middle
			} else {
				high = middle
			}
		}
		q = low
	}
	epsilon = math.Log(q) - math.Log1p(-q)
	return max(0, epsilon-rounding*(1+epsilon)), nil
}

// chance is an upper bound on the theorem's probability at q = e^ε/(1 + e^ε) ≤ v/r.
func (o OneRun) chance(t upperTail, q, delta float64) float64 {
	first := t.first(q).Up() // at least ln P(B = v)
	right := interval.Float(first).Exp().Up() * t.sum(q)
	return (right + 2*float64(o.Canaries)*delta*o.share(first, q)) * (1 + 1e-14)
}

// share is an upper bound on the largest P(v > B ≥ v − i)/i; first is the logarithm of P(B = v). Each probability below v is the
// one above it times a ratio. A sum that grows too large for a float64 is divided by a constant, as is its next term.
func (o OneRun) share(first, q float64) float64 {
	const large = 1e200 // a larger sum is divided by it
	odds := (1 - q) / q * rounded
	term, sum, scale, best := 1.0, 0.0, first, 0.0
	for i := 1; i <= o.Correct && best*float64(i) < 1; i++ {
		k := float64(o.Correct - i + 1) // correct guesses in the previous term
		term *= k / (float64(o.Guesses) - k + 1) * odds * rounded
		sum = (sum + term) * rounded
		if sum > large {
			term, sum, scale = term/large, sum/large, scale+math.Log(large)
		}
		best = max(best, min(1, math.Exp(scale+math.Log(sum))*(1+1e-12*(1+math.Abs(scale))))/float64(i))
	}
	return best*rounded + 1e-100 // more than the terms that underflow
}

func (o OneRun) check() run.Errors {
	var errs run.Errors
	errs.Need(o.Canaries >= 1 && o.Canaries <= MaxCount, "canaries", o.Canaries,
		"a coin must have been tossed for at least one example, and for at most 10⁹")
	errs.Need(o.Guesses >= 1 && o.Guesses <= MaxGuesses, "guesses", o.Guesses, "there must be at least one guess, and at most 10⁶")
	errs.Need(o.Guesses <= o.Canaries, "guesses", o.Guesses, "there are more guesses than canaries: a coin was tossed for "+
		strconv.Itoa(o.Canaries)+" examples, members and non-members together")
	errs.Need(o.Correct >= 0, "correct", o.Correct, "a count cannot be negative")
	errs.Need(o.Correct <= o.Guesses, "correct", o.Correct, "there are more correct guesses than the "+strconv.Itoa(o.Guesses)+" guesses")
	return errs
}
