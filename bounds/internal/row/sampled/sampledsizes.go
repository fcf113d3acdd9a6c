package sampled

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/shift/drawn"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// sizedBatches solves the program of Poisson batches, in which the payment of a step depends on the size of its batch
// (bounds/internal/shift/sampled.md, section 4), at each order that is asked for.
type sizedBatches struct {
	ctx  context.Context
	run  run.Run
	step composition.SampledMechanism
	*sizedSteps

	anchors memo.Of[int, drawn.SizedSolution]
	best    memo.Of[float64, sizedOptimum]
}

// sizedOptimum is the solution at one order.
type sizedOptimum struct {
	drawn.SizedSolution
	program drawn.SizedProgram
	renyi   float64
}

func newSizedBatches(ctx context.Context, r run.Run) *sizedBatches {
	return &sizedBatches{ctx: ctx, run: r, step: composition.SampledStep(r.Step()), sizedSteps: sizedStepsOf(ctx, r)}
}

// poissonShift is the proof of SampledShift for Poisson batches.
func poissonShift(ctx context.Context, r run.Run) claim.Proof {
	s := newSizedBatches(ctx, r)
	composed := proof.ByProof(composition.Composed(ctx, r).Upper())
	composed.Explain = func(claim.Bound) ([]claim.Choice, string) { return proof.Window(r, 0), composition.WriteComposition(r) }
	g := proof.LeastOf(proof.Alternative{Renyi: s.renyi, Explain: s.explain}, composed)
	g.Epsilon, g.Certify = s.epsilon, nil
	g.Note = s.step.Note + "; what a step pays off depends on its batch size"
	g.Pay = func(claim.Bound) claim.Payments {
		return claim.Payments{WhyNone: "what a step pays depends on its batch size, so no single list of payments describes the run"}
	}
	return g.Upper()
}

func (s *sizedBatches) renyi(alpha float64) float64 { return s.at(alpha).renyi }

func (s *sizedBatches) at(alpha float64) sizedOptimum {
	return s.best.GetUnless(s.ctx, alpha, sizedOptimum{renyi: math.Inf(1)}, func() sizedOptimum { return s.solve(alpha) })
}

// solve takes the paths at the two neighbouring orders at which paths are searched, and adapts them to the order alpha.
func (s *sizedBatches) solve(alpha float64) sizedOptimum {
	p, window := s.program(alpha)
	best := sizedOptimum{renyi: math.Inf(1), program: p}
	below := int(math.Floor(2 * math.Log2(alpha-1)))
	for _, k := range []int{below, below + 1} {
		k = min(max(k, leastAnchor), mostAnchor)
		path := s.anchors.Get(k, func() drawn.SizedSolution {
			anchor, _ := s.program(1 + math.Exp2(float64(k)/2))
			anchor.Known = &s.walks[k-leastAnchor]
			return anchor.Solve(s.run.T)
		})
		if found := p.Improved(path); found.R/(alpha-1) < best.renyi {
			best.SizedSolution, best.renyi = found, found.R/(alpha-1)
		}
	}
	if window.outside {
		best.renyi += outsideMoment / (alpha - 1)
	}
	best.renyi *= 1 + proof.UpperMargin
	return best
}

// Paths are searched at the orders 1 + 2^{k/2} for k between leastAnchor and mostAnchor.
const leastAnchor, mostAnchor = -14, 22

// program returns the program for an order, and its window of batch sizes.
func (s *sizedBatches) program(alpha float64) (p drawn.SizedProgram, window sizeWindow) {
	sigma := s.run.IterateNoise()
	weight := (alpha - 1) * alpha / 2 / sigma / sigma * (1 + proof.UpperMargin)
	p = drawn.SizedProgram{Diameter: math.Inf(1), Work: work.From(s.ctx), Weight: weight, Hide: s.hide(alpha), Apart: s.apart}
	if s.run.Bounded() {
		p.Diameter = s.run.Diameter
	}
	window = s.likely(p, alpha)
	p.Sizes = s.sizes(window)
	return p, window
}

// hide returns (α−1)S_α(q, √β·u), the larger direction of a step that hides with the share β of its noise.
func (s *sizedBatches) hide(alpha float64) func(beta float64) float64 {
	costs := composition.Hiding(s.ctx, s.run.Step())
	w, order := work.From(s.ctx), proof.DecimalOrder(alpha)
	return func(beta float64) float64 {
		return (alpha - 1) * (1 + proof.UpperMargin) * memo.Pay(costs, w, composition.HidingCost{Alpha: order, Beta: beta}, func() float64 {
			e, err := s.step.Divergence(renyi.Counted{Work: w}, stepwise.MostRate(s.run),
				math.Sqrt(beta)*(1-proof.UpperMargin)*s.step.U, order)
			if err != nil {
				return math.Inf(1)
			}
			return e
		})
	}
}

// apart bounds the distance of the two runs after t steps on the same noise and batches, of any
// sizes.
func (s *sizedBatches) apart(t int) float64 {
	r := s.run
	most := math.Inf(1)
	if c := largest(modulus.Of(r.Step().OfSize(0)), modulus.Of(r.Step().OfSize(float64(MostOthers(r)+1)))); !math.IsInf(c, 1) {
		n, factor := float64(t), math.Log1p(c)
		switch {
		case c == 0:
			most = n
		case n*factor < 700: // e^700 is a number
			most = math.Expm1(n*factor) / c
		}
		most *= r.Sensitivity() * (1 + 1e-12)
	}
	if r.Bounded() {
		most = min(most, r.Diameter)
	}
	return most
}

// likely returns a window of sizes. A batch outside of it is so unlikely that the loss of a run with one adds nothing.
func (s *sizedBatches) likely(p drawn.SizedProgram, alpha float64) sizeWindow {
	r := s.run
	// This bounds the loss whatever the sizes are: composition, or half of the last step's noise pays off the whole domain.
	lost := float64(r.T) * p.Hide(1)
	if r.Bounded() {
		most := modulus.Of(r.Step().OfSize(0)).Eval(r.Diameter)
		most = max(most, modulus.Of(r.Step().OfSize(float64(MostOthers(r)+1))).Eval(r.Diameter))
		lost = min(lost, p.Hide(0.5)+2*p.Weight*most*most*(1+proof.UpperMargin))
	}
	return averagedWindow(r, negligibleOutside-lost)
}

// explain describes where the window begins and how its steps divide their noise.
func (s *sizedBatches) explain(found claim.Bound) ([]claim.Choice, string) {
	best := s.at(found.Alpha)
	var betas []float64
	least, most := 1.0, 0.0
	for _, leg := range best.Legs {
		betas = append(betas, leg.Beta)
		least, most = min(least, leg.Beta), max(most, leg.Beta)
	}
	alpha, less := typeset.AtOrder(found)
	r := s.run
	text := fmt.Sprintf(`\varepsilon(%s) = \sum_{t=%d}^{%d} \left( S_{%s}\!\left(\frac{%d}{%d},\, \sqrt{\beta_t} \cdot %s\right) + `+
		`\frac{1}{%s - 1} \log \mathbb{E} \exp \frac{%s \cdot %s\, a_t^2}{2 \cdot %s (1-\beta_t)} \right) = %s, \quad %s`,
		alpha, best.Tau, r.T-1, alpha, r.B, r.N, typeset.Number(s.step.U), alpha, less, alpha, typeset.Squared(r.IterateNoise()),
		typeset.Number(found.Renyi),
		typeset.Between(least, `\beta_t`, most))
	return append(proof.Window(r, best.Tau), claim.Chose("betas", betas...)), text + typeset.Direct(found)
}
