// Package rowtest asks rows for what tests compare, and has the runs that tests of several of them ask about.
package rowtest

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"regexp"
	"strconv"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// RenyiOf is what a proof says of an order; what fails says nothing.
func RenyiOf(p claim.Proof, alpha float64) float64 {
	s, err := p.At(claim.Question{Alpha: alpha})
	if err != nil {
		return math.Inf(1)
	}
	return s.Epsilon
}

// EpsilonOf is what a proof says of a δ.
func EpsilonOf(p claim.Proof, delta float64) (float64, error) {
	s, err := p.At(claim.Question{Delta: delta})
	return s.Epsilon, err
}

// AtTwo is what a proof says at the order 2.
func AtTwo(p claim.Proof) claim.Solution {
	s, _ := p.At(claim.Question{Alpha: 2})
	return s
}

// Prove is what a row proves of a run that it applies to.
func Prove(t *testing.T, row *theorem.Theorem, r run.Run) claim.Proof {
	t.Helper()
	if h := row.Hypotheses(r, claim.Question{Alpha: 2}); !theorem.Applies(h) {
		t.Fatalf("%s does not apply: %+v", row.ID, h)
	}
	g, err := row.Prove(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// StrongRun meets the hypotheses of every row for strongly convex losses and a
// cyclic order of 10 batches.
func StrongRun() run.Run {
	return run.Run{
		N: 100, B: 10, T: 200, Eta: 0.1, Clip: 1, Sigma: 0.05, Noise: run.IterateNoise, Diameter: 1,
		Adjacency: run.Replace, Scheme: run.Cyclic, Loss: run.StronglyConvex, Smoothness: 2, StrongConvexity: 0.5,
		Clipping: run.ClippingNever,
	}
}

// At is ε(α) of a row whose hypotheses hold.
func At(t *testing.T, th *theorem.Theorem, r run.Run, alpha float64) float64 {
	t.Helper()
	if err := r.Validate(); err != nil {
		t.Fatal(th.ID, err)
	}
	if h := th.Hypotheses(r, claim.Question{Alpha: alpha}); !theorem.Applies(h) {
		t.Fatalf("%s does not apply: %+v", th.ID, h)
	}
	g, err := th.Prove(context.Background(), r)
	if err != nil {
		t.Fatal(th.ID, err)
	}
	return RenyiOf(g, alpha)
}

// DivergenceOf is ε(α) of a row that applies.
func DivergenceOf(t *testing.T, row *theorem.Theorem, r run.Run, alpha float64) float64 {
	t.Helper()
	if h := row.Hypotheses(r, claim.Question{Alpha: alpha}); !theorem.Applies(h) {
		t.Fatalf("%s does not apply: %+v", row.ID, h)
	}
	g, err := row.Prove(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return RenyiOf(g, alpha)
}

// ChienLiRun is a small run with Hölder gradients.
func ChienLiRun(scheme run.Scheme, order float64) run.Run {
	r := run.Run{N: 20, B: 4, T: 40, Eta: 0.1, Clip: 2, Sigma: 1, Noise: run.IterateNoise, Diameter: 0.5,
		Adjacency: run.Replace, Scheme: scheme, Loss: run.Holder, Smoothness: 0.2, HolderOrder: order, Clipping: run.ClippingActive}
	if scheme == run.Full {
		r.B = r.N
	}
	return r
}

// ANumber finds a number in LaTeX, its exponent by itself.
const ANumber = `([0-9.]+)(?:\\cdot 10\^\{(-?[0-9]+)\})?`

// After is the number that follows the last place where the pattern matches.
func After(t *testing.T, pattern, formula string) float64 {
	t.Helper()
	all := regexp.MustCompile(pattern+` ?`+ANumber).FindAllStringSubmatch(formula, -1)
	if all == nil {
		t.Fatalf("no number after %s in %s", pattern, formula)
	}
	m := all[len(all)-1]
	x, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	if m[2] != "" {
		power, _ := strconv.Atoi(m[2])
		x *= math.Pow10(power)
	}
	return x
}

// Told is what a row says at one order, and how it came about.
func Told(t *testing.T, th *theorem.Theorem, r run.Run, alpha float64) (found claim.Bound, chosen []claim.Choice, formula string) {
	t.Helper()
	return ToldAt(t, th, r, claim.Question{Alpha: alpha})
}

// ToldAt is the answer of a row to a question, what was chosen for it, and its formula.
func ToldAt(t *testing.T, th *theorem.Theorem, r run.Run, q claim.Question) (found claim.Bound, chosen []claim.Choice, formula string) {
	t.Helper()
	s, err := Prove(t, th, r).At(q)
	if err != nil {
		t.Fatal(err)
	}
	chosen, formula = s.Explain()
	return s.Bound, chosen, formula
}

// Named are the values that were chosen under a name.
func Named(chosen []claim.Choice, name string) []float64 {
	for _, c := range chosen {
		if c.Name == name {
			return c.Values
		}
	}
	return nil
}

// ValueNamed is the first of the values chosen under a name.
func ValueNamed(chosen []claim.Choice, name string) float64 { return Named(chosen, name)[0] }

// Figure1 is the run of Chien and Li's Figure 1 at T = 50.
func Figure1(loss run.Class) run.Run {
	r := run.Run{N: 5, B: 5, T: 50, Eta: 0.1, Clip: 2, Sigma: 1, Noise: run.IterateNoise, Diameter: 1,
		Adjacency: run.Replace, Scheme: run.Full, Loss: loss, Smoothness: 1, StrongConvexity: 1, Clipping: run.ClippingNever}
	if loss == run.Smooth {
		r.Clipping = run.ClippingActive
	}
	return r
}

// SmallPoisson is a run of ten examples on a bounded domain, whose batches hold two in the mean.
func SmallPoisson() run.Run {
	return run.Run{N: 10, B: 2, T: 25, Eta: 0.3, Clip: 1, Sigma: 0.5, Noise: run.IterateNoise, Diameter: 0.8,
		Scheme: run.Poisson, Adjacency: run.AddRemove, Loss: run.StronglyConvex, Smoothness: 4, StrongConvexity: 1,
		Clipping: run.ClippingNever}
}

// ValueOf is the ε that a row answers to a question.
func ValueOf(t *testing.T, th *theorem.Theorem, r run.Run, q claim.Question) float64 {
	t.Helper()
	g, err := th.Prove(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.At(q)
	if err != nil {
		t.Fatal(err)
	}
	return s.Epsilon
}

// Singles are the steps of a run, one by one.
func Singles(r run.Run) (blocks []run.Block) {
	for t := range r.T {
		rate := r.Steps().At(t).Rate
		blocks = append(blocks, run.Block{From: t, Steps: 1, Low: rate, High: rate})
	}
	return blocks
}

// Merged are blocks of at most so many steps, which the rate rises or falls in.
func Merged(r run.Run, most int, rng *rand.Rand) (blocks []run.Block) {
	for t := 0; t < r.T; {
		n := min(1+rng.IntN(most), r.T-t)
		if t < r.Warmup {
			n = min(n, r.Warmup-t)
		}
		first, last := r.Steps().At(t).Rate, r.Steps().At(t+n-1).Rate
		blocks = append(blocks, run.Block{From: t, Steps: n, Low: min(first, last), High: max(first, last)})
		t += n
	}
	return blocks
}

// VariedRun draws a run whose learning rate falls after a warm-up.
func VariedRun(rng *rand.Rand) run.Run {
	r := run.Run{N: 60, B: 10, T: 20 + rng.IntN(200), Eta: 0.3 * rng.Float64(), WeightDecay: rng.Float64(), Clip: 1, Sigma: 0.1,
		Noise:    run.IterateNoise,
		Diameter: rng.Float64(), Adjacency: run.Replace, Scheme: run.Cyclic, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingActive}
	r.Loss = []run.Class{run.Convex, run.Smooth, run.WeaklyConvex}[rng.IntN(3)]
	r.WeakConvexity, r.Clipping = 0.5, []run.Clipping{run.ClippingActive, run.ClippingNever}[rng.IntN(2)]
	r.Noise = []run.Convention{run.IterateNoise, run.GradientNoise, run.LangevinNoise, run.NoiseMultiplier}[rng.IntN(4)]
	r.Schedule, r.ScheduleFinal = []run.RateSchedule{run.CosineFall, run.LinearFall}[rng.IntN(2)], rng.Float64()
	r.Warmup = rng.IntN(r.T / 2)
	if rng.IntN(3) == 0 {
		r.Scheme, r.N = run.Full, 10
	}
	return r
}

// Decimal is the float64 that is read from units·10^−6, written out.
func Decimal(units int64, more string) float64 {
	x, err := strconv.ParseFloat(fmt.Sprintf("%d%se-6", units, more), 64)
	if err != nil {
		panic(err)
	}
	return x
}

// Typed is the number that a person means who writes x.
func Typed(x float64) *big.Rat {
	y, ok := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64))
	if !ok {
		panic(x)
	}
	return y
}

// RowAtPosition is a run whose last two steps do not use the example of batch 3.
func RowAtPosition() run.Run {
	return run.Run{N: 60, B: 6, T: 95, Eta: 0.05, Clip: 2, Sigma: 1.5, Noise: run.IterateNoise, Diameter: 3, Adjacency: run.Replace,
		Scheme: run.Cyclic, Position: 3, Loss: run.StronglyConvex, Smoothness: 1, StrongConvexity: 0.1, Clipping: run.ClippingNever}
}

// Decaying is a run with weight decay of which only differences of gradients are bounded.
func Decaying() run.Run {
	return run.Run{N: 100, B: 100, T: 50, Eta: 0.1, WeightDecay: 0.3, Clip: 1, Sigma: 0.02, Noise: run.IterateNoise, Diameter: math.Inf(1),
		Adjacency: run.Replace, Scheme: run.Full, Loss: run.Convex, Smoothness: 1.1, Clipping: run.ClippingDifference}
}
