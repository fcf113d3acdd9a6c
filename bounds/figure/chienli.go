package figure

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

const chienLiURL = "https://arxiv.org/abs/2410.01068"

// chienLiRun is the setting of Figure 1 by Appendix A.13: n = 5, K = C = 2,
// σ = D = L = m = 1, η = 0.1.
var chienLiRun = run.Run{
	N: 5, B: 5, T: 200, Eta: 0.1, Clip: 2, Sigma: 1, Noise: run.IterateNoise, Diameter: 1,
	Adjacency: run.Replace, Scheme: run.Full, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingActive,
	StrongConvexity: 1, WeakConvexity: 0.1, HolderOrder: 0.5, // the last two not used by the lines
}

const chienLiSetting = "All parameters are those of the paper's Appendix A.13. It does not name the Rényi order of the figure, and not " +
	"what the convex lines assume of clipping; α = 2 and “never clipped” are our choices."

func convex(r *run.Run)         { r.Loss, r.Clipping = run.Convex, run.ClippingNever }
func stronglyConvex(r *run.Run) { r.Loss, r.Clipping = run.StronglyConvex, run.ClippingNever }

// independently is the source of numbers from an independent computation of a theorem, for a figure that prints no numbers.
const independently = "an independent computation of the theorem"

var chienLi1a = Figure{
	ID: "chien-li-1a", Paper: "Chien and Li 2024", Number: "Figure 1 (a)", URL: chienLiURL,
	Span:  [2]float64{0.0064, 1.28},
	Title: "full batches with and without convexity",
	Query: claim.Query{Run: chienLiRun, Question: claim.Question{Alpha: 2}}, Values: fromFirst(200, 2),
	Lines: []PlottedLine{
		{ID: "composition", Name: "Composition", Row: "composition"},
		{ID: "output", Name: "Output perturbation", Row: "output-perturbation"},
		{ID: "smooth", Name: "Smooth (Theorem 3.1)", Row: "chien-li-3.1"},
		{ID: "convex", Name: "Smooth, convex", Row: "chien-li-3.1", With: convex},
		{ID: "strong", Name: "Smooth, strongly convex", Row: "chien-li-3.1", With: stronglyConvex},
		{ID: "shift-smooth", Name: "Shift optimum, smooth", Row: "shift", Ours: true},
		{ID: "shift-strong", Name: "Shift optimum, strongly convex", Row: "shift", Ours: true, With: stronglyConvex},
		{ID: "profile", Name: "Profile contraction", Row: "profile", Ours: true, At: atBends(200)},
	},
	Checks: []Check{
		{"output", 200, 1, 6, "the paper’s αD²/(2σ²)"},
		{"smooth", 200, 0.546343, 6, independently},
		{"convex", 200, 0.320123, 6, independently},
		{"strong", 200, 0.133318, 6, independently},
	},
	Seen: "Composition grows with every step. The paper’s bounds level off: without convexity later and higher than with it. " +
		"The optimum of the shift program lies below them for smooth and for strongly convex losses; for convex losses it is the " +
		"paper’s bound, whose line stands for both. " +
		"Profile contraction over the bounded domain gives far less than any of them, even for losses that are only smooth. Output " +
		"perturbation bounds another mechanism and is drawn because the paper draws it.",
	Setting: chienLiSetting,
	Open:    "The paper prints no numbers for this figure. Its Theorem 3.1 can be checked: it was computed a second time by other means.",
}

var chienLi1b = Figure{
	ID: "chien-li-1b", Paper: "Chien and Li 2024", Number: "Figure 1 (b)", URL: chienLiURL,
	Span:  [2]float64{0.0064, 0.244},
	Title: "strongly convex losses, compared with earlier bounds",
	Query: claim.Query{Run: changed(chienLiRun, stronglyConvex), Question: claim.Question{Alpha: 2}}, Values: fromFirst(200, 2),
	Lines: []PlottedLine{
		{ID: "altschuler", Name: "Altschuler & Talwar (2022), their argument", Formula: altschulerTalwarFull},
		{ID: "ye-shokri", Name: "Ye & Shokri (2022)", Row: "ye-shokri-D.6"},
		{ID: "ours", Name: "Chien and Li (Theorem 3.1)", Row: "chien-li-3.1"},
		{ID: "shift", Name: "Shift optimum", Row: "shift", Ours: true},
		{ID: "profile", Name: "Profile contraction", Row: "profile", Ours: true, At: atBends(200)},
	},
	Checks: []Check{
		{"ours", 200, 0.133318, 6, independently},
		{"altschuler", 200, 0.180593, 6, "an independent computation, which follows the distance step by step"},
	},
	Seen: "All lines level off, since every step of strongly convex training forgets a part of the earlier ones. Theorem 3.1 is " +
		"below the earlier bounds, and the optimum of the shift program is below them all. Profile contraction is " +
		"lower still, by a factor of more than five.",
	Setting: chienLiSetting + " The line of Altschuler and Talwar is what their argument gives for a full batch: the smaller of " +
		"composition and a bound over the last N steps. At their start the runs are at most D apart; each of these steps shrinks " +
		"the distance by c = 1 − ηm, pays off a part of it with half of its noise, and hides its gradients with the other half. N and " +
		"the payments are the best ones.",
	Open: "The paper does not give the constants behind its line of Altschuler and Talwar (2022); their theorem in this calculator " +
		"is for sampled batches. The paper prints no numbers.",
}

// altschulerTalwarFull is the bound by the argument of Altschuler and Talwar 2022 for full batches
// and strongly convex losses, in the figure's setting: the least of αTs²/(2σ²) and, over
// N ≤ T, of α/σ²·(Ns² + D²/Σ_{k≤N}c^{−2k}). The last term is the least sum of squares of payments a_i
// with D·c^N = Σ c^{N−i}a_i, by Cauchy and Schwarz.
func altschulerTalwarFull(T float64) float64 {
	r := changed(chienLiRun, stronglyConvex)
	s, c := 2*r.Eta*r.Clip/float64(r.B), 1-r.Eta*r.StrongConvexity
	best, sum := T*s*s/2, 0.0
	for n := 1.0; n <= T; n++ {
		sum += math.Pow(c, -2*n)
		best = min(best, n*s*s+r.Diameter*r.Diameter/sum)
	}
	return 2 * best / (r.Sigma * r.Sigma) // α = 2
}

// holder sets a gradient that is (L, λ)-Hölder continuous.
func holder(l, order float64) func(*run.Run) {
	return func(r *run.Run) { r.Loss, r.Smoothness, r.HolderOrder = run.Holder, l, order }
}

// estimatedL is the constant that the laboratory estimates by the method of Appendix A.13 for every λ from 0.5 to 1, to
// the digits that all these estimates share (seed 1).
const estimatedL = 2.788

var chienLi2a = Figure{
	ID: "chien-li-2a", Paper: "Chien and Li 2024", Number: "Figure 2 (a)", URL: chienLiURL,
	Span:  [2]float64{0.0064, 1.28},
	Title: "Hölder continuous gradients, with given L and λ",
	Query: claim.Query{Run: changed(chienLiRun, holder(1, 0.5)), Question: claim.Question{Alpha: 2}}, Values: fromFirst(200, 5),
	Lines: []PlottedLine{
		{ID: "composition", Name: "Composition", Row: "composition"},
		{ID: "output", Name: "Output perturbation", Row: "output-perturbation"},
		{ID: "half", Name: "Theorem 3.7, λ = 0.5", Row: "chien-li-3.7"},
		{ID: "three-quarters", Name: "Theorem 3.7, λ = 0.75", Row: "chien-li-3.7", With: holder(1, 0.75)},
		{ID: "one", Name: "Theorem 3.7, λ = 1", Row: "chien-li-3.7", With: holder(1, 1)},
		{ID: "estimated-half", Name: "λ = 0.5, our estimate of L", Row: "chien-li-3.7", Ours: true, With: holder(estimatedL, 0.5)},
		{ID: "estimated-one", Name: "λ = 1, our estimate of L", Row: "chien-li-3.7", Ours: true, With: holder(estimatedL, 1)},
		{ID: "shift", Name: "Shift optimum, λ = 0.5", Row: "shift", Ours: true},
		{ID: "profile", Name: "Profile contraction, λ = 0.5", Row: "profile", Ours: true, At: atBends(200)},
	},
	Checks: []Check{
		{"output", 100, 1, 6, "the paper’s αD²/(2σ²)"},
		{"one", 100, 0.546343, 6, "Theorem 3.1, which λ = 1 must give"},
	},
	Seen: "The loss levels off even without smoothness. With one L for all orders a smaller λ costs more: distances below 1 grow " +
		"faster. For λ = 1 the theorem is the one for smooth losses. The optimum of the shift program for λ = 0.5 also uses that " +
		"clipped gradients differ by at most 2C. Profile contraction asks only how far apart a step takes two points that are D apart.",
	Setting: "n, C, σ, D and η are those of Figure 1. The paper estimates an L for each λ from a small network and does not print " +
		"them, so L = 1 for every line here: enter your own pair in the form. α = 2 is our choice. The two lines with our estimate " +
		"have L = 2.788, which the laboratory, following Appendix A.13, finds after rounding for every λ from 0.5 to 1.",
	Open: "The paper’s estimates of L are not published, so its curves cannot be checked. Our estimates do not show the benefit of λ < 1 " +
		"that the paper draws: L hardly depends on λ, and with one L the smaller λ costs more.",
}
