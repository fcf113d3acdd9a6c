package figure

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

const kongRiberoURL = "https://arxiv.org/abs/2407.05237"

// kongRiberoRun is the setting of Figure 1: λ = η = 1e-5, C = 10, σ = 1e-5,
// T = 1e5, b = 10, k = n = 1e4.
var kongRiberoRun = run.Run{
	N: 10_000, B: 10, T: 100_000, Eta: 1e-5, Clip: 10, Sigma: 1e-5, Noise: run.IterateNoise, Diameter: math.Inf(1),
	Adjacency: run.Replace, Scheme: run.Cyclic, Loss: run.WeaklyConvex, Smoothness: 1000, WeakConvexity: 10, Clipping: run.ClippingNever,
	StrongConvexity: 1, HolderOrder: 0.5, // not used by this class
}

const kongRiberoSetting = "η (the paper’s λ), C, σ, T, b and n (its k) are those of the figure’s caption, for neighbours " +
	"that replace one example. "

// kongRiberoValues begin in the first pass, of 1000 steps, where some bounds are constant.
var kongRiberoValues = append(steps(100, 900, 100), steps(1000, 100_000, 1000)...)

// everyStep is RDP composition that charges each of T steps αs²/(2σ²), as if each used
// the example, with s = 2ηC/b.
func everyStep(T float64) float64 {
	r := kongRiberoRun
	s := 2 * r.Eta * r.Clip / float64(r.B) / r.Sigma
	return T * s * s // α = 2, s in units of σ
}

func weakly(w float64) func(*run.Run) { return func(r *run.Run) { r.WeakConvexity = w } }

var kongRibero1Left = Figure{
	ID: "kong-ribero-1-left", Paper: "Kong and Ribero 2025", Number: "Figure 1, left", URL: kongRiberoURL,
	Span:  [2]float64{4, 4e5},
	Title: "weakly convex losses, no clipping",
	Query: claim.Query{Run: kongRiberoRun, Question: claim.Question{Alpha: 2}}, Values: kongRiberoValues, LogY: true,
	Lines: []PlottedLine{
		{ID: "every-step", Name: "Composition, linear in T", Formula: everyStep},
		{ID: "composition", Name: "Composition, linear in E", Row: "composition"},
		{ID: "m10", Name: "Theorem 2.3, m = 10", Row: "kong-ribero-2.3"},
		{ID: "m100", Name: "Theorem 2.3, m = 100", Row: "kong-ribero-2.3", With: weakly(100)},
		{ID: "m1000", Name: "Theorem 2.3, m = 1000", Row: "kong-ribero-2.3", With: weakly(1000)},
		{ID: "shift10", Name: "Shift optimum, m = 10", Row: "shift", Ours: true},
		{ID: "shift100", Name: "Shift optimum, m = 100", Row: "shift", Ours: true, With: weakly(100)},
	},
	Checks: []Check{
		{"composition", 100_000, 400, 6, "α⌈Tb/n⌉s²/(2σ²) with s = 2ηC/b"},
		{"composition", 100, 4, 6, "the same: one use in the first pass"},
		{"every-step", 100_000, 400_000, 6, "αTs²/(2σ²), which charges every step"},
	},
	Seen: "The paper has two lines of composition: one charges every step, the other each pass. In the first pass the second does " +
		"not grow. Composition pays for every use of an example in full, Theorem 2.3 for the last one and a small part of the " +
		"others. That part grows with m: distances grow by a factor of about 1 + ηm per step, over the 1000 steps between two uses. " +
		"The theorem states twice what its proof gives; the optimum of the shift program is half as high.",
	Setting: kongRiberoSetting + "The caption leaves m and M open; the values of m, M = 1000 and α = 2 are chosen here.",
	Open:    "The paper prints neither numbers for this figure nor the m and M of its lines.",
}

// lipschitz sets gradients at most q long that are never clipped.
func lipschitz(q float64) func(*run.Run) {
	return func(r *run.Run) { r.Clip, r.Clipping = q, run.ClippingNever }
}

func convexClipped(r *run.Run) {
	r.Loss, r.Smoothness, r.Clipping = run.Convex, 1, run.ClippingActive
}

var kongRibero1Right = Figure{
	ID: "kong-ribero-1-right", Paper: "Kong and Ribero 2025", Number: "Figure 1, right", URL: kongRiberoURL,
	Span:  [2]float64{4, 4e5},
	Title: "convex losses with clipping, and bounds with a Lipschitz constant Q",
	Query: claim.Query{Run: changed(kongRiberoRun, convexClipped), Question: claim.Question{Alpha: 2}}, Values: kongRiberoValues,
	LogY: true,
	Lines: []PlottedLine{
		{ID: "every-step", Name: "Composition, linear in T", Formula: everyStep},
		{ID: "composition", Name: "Composition, linear in E", Row: "composition"},
		{ID: "clipped", Name: "Theorem 2.3, clipped at C = 10", Row: "kong-ribero-2.3"},
		{ID: "unclipped", Name: "Theorem 2.3, Q = C = 10", Row: "kong-ribero-2.3", With: lipschitz(10)},
		{ID: "pabi10", Name: "PABI, Q = 10", Row: "feldman", With: lipschitz(10)},
		{ID: "pabi100", Name: "PABI, Q = 100", Row: "feldman", With: lipschitz(100)},
		{ID: "shift", Name: "Shift optimum, clipped at C = 10", Row: "shift", Ours: true},
	},
	Checks: []Check{
		{"composition", 100_000, 400, 6, "α⌈Tb/n⌉s²/(2σ²) with s = 2ηC/b"},
		{"composition", 100, 4, 6, "the same: one use in the first pass"},
		{"every-step", 100_000, 400_000, 6, "αTs²/(2σ²), which charges every step"},
		{"pabi10", 100_000, 4.396, 6, "αs²/(2σ²)·[(E−1)b/n + 1]"},
		{"pabi100", 100_000, 439.6, 6, "the same, times (Q/C)²"},
	},
	Seen: "Bounds with a Lipschitz constant grow as Q²: with Q ten times the clipping norm they are worth little. Clipping the " +
		"gradient of a smooth convex loss can make a step expansive, which is why Theorem 2.3 with clipping pays a factor √2 per " +
		"step and is no better than composition here. The optimum of the shift program uses smoothness instead, which survives " +
		"clipping: a step stretches distances by at most 1 + ηM.",
	Setting: kongRiberoSetting + "The caption leaves Q and M open; Q = 10 and 100, M = 1 and α = 2 are chosen here.",
	Open:    "The paper prints neither numbers for this figure nor the Q of its lines.",
}
