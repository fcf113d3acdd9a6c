package contraction

import (
	"context"
	"math"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/errfloat"
)

// ProfileRenyi returns an upper bound on the Rényi divergence of order alpha by
// contracting the privacy profile and integrating it, never above that of
// composition, of the last step alone or of [Problem.Joint]. The error is ctx.Err().
func (p Problem) ProfileRenyi(ctx context.Context, alpha float64) (float64, Cycle, error) {
	simpleCycle := Cycle{Beta: 1, Block: 1}
	s := p.search(nil)
	mu := s.simple
	simple := alpha * mu * mu / 2 * up
	if e, c := p.Joint(alpha); e < simple {
		simple, simpleCycle = e, c
	}
	best, found := math.Inf(1), (*path)(nil)
	if alpha > highestFollowed(s.startMu) {
		best, found = s.atWorst().raisedFrom(ctx, alpha)
	}
	if !(best < simple) {
		best, found = s.leastIntegral(ctx, atOrder{alpha, s.startMu})
	}
	if best < simple {
		return found.proof(best), found.choice(), ctx.Err()
	}
	return simple, simpleCycle, ctx.Err()
}

// narrowest is the smallest loss at which a grid ends, since a smaller loss is as good as none.
const narrowest = 1e-9

// leastIntegral returns the least divergence that a profile proves at an order, and the path that proves it; +Inf and nil if
// no profile proves one or the context has ended. Sketches, the coarsest of the three efforts, choose an end of the grid and
// then the plan; bestEnd chooses the end again, with drafts and answers.
func (s search) leastIntegral(ctx context.Context, want atOrder) (float64, *path) {
	s.want = want
	top, least := 0.0, math.Inf(1)
	for wide := fewDigits(min(want.reach(), widest)); wide > narrowest && ctx.Err() == nil; wide /= 2 {
		v, g := math.Inf(1), newGrid(wide, sketch.points)
		for _, pl := range s.typical() {
			v = min(v, s.value(g, pl))
		}
		if !(v < least) && !math.IsInf(least, 1) {
			break
		}
		const worthwhile = 0.99 // a sketch gains more by a narrower grid than the answer does
		if v < least*worthwhile {
			top = wide
		}
		least = min(v, least)
	}
	if math.IsInf(least, 1) || ctx.Err() != nil {
		return math.Inf(1), nil
	}
	pl, v := s.best(ctx, top)
	s, pl = s.withMatching(ctx, top, pl, v)
	return s.bestEnd(ctx, pl, top, want)
}

// mostAnswers is the greatest number of answers computed in the search for the best end. Near the best draft two or three
// are enough, and a run that the drafts misjudge would gain little by more.
const mostAnswers = 4

// bestEnd returns the answer of a plan on the grid with the best end: a wide grid loses by its coarseness, a narrow one by the
// losses that it leaves out. The search starts from top, the best end for a sketch. Drafts move it in large steps, then at
// most mostAnswers answers in smaller ones. want is s.want as an atOrder.
func (s search) bestEnd(ctx context.Context, pl plan, top float64, want atOrder) (best float64, found *path) {
	best = math.Inf(1)
	top = want.end(top, []float64{2, math.Sqrt2}, func(end float64) float64 {
		if ctx.Err() != nil {
			return math.Inf(1)
		}
		g := newGrid(end, draft.points)
		return want.value(g, s.run(g, pl, draft))
	})
	answers := 0
	want.end(top, []float64{math.Sqrt(math.Sqrt2)}, func(end float64) float64 {
		if answers++; answers > mostAnswers || ctx.Err() != nil {
			return math.Inf(1)
		}
		e, at := s.evaluate(end, pl)
		if e < best {
			best, found = e, at
		}
		return e
	})
	return best, found
}

// end searches for the end of a grid for which value is least. It starts at `near`, and multiplies and divides by one factor
// after another. It returns 0 if value is +Inf at `near`, or no grid may end there.
func (o atOrder) end(near float64, factors []float64, value func(end float64) float64) (at float64) {
	least := math.Inf(1)
	try := func(end float64) bool {
		if !(end > narrowest) || end > widest {
			return false
		}
		v := value(end)
		if !(v < least) {
			return false
		}
		least, at = v, end
		return true
	}
	try(near)
	for _, factor := range factors {
		moved := false
		for at > 0 && at < o.reach() && try(fewDigits(at*factor)) {
			moved = true
		}
		for !moved && at > 0 && try(fewDigits(at/factor)) {
			continue
		}
	}
	return at
}

// atOrder asks for the Rényi divergence of order alpha of a run whose profile is also below the Gaussian one of μ = startMu.
type atOrder struct{ alpha, startMu float64 }

// reach is a loss from which on the Gaussian profile adds next to nothing.
func (o atOrder) reach() float64 { return GaussianReach(o.alpha, o.startMu) }

// progress returns an estimate of the main part of the integral: the sum of h·γ^{α−1}, relative to the last γ.
func (o atOrder) progress(g *grid, h []float64) float64 {
	sum, end := 0.0, g.loss(g.last())
	for i, v := range h {
		sum += v * math.Exp((o.alpha-1)*(g.loss(i)-end))
	}
	return sum
}

// value integrates the profile h, continued to the reach.
func (o atOrder) value(g *grid, h []float64) float64 {
	losses, values := o.continued(g, h)
	return Integrated(o.alpha, o.startMu, losses, values)
}

// continued returns the losses of the grid and of further points up to the reach, and the profile at these losses. Beyond the
// grid the profile is the smaller of h's last value and the Gaussian profile.
func (o atOrder) continued(g *grid, h []float64) (losses, values []float64) {
	const further = 64 // points beyond the grid; any number of them gives a bound
	values = append(make([]float64, 0, len(h)+further), h...)
	for i := range h {
		losses = append(losses, g.loss(i))
	}
	reach, end := o.reach(), g.loss(g.last())
	for i := 1.0; i <= further && reach > end; i++ {
		loss := end + (reach-end)*(i/further)
		losses = append(losses, loss)
		values = append(values, min(values[len(values)-1], errfloat.Profile(o.startMu, loss)))
	}
	return losses, values
}

// GaussianReach returns a loss beyond which the profile of two Gaussians mu apart adds less
// than e^{−60} to e^{(alpha−1)R}, where R is their divergence.
func GaussianReach(alpha, mu float64) float64 {
	return mu * (mu*(alpha-0.5) + math.Sqrt(alpha*(alpha-1)*mu*mu+120))
}

// Integrated returns an upper bound on the Rényi divergence of order alpha of two laws. h bounds their profile, in both directions,
// at the rising losses ln γ, of which the first is 0. The laws must be no farther apart than two Gaussians whose shift is mu.
// The bound is
//
//	ln(1 + α(α−1)∫_1^∞ (γ^{α−2} + γ^{−α−1})h(γ)dγ)/(α−1).
//
// With K(γ) = (γ^α − 1)(1 − γ^{1−α}), whose second derivative is α(α−1) times the integrand's
// weight, the integral to the last point γ_m, times α(α−1), is (profile.md, section 7)
//
//	Σ_{0<i<m} K(γ_i)·(change of slope at γ_i) − K(γ_m)·(slope before γ_m) + K'(γ_m)h(γ_m).
//
// The slope before γ_m is at most 0, so no term is negative. The masses of chords are γ_i times the changes of slope and,
// at γ_m, γ_m times the negated slope.
func Integrated(alpha, mu float64, losses, h []float64) float64 {
	return IntegratedTo(alpha, losses, h, GaussianBeyond(alpha, mu, losses[len(losses)-1]))
}

// IntegratedTo is Integrated for laws whose ln(α(α−1)∫γ^{α−2}E_γ dγ), integrated from the last point on, is at most logRest.
func IntegratedTo(alpha float64, losses, h []float64, logRest float64) float64 {
	return integratedBeyond(alpha, losses, h, nil, logRest)
}

// GaussianBeyond returns an upper bound on ln(α(α−1)∫γ^{α−2}E_γ dγ) from ln γ = loss on, where E_γ is that of two Gaussians mu
// apart. The integral is at most E[r^{α−1}; ln r > loss], which Φ(−x) ≤ e^{−x²/2}, x ≥ 0, bounds.
func GaussianBeyond(alpha, mu, loss float64) float64 {
	d := (alpha - 1) * (1 + 2*u)
	x := max(0, loss/mu-mu*(alpha-0.5)-float64(8*u*(loss/mu+mu*alpha)))
	return float64(alpha*d/2*mu*mu*(1+16*u)) - float64(x*x/2*(1-4*u))
}

// integratedBeyond is IntegratedTo if more is known of the profile beyond the last point. Each element of further bounds the
// profile up to its own loss, from the loss of the element before it or, for the first, from the last point. logRest is for
// the losses above all of these. The first of further must be at least the last of h, whose term it replaces.
func integratedBeyond(alpha float64, losses, h []float64, further []logBound, logRest float64) float64 {
	d := (alpha - 1) * (1 + 2*u) // the integral rises with α
	g := &grid{losses: losses, gamma: make([]float64, len(h))}
	for i, loss := range losses {
		g.gamma[i] = errfloat.Exp(loss)
	}
	var sum exponentials
	for i, mass := range g.chords(h).masses {
		l := losses[i]
		// K/γ = γ^{α−1}(1 − γ^{−α})(1 − γ^{1−α}). Rounding ln γ^{α−1}, the power, changes the product by power·u.
		power := d * l
		sum.add(power, float64(mass*errfloat.Expm1(-alpha*l)*errfloat.Expm1(-power))*(1+(power+80)*u))
	}
	// The remaining terms are K'h ≤ αγ^{α−1}h at the last point, and the integral beyond it. A bound e adds at most the
	// integral of α(α−1)γ^{α−2}e up to its loss, where αγ^{α−1}e is the antiderivative. If the integral begins at the last
	// point, its lower limit subtracts αγ^{α−1}e ≥ αγ^{α−1}h there, so the first of further covers K'h as well.
	end, last := losses[len(h)-1], h[len(h)-1]
	if further == nil {
		sum.add(d*end, alpha*last*(1+(d*end+20)*u))
	}
	for _, f := range further {
		sum.add(float64(d*f.upTo)+f.log, alpha*(1+(d*f.upTo+math.Abs(f.log)+20)*u))
	}
	sum.add(logRest, 1+(math.Abs(logRest)+20)*u)
	sum.add(0, d*last*(1+4*u)) // at least (α−1)γ^{−α}h, the integral of α(α−1)γ^{−α−1}h from the last point on
	return sum.log1p() / (alpha - 1) * (1 + 4*u)
}

// exponentials are positive terms factor·e^power, whose sum may exceed every float64.
type exponentials struct{ powers, factors []float64 }

func (s *exponentials) add(power, factor float64) {
	s.powers, s.factors = append(s.powers, power), append(s.factors, factor)
}

// log1p returns an upper bound on ln(1 + Σ factor·e^power).
func (s *exponentials) log1p() float64 {
	top := 0.0 // e^top is factored out of the sum; any number will do
	for i, f := range s.factors {
		if v := s.powers[i] + math.Log(f); v > top {
			top = math.Floor(v)
		}
	}
	sum := 0.0
	for i, f := range s.factors {
		half := (s.powers[i] - top) / 2
		root := errfloat.Exp(half)
		sum += float64(root*f*root*(1+(4*math.Abs(half)+40)*u)) + errfloat.Tiny
	}
	sum *= 1 + sumError
	if top == 0 {
		return errfloat.Log1p(sum) * (1 + 24*u)
	}
	_, log := errfloat.Log(sum + errfloat.Exp(-top) + affine.Underflow)
	return (top + log) * (1 + 4*u)
}
