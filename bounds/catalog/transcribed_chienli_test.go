package catalog

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/row/paper"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Chien and Li 2024, arXiv:2410.01068, with K = C.

// bisect is the least x in [lo, hi] with enough(x), which begins to hold somewhere.
func bisect(lo, hi float64, enough func(x float64) bool) float64 {
	for range 200 {
		if mid := (lo + hi) / 2; enough(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// filled is min Σ s_t²/β_t + a_t²/(1−β_t) over β and a ≥ 0 with Σ c^{−(t−τ+1)}a_t ≥ need. β at its
// best is s/(s+a), which leaves Σ(s_t+a_t)²; then s_t + a_t is max(s_t, μc^{−(t−τ+1)}).
func filled(s []float64, c, need float64) float64 {
	paid := func(mu float64) (sum, cost float64) {
		for i, st := range s {
			w := math.Pow(c, -float64(i+1))
			a := max(0, mu*w-st)
			sum, cost = sum+w*a, cost+(st+a)*(st+a)
		}
		return sum, cost
	}
	mu := 0.0
	if need > 0 {
		mu = bisect(0, 1e6, func(mu float64) bool { sum, _ := paid(mu); return sum >= need })
	}
	_, cost := paid(mu)
	return cost
}

// (3) and (4), by (11)
func printedChienLi31(r run.Run, alpha float64) float64 {
	c := 1 + r.Eta*r.Smoothness
	if r.Clipping == run.ClippingNever {
		switch {
		case r.Loss == run.StronglyConvex && r.Eta <= 1/r.Smoothness:
			c = 1 - r.Eta*r.StrongConvexity
		case (r.Loss == run.Convex || r.Loss == run.StronglyConvex) && r.Eta <= 2/r.Smoothness:
			c = 1
		}
	}
	least, sum, s := math.Inf(1), 0.0, sensitivityOf(r)
	for tau := range r.T {
		need := min(s*sum, 2*r.Eta*r.Clip*float64(tau), r.Diameter)
		sum += math.Pow(c, float64(tau))
		uses := make([]float64, r.T-tau)
		for i := range uses {
			uses[i] = s
		}
		least = min(least, filled(uses, c, need))
	}
	return alpha / (2 * r.Sigma * r.Sigma) * least
}

// drawHolder are runs of a few steps; λ = 1/2 in a third of them.
func drawHolder(scheme run.Scheme) func(s *rand.Rand) run.Run {
	return func(s *rand.Rand) run.Run {
		r := published(s)
		r.Scheme = scheme
		r.B = 1 + s.IntN(3)
		batches := 2 + s.IntN(2)
		r.N = r.B * batches
		r.T = 1 + s.IntN(9)
		if scheme == run.Full {
			r.B = r.N
		}
		if s.IntN(3) == 0 {
			r.Loss, r.HolderOrder = run.Holder, 0.5
		}
		return somewhere(s, r)
	}
}

// printedTrack are D_0 … D_T of (29), of which (15) is the case of one batch, cut at D.
func printedTrack(r run.Run, uses []bool) []float64 {
	lambda, b := 1.0, float64(r.B)
	if r.Loss == run.Holder {
		lambda = r.HolderOrder
	}
	out, z := []float64{0}, 0.0
	for _, used := range uses {
		grown := func(share float64) float64 {
			if z == 0 {
				return 0
			}
			return z + share*r.Eta*r.Smoothness*math.Pow(z, lambda)
		}
		switch {
		case used && r.Scheme == run.Full: // (15)
			z = min(grown(1)+sensitivityOf(r), z+2*r.Eta*r.Clip)
		case used:
			z = min(grown((b-1)/b)+sensitivityOf(r), z+2*r.Eta*r.Clip)
		default:
			z = min(grown(1), z+2*r.Eta*r.Clip)
		}
		z = min(z, r.Diameter)
		out = append(out, z)
	}
	return out
}

// printedOrder is the least Σ(s_t + a_t)² of (25) to (27) over τ, for λ = 1, and a grid's value for
// λ < 1, which is the least over the A_t on it.
func printedOrder(r run.Run, uses []bool) float64 {
	track := printedTrack(r, uses)
	charges := make([]float64, len(uses))
	for t, used := range uses {
		if used {
			charges[t] = sensitivityOf(r)
		}
	}
	least := math.Inf(1)
	if r.Loss != run.Holder {
		for tau := range charges {
			least = min(least, filled(charges[tau:], 1+r.Eta*r.Smoothness, track[tau]))
		}
		return least
	}
	// Backward over A_t on a grid that is finer near 0.
	const points = 240
	top := 0.0
	for _, z := range track {
		top = max(top, z)
	}
	level := func(i int) float64 { return top * math.Pow(float64(i)/points, 2) }
	after := make([]float64, points+1)
	for i := range after {
		after[i] = math.Inf(1)
	}
	after[0] = 0
	cost := func(t int, z float64) float64 { // to go from A_t = z
		g, best := z+r.Eta*r.Smoothness*math.Pow(z, r.HolderOrder), math.Inf(1)
		for i, rest := range after {
			a := max(0, g-level(i))
			best = min(best, (charges[t]+a)*(charges[t]+a)+rest)
		}
		return best
	}
	for t := len(charges) - 1; t >= 0; t-- {
		least = min(least, cost(t, track[t]))
		before := make([]float64, points+1)
		for i := range before {
			before[i] = cost(t, level(i))
		}
		after = before
	}
	return least
}

func printedChienLiA1(r run.Run, alpha float64) float64 {
	uses, batches := make([]bool, r.T), r.N/r.B
	for t := range uses {
		uses[t] = r.Scheme == run.Full || (r.T-1-t)%batches == 0
		if r.Position > 0 {
			uses[t] = t%batches == r.Position-1
		}
	}
	return alpha / (2 * r.Sigma * r.Sigma) * printedOrder(r, uses)
}

// Corollary A.3 by all orders, the example anywhere in each epoch.
func printedChienLiA3(r run.Run, alpha float64) float64 {
	batches := r.N / r.B
	epochs := (r.T + batches - 1) / batches
	all, sum := int(math.Pow(float64(batches), float64(epochs))), 0.0
	for order := range all {
		uses, rest := make([]bool, epochs*batches), order
		for e := range epochs {
			uses[e*batches+rest%batches] = true
			rest /= batches
		}
		sum += math.Exp((alpha - 1) * alpha / (2 * r.Sigma * r.Sigma) * printedOrder(r, uses[:r.T]))
	}
	return math.Log(sum/float64(all)) / (alpha - 1)
}

// The example of the second edition: our average, which the row showed under the corollary's name,
// and the corollary by all 81 orders.
func TestCorollaryA3IsTheCorollary(t *testing.T) {
	r := run.Run{N: 15, B: 5, T: 12, Eta: 0.1, Clip: 2, Sigma: 1, Noise: run.IterateNoise, Diameter: 0.2, Adjacency: run.Replace,
		Scheme: run.Reshuffle, Loss: run.Smooth, Smoothness: 0.05, Clipping: run.ClippingActive}
	exact := printedChienLiA3(r, 8)
	if math.Abs(exact-0.0712052) > 1e-7 {
		t.Errorf("all orders give %v", exact)
	}
	if got := rowtest.At(t, paper.ChienLiA3, r, 8); got < exact || got > exact*1.001 {
		t.Errorf("the row has %v, all orders %v", got, exact)
	}
	if got := rowtest.At(t, ordered.AveragedReshuffled, r, 8); math.Abs(got-0.0444) > 1e-4 {
		t.Errorf("our average is %v", got)
	}
	r.N, r.B, r.T, r.Loss, r.StrongConvexity, r.Clipping = 1000, 100, 1000, run.StronglyConvex, 0.05, run.ClippingNever
	if ours, theirs := rowtest.At(t, ordered.AveragedReshuffled, r, 8), rowtest.At(t, paper.ChienLiA3, r, 8); !(theirs > ours) {
		t.Errorf("strongly convex: ours is %v, the corollary %v", ours, theirs)
	}
}

// n=20, b=5, T=40, positions 1 to 4: the steps after the last use pay, too.
func TestTheoremA1Positions(t *testing.T) {
	r := run.Run{N: 20, B: 5, T: 40, Eta: 0.1, Clip: 2, Sigma: 1, Noise: run.IterateNoise, Diameter: 0.3, Adjacency: run.Replace,
		Scheme: run.Cyclic, Loss: run.Smooth, Smoothness: 0.1, Clipping: run.ClippingActive}
	for j, want := range []float64{0.02903, 0.02263, 0.02530, 0.02690, 0.02903} {
		r.Position = j
		if got := rowtest.At(t, paper.ChienLiA1, r, 2); math.Abs(got-want) > 6e-6 {
			t.Errorf("position %d: %v, want %v", j, got, want)
		}
	}
}

// drawSampledChienLi are runs of one to three steps.
func drawSampledChienLi(s *rand.Rand) run.Run {
	r := published(s)
	r.Scheme, r.T = run.WithoutReplacement, 1+s.IntN(3)
	r.Sigma = sensitivityOf(r) * (0.3 + 2*s.Float64())
	r.Diameter = r.Sigma * (0.02 + s.Float64())
	return r
}

// sampledS is S_α(q, u) of (18), by summing over the line, and its limit at u = 0.
func sampledS(q, u, alpha float64) float64 {
	if u == 0 {
		return -math.Log(1 - q)
	}
	sum := 0.0
	const h = 1.0 / 32
	for x := -12.0; x < 12+1/u; x += h {
		pure := math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) // in units of u
		ratio := 1 - q + q*math.Exp((x-1/(2*u))/u)
		sum += h * pure * math.Pow(ratio, 1-alpha)
	}
	return math.Log(sum) / (alpha - 1)
}

// (19) to (21) for one to three steps, by a grid of the first payments.
func printedChienLi312(r run.Run, alpha float64) float64 {
	q, u := float64(r.B)/float64(r.N), r.Sigma/sensitivityOf(r)
	const shares = 120
	betas, hide := make([]float64, shares+1), make([]float64, shares+1)
	for i := range betas {
		betas[i] = math.Pow(float64(i)/shares, 2)
		hide[i] = sampledS(q, betas[i]*u, alpha)
	}
	price := func(a float64) float64 {
		best := math.Inf(1)
		for i, beta := range betas {
			switch {
			case beta < 1:
				best = min(best, hide[i]+alpha*a*a/(2*r.Sigma*r.Sigma*(1-beta)))
			case a == 0:
				best = min(best, hide[i])
			}
		}
		return best
	}
	uses := make([]bool, r.T)
	for t := range uses {
		uses[t] = true
	}
	track, least := printedTrack(r, uses), math.Inf(1)
	c := 1 + r.Eta*r.Smoothness
	const points = 40
	var pay func(steps int, z, spent float64)
	pay = func(steps int, z, spent float64) {
		if steps == 1 {
			least = min(least, spent+price(c*z))
			return
		}
		for i := range points + 1 {
			a := c * z * float64(i) / points
			pay(steps-1, c*z-a, spent+price(a))
		}
	}
	for tau := range r.T {
		pay(r.T-tau, track[tau], 0)
	}
	return least
}

// S_α levels off as β falls, so that a last step that gives all of its noise to the distance is
// best: −log(1−q) + α(cD)²/(2σ²).
func TestTheorem312FindsItsMinimum(t *testing.T) {
	r := run.Run{N: 20, B: 5, T: 60, Eta: 0.1, Clip: 2, Sigma: 0.05, Noise: run.IterateNoise, Diameter: 0.02, Adjacency: run.Replace,
		Scheme: run.WithoutReplacement, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingActive}
	want := -math.Log(0.75) + math.Pow(1.1*0.02/0.05, 2)
	if got := rowtest.At(t, paper.ChienLi312, r, 2); math.Abs(got-want) > 1e-7 || math.Abs(got-0.48128) > 5e-6 {
		t.Errorf("%v, want %v", got, want)
	}
}

// The erratum's example lives where the paper does: Poisson batches, one example added.
func TestLiangUnderTheirAdjacency(t *testing.T) {
	r := run.Run{N: 100, B: 1, T: 1, Eta: 1, Clip: 1, Sigma: 0.5, Noise: run.GradientNoise, Diameter: 100, Adjacency: run.AddRemove,
		Scheme: run.Poisson, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingActive}
	for _, th := range []*theorem.Theorem{paper.Liang33, paper.Liang34} {
		if got := rowtest.At(t, th, r, 10); math.Abs(got-0.8) > 1e-12 {
			t.Errorf("%s: %v", th.ID, got)
		}
	}
	if got := rowtest.At(t, composition.Composition, r, 10); math.Abs(got-14.883) > 5e-4 {
		t.Errorf("the loss is %v", got)
	}
}
