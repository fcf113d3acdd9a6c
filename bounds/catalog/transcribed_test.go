package catalog

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Every published row says what its paper says, no less and no more. The formulas below are typed
// from the papers, in their letters, and share nothing with the engine's: a row that answers less
// than its paper is ours, and needs a name of its own.

// transcription is a paper's formula, and runs of its assumptions.
type transcription struct {
	draw    func(s *rand.Rand) run.Run
	printed func(r run.Run, alpha float64) float64
	// above is how far a row's search may miss the paper's minimum, and below how far the
	// transcription's may where it is one over a grid.
	above, below float64
	// orders are drawn from 1 + (0, orders).
	orders float64
}

// transcriptions are those of the published rows by their ids.
var transcriptions = map[string]transcription{
	"composition":         {drawOrdered, printedComposition, 1e-12, 1e-9, 20},
	"output-perturbation": {drawFull, printedOutputPerturbation, 1e-12, 1e-9, 20},
	"chien-li-3.1":        {drawFull, printedChienLi31, 1e-6, 1e-9, 20},
	"chien-li-3.7":        {drawHolder(run.Full), printedChienLiA1, 0.02, 0.03, 20},
	"chien-li-3.12":       {drawSampledChienLi, printedChienLi312, 0.02, 0.03, 6},
	"chien-li-A.1":        {drawHolder(run.Cyclic), printedChienLiA1, 0.02, 0.03, 20},
	"chien-li-A.3":        {drawHolder(run.Reshuffle), printedChienLiA3, 0.05, 0.03, 20},
	"kong-ribero-2.2":     {drawKongRibero, printedKongRibero22, 1e-12, 1e-9, 20},
	"kong-ribero-2.3":     {drawKongRibero, printedKongRibero23, 1e-12, 1e-9, 20},
	"kong-ribero-C.3":     {drawKongRiberoC3, printedKongRiberoC3, 1e-12, 1e-9, 20},
	"ye-shokri-3.3":       {drawStrong(run.Cyclic), printedYeShokri33, 1e-12, 1e-9, 20},
	"ye-shokri-4.2":       {drawStrong(run.ShuffleOnce), printedYeShokri42, 1e-9, 1e-9, 20},
	"ye-shokri-4.3":       {drawStrong(run.WithoutReplacement), printedYeShokri43, 1e-6, 1e-9, 20},
	"ye-shokri-D.6":       {drawStrong(run.Full), printedYeShokriD6, 1e-12, 1e-9, 20},
	"chourasia":           {drawStrong(run.Full), printedChourasia, 1e-12, 1e-9, 20},
	"feldman":             {drawStrong(run.Cyclic), printedFeldman, 1e-12, 1e-9, 20},
	"balle":               {drawStrong(run.Cyclic), printedBalle, 1e-12, 1e-9, 20},
	"altschuler-talwar":   {drawQuiet(0.05), printedAltschulerTalwar, 0.3, 1e-9, 2},
	"bok-su-altschuler":   {drawStrong(run.Cyclic), printedBok, 1e-12, 1e-9, 20},
	"chien-wang-chen-li":  {drawUnlearned, printedUnlearning, 1e-12, 1e-9, 20},
	"liang-3.3":           {drawLiang, printedLiang33, 1e-12, 1e-9, 20},
	"liang-3.4":           {drawLiang, printedLiang34, 1e-12, 1e-9, 20},
	"liang-strengthened":  {drawQuiet(0.05), printedLiangStrengthened, 0.02, 1e-4, 2},
}

func TestPublishedRowsAreTheirPapers(t *testing.T) {
	t.Parallel()
	for _, th := range All() {
		if th.Source.Ours() {
			continue
		}
		p, ok := transcriptions[th.ID]
		if !ok {
			t.Errorf("%s is published, and its paper's formula is not transcribed", th.ID)
			continue
		}
		t.Run(th.ID, func(t *testing.T) {
			t.Parallel()
			source := rand.New(rand.NewPCG(27, 4))
			compared := 0
			for compared < 24 {
				r := p.draw(source)
				alpha := 1 + p.orders*source.Float64()*source.Float64()
				if r.Validate() != nil || !theorem.Applies(th.Hypotheses(r, claim.Question{Alpha: alpha})) {
					continue
				}
				compared++
				want, got := p.printed(r, alpha), rowtest.At(t, th, r, alpha)
				below := 1e-9
				if th.ID == "chien-li-3.12" || th.ID == "liang-strengthened" || r.Loss == run.Holder {
					below = p.below
				}
				if !(got >= want*(1-below)) || !(got <= want*(1+p.above)) {
					t.Errorf("ε(%v) = %v, the paper's formula gives %v (%v)\n%+v", alpha, got, want, got/want, r)
				}
			}
		})
	}
}

// published is a random run of sizes that formulas can be summed over.
func published(s *rand.Rand) run.Run {
	b := 1 + s.IntN(4)
	return run.Run{N: b*(2+s.IntN(4)) + s.IntN(b), B: b, T: 1 + s.IntN(24), Eta: 0.02 + 0.3*s.Float64(), Clip: 0.5 + 2*s.Float64(),
		Sigma: 0.2 + s.Float64(),
		Noise: run.IterateNoise, Diameter: 0.05 + s.Float64()*s.Float64(), Adjacency: []run.Adjacency{run.Replace, run.ZeroOut}[s.IntN(2)],
		Scheme: run.Cyclic, Loss: run.Smooth, Smoothness: 0.05 + 2*s.Float64(), Clipping: run.ClippingActive, HolderOrder: 0.5}
}

// somewhere states a position half of the time.
func somewhere(s *rand.Rand, r run.Run) run.Run {
	if r.Scheme == run.Cyclic && s.IntN(2) == 0 {
		r.Position = 1 + s.IntN(min(r.T, r.StepsPerEpoch()))
	}
	return r
}

func drawOrdered(s *rand.Rand) run.Run { return published(s) }

func drawFull(s *rand.Rand) run.Run {
	r := published(s)
	r.Scheme, r.B = run.Full, r.N
	r.Loss = []run.Class{run.Smooth, run.Convex, run.StronglyConvex, run.WeaklyConvex}[s.IntN(4)]
	r.StrongConvexity, r.WeakConvexity = r.Smoothness*s.Float64(), r.Smoothness*s.Float64()
	r.Clipping = []run.Clipping{run.ClippingActive, run.ClippingNever}[s.IntN(2)]
	return r
}

func drawStrong(scheme run.Scheme) func(s *rand.Rand) run.Run {
	return func(s *rand.Rand) run.Run {
		r := published(s)
		if r.Scheme = scheme; scheme == run.Full {
			r.B = r.N
		}
		r.Loss, r.StrongConvexity, r.Clipping = run.StronglyConvex, r.Smoothness*s.Float64(), run.ClippingNever
		if s.IntN(3) == 0 {
			r.Clipping = run.ClippingDifference
		}
		return somewhere(s, r)
	}
}

// noiseOf is the deviation of the iterate's noise, and sensitivityOf what one example moves: a
// replaced one by 2ηC/b, one that is zeroed out by ηC/b.
func sensitivityOf(r run.Run) float64 {
	if r.Adjacency == run.ZeroOut {
		return r.Eta * r.Clip / float64(r.B)
	}
	return 2 * r.Eta * r.Clip / float64(r.B)
}

// epochsOf are E, B and j_0, the batch from 0 of the example where the epochs are counted so that
// the run ends with one: the stated position, or the worst, B − 1.
func epochsOf(r run.Run) (epochs, batches, j0 int) {
	batches = r.N / r.B
	last, rest := r.T, 0 // steps up to the last use, and after it
	if r.Position > 0 {
		for (last-r.Position)%batches != 0 {
			last, rest = last-1, rest+1
		}
	}
	return (last + batches - 1) / batches, batches, batches - 1 - rest
}

// Mironov 2017, Proposition 1 and Corollary 3.
func printedComposition(r run.Run, alpha float64) float64 {
	epochs, _, _ := epochsOf(r)
	return float64(epochs) * alpha * math.Pow(sensitivityOf(r), 2) / (2 * r.Sigma * r.Sigma)
}

// Chien and Li 2024, A.15.
func printedOutputPerturbation(r run.Run, alpha float64) float64 {
	return alpha * r.Diameter * r.Diameter / (2 * r.Sigma * r.Sigma)
}

// theta is θ_c(j) = c^{2(j−1)}/Σ_{s<j} c^{2s}.
func printedTheta(c float64, j int) float64 {
	sum := 0.0
	for s := range j {
		sum += math.Pow(c, float64(2*s))
	}
	return math.Pow(c, float64(2*(j-1))) / sum
}
