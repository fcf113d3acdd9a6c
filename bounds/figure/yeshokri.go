package figure

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// yeShokriRun is logistic regression in the form of Appendix F: unregularised gradients clipped at S_g/2 = 1, and
// β = (L²+1)/2 for features clipped at L. The other numbers are ours, among them L = 4, hence β = 8.5, and the
// regularisation λ = 0.1.
var yeShokriRun = run.Run{
	N: 50_000, B: 500, T: 5000, Eta: 0.05, Clip: 1, Sigma: 2, Noise: run.NoiseMultiplier, Diameter: math.Inf(1),
	Adjacency: run.Replace, Scheme: run.ShuffleOnce, Loss: run.StronglyConvex, Smoothness: 8.6, StrongConvexity: 0.1,
	Clipping:      run.ClippingGLM,
	WeakConvexity: 0.1, HolderOrder: 0.5,
}

func inOrder(r *run.Run) { r.Scheme = run.Cyclic }
func sampled(r *run.Run) { r.Scheme = run.WithoutReplacement }

var yeShokri = Figure{
	ID: "ye-shokri-logistic", Paper: "Ye and Shokri 2022", Number: "Appendix F", URL: "https://arxiv.org/abs/2203.05363",
	Span:  [2]float64{0.0564, 50},
	Title: "their theorems on regularised logistic regression",
	Query: claim.Query{Run: yeShokriRun, Question: claim.Question{Alpha: 2}}, Values: steps(100, 5000, 100),
	Lines: []PlottedLine{
		{ID: "composition", Name: "Composition", Row: "composition", With: inOrder},
		{ID: "t33", Name: "Theorem 3.3, fixed batches", Row: "ye-shokri-3.3", With: inOrder},
		{ID: "t42", Name: "Theorem 4.2, shuffled once", Row: "ye-shokri-4.2"},
		{ID: "t43", Name: "Theorem 4.3, sampled", Row: "ye-shokri-4.3", With: sampled},
		{ID: "balle", Name: "Balle et al. (Theorem D.5)", Row: "balle", With: inOrder},
		{ID: "shift", Name: "Shift optimum, fixed batches", Row: "shift", Ours: true, With: inOrder},
		{ID: "average", Name: "Shift optimum, shuffled once", Row: "shift", Ours: true},
		{ID: "amplified", Name: "Shift, amplified by shuffling", Row: "shift-shuffled", Ours: true, At: steps(1000, 5000, 1000)},
	},
	Checks: []Check{{"composition", 5000, 50, 6, "α⌈Tb/n⌉s²/(2σ²) with s = ηS_g/b"}},
	Seen: "Composition grows with every epoch, the theorems of Ye and Shokri level off, and the theorem of Balle et al. grows " +
		"slowly. A secret order, drawn once, lowers the bound by an order of magnitude, from Theorem 3.3 to Theorem 4.2; the " +
		"theorem for batches sampled at every step is above both at this noise. From the second epoch on the optimum of the shift " +
		"program is below Theorem 3.3, and its average over one secret order below Theorem 4.2.",
	Setting: "The form of the run is that of Appendix F: unregularised gradients clipped at S_g/2 = 1, and β = (L² + 1)/2 for " +
		"features clipped at L. n, b, η, λ, L = 4, the noise multiplier 2 and α = 2 are our choice.",
	Open: "The appendix prints neither the constants of the paper’s experiments nor the numbers of its curves. Proposition F.2 needs " +
		"one or two outputs: for three or more classes the product of two positive semi-definite matrices need not be positive " +
		"semi-definite.",
}
