package figure

import (
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// liangRun is the setting of the authors' plotting program for Figure 1:
// α = 1.1, L = 1, C = 2, σ_DP = 4, D = 1, n = 8, b = 2, η = 0.2.
var liangRun = run.Run{
	N: 8, B: 2, T: 200, Eta: 0.2, Clip: 2, Sigma: 4, Noise: run.GradientNoise, Diameter: 1,
	Adjacency: run.Replace, Scheme: run.WithoutReplacement, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingActive,
	StrongConvexity: 1, WeakConvexity: 1, HolderOrder: 0.5, // not used by this class
}

// liangSlope is 8αC²/(n²σ_DP²), the slope of their line of composition.
const liangSlope = 8 * 1.1 * 2 * 2 / (8 * 8 * 4 * 4)

const theirProgram = "the authors’ plotting program (HauLiang/DPSGD-DC, plot_figure_1.py)"

var liang1 = Figure{
	ID: "liang-1", Paper: liangPaper, Number: "Figure 1", URL: liangURL,
	Span:  [2]float64{0.0115, 27.5},
	Title: "sampled batches and smooth losses on a bounded domain",
	Query: claim.Query{Run: liangRun, Question: claim.Question{Alpha: 1.1}}, Values: steps(1, 200, 1),
	Lines: []PlottedLine{
		{ID: "feldman", Name: "Feldman et al. 2018, as they draw it",
			Formula: func(T float64) float64 { return 2 * 1.1 * 2 * 2 / (2 * 2 * 4 * 4) * T }}, // 2αC²/(b²σ_DP²)·T
		{ID: "mironov", Name: "Mironov 2017 + Mironov et al. 2019, as they draw it",
			Formula: func(T float64) float64 { return liangSlope * T }},
		{ID: "altschuler", Name: "Altschuler & Talwar 2022, as they draw it",
			Formula: func(T float64) float64 { return min(liangSlope*T, liangSlope*1*8/(0.2*2)) }}, // T is at most Dn/(ηC)
		{ID: "kong", Name: "Kong & Ribero 2024", Row: "kong-ribero-2.2",
			With: func(r *run.Run) { r.Loss, r.WeakConvexity = run.WeaklyConvex, 1 }},
		{ID: "ours", Name: "Liang et al. (Theorem 3.4)", Row: "liang-3.4"},
		{ID: "composition", Name: "Composition, both directions", Row: "composition", Ours: true},
		{ID: "last", Name: "Last step", Row: "last-step", Ours: true},
		{ID: "profile", Name: "Profile contraction", Row: "profile", Ours: true, At: atBends(200)},
	},
	Checks: []Check{
		{"ours", 1, 0.034375, 6, theirProgram},
		{"ours", 48, 1.65, 6, theirProgram},
		{"ours", 49, 1.684375, 7, theirProgram},
		{"ours", 200, 1.684375, 7, theirProgram},
		{"kong", 200, 3.906410, 6, theirProgram},
		{"altschuler", 200, 0.6875, 6, theirProgram},
	},
	Seen: "Theorem 3.4 levels off after 49 steps as published. It charges a sampled step q times an unsampled one, which covers " +
		"only one of the two directions, so it is marked: as printed, not a valid bound. At this small order its charge is high all " +
		"the same: composition by the exact divergence of a sampled step, in both directions, costs a third of it. The last step’s " +
		"noise over the whole domain caps the loss for good; profile contraction over that domain caps it far lower.",
	Setting: "All parameters are those of the authors’ plotting program; M = L and m = 1 for Kong and Ribero.",
	Open: "Three lines are drawn from formulas and not as rows of the calculator, since their hypotheses fail in this " +
		"setting: Feldman et al. need convex losses and batches in a known order; their line here is composition of steps that all " +
		"use the example. The line of Mironov 2017 and Mironov et al. 2019 is composition by a formula for small sampling rates, but " +
		"b/n is 1/4 here. Altschuler and Talwar need b ≤ n/5 and σ_DP > 8√2·C/b, which is 11.3; here b/n = 1/4 and σ_DP = 4.",
}
