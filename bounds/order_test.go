package bounds

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
)

// A weakening changes a run into one with weaker assumptions, which the first run meets too, or into one
// that loses at least as much. It reports false if there is nothing to weaken.
type weakening struct {
	name string
	of   func(*rand.Rand, *run.Run) bool
	// exempt are rows that need not follow, each for a reason that is stated where it
	// is listed.
	exempt []string
}

// fallWithL are rows whose printed constants fall as L or w grows: L_η of Kong and
// Ribero, and the factor 1 − 2ηLm/(L+m) of Balle et al.
var fallWithL = []string{"kong-ribero-2.2", "kong-ribero-2.3", "kong-ribero-C.3", "balle"}

// weakenings are all weakenings that rows must respect. C grows while the noise on the iterate stays. A
// clipped generalised linear model is without its regulariser a Lipschitz loss, and with it a loss of
// bounded gradient differences; the regulariser itself is not an assumption that could be
// weakened. Zero-out adjacency replaces an example by one of constant loss, which is not
// strongly convex.
var weakenings = []weakening{
	{name: "less noise", of: func(s *rand.Rand, r *run.Run) bool { r.Sigma /= 1 + s.Float64()*s.Float64(); return true }},
	{name: "larger C", of: func(s *rand.Rand, r *run.Run) bool {
		sigma := r.IterateNoise()
		r.Clip *= 1 + s.Float64()*s.Float64()
		*r = r.WithIterateNoise(sigma)
		return true
	}},
	{name: "larger D", of: func(s *rand.Rand, r *run.Run) bool {
		bounded := r.Bounded()
		r.Diameter *= random.Pick(s, 1+s.Float64(), 1+s.Float64(), math.Inf(1))
		return bounded
	}},
	{name: "replace", of: func(_ *rand.Rand, r *run.Run) bool {
		was := r.Adjacency
		r.Adjacency = run.Replace
		if was == run.AddRemove && r.Clipping.Differences() {
			return false // a gradient that is compared with none has no bound
		}
		return was != run.Replace && (r.Loss != run.StronglyConvex || r.Scheme != run.WithoutReplacement)
	}},
	{name: "clipped", of: clippingFrom(run.ClippingNever, run.ClippingActive)},
	{name: "difference", of: clippingFrom(run.ClippingNever, run.ClippingDifference)},
	{name: "difference of any two", of: func(s *rand.Rand, r *run.Run) bool {
		return r.Adjacency == run.Replace && clippingFrom(run.ClippingNever, run.ClippingDifferenceAll)(s, r)
	}},
	{name: "difference of one pair", of: clippingFrom(run.ClippingDifferenceAll, run.ClippingDifference)},
	{name: "any Lipschitz loss", of: func(s *rand.Rand, r *run.Run) bool {
		return r.Loss == run.Convex && clippingFrom(run.ClippingGLM, run.ClippingNever)(s, r)
	}},
	{name: "any regulariser", of: func(s *rand.Rand, r *run.Run) bool {
		return r.Adjacency == run.Replace && clippingFrom(run.ClippingGLM, run.ClippingDifference)(s, r)
	}},
	{name: "convex", of: lossFrom(run.Convex, run.StronglyConvex)},
	{name: "smaller m", of: func(s *rand.Rand, r *run.Run) bool {
		r.StrongConvexity *= s.Float64()
		return r.Loss == run.StronglyConvex && r.Clipping != run.ClippingGLM
	}},
	{name: "weakly convex", of: lossFrom(run.WeaklyConvex, run.StronglyConvex, run.Convex), exempt: fallWithL},
	{name: "larger w", of: func(s *rand.Rand, r *run.Run) bool {
		r.WeakConvexity *= 1 + s.Float64()
		return r.Loss == run.WeaklyConvex
	}, exempt: fallWithL},
	{name: "smooth", of: lossFrom(run.Smooth, run.StronglyConvex, run.Convex, run.WeaklyConvex), exempt: fallWithL},
	{name: "Hölder", of: func(_ *rand.Rand, r *run.Run) bool {
		was := r.Loss
		r.Loss = run.Holder
		r.Smoothness *= math.Pow(r.Diameter, 1-r.HolderOrder) * (1 + 1e-12) // on the whole domain
		return was == run.Smooth && r.Bounded()
	}},
	{name: "larger L", of: func(s *rand.Rand, r *run.Run) bool { r.Smoothness *= 1 + s.Float64(); return true }, exempt: fallWithL},
	{name: "not smooth", of: func(_ *rand.Rand, r *run.Run) bool { // the modulus of losses that are not smooth assumes no overshooting
		overshoots := r.Eta*(r.Smoothness+2*r.WeightDecay) > 2
		r.Smoothness = math.Inf(1)
		return r.Loss == run.Convex && !r.Clipping.Differences() && !overshoots
	}},
	{name: "known order", of: func(_ *rand.Rand, r *run.Run) bool {
		was := r.Scheme
		r.Scheme = run.Cyclic
		return was == run.ShuffleOnce
	}, exempt: []string{"profile"}}, // in a secret order it does not use the steps after a block; the row joint does
}

func clippingFrom(from, to run.Clipping) func(*rand.Rand, *run.Run) bool {
	return func(_ *rand.Rand, r *run.Run) bool {
		was := r.Clipping
		r.Clipping = to
		return was == from
	}
}

func lossFrom(to run.Class, from ...run.Class) func(*rand.Rand, *run.Run) bool {
	return func(_ *rand.Rand, r *run.Run) bool {
		for _, f := range from {
			if r.Loss == f && r.Clipping != run.ClippingGLM {
				r.Loss = to
				return true
			}
		}
		return false
	}
}

// noiseOf is the relative amount by which a row may exceed its own value under weaker
// assumptions, because its search misses the optimum: of plans over secret orders, and of
// curves on a grid. A row cannot simply take the smallest of its values under all weaker
// assumptions: they are unlimited, and each is a search as long as the row's own.
func noiseOf(id string, r run.Run) float64 {
	switch {
	case id == "profile":
		return 5e-4 // its rates of mirrored noise are on a grid, too
	case id == "shift-averaged": // payments on a grid that moves with the assumptions
		return 1e-4
	case id == "shift-window": // at a δ, the window and the part of the loss that is left to what came before it are of a list
		return 2e-3
	case id == "shift" && r.Nonsmooth():
		return 5e-3 // one number is looked for in several valleys
	case r.Scheme == run.Reshuffle && (id == "shift" || id == "averaged-reshuffled" || id == "chien-li-A.3"):
		return 1e-3
	}
	return 1e-6
}

// TestOrderOfAssumptions: no proved upper row, and no answer, is larger under stronger
// assumptions, for every scheme and both questions.
func TestOrderOfAssumptions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	source := rand.New(rand.NewPCG(6, 11))
	compared := map[string]int{}
	for i := range max(60, *randomRuns/100) {
		r, q := draw(source)
		if i%4 == 1 {
			q = claim.Question{Delta: random.LogUniform(source, 1e-10, 1e-1)}
		}
		if r.Clipping == run.ClippingDifference && i%2 == 0 {
			r.Clipping = run.ClippingDifferenceAll
		}
		slowRows := i%12 == 0
		strong := evaluateUpper(r, q, slowRows)
		for _, w := range weakenings {
			weak := r
			if !w.of(source, &weak) || weak.Validate() != nil {
				continue
			}
			for _, fault := range w.faults(strong, evaluateUpper(weak, q, slowRows), r) {
				t.Errorf("run %d, %s: %s\nstronger %+v\nweaker   %+v %+v", i, w.name, fault, r, weak, q)
			}
			compared[w.name]++
		}
	}
	for i := range 40 { // losses that are not smooth
		r, q := draw(source)
		r.Loss, r.Smoothness, r.Clipping = run.Convex, math.Inf(1), random.Pick(source, run.ClippingNever, run.ClippingNever,
			run.ClippingGLM,
			run.ClippingActive)
		strong := evaluateUpper(r, q, i%8 == 0)
		for _, w := range weakenings {
			weak := r
			if w.of(source, &weak) && weak.Nonsmooth() && weak.Validate() == nil {
				for _, fault := range w.faults(strong, evaluateUpper(weak, q, i%8 == 0), r) {
					t.Errorf("run %d, not smooth, %s: %s\nstronger %+v\nweaker   %+v %+v", i, w.name, fault, r, weak, q)
				}
			}
		}
	}
	for _, w := range weakenings {
		if compared[w.name] < 3 {
			t.Errorf("%s was compared %d times", w.name, compared[w.name])
		}
	}
}

// faults are the rows that are larger under stronger assumptions, and the answer if
// it is.
func (w weakening) faults(strong, weak outcome, r run.Run) (out []string) {
	answer, by := leastOf(strong)
	if weaker, row := leastOf(weak); answer > weaker*(1+noiseOf(row, r)+noiseOf(by, r)) {
		out = append(out, fmt.Sprintf("the answer is %v by %s, and %v by %s under weaker assumptions", answer, by, weaker, row))
	}
	for id, s := range strong {
		x := weak[id]
		if !s.Applies || !x.Applies || s.Theorem.Side != claim.Upper || s.Theorem.Status != claim.Proved || slices.Contains(w.exempt, id) {
			continue
		}
		if s.Epsilon > x.Epsilon*(1+noiseOf(id, r)) {
			out = append(out, fmt.Sprintf("%s is %v, and %v under weaker assumptions", id, s.Epsilon, x.Epsilon))
		}
	}
	return out
}

// leastOf is the least valid upper bound and its row.
func leastOf(rows outcome) (least float64, row string) {
	least = math.Inf(1)
	for _, t := range catalog.All() {
		if r, ok := rows[t.ID]; ok && r.Applies && t.Side == claim.Upper && t.Status == claim.Proved && r.Epsilon < least {
			least, row = r.Epsilon, t.ID
		}
	}
	return least, row
}

// Runs whose answers were larger than those of weaker assumptions.
func TestStrongerWereLarger(t *testing.T) {
	attacked := run.Run{N: 89, B: 22, T: 96, Eta: 1.284, Clip: 2.9419, Diameter: .1598, Scheme: run.ShuffleOnce, Adjacency: run.Replace,
		Loss: run.WeaklyConvex, Smoothness: .5993, WeakConvexity: .149, Noise: run.NoiseMultiplier, Clipping: run.ClippingNever}
	corner := run.Run{N: 23, B: 1, T: 291, Eta: 0.9568022803582149, Clip: 0.5719897378599413, Sigma: 8.1697513926685,
		Noise: run.LangevinNoise, Diameter: 20.03719365744716,
		Adjacency: run.Replace, Scheme: run.WithoutReplacement, Loss: run.Convex, Smoothness: 0.011024912963760987,
		Clipping: run.ClippingGLM}
	levels := run.Run{N: 96, B: 16, T: 9, Eta: 0.0017397492402342386, Clip: 0.3669311096797462, Sigma: 3.3671869633206613,
		Noise: run.NoiseMultiplier, Diameter: 0.0025094999211566823,
		Adjacency: run.Replace, Scheme: run.Reshuffle, Loss: run.StronglyConvex, Smoothness: 0.6289259351697297,
		StrongConvexity: 0.02689869535427366, Clipping: run.ClippingDifference}
	steep := run.Run{N: 136, B: 17, T: 84, Eta: 0.004131832087876647, Clip: 0.1291512630456394, Sigma: 7.683148115885643,
		Noise: run.NoiseMultiplier, Diameter: 0.013114173268575988,
		Adjacency: run.ZeroOut, Scheme: run.WithoutReplacement, Loss: run.StronglyConvex, Smoothness: 272.0978874882201,
		StrongConvexity: 224.51562855696616, Clipping: run.ClippingDifference}
	type pair struct {
		name     string
		run      run.Run
		question claim.Question
		weaken   func(*run.Run)
	}
	pairs := []pair{
		{"a narrow valley of orders", corner, claim.Question{Delta: 2.3540854915678222e-07},
			func(r *run.Run) { r.Sigma = 7.914458787035981 }},
		{"a grid of levels", levels, claim.Question{Alpha: 8.82037229354582}, func(r *run.Run) { r.Loss = run.Convex }},
		{"a theorem's step size", steep, claim.Question{Alpha: 1.2725991706906603},
			func(r *run.Run) { r.StrongConvexity = 30.1933143999213 }},
	}
	for _, z := range []float64{4, 5, 5.8, 6} { // 1.98244 and 1.86723 at about 5.8
		attacked.Sigma = z
		pairs = append(pairs, pair{"the end of a curve", attacked, claim.Question{Alpha: 32},
			func(r *run.Run) { r.Clipping = run.ClippingActive }})
	}
	for _, p := range pairs {
		weaker := p.run
		p.weaken(&weaker)
		for _, fault := range (weakening{}).faults(evaluateUpper(p.run, p.question, true), evaluateUpper(weaker, p.question, true), p.run) {
			t.Errorf("%s: %s", p.name, fault)
		}
	}
}
