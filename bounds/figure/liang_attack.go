package figure

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// liangNetwork is the training that Liang et al. attack, by their program: a ResNet on
// 10,000 images, gradients clipped at 20, σ_DP = 0.002, η = 0.1, batches of a new order
// every epoch. L = 0.1 is the value in the program that draws the theory in Figure 2(b).
var liangNetwork = run.Run{
	N: 10_000, B: 100, T: 40_000, Eta: 0.1, Clip: 20, Sigma: 0.002, Noise: run.GradientNoise, Diameter: math.Inf(1),
	Adjacency: run.Replace, Scheme: run.Reshuffle, Loss: run.Smooth, Smoothness: 0.1, Clipping: run.ClippingActive,
	StrongConvexity: 0.1, WeakConvexity: 0.1, HolderOrder: 0.5, // not used by this class
}

// with changes the batch size, the diameter, or both; 0 leaves a field as it is.
func with(b int, diameter float64) func(*run.Run) {
	return func(r *run.Run) {
		if b > 0 {
			r.B = b
		}
		if diameter > 0 {
			r.Diameter = diameter
		}
	}
}

func withoutReplacement(b int) func(*run.Run) {
	return func(r *run.Run) { r.B, r.Scheme = b, run.WithoutReplacement }
}

const (
	liangURL   = "https://arxiv.org/abs/2502.17772"
	liangPaper = "Liang et al. 2025"
	// liangMeans says how the points of Figures 2(a) and 3(a) were made.
	liangMeans = "The points are the means of ten trainings, as the figure shows them, typed in to three decimals from the results " +
		"beside the authors’ program (MIT licence). They are ε̂ of equation (20) at δ = 10⁻⁵, from rates rather than confidence " +
		"limits, so they estimate a floor and prove none. "
	// liangShaded says what is shaded in Figures 2(a) and 4.
	liangShaded = "The shaded range is from the 2.5 to the 97.5 % percentile of the ten trainings, interpolated as in the authors’ " +
		"program: the spread of trainings, not the uncertainty of a mean. "
	// liangCounts says what is missing for an audit.
	liangCounts = "The counts behind the estimates are not published, so no confidence can be given. If you have the counts of an " +
		"attack, the laboratory’s audit takes them: one threshold, or a whole ROC as CSV."
)

var liang2a = Figure{
	ID: "liang-2a", Paper: liangPaper, Number: "Figure 2 (a)", URL: liangURL,
	Span:  [2]float64{0.014, 8.02e6},
	Title: "what their attack shows, by batch size",
	Query: claim.Query{Run: liangNetwork, Question: claim.Question{Delta: 1e-5}}, Values: steps(50, 400, 50), Epochs: true, LogY: true,
	Ends: liangEnds,
	Lines: append(byBatchSize("attack, ", attackEpsilons), []PlottedLine{
		{ID: "composition", Name: "Composition, b = 100", Row: "composition", Ours: true},
		{ID: "shift", Name: "Shift optimum, b = 1000", Row: "shift", Ours: true, With: with(1000, 0), At: []float64{100, 400}},
		{ID: "floor", Name: "Linear adversary, b = 100", Row: "linear-adversary", Ours: true, At: []float64{100, 200, 300, 400}},
	}...),
	Checks: []Check{{"composition", 400, 8_017_058.6, 8, "Gaussian differential privacy with μ = √400·2C/(bσ_DP) = 4000"}},
	Seen: "The attack shows more with longer training and smaller batches, but never more than ε ≈ 1.1. The best bound here is at " +
		"least tens of thousands of times larger, and composition at b = 100 millions of times: with σ_DP = 0.002 the noise is a " +
		"two-hundredth of how far one example may move the mean of 100 clipped gradients. A run within the same assumptions, the " +
		"linear adversary, is proved to lose tens of thousands: such noise stops this attack on these images, but not every attack.",
	Setting: liangMeans + liangShaded + "The authors’ program goes through the images in a new order every epoch, while their " +
		"theorems assume sampling; our lines are for that order. The caption’s T = ⌈E/b⌉ is E·n/b, as their programs have it.",
	Open: liangCounts,
}

var liang2b = Figure{
	ID: "liang-2b", Paper: liangPaper, Number: "Figure 2 (b)", URL: liangURL,
	Span:  [2]float64{2.2e3, 8.78e8},
	Title: "their theory, by batch size",
	Query: claim.Query{Run: changed(liangNetwork, sampled), Question: claim.Question{Alpha: 1.1}}, Values: steps(10, 400, 10), Epochs: true,
	LogY: true,
	Lines: []PlottedLine{
		{ID: "b100", Name: "Theorem 3.3, b = 100", Row: "liang-3.3"},
		{ID: "b200", Name: "Theorem 3.3, b = 200", Row: "liang-3.3", With: withoutReplacement(200)},
		{ID: "b300", Name: "Theorem 3.3, b = 300", Row: "liang-3.3", With: withoutReplacement(300)},
		{ID: "b400", Name: "Theorem 3.3, b = 400", Row: "liang-3.3", With: withoutReplacement(400)},
		{ID: "b600", Name: "Theorem 3.3, b = 600", Row: "liang-3.3", With: withoutReplacement(600)},
		{ID: "b1000", Name: "Theorem 3.3, b = 1000", Row: "liang-3.3", With: withoutReplacement(1000)},
		{ID: "composition", Name: "Composition, both directions, b = 100", Row: "composition", Ours: true},
	},
	Checks: []Check{
		{"b100", 400, 8.8e6, 6, "the authors’ plotting program (plot_figure_2b.py), before it divides by the largest value"},
		{"b1000", 400, 88_000, 6, "the same"},
	},
	Seen: "The figure divides all lines by the largest value, ε(1.1) = 8.8 million. The lines are ordered by batch size like the " +
		"estimates, but their values say nothing about this training. The theorem is not valid as printed, and it shows here: one " +
		"sampled step in both directions costs a hundred times what it charges.",
	Setting: "α = 1.1, n = 10,000, C = 20, σ_DP = 0.002 and η = 0.1 are those of the plotting program. Its limit for a domain of D = 20 " +
		"is not reached.",
	Open: "We do not divide by the largest value: that would hide the scale.",
}

var liang3a = Figure{
	ID: "liang-3a", Paper: liangPaper, Number: "Figure 3 (a)", URL: liangURL,
	Span:  [2]float64{0.076, 1.26e6},
	Title: "what their attack shows, by diameter",
	Query: claim.Query{Run: changed(liangNetwork, func(r *run.Run) { r.Diameter, r.T = 20, 100_000 }),
		Question: claim.Question{Delta: 1e-5}},
	Values: steps(50, 1000, 50), Epochs: true, LogY: true,
	Lines: []PlottedLine{
		{ID: "b100-D20", Name: "attack, b = 100, D = 20",
			Points: thousandths("177 414 624 708 779 776 825 844 815 860 863 927 907 884 935 929 " +
				"992 999 1007 1015")},
		{ID: "b100-D60", Name: "attack, b = 100, D = 60", With: with(100, 60),
			Points: thousandths("230 535 761 830 968 955 995 1016 1012 1017 " +
				"1028 1059 1030 1018 1046 1053 1099 1086 1037 1072")},
		{ID: "b100-D100", Name: "attack, b = 100, D = 100", With: with(100, 100),
			Points: thousandths("271 634 897 983 1128 1104 1152 1179 " +
				"1159 1256 1247 1298 1285 1221 1249 1263 1372 1325 1332 1330")},
		{ID: "b400-D20", Name: "attack, b = 400, D = 20", With: with(400, 20),
			Points: thousandths("76 157 209 310 366 416 447 483 539 577 591 " +
				"662 613 611 648 684 687 691 695 728")},
		{ID: "b400-D60", Name: "attack, b = 400, D = 60", With: with(400, 60),
			Points: thousandths("100 202 286 414 496 572 608 672 696 793 " +
				"794 871 830 831 853 888 927 924 936 933")},
		{ID: "b400-D100", Name: "attack, b = 400, D = 100", With: with(400, 100),
			Points: thousandths("122 254 379 520 643 712 770 825 867 982 " +
				"978 1064 1030 1045 1094 1106 1162 1146 1167 1185")},
		{ID: "composition", Name: "Composition, b = 400", Row: "composition", Ours: true, With: with(400, 20)},
	},
	Checks: []Check{{"composition", 1000, 1_256_742.4, 8, "Gaussian differential privacy with μ = √1000·2C/(bσ_DP)"}},
	Seen: "The attack shows less on a smaller domain and levels off with the epochs. The authors attribute the levelling off to " +
		"their theorem; but the best bound at this noise is at least tens of thousands of times larger, and composition a million " +
		"times. The limit set by the domain, with D = 20 a hundred thousand times the noise of a step, would come only after " +
		"millions of epochs.",
	Setting: liangMeans + "The diameters are the figure’s labels, as the files are named. The authors’ program shades intervals in " +
		"Figure 2(a) and none in this figure, so none is drawn here.",
	Open: liangCounts,
}

// liang3bLine is the line that the program of Figure 3(b) draws: the strengthened charge, with a limit in which D is not divided by η.
func liang3bLine(b, diameter float64) func(epochs float64) float64 {
	const alpha, smooth, clip, sigma, n, eta = 1.1, 0.1, 20, 0.002, 1000, 0.1
	root := math.Sqrt(2*alpha*clip*clip/(b*n*sigma*sigma)) + math.Sqrt(alpha/2)*(1+eta*smooth)*diameter/sigma
	return func(epochs float64) float64 {
		return min(8*alpha*clip*clip/(n*n*sigma*sigma)*epochs*n/b, root*root)
	}
}

var liang3b = Figure{
	ID: "liang-3b", Paper: liangPaper, Number: "Figure 3 (b)", URL: liangURL,
	Span:   [2]float64{4.4e4, 5.67e7},
	Title:  "their theory, by diameter",
	Query:  claim.Query{Run: changed(liangNetwork, liang3bProgram), Question: claim.Question{Alpha: 1.1}},
	Values: steps(20, 1000, 20), Epochs: true, LogY: true,
	Lines: []PlottedLine{
		{ID: "b100-D2", Name: "b = 100, labelled D = 20", With: with(100, 2), Formula: liang3bLine(100, 2)},
		{ID: "b100-D25", Name: "b = 100, labelled D = 60", With: with(100, 2.5), Formula: liang3bLine(100, 2.5)},
		{ID: "b100-D3", Name: "b = 100, labelled D = 100", With: with(100, 3), Formula: liang3bLine(100, 3)},
		{ID: "b400-D2", Name: "b = 400, labelled D = 20", With: with(400, 2), Formula: liang3bLine(400, 2)},
		{ID: "b400-D25", Name: "b = 400, labelled D = 60", With: with(400, 2.5), Formula: liang3bLine(400, 2.5)},
		{ID: "b400-D3", Name: "b = 400, labelled D = 100", With: with(400, 3), Formula: liang3bLine(400, 3)},
		{ID: "last", Name: "Last step, D = 2", Row: "last-step", Ours: true, With: with(400, 2)},
	},
	Checks: []Check{
		{"b100-D2", 1000, 633_520.81, 8, "the authors’ plotting program (plot_figure_3b.py), before it divides by the largest value"},
		{"b400-D3", 1000, 1_315_623.1, 8, "the same"},
	},
	Seen: "Each line rises with the epochs up to its limit. The program draws D = 2, 2.5 and 3 under the labels 20, 60 and 100, " +
		"uses n = 1000 where the training has 10,000, and has a limit that lacks the 1/η² of Theorem 3.4, a factor of a hundred. " +
		"Our line shows the noise of the last step over a domain of diameter 2 alone.",
	Setting: "α = 1.1, n = 1000, C = 20, σ_DP = 0.002, η = 0.1 and L = 0.1 are those of the plotting program, and so are the lines.",
	Open: "The slope is that of the strengthened form, 8αC²/(n²σ_DP²), which asks for σ_DP > 8C/b and b ≤ n/5; here σ_DP is 0.002, " +
		"8C/b is 1.6 and 0.4, and 400 is more than n/5. So no theorem covers these runs. Where its conditions hold, the " +
		"calculator’s row “Liang et al., strengthened form” computes it.",
}

// liang3bProgram changes the training into that of the program of Figure 3(b).
func liang3bProgram(r *run.Run) {
	sampled(r)
	r.N, r.T, r.Diameter = 1000, 10_000, 2
}

var liang5 = Figure{
	ID: "liang-5", Paper: liangPaper, Number: "Figure 5", URL: liangURL,
	Span:   [2]float64{0.00415, 4.95},
	Title:  "Theorem 3.4 and the domain’s diameter alone",
	Query:  claim.Query{Run: changed(liangRun, func(r *run.Run) { r.N, r.T = 16, 300 }), Question: claim.Question{Alpha: 1.1}},
	Values: steps(1, 300, 1),
	Lines: []PlottedLine{
		{ID: "trivial", Name: "Trivial upper bound, as they draw it",
			Formula: func(float64) float64 { return 2 * 1.1 * (1 + 0.2) * (1 + 0.2) / (0.2 * 0.2 * 4 * 4) }}, // see Open: D = 1, ηC/b = 0.2
		{ID: "ours", Name: "Liang et al. (Theorem 3.4)", Row: "liang-3.4"},
		{ID: "last", Name: "Last step", Row: "last-step", Ours: true},
		{ID: "profile", Name: "Profile contraction", Row: "profile", Ours: true, At: atBends(300)},
	},
	Checks: []Check{
		{"trivial", 300, 4.95, 6, "the authors’ plotting program (plot_figure_5.py)"},
		{"ours", 89, 1.5296875, 8, "the same"},
		{"ours", 300, 1.546369, 7, "the same"},
	},
	Seen: "Theorem 3.4 levels off after 90 steps, at a third of the line for the diameter alone. It is not valid as printed. Profile " +
		"contraction over the domain is valid and far below it.",
	Setting: "n = 16 and the other parameters are those of the authors’ plotting program.",
	Open:    "The trivial bound is drawn by their formula, 2α(D + ηC/b)²/(η²σ_DP²).",
}
