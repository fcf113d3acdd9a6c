package run

import (
	"iter"
	"math"

	"lastiterate/bounds/internal/mutants"
)

// Steps are the steps t = 0 … T−1 of a run: what a step adds, the noise that hides it, and which steps may use the differing
// example.
type Steps struct{ run *Run } // a pointer, since every one of a million steps would copy the run

// Steps returns the steps of the run, which must be valid.
func (r Run) Steps() Steps { return Steps{&r} }

// Step holds the quantities of one step of a run that do not depend on its batch, each as a nearby float64. Package certify
// computes them from the stated decimals; package modulus bounds the distance of two iterates after a step.
type Step struct {
	Of   Run     // the run of which this is a step
	Eta  float64 // η_t, the learning rate; η_tm/b after OfSize(m), which scales the gradients
	Rate float64 // η_t, whatever the batch size
	// Noise is σ_t, the standard deviation of the noise added to each coordinate of the
	// iterate, a length.
	Noise float64
	// Sensitivity is s_t = κη_tC/b, the largest length by which the differing example can move the iterate.
	Sensitivity float64
}

// At is step t.
func (s Steps) At(t int) Step { return s.WithRate(s.run.Eta * s.Share(t)) }

// Peak is a step with the full learning rate η, whether or not the run has one.
func (s Steps) Peak() Step { return s.WithRate(s.run.Eta) }

// Last is the last step.
func (s Steps) Last() Step { return s.At(s.run.T - 1) }

// Step returns the step of a run whose steps are all alike. It panics for other runs: a proof about one step does not cover them.
func (r Run) Step() Step {
	if !r.Steps().Alike() {
		panic("the steps of this run differ")
	}
	return r.Steps().Peak()
}

// WithRate is a step with the learning rate eta, whether or not the run has one.
func (s Steps) WithRate(eta float64) Step {
	r := s.run
	step := Step{Of: *r}
	step.Take(eta)
	return step
}

// Backward yields the steps from the last to the first. Each is valid only until the next.
func (s Steps) Backward() iter.Seq2[int, *Step] {
	return func(yield func(int, *Step) bool) {
		step := Step{Of: *s.run}
		for t := s.run.T - 1; t >= 0; t-- {
			if t == s.run.T-1 || !s.likeNext(t) {
				step.Take(s.run.Eta * s.Share(t))
			}
			if !yield(t, &step) {
				return
			}
		}
	}
}

// likeNext reports whether step t is known to have the learning rate of the next without computing it.
func (s Steps) likeNext(t int) bool {
	r := s.run
	if t < r.Warmup {
		return false
	}
	return !s.Falls() || r.Schedule == StepFall && (t-r.Warmup)/r.ScheduleEvery == (t+1-r.Warmup)/r.ScheduleEvery
}

// Take changes the step into one of the same run with the learning rate eta.
func (step *Step) Take(eta float64) {
	r := &step.Of
	step.Eta, step.Rate = eta, eta
	if mutants.DecayTwice.On() {
		step.Rate = min(2*eta, 1/r.WeightDecay)
	}
	if mutants.DecayOfBatch.On() {
		step.Rate = min(float64(r.B)*eta, 1/r.WeightDecay)
	}
	step.Noise = r.Sigma * step.noisePerUnit()
	if mutants.PeakNoise.On() {
		peak := Step{Of: *r, Eta: r.Eta}
		step.Noise = r.Sigma * peak.noisePerUnit()
	}
	step.Sensitivity = r.Adjacency.kappa() * step.Contribution()
}

// noisePerUnit is σ_t if the stated noise is 1, and NaN for an unknown convention.
func (s *Step) noisePerUnit() float64 {
	switch s.Of.Noise {
	case IterateNoise:
		return 1
	case GradientNoise:
		return s.Eta
	case LangevinNoise:
		return math.Sqrt(2 * s.Eta)
	case NoiseMultiplier:
		return s.Contribution()
	}
	return math.NaN()
}

// Decay is r_t = η_tω, the share of the iterate that weight decay removes, whatever the batch. It is at most 1: the stated
// decimals have ηω ≤ 1, so only rounding could exceed 1.
func (s *Step) Decay() float64 { return min(1, s.Rate*s.Of.WeightDecay) }

// Push is η_tg/b, the length by which one example's gradient of length g moves the iterate.
func (s *Step) Push(g float64) float64 { return s.Eta * g / float64(s.Of.B) }

// Contribution is η_tC/b, the longest push of one example whose gradient has norm at most C.
func (s *Step) Contribution() float64 { return s.Push(s.Of.Clip) }

// Exchange is the largest length by which replacing one example of a batch by another moves the iterate: 2η_tC/b whatever the
// adjacency, or s_t if the gradients of any two examples are at most κC apart. It is a bound only if single gradients, or the
// differences of any two, are bounded.
func (s Step) Exchange() float64 {
	if s.Of.Clipping == ClippingDifferenceAll || mutants.CloseGradients.On() {
		return s.Sensitivity
	}
	return 2 * s.Contribution()
}

// Reach is η_tC, the largest length by which a step moves an iterate if no gradient is longer than C.
func (s Step) Reach() float64 { return s.Eta * s.Of.Clip }

// Drift is 2η_tC, the largest change of the distance of two iterates by a step if no gradient is longer than C.
func (s Step) Drift() float64 { return 2 * s.Reach() }

// OfSize is the step whose batch holds m examples and whose sum of gradients is still divided by b, which scales gradients by
// m/b. A regulariser outside the clip is added once, whatever the size.
func (s Step) OfSize(m float64) Step {
	share := m / float64(s.Of.B)
	if s.Of.Clipping == ClippingGLM {
		reg := s.Of.Regulariser()
		if !s.Of.Nonsmooth() {
			s.Of.Smoothness = reg + (s.Of.Smoothness-reg)*share
		}
		s.Of.Clip *= share // of the sum of gradients
		s.Of.HolderConstant *= share
		return s
	}
	s.Eta *= share
	return s
}

// Uses is the largest number of steps that use the differing example: ⌈(T − K)/B⌉ at the worst position of an order, or the
// number at a stated position.
func (s Steps) Uses() int {
	last, period := s.lastUse(), s.run.StepsPerEpoch()
	if mutants.MissedVisit.On() && last > period {
		return (last - 1) / period
	}
	return (last-1)/period + 1
}

// Place is the place in an epoch, from 0, of the steps that use the differing example in a known order. Unless a position is
// stated, it is the place of the last step before the deletion.
func (s Steps) Place() int {
	at := (s.lastUse() - 1) % s.run.StepsPerEpoch()
	if mutants.EarlyPosition.On() && s.run.Position > 0 && at > 0 {
		at--
	}
	return at
}

// lastUse is the number of steps up to the last one that may use the differing example.
func (s Steps) lastUse() int { return s.run.T - s.run.AfterLastUse() }

// UsesBetween is the number of steps from … to−1 at the given place of their epoch and before the deletion of the example.
func (s Steps) UsesBetween(place, from, to int) int {
	period, end := s.run.StepsPerEpoch(), s.run.Holding()
	before := func(t int) int { return (min(t, end) - place + period - 1) / period }
	return before(to) - before(from)
}

// Certain reports whether it is certain which steps use the differing example. It is in a known order, at the stated position or
// the worst one, and if every batch holds all examples.
func (s Steps) Certain() bool { return s.run.Scheme.Known() || s.run.Rate().Certain() }

// Holds is the probability that the batch of step t holds the differing example, at the stated position of a known order or the
// worst one. In a secret order it includes that chance may leave the example out (Run.Dropped).
func (s Steps) Holds(t int) Chance {
	switch r := s.run; {
	case t >= r.Holding():
		return Chance{0, 1}
	case !r.Scheme.Known():
		return r.Rate()
	case t%r.StepsPerEpoch() == s.Place():
		return Chance{1, 1}
	}
	return Chance{0, 1}
}

// A Chance is a probability as a fraction of whole numbers.
type Chance struct{ Part, Whole int }

// Certain reports whether the probability is 1.
func (c Chance) Certain() bool { return c.Part == c.Whole }

// Rate is the probability that a batch holds the differing example if batches are sampled or in a secret order: b/n, or 1/B
// under random allocation, which leaves no example out.
func (r Run) Rate() Chance {
	if r.Scheme == Allocation {
		return Chance{1, r.StepsPerEpoch()}
	}
	return Chance{r.B, r.N}
}
