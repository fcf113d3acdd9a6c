package sampled

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/average"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// AveragedShift averages the shift program over batches that are drawn afresh and in secret at every step, without
// replacement or by Poisson sampling. Given all batches both runs take known steps, so by joint convexity
//
//	δ(ε) ≤ E_S δ_{μ_S}(ε),   e^{(α−1)ε(α)} ≤ E_S e^{(α−1)αμ_S²/2},   μ_S² = R_S/σ²,
//
// where R_S is the cost of payments that may depend on the batches S. Package average computes the mean, and average.md
// proves it.
var AveragedShift = &theorem.Theorem{
	ID:     "shift-averaged",
	Name:   "Shift, averaged over batches",
	Source: proof.Ours("the theorem on averages over sampled batches, bounds/internal/average/average.md"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "The shift program for each draw of the secret batches, averaged over the draws: uses near the end of a run are likely to " +
		"be few, and earlier ones have time to be hidden.",
	Formula: `\delta(\varepsilon) \le \mathbb{E}_S\, \delta_{\mu_S}(\varepsilon), ` +
		`\quad e^{(\alpha-1)\varepsilon(\alpha)} \le \mathbb{E}_S\, e^{(\alpha-1)\alpha\mu_S^2/2}, \quad ` +
		`\mu_S^2 = \frac{1}{\sigma^2} \sum_{t} a_t^2, \quad z_{t+1} = c z_t + s\,1_{t \in S} - a_t \ge 0, \quad z_T = 0`,
	Symbols: "S is the set of steps whose batch holds the differing example, and 𝔼 the mean over it; δ_μ is the δ of Gaussian " +
		"differential privacy with parameter μ; z_t is the distance between the two runs that is left to hide before step t, and " +
		"a_t what the step’s noise pays off; a step stretches distances by at most c.",
	Slow:         proof.Always,
	NoCurve:      true,
	Deletes:      true,
	Decays:       true,
	Allocates:    true,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		if r.Scheme == run.Allocation {
			return append(composition.AllocationHypotheses(r), need.SeveralBatches(r), need.LinearModulus(r))
		}
		return append(averagedHypotheses(r), needNoExpansion(r))
	},
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		if r.Scheme == run.Allocation {
			return allocatedShift(ctx, r), nil
		}
		x := certify.StatedOf(r)
		a := &averagedRun{ctx: ctx, run: r, stated: x, k: x.Ratio().Sqrt().Up()}
		p := proof.Solving(claim.Upper, averagedNote(r), a.solve)
		p.Delta = a.delta
		return p, nil
	},
}

// averagedHypotheses returns the hypotheses of the mean over batches that are drawn afresh at every step.
func averagedHypotheses(r run.Run) []claim.Hypothesis {
	h := []claim.Hypothesis{need.Scheme(r, run.WithoutReplacement, run.Poisson)}
	if r.Scheme.FixedSize() {
		h = append(h, need.FixedSize(r))
	} else if r.Adjacency != run.ZeroOut {
		h = append(h, need.BoundedContribution(r))
	}
	return append(h, need.LinearModulus(r))
}

// An averagedRun answers questions by the mean over its batches.
type averagedRun struct {
	ctx    context.Context
	run    run.Run
	stated certify.StatedStep
	k      float64 // s/σ, at least
}

func (a *averagedRun) solve(q claim.Question) (claim.Solution, error) {
	var epsilon float64
	var start int // the step τ from which the distance is paid off
	var err error
	if q.Renyi() {
		epsilon, start = a.renyi(q.Alpha)
	} else {
		epsilon, start, err = a.epsilon(claim.AtMost(q.Delta))
	}
	s := claim.Solved(q, epsilon)
	s.Explain = func() ([]claim.Choice, string) { return proof.Window(a.run, start), writeAveraged(a.run, s.Bound) }
	s.Certify = func() (float64, bool) { return a.certify(s.Bound) }
	return s, err
}

// renyi returns the mean of the Rényi divergences, and the step τ from which the distance is paid off. For sizes outside the
// window every use is paid at once.
func (a *averagedRun) renyi(alpha float64) (epsilon float64, start int) {
	if a.ctx.Err() != nil {
		return math.Inf(1), 0
	}
	w := a.windowAt(alpha)
	e, start := a.problem(w).Renyi(a.k, alpha)
	if w.outside {
		e = (e + outsideMoment/(alpha-1)) * (1 + 8*errfloat.U)
	}
	return e, start
}

// averagedQuestion is a mean that several rows of one run may ask for.
type averagedQuestion struct {
	program  average.SampledProgram // without a budget
	k, delta float64
}

// averagedLoss is ε and the step τ from which the distance is paid off; err says why there is no ε.
type averagedLoss struct {
	epsilon float64
	start   int
	err     error
}

var averagedLosses = &memo.Kind[averagedQuestion, averagedLoss]{Most: proof.FewRuns}

// epsilon returns the ε at delta, and the step τ from which the distance is paid off.
func (a *averagedRun) epsilon(delta float64) (epsilon float64, start int, err error) {
	p, left := a.at(delta)
	p.Work = nil
	l := averagedLosses.Get(a.ctx, averagedQuestion{p, a.k, left}, func(ctx context.Context) averagedLoss {
		p.Work = work.From(ctx)
		epsilon, start, err := p.Epsilon(a.k, left)
		return averagedLoss{epsilon, start, err}
	})
	return l.epsilon, l.start, l.err
}

// at returns the problem of a question at δ, and the part of δ that is left after reserving shareOutside for batch sizes
// outside the window.
func (a *averagedRun) at(delta float64) (average.SampledProgram, float64) {
	w := averagedWindow(a.run, math.Log(delta*shareOutside))
	if w.outside {
		delta *= 1 - shareOutside
	}
	return a.problem(w), delta
}

// problem returns the program of steps whose batches have the sizes of a window. Its numbers are rounded up from the stated
// ones.
func (a *averagedRun) problem(w sizeWindow) average.SampledProgram {
	r, x := a.run, a.stated
	excess := w.exact(r, x)
	p := average.SampledProgram{Excess: excess.Up(), Rate: stepwise.ExactRate(r).Up(), T: r.Holding(), Diameter: math.Inf(1),
		Work: work.From(a.ctx),
		Rest: r.T - r.Holding(), RestExcess: interval.Max(excess, modulus.LeastExcess(stepwise.ExactIdle(r, x))).Up()}
	if r.Bounded() {
		p.Diameter = x.Diameter.Quo(x.Sensitivity).Up()
	}
	if math.IsInf(p.Excess, 1) {
		p.Excess = w.excess(r)
	}
	// Poisson: the steps after the deletion have sizes in the window too. An infinite exact value falls back on the float64 one.
	if !r.Scheme.FixedSize() || math.IsInf(p.RestExcess, 1) {
		p.RestExcess = max(p.Excess, w.excess(r))
	}
	return p
}

// certify reports whether a found value is proved. average.md (section 5) proves the mean for any numbers at least as large as
// the stated ones. What is checked here: that c and s/σ could be computed with outward rounding, and that sizes outside the
// window are as unlikely as assumed.
func (a *averagedRun) certify(found claim.Bound) (float64, bool) {
	const nearOne = 1e-5 // orders closer to 1 lose digits
	r, q, x, one := a.run, found.Question, a.stated, interval.Int(1)
	var w sizeWindow
	var probability interval.Number
	if q.Renyi() {
		alpha := interval.Decimal(q.Alpha)
		w = a.windowAt(q.Alpha)
		gain := alpha.Sub(one).Mul(alpha).Mul(x.Ratio()).Quo(interval.Int(2)).Expm1()
		moment := stepwise.ExactRate(r).Mul(gain).Log1p().Mul(interval.Int(r.T))
		probability = interval.Float(negligibleOutside).Sub(moment)
	} else {
		w = averagedWindow(r, math.Log(q.Delta*shareOutside))
		probability = interval.Decimal(q.Delta).Mul(interval.Decimal(shareOutside)).Log()
	}
	proved := w.exact(r, x).Defined() && a.k > 0 && !math.IsInf(a.k, 1) && (r.Scheme.FixedSize() || w.certain(r, probability))
	return found.Epsilon, proved && !(q.Alpha < 1+nearOne && q.Renyi())
}

// windowAt returns the window at an order.
func (a *averagedRun) windowAt(alpha float64) sizeWindow {
	lambda := (alpha - 1) * alpha / 2 * a.k * a.k
	return averagedWindow(a.run, negligibleOutside-float64(a.run.T)*math.Log1p(a.run.SamplingRate()*math.Expm1(lambda)))
}

func (a *averagedRun) delta(epsilon, delta float64) (float64, error) {
	p, left := a.at(delta)
	d, err := p.Delta(a.k, epsilon)
	return d + (delta - left), err
}

// writeAveraged writes the mean with its value.
func writeAveraged(r run.Run, found claim.Bound) string {
	q := found.Question
	excess := averagedWindow(r, math.Log(1e-5*shareOutside)).excess(r)
	text := fmt.Sprintf(`\mathbb{E}_S\, \delta_{\mu_S}(%s) \le %s`, typeset.Number(found.Epsilon), typeset.Number(q.Delta))
	if q.Renyi() {
		alpha, less := typeset.AtOrder(found)
		text = fmt.Sprintf(`\varepsilon(%s) = \frac{1}{%s - 1} \log \mathbb{E}_S \exp \frac{%s \cdot %s\, \mu_S^2}{2} = %s`, alpha,
			alpha, less,
			alpha, typeset.Number(found.Renyi))
	} else {
		excess = averagedWindow(r, math.Log(q.Delta*shareOutside)).excess(r)
	}
	return text + fmt.Sprintf(`, \quad \mu_S^2 = \frac{1}{%s} \sum_{t=0}^{%d} a_t^2, \quad z_{t+1} = %s z_t + %s \cdot 1_{t \in S} - a_t, `+
		`\quad P(t \in S) = \frac{%d}{%d}`,
		typeset.Squared(r.IterateNoise()), r.T-1, typeset.Number(1+excess), typeset.Number(r.Sensitivity()), r.B, r.N)
}

const (
	// shareOutside is the share of δ reserved for batch sizes outside the window. The modulus covers only sizes within it.
	shareOutside = 1e-3
	// negligibleOutside is the logarithm of the amount that such sizes may add to a moment; outsideMoment is at least that
	// amount.
	negligibleOutside = -30.0
	outsideMoment     = 9.36e-14
)

// needNoExpansion requires steps that do not increase distances. The mean also holds for other steps, but its payments are
// chosen on a grid that is too coarse if distances grow: answers would rise when assumptions get stronger.
func needNoExpansion(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "steps that do not expand", Needed: "c ≤ 1 for batches of every likely size", Actual: "Hölder gradients"}
	if _, _, ok := stepwise.LinearModuli(r); !ok {
		return h
	}
	excess := averagedWindow(r, math.Log(1e-5*shareOutside)).excess(r)
	h.Holds, h.Actual = excess <= 0, "c = "+typeset.Short(1+excess)
	return h
}

func averagedNote(r run.Run) string {
	if !r.Scheme.FixedSize() {
		return "The batches are assumed secret; the mean is over all of them. Steps are bounded for the likely batch sizes; others " +
			"count as if all iterates were public."
	}
	return "The batches are assumed secret; the mean is over all of them."
}
