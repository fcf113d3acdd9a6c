package theorem

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// SampledWindow is composition over the last m steps of a run whose batches are sampled:
// on a bounded domain the noise of these forgets what came before. With θ what m steps leave
// of a total variation (of two points of the domain), a that of the two runs before them, and
// M the run that starts as the second and takes the first one's steps,
//
//	E_γ(W_T‖W'_T) ≤ a·θ + δ_m(γ),
//	D_α(W_T‖W'_T) ≤ (α−1/p)/(α−1)·D_{pα}(W_T‖M) + m·S_{(pα−1)/(p−1)},
//
// where e^{(β−1)D_β(W_T‖M)} − 1 is at most θ times what it is before the window
// (sampledwindow.md).
var SampledWindow = &Theorem{
	ID:     "sampled-window",
	Name:   "Last steps of sampled batches",
	Source: ours("the theorem on forgotten sampled steps, bounds/theorem/sampledwindow.md"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note:    "Composition over the last steps only: on a bounded domain their noise forgets all that came before.",
	Formula: `\delta(\varepsilon) \le a\,\theta_m + \delta_m(\varepsilon), \quad \varepsilon(\alpha) \le \frac{\alpha - 1/p}{\alpha - 1}\, \frac{\log\left(1 + \theta_m \left(e^{(p\alpha-1)\varepsilon_{T-m}(p\alpha)} - 1\right)\right)}{p\alpha-1} + m\,S_{(p\alpha-1)/(p-1)}`,
	Symbols: "m counts the last steps, θ is what their noise leaves of the total variation of any two points of the domain, and a that of the two runs before them; " +
		"δ with index m is that of m composed steps; S with an index is the Rényi divergence of that order of one sampled step; p > 1 is chosen.",
	Slow:      always,
	Losses:    Composition.Losses,
	NoCurve:   true,
	Decays:    true,
	Nonsmooth: true,
	Hypotheses: func(r run.Run, q claim.Question) []claim.Hypothesis {
		return append(andAcross(r, needScheme(r, run.WithoutReplacement, run.Poisson), needProjection(r)), Composition.Hypotheses(r, q)...)
	},
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		w := newSampledWindow(ctx, r)
		return solving(claim.Upper, "The batches are assumed secret, and drawn anew at every step.", func(q claim.Question) (claim.Solution, error) {
			epsilon, m, err := w.least(ctx, q)
			s := claim.Solved(q, epsilon)
			s.Explain = func() ([]claim.Choice, string) {
				return window(r, r.T-m), fmt.Sprintf(`m = %d, \quad %s`, m, answered(s.Bound))
			}
			return s, err
		}), nil
	},
}

// sampledWindow is what is known of the last steps of a run, for any number of them.
type sampledWindow struct {
	run   run.Run
	step  func(alpha float64) float64 // the Rényi divergence of a step
	last  float64                     // the divergence of order α of the last step over the whole domain, over α
	apart float64                     // the total variation that a step adds
	tried []int                       // lengths, rising
	left  map[int]float64             // log θ of these
	work  *work.Budget

	known  []windowed // by number of the order, from lowest on
	lowest int
}

func newSampledWindow(ctx context.Context, r run.Run) *sampledWindow {
	one := r
	one.T = 1
	once, _ := errfloat.Normal(r.Sensitivity() / r.IterateNoise() / 2 * (1 + upperMargin))
	w := &sampledWindow{run: r, step: memo.Func(composition(ctx, one).Renyi), left: map[int]float64{}, work: work.From(ctx)}
	w.apart, w.last = mostRate(r)*once*(1+upperMargin), math.Inf(1)
	if Applies(LastStep.Hypotheses(r, claim.Question{})) {
		shift := lastShift(r) / r.IterateNoise() * (1 + upperMargin)
		w.last = shift * shift / 2
	}
	x := certify.State(r)
	batches := anyBatch(r, x)
	for i := range batches {
		p := contraction.Problem{Period: 1, T: r.T, Plain: contraction.Lines(batches[i].plain, x.Diameter), Work: w.work}
		p.Sigma, p.Diameter = x.Variance.Sqrt().Down(), x.Diameter.Up()
		kernels, beyond := p.Remembering().Kernels(), batches[i].beyond
		batches[i].left = memo.Func(func(steps int) float64 {
			return min(0, math.Log((kernels.Total(steps)+float64(steps)*beyond)*(1+1e-12)))
		})
	}
	for m := 1; m < r.T && m < longestWindow; m += max(1, m/4) {
		w.tried = append(w.tried, m)
		w.left[m] = w.stretches(batches, m)
		if w.left[m] < faintest {
			break
		}
	}
	return w
}

const (
	// longestWindow is where no longer one is tried, and faintest the logarithm of what is
	// left of nothing.
	longestWindow = 1_000_000
	faintest      = -20_000
)

// stretches is log θ of so many steps, by stretches of any length that fit in: one that has
// a batch of a size that is not counted leaves all.
func (w *sampledWindow) stretches(batches []batchesOf, steps int) float64 {
	least := 0.0
	for _, b := range batches {
		for _, length := range w.tried {
			least = min(least, b.left(length)*math.Floor(float64(steps)/float64(length))*(1-1e-12))
		}
	}
	return least
}

// batchesOf are batches of all sizes but for those of the probability beyond, and moduli of
// a step of either run with any of them.
type batchesOf struct {
	plain  []modulus.Exact
	beyond float64
	left   func(steps int) float64 // log θ
}

// anyBatch are those of a run's scheme. A zeroed example, or one that is not there, leaves a
// part of the map the identity.
func anyBatch(r run.Run, x certify.Stated) (out []batchesOf) {
	if r.Scheme.FixedSize() {
		plain, _ := exactModuli(r.Step(), x)
		out = append(out, batchesOf{plain: plain})
	} else {
		groups, beyond := sizesOf(r)
		for _, most := range []float64{farSizes, 1e-8, 1e-3} {
			for n := len(groups); n > 1 && beyond+groups[n-1].high <= most; n-- {
				beyond = (beyond + groups[n-1].high) * (1 + 1e-15)
				groups = groups[:n-1]
			}
			out = append(out, batchesOf{plain: betweenSizes(r, x, 0, groups[len(groups)-1].most+1), beyond: beyond})
		}
	}
	if r.Adjacency == run.Replace {
		return out
	}
	for _, b := range out {
		for j, m := range b.plain {
			b.plain[j].Excess = interval.Max(interval.Int(0), m.Excess)
		}
	}
	return out
}

// before is at least the total variation of the two runs before the last m steps: every
// step adds a little, of which later ones leave a part.
func (w *sampledWindow) before(m int) float64 {
	steps := w.run.T - m
	sum, from := 0.0, 0
	for _, length := range w.tried { // from steps later on θ of so many counts
		if from >= steps {
			break
		}
		to := min(length, steps)
		left := 1.0
		if from > 0 {
			left = math.Exp(w.left[from])
		}
		sum += float64(to-from) * left
		from = length
	}
	if from < steps && from > 0 {
		left, rest := math.Exp(w.left[from]), float64(steps-from)
		// Stretches of so many steps leave θ, θ², …
		sum += min(rest*left, float64(from)*left/(1-left))
	}
	return min(1, w.apart*sum*(1+1e-9))
}

// least is the best window's answer, and its steps.
func (w *sampledWindow) least(ctx context.Context, q claim.Question) (epsilon float64, steps int, err error) {
	if q.Renyi() {
		epsilon, steps = w.renyi(q.Alpha)
		return epsilon, steps, nil
	}
	return w.epsilon(ctx, claim.AtMost(q.Delta))
}

// epsilon is that of the last steps at what δ is left, where the first take little of it.
func (w *sampledWindow) epsilon(ctx context.Context, delta float64) (float64, int, error) {
	const share = 0.1 // of δ, for what came before
	sub, rest := w.run, delta
	for _, m := range w.tried {
		left := w.before(m) * math.Exp(w.left[m]) * (1 + 1e-9)
		if mutants.ForgottenWindow.On() {
			left = 0
		}
		if left <= share*delta {
			sub.T, rest = m, (delta-left)*(1-1e-15)
			break
		}
	}
	e, err := composition(ctx, sub).Epsilon(rest)
	return e, sub.T, err
}

// renyi is the divergence of order alpha of the whole run by the best window: that of
// orders around alpha, between which (α−1)D_α is convex.
func (w *sampledWindow) renyi(alpha float64) (least float64, steps int) {
	least, steps = w.whole(alpha), w.run.T
	i := 0
	for order(i) < alpha {
		i++
	}
	e, m := w.at(i)
	if i > 0 {
		below, _ := w.at(i - 1)
		share := (order(i) - 1) / (alpha - 1) * (alpha - order(i-1)) / (order(i) - order(i-1))
		e = min(e, (below+share*(e-below))*(1+1e-12))
	}
	if e < least {
		least, steps = e, m
	}
	return least, steps
}

// whole is the divergence of all steps, or that of the last one over the whole domain.
func (w *sampledWindow) whole(alpha float64) float64 {
	return min(float64(w.run.T)*w.step(alpha), alpha*w.last)
}

// order is an order that is tried.
func order(i int) float64 { return 1 + math.Pow(2, float64(i)/2)/64 }

// at is the divergence of that order, or of a larger one. What came before the window is
// bounded in the same way at a higher order, from the highest down that helps.
func (w *sampledWindow) at(i int) (least float64, steps int) {
	if w.known == nil {
		const highest, hopeless = 4096, 20
		n := 1
		for order(n) <= highest && (order(n)-1)*w.step(order(n)) < hopeless {
			n++
		}
		w.known = make([]windowed, n)
		w.lowest = n
	}
	if i >= len(w.known) {
		return math.Inf(1), w.run.T
	}
	for ; w.lowest > i; w.lowest-- {
		j := w.lowest - 1
		best := windowed{w.whole(order(j)), w.run.T}
		for k := j + 1; k < len(w.known); k++ {
			if e, m := w.after(order(j), order(k)/order(j), w.known[k].epsilon); e < best.epsilon {
				best = windowed{e, m}
			}
		}
		if j+1 < len(w.known) && w.known[j+1].epsilon < best.epsilon {
			best = w.known[j+1]
		}
		w.known[j] = best
	}
	return w.known[i].epsilon, w.known[i].steps
}

// windowed is a divergence and how many steps count in it.
type windowed struct {
	epsilon float64
	steps   int
}

// after is the divergence of order beta by the best window, where that of order p·beta
// before it is known.
func (w *sampledWindow) after(beta, p, before float64) (least float64, steps int) {
	least = math.Inf(1)
	if mutants.ForgottenWindow.On() {
		before = 0
	}
	if math.IsInf(before, 1) {
		return least, 0
	}
	each := w.step((p*beta - 1) / (p - 1))
	w.work.Spend(len(w.tried))
	for _, m := range w.tried {
		composed := float64(m) * each
		if composed >= least {
			break
		}
		if e := ((beta-1/p)/(beta-1)*shrunk(before, p*beta, w.left[m]) + composed) * (1 + 1e-12); e < least {
			least, steps = e, m
		}
	}
	return least, steps
}

// shrunk is the divergence of order beta after a kernel that leaves the share e^{left} of
// e^{(β−1)D} − 1.
func shrunk(divergence, beta, left float64) float64 {
	const large = 30
	if exponent := (beta - 1) * divergence; exponent > large { // where the 1 does not count
		if left += exponent; left > large {
			return (left + math.Exp(-left)) / (beta - 1)
		}
		return math.Log1p(math.Exp(left)) / (beta - 1)
	}
	return math.Log1p(math.Exp(left)*math.Expm1((beta-1)*divergence)) / (beta - 1)
}
