package catalog

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/paper"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Chien, Wang, Chen and Li 2024, arXiv:2403.17105, with the constants of the authors' program
// (Graph-COM/SGD_unlearning, main_sgd.py): epsilon_alpha_loose, and Z_B_loose with the projection's 2R = D.

func drawUnlearned(s *rand.Rand) run.Run {
	r := drawStrong([]run.Scheme{run.Full, run.Cyclic, run.ShuffleOnce}[s.IntN(3)])(s)
	r.Clipping, r.Position = run.ClippingGLM, 0
	r.After = r.N / r.B * (1 + s.IntN(4))
	r.T += r.After
	if s.IntN(2) == 0 {
		r.Diameter = math.Inf(1)
	}
	return r
}

// unlearningRho is ε/α for K epochs, in the paper's letters; its σ² is r.Sigma²/(2η) where the noise is on the iterate.
func unlearningRho(n, b float64, eta, m, lipschitz, sigmaSquared, radius, K float64) float64 {
	c := 1 - eta*m
	z := math.Min(1/(1-math.Pow(c, n/b))*2*eta*lipschitz/b, 2*radius)
	return z * z / (2 * eta * sigmaSquared) * math.Pow(c, 2*K*n/b)
}

func printedUnlearning(r run.Run, alpha float64) float64 {
	b := float64(r.B)
	n := b * math.Floor(float64(r.N)/b) // of the batches that are used
	return alpha * unlearningRho(n, b, r.Eta, r.StrongConvexity, r.Clip, r.Sigma*r.Sigma/(2*r.Eta), r.Diameter/2,
		float64(r.After)/(n/b))
}

// mnist is the authors' run on MNIST, two digits: n = 11264, λ = 1e-6·n, L = 1/4 + λ, M = 1, η = 1/L, no projection; η is
// rounded down from 3.82754608….
func mnist(b, epochs int, sigma float64) run.Run {
	const n, strong = 11264, 0.011264
	r := run.Run{N: n, B: b, Eta: 3.827546, Clip: 1, Sigma: sigma, Noise: run.LangevinNoise, Diameter: math.Inf(1),
		Adjacency: run.Replace, Scheme: run.Cyclic, Loss: run.StronglyConvex, Smoothness: 0.25 + strong, StrongConvexity: strong,
		Clipping: run.ClippingGLM}
	if b == n {
		r.Scheme = run.Full
	}
	r.After = epochs * r.StepsPerEpoch()
	r.T = r.After + 100*r.StepsPerEpoch()
	return r
}

// The epochs for one request in the authors' results (paint_unlearning_sigma/k_list_b…_sigma….npy, second entry) are
// the least at which the row, with the conversion of their program, ε(α) + log(n)/(α−1), is at most ε = 0.01 at δ = 1/n.
func TestUnlearningEpochsArePublished(t *testing.T) {
	noises := []float64{0.01, 0.05, 0.1, 0.2, 0.5, 1}
	for _, c := range []struct {
		b      int
		epochs []int
	}{
		{11264, []int{133, 97, 81, 65, 45, 29}},
		{512, []int{7, 5, 5, 4, 3, 2}},
		{128, []int{2, 2, 2, 2, 1, 1}},
		{32, []int{1, 1, 1, 1, 1, 1}},
	} {
		for i, sigma := range noises {
			for epochs := max(1, c.epochs[i]-1); epochs <= c.epochs[i]; epochs++ {
				r := mnist(c.b, epochs, sigma)
				if h := paper.ChienWang.Hypotheses(r, claim.Question{Alpha: 2}); !theorem.Applies(h) {
					t.Fatalf("b = %d: it does not apply: %+v", c.b, h)
				}
				rho := rowtest.At(t, paper.ChienWang, r, 2) / 2
				tail := math.Log(float64(r.N))
				alpha := min(max(1+math.Sqrt(tail/rho), 2), 1e5) // their search's range
				if got := alpha*rho + tail/(alpha-1); (got <= 0.01) != (epochs == c.epochs[i]) {
					t.Errorf("b = %d, σ = %v: %v after %d epochs, and %d are published", c.b, sigma, got, epochs, c.epochs[i])
				}
			}
		}
	}
}

// Nothing is said of a deletion whose place may take its curvature away, of orders that change, or before an epoch is over.
func TestUnlearningNeedsWhatItNeeds(t *testing.T) {
	base := mnist(512, 2, 0.1)
	for name, change := range map[string]func(*run.Run){
		"contraction without the example": func(r *run.Run) { r.Clipping = run.ClippingNever },
		"contraction":                     func(r *run.Run) { r.StrongConvexity = 0 },
		"batch scheme":                    func(r *run.Run) { r.Scheme = run.Reshuffle },
		"loss":                            func(r *run.Run) { r.Loss = run.Convex },
		"step size":                       func(r *run.Run) { r.Eta = 3.828 },
		"steps after the deletion":        func(r *run.Run) { r.After = r.StepsPerEpoch() - 1 },
	} {
		r := base
		change(&r)
		refused := false
		for _, h := range paper.ChienWang.Hypotheses(r, claim.Question{Alpha: 2}) {
			refused = refused || h.Name == name && !h.Holds
		}
		if !refused {
			t.Errorf("it does not refuse for %s", name)
		}
	}
}

// The value is what its certificate says of the stated decimals, and 0 where one epoch forgets all.
func TestUnlearningIsCertified(t *testing.T) {
	source := rand.New(rand.NewPCG(24, 3))
	for i := range 40 {
		r := drawUnlearned(source)
		q := []claim.Question{{Alpha: 3}, {Delta: 1e-5}}[i%2]
		if r.Validate() != nil || !theorem.Applies(paper.ChienWang.Hypotheses(r, q)) {
			continue
		}
		s, err := rowtest.Prove(t, paper.ChienWang, r).At(q)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := s.Certify(); !ok || !(math.Abs(got-s.Epsilon) <= 1e-11*s.Epsilon) {
			t.Errorf("certified %v (%v), found %v: %+v %+v", got, ok, s.Epsilon, r, q)
		}
	}
	r := mnist(512, 2, 0.1)
	r.Eta, r.Smoothness, r.StrongConvexity = 2, 0.5, 0.5
	s := rowtest.AtTwo(rowtest.Prove(t, paper.ChienWang, r))
	if got, ok := s.Certify(); !ok || got != 0 || s.Epsilon != 0 {
		t.Errorf("certified %v (%v), found %v of steps that forget all", got, ok, s.Epsilon)
	}
}
