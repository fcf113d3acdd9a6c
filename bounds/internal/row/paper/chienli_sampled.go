package paper

import (
	"context"
	"math"
	"sort"

	"gonum.org/v1/gonum/interp"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/row/sampled"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/shift/ray"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// ChienLi312 is Theorem 3.12 of Chien and Li 2024, as printed: for batches
// sampled without replacement, q = b/n, and (L, λ)-Hölder gradients clipped at C,
//
//	ε(α) = min_{τ,β,a} Σ_{t≥τ} ( S_α(q, β_tσ/s) + αa_t²/(2σ²(1−β_t)) ),
//	S_α(q, u) = D_α(N(0,u²) ‖ (1−q)N(0,u²) + qN(1,u²)),
//
// with A and g of Theorem 3.7 and the forward track (21). It is not valid; the errata say why. Its repair is composition and
// the shift program with the symmetrised divergence.
var ChienLi312 = &theorem.Theorem{
	ID:     "chien-li-3.12",
	Name:   "Chien–Li, Theorem 3.12",
	Source: proof.ChienLi("Theorem 3.12"),
	Side:   claim.Upper, Status: claim.NotValid, HiddenState: true,
	Note: "As printed, not a valid bound: Theorem 3.7 for sampled batches, each step charged the smaller of two divergences.",
	Errata: "The theorem charges each step the divergence of a Gaussian from the sampled mixture. When a replaced example makes the " +
		"first run the mixture, the loss is the other, larger divergence: with n = 2, b = 1, T = 1 at σ = s and α = 2 the printed bound " +
		"is 0.185694, and the loss is 0.357374 (at q = 0.1 and α = 8, 0.029850 against 1.378361). Its share β of the noise also enters " +
		"as β where the variances give √β.",
	Formula: `\varepsilon(\alpha) = \min_{\tau,\,\beta,\,a} \sum_{t=\tau}^{T-1} \left( S_\alpha\!\left(\frac{b}{n}, ` +
		`\frac{\beta_t \sigma}{s}\right) ` +
		`+ \frac{\alpha a_t^2}{2\sigma^2(1-\beta_t)} \right), \quad A_{t-1} = g^{-1}(A_t + a_{t-1})`,
	Symbols: "S_α is the Rényi divergence of order α of one sampled step; β_t is the share of step t’s noise that hides the step " +
		"itself; A_t is the distance that the steps from t on can still hide, and a_t what step t’s noise pays off; g is that of " +
		"Theorem 3.7.",
	Slow:         proof.Always,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{need.Scheme(r, run.WithoutReplacement), need.FixedSize(r), needHolder(r), need.BoundedGradient(r)}
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		used, _ := ordered.ChienLiSteps(r)
		at := memo.Func(func(alpha float64) (at orderPath) {
			at.epsilon, at.best = chienLi312(r, alpha)
			return at
		})
		return proof.Parts{
			Renyi: func(alpha float64) float64 { return at(alpha).epsilon },
			Explain: func(found claim.Bound) ([]claim.Choice, string) {
				tau := at(found.Alpha).best.Tau
				return proof.Window(r, tau), sampled.WriteSampled(r, found, tau, "S", `\beta_t`, r.IterateNoise()/r.Sensitivity())
			},
			Pay: func(found claim.Bound) claim.Payments {
				p := proof.Written(r, at(found.Alpha).best, func(_ int, z float64) float64 { return used(z) })
				p.PerAlpha = true
				return p
			},
		}.Upper(), nil
	},
}

// orderPath is a value at an order, and the payments of its steps.
type orderPath struct {
	epsilon float64
	best    proof.Candidate
}

// chienLi312 evaluates the theorem at one order, and returns the payments of its steps.
func chienLi312(r run.Run, alpha float64) (epsilon float64, best proof.Candidate) {
	unit := alpha / 2 / r.IterateNoise() / r.IterateNoise() // of the divergence, per squared length
	q, u, s := r.SamplingRate(), r.IterateNoise()/r.Sensitivity(), r.Sensitivity()
	composed, err := renyi.Counted{}.NormalToMix(q, u, alpha)
	if err != nil {
		return math.Inf(1), best
	}
	all := float64(r.T) * composed
	best = proof.WrittenBy(shift.FeasiblePoint{}, func() shift.Path { return shift.Hiding(r.T, composed/unit) })
	if r.T == 1 || composed == 0 {
		return all, best
	}
	price, ok := newSampledPrice(q, u, alpha, unit)
	if !ok {
		return math.Inf(1), best
	}
	// The first unit of distance costs 2·edge at least. Each step that a start below D skips adds at least s to its distance.
	// So no such start is better than composition if s times 2·edge exceeds the cost of a step.
	edge := price.q[0]
	skips := 2*edge*s < composed/unit
	if !skips && (!r.Bounded() || 2*edge*r.Diameter > all/unit) {
		return all, best
	}
	program := ray.Rays{Modulus: ordered.HolderModulus(r, 1), Visit: price, Period: 1, Diameter: r.Diameter}
	if skips {
		program.Track = ordered.ChienLiTrack(r, 1)
	}
	if found := program.Solve(r.T); unit*found.R < all {
		return unit * found.R, proof.Candidate{FeasiblePoint: found.FeasiblePoint, Followed: true,
			Path: func() (shift.Path, bool) { return program.Path(found, r.T) }}
	}
	return all, best
}

// sampledPrice is min over β of S(β) + a²/(1−β), S(β) = S_α(q, βu) in squared lengths, on a table of β: every β is allowed, 0
// ≤ β ≤ 1. S levels off as β falls, so it is not convex. The least of S(β) + a²/(1−β) − 2qa over a is that of S(β) + q²β. It
// is at a corner of the lower convex hull of the table, and jumps from one end of a gap in the hull to the other (rays.md).
type sampledPrice struct {
	beta, logS []float64 // from β = 1 down, the hull's corners
	q, a       []float64 // the marginal cost and the payment that choose β, a = q(1−β)
	gap        []bool    // whether entries of the table are left out before this corner
	all        []pricePoint
}

// A pricePoint is one entry of the table.
type pricePoint struct {
	beta, s float64
	root    float64 // the root of −S'(β), the marginal cost that chooses β if S is convex
}

const (
	sampledNodes = 22   // divergences computed
	sampledTable = 400  // entries interpolated between them
	leastShare   = 1e-3 // the smallest β of the table above 0
)

// newSampledPrice tabulates S on a logarithmic scale of β and interpolates its
// logarithm by a monotone cubic (Fritsch and Butland 1984).
func newSampledPrice(q, u, alpha, unit float64) (*sampledPrice, bool) {
	x, y := make([]float64, sampledNodes), make([]float64, sampledNodes)
	for i := range x {
		x[i] = math.Log(leastShare) * (1 - float64(i)/(sampledNodes-2)) // one node beyond β = 1, for the slope there
		v, err := renyi.Counted{}.NormalToMix(q, u*math.Exp(x[i]), alpha)
		if err != nil || !(v > 0) {
			return nil, false
		}
		y[i] = math.Log(v / unit)
	}
	var curve interp.FritschButland
	if curve.Fit(x, y) != nil {
		return nil, false
	}
	p := &sampledPrice{}
	for k := range sampledTable {
		at := math.Log(leastShare) * float64(k) / (sampledTable - 1)
		beta, s := math.Exp(at), math.Exp(curve.Predict(at))
		p.all = append(p.all, pricePoint{beta, s, math.Sqrt(max(0, -curve.PredictDerivative(at)*s/beta))})
	}
	if q < 1 { // the limit of small β
		p.all = append(p.all, pricePoint{beta: 0, s: max(p.all[sampledTable-1].s, -math.Log1p(-q)/unit)})
	}
	p.corners()
	return p, true
}

// corners takes the lower convex hull of the table.
func (p *sampledPrice) corners() {
	var hull []int
	slope := func(i, k int) float64 { return (p.all[k].s - p.all[i].s) / (p.all[i].beta - p.all[k].beta) } // −dS/dβ
	for k := range p.all {
		for n := len(hull); n > 1 && slope(hull[n-2], hull[n-1]) >= slope(hull[n-1], k); n-- {
			hull = hull[:n-1]
		}
		hull = append(hull, k)
	}
	least := 0.0
	for n, k := range hull {
		at, q := p.all[k], p.all[k].root
		gap := n > 0 && (k > hull[n-1]+1 || at.beta == 0) // no entry in between is ever chosen
		if gap {
			q = max(q, math.Sqrt(max(0, slope(hull[n-1], k))))
		}
		if n+1 < len(hull) {
			q = min(q, math.Sqrt(max(0, slope(k, hull[n+1]))))
		}
		if n == 0 && len(hull) > 1 && hull[1] > 1 {
			q = math.Sqrt(max(0, slope(0, hull[1])))
		}
		least = max(least, q)
		p.beta, p.logS, p.gap = append(p.beta, at.beta), append(p.logS, math.Log(at.s)), append(p.gap, gap)
		p.q, p.a = append(p.q, least), append(p.a, least*(1-at.beta))
		if gap { // the corner before the gap is left at the same marginal cost
			p.q[n-1] = max(p.q[n-1], min(least, math.Sqrt(max(0, slope(hull[n-1], k)))))
			p.a[n-1] = p.q[n-1] * (1 - p.beta[n-1])
		}
	}
}

// between returns β and S at the place of v in a non-decreasing column, and that place. No marginal cost is in a gap.
func (p *sampledPrice) between(column []float64, v float64) (beta, s, place float64) {
	i := sort.SearchFloat64s(column, v)
	switch {
	case i == 0:
		return p.beta[0], math.Exp(p.logS[0]), 0
	case i == len(column):
		return p.beta[i-1], math.Exp(p.logS[i-1]), float64(i - 1)
	}
	t := (v - column[i-1]) / (column[i] - column[i-1])
	return p.beta[i-1] + t*(p.beta[i]-p.beta[i-1]), math.Exp(p.logS[i-1] + t*(p.logS[i]-p.logS[i-1])), float64(i-1) + t
}

func (p *sampledPrice) At(q float64) (a, cost float64) {
	beta, s, _ := p.between(p.q, q)
	a = q * (1 - beta)
	return a, s + q*a
}

func (p *sampledPrice) DivisionAt(q float64) shift.Division {
	beta, s, _ := p.between(p.q, q)
	return shift.Division{Beta: beta, Hide: s}
}

// DivisionOf is the cheapest division for a payment. If no marginal cost chooses the payment, because it falls
// into a gap, it is the cheapest of all entries of the table.
func (p *sampledPrice) DivisionOf(a float64) shift.Division {
	beta, s, place := p.between(p.a, a)
	if next := int(math.Ceil(place)); !p.gap[next] {
		return shift.Division{Beta: beta, Hide: s}
	}
	last := p.all[len(p.all)-1]
	best := shift.Division{Beta: last.beta, Hide: last.s}
	for _, at := range p.all {
		if d := (shift.Division{Beta: at.beta, Hide: at.s}); d.Cost(a) < best.Cost(a) {
			best = d
		}
	}
	return best
}

func (p *sampledPrice) Of(a float64) float64 {
	return p.DivisionOf(a).Cost(a)
}

func (p *sampledPrice) Marginal(a float64) float64 {
	last := len(p.a) - 1
	if a >= p.a[last] {
		return a / (1 - p.beta[last])
	}
	_, _, place := p.between(p.a, a)
	i := int(place)
	return p.q[i] + (place-float64(i))*(p.q[i+1]-p.q[i])
}
