package figure

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// bokSuRun is regularised logistic regression as in Table 1: batches of 1500 of 60,000 examples, hence 40 steps an epoch;
// s/σ = 2/3; and c = 1 − ηλ = 0.9999 for λ = 0.002. The table depends on its constants only through these three numbers.
var bokSuRun = run.Run{
	N: 60_000, B: 1500, T: 2000, Eta: 0.05, Clip: 1, Sigma: 3, Noise: run.NoiseMultiplier, Diameter: math.Inf(1),
	Adjacency: run.Replace, Scheme: run.Cyclic, Loss: run.StronglyConvex, Smoothness: 1, StrongConvexity: 0.002,
	Clipping:      run.ClippingDifference,
	WeakConvexity: 0.1, HolderOrder: 0.5,
}

func lambda4(r *run.Run)         { r.StrongConvexity = 0.004 } // λ = 0.004, the table's other value
func shuffled(r *run.Run)        { r.Scheme = run.ShuffleOnce }
func shuffledLambda4(r *run.Run) { lambda4(r); shuffled(r) }

// bokSuTable is the number of steps in the table’s 50, 100 and 200 epochs.
var bokSuTable = []float64{2000, 4000, 8000}

const (
	bokSuPrinted = "Table 1"
	bokSuProgram = "the authors’ program (jinhobok/shifted_interpolation_dp, table_privacy_lr.py)"
)

var bokSuAltschuler1 = Figure{
	ID: "bok-su-altschuler-1", Paper: "Bok, Su and Altschuler 2024", Number: "Table 1", URL: "https://arxiv.org/abs/2403.00278",
	Span:  [2]float64{2.37, 83.9},
	Title: "regularised logistic regression, up to 200 epochs",
	Query: claim.Query{Run: bokSuRun, Question: claim.Question{Delta: 1e-5}}, Values: steps(400, 8000, 400), LogY: true,
	Lines: []PlottedLine{
		{ID: "composition", Name: "NoisyCGD, GDP composition", Row: "composition"},
		{ID: "lambda2", Name: "NoisyCGD, λ = 0.002", Row: "bok-su-altschuler"},
		{ID: "lambda4", Name: "NoisyCGD, λ = 0.004", Row: "bok-su-altschuler", With: lambda4},
		{ID: "shift2", Name: "Averaged over one secret order, λ = 0.002", Row: "shift", Ours: true, With: shuffled},
		{ID: "shift4", Name: "Averaged over one secret order, λ = 0.004", Row: "shift", Ours: true,
			With: shuffledLambda4, At: bokSuTable},
	},
	Checks: []Check{
		{"lambda2", 2000, 4.3392, 5, bokSuPrinted},
		{"lambda2", 4000, 5.601272, 7, bokSuProgram},
		{"lambda2", 8000, 7.578945, 7, bokSuProgram},
		{"lambda4", 4000, 5.506060, 7, bokSuProgram},
		{"composition", 8000, 83.83059, 7, bokSuProgram},
		{"shift2", 2000, 3.4826, 5, "an independent computation of our average"},
	},
	Seen: "The longer the training, the more a hidden state saves. The table’s bound is for the example visited last, the worst " +
		"one. If the order of the batches is drawn once at random and kept secret, the loss is an average over positions, and " +
		"smaller.",
	Setting: "Batches, epochs, λ, δ and s/σ = 2/3 are the paper’s: noise multiplier 3 and c = 1 − ηλ. The smoothness constant does not " +
		"enter below η = 2/(L + λ).",
	Open: "GDP composition of NoisySGD, with sampled batches, is not drawn: the paper’s bound is for a symmetrised Poisson step, " +
		"for which this calculator has no row.",
}
