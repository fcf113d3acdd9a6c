package forgetting

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
)

// mirrored is what so many steps with noise 1 leave of the distance 1 that a step
// multiplies by c, the last with variance rest: bounds/internal/contraction/contraction.md,
// section 10, on a grid.
func mirrored(c float64, steps int, rest float64) float64 {
	const cells = 2000
	at := func(i int) float64 { return (float64(i) + 0.5) / cells }
	mixes := func(r float64) float64 { return math.Erf(c * r / math.Sqrt(8*rest)) }
	for range steps - 1 {
		values, end, next := make([]float64, cells), mixes(1), mixes
		for i := range values {
			values[i] = next(at(i)) / cells
		}
		mixes = func(r float64) float64 {
			sum := end * (math.Erfc((1-c*r)/math.Sqrt(8)) - math.Erfc((1+c*r)/math.Sqrt(8))) / 2
			for i, v := range values {
				sum += v * (math.Exp(-(at(i)-c*r)*(at(i)-c*r)/8) - math.Exp(-(at(i)+c*r)*(at(i)+c*r)/8)) / math.Sqrt(8*math.Pi)
			}
			return sum
		}
	}
	return mixes(1)
}

// Two points of the domain mix over a block as far as
// bounds/internal/contraction/contraction.md, section 3, says, or section 10 for several steps. With c = 1 − ηm = 0.9, D = σ = 1
// and β = 1/2, one step: θ = erf(0.9/(2√2·√½)) and μ = 0.9/√½. Three steps: the
// distance carried to the end is c³ = 0.729, the noise c⁴ + c² + ½ = 1.9661. Then
// z = s(1 + c + c²) is paid, with half of the noise.
func TestWrittenMixing(t *testing.T) {
	r := rowtest.StrongRun()
	r.N, r.B, r.Scheme, r.Eta, r.Smoothness, r.StrongConvexity, r.Sigma, r.Diameter = 5, 5, run.Full, 0.1, 1, 1, 1, 1
	r.Noise = run.IterateNoise
	s := r.Sensitivity()
	for _, c := range []struct {
		block       int
		reach, rest float64
		paid        float64
	}{{1, 0.9, 0.5, s}, {3, 0.729, 1.9661, s * (1 + 0.9 + 0.81)}} {
		o := claim.Bound{Question: claim.Question{Alpha: 2}, Epsilon: 0.1, Alpha: 2, Renyi: 0.1}
		p, choice := contractionProblem(context.Background(), r), contraction.Cycle{Beta: 0.5, Block: c.block}
		mu := c.reach / math.Sqrt(c.rest)
		text := writeContraction(r, p, o, choice)
		want, name := math.Erf(mu/2/math.Sqrt2), `\\right\) =`
		if c.block > 1 {
			want, name = mirrored(0.9, c.block, 0.5), `m\(\\rho_\{2\}\)\}\{2\\sqrt\{2\} \\cdot 0\.707107\}\\right\)\\right\] =`
		}
		if got := rowtest.After(t, name, text); math.Abs(got-want) > 1e-5 {
			t.Errorf("blocks of %d: θ = %v, want %v in %s", c.block, got, want, text)
		}
		if got, want := rowtest.After(t, `\\frac\{2 \\cdot`, text), c.paid/math.Sqrt(0.5); math.Abs(got-want) > 1e-5*want {
			t.Errorf("blocks of %d: pays %v, want %v in %s", c.block, got, want, text)
		}
		o.Question, o.Epsilon, o.Alpha, o.Renyi = claim.Question{Delta: 1e-5}, 0.4, 0, math.NaN()
		if c.block > 1 {
			text := writeProfile(r, p, o, choice)
			if theta := rowtest.After(t, `\\theta_\{3\}\(1\) =`, text); math.Abs(theta-mirrored(0.9, c.block, 0.5)) > 1e-5 ||
				!strings.Contains(text, `V_{3}(`+typeset.Number(r.Diameter)+`, \log\gamma)`) {
				t.Errorf("profile, blocks of %d: %s", c.block, text)
			}
			continue
		}
		if text := writeProfile(r, p, o, choice); math.Abs(rowtest.After(t, `\\mu = \\frac\{[0-9.]+\}\{[0-9.]+\} =`, text)-mu) > 1e-5 ||
			!strings.Contains(text, `\delta(0.4) \le 10^{-5}`) {
			t.Errorf("profile, blocks of %d: %s, want μ = %v", c.block, text, mu)
		}
	}
}

// An order that is too high to be followed is written with the lower one that it starts from and what its last block
// pays, or with the steps after the last use, which pay nothing.
func TestWrittenHighOrder(t *testing.T) {
	r := rowtest.StrongRun()
	r.N, r.B, r.Scheme, r.Eta, r.Smoothness, r.StrongConvexity, r.Sigma, r.Diameter = 5, 5, run.Full, 0.1, 1, 1, 1, 1
	r.Noise = run.IterateNoise
	written := func(r run.Run) (claim.Solution, []claim.Choice, string) {
		proved, err := Profile.Prove(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		s, err := proved.At(claim.Question{Alpha: 500})
		if err != nil {
			t.Fatal(err)
		}
		choices, text := s.Explain()
		return s, choices, text
	}
	s, choices, text := written(r)
	beta := choices[0].Values[0]
	if paid := rowtest.After(t, `\\tfrac\{500\}\{2\} \\left\(\\frac\{`, text); math.Abs(paid-r.Sensitivity()/math.Sqrt(beta)) > 1e-5 {
		t.Errorf("with β = %v it pays %v: %s", beta, paid, text)
	}
	if low := rowtest.After(t, `\\gamma\^\{-\(`, text); low < 2 || low > 499 || !strings.HasSuffix(text, typeset.Number(s.Epsilon)) {
		t.Errorf("from order %v to %v: %s", low, s.Epsilon, text)
	}
	r.N, r.B, r.Scheme, r.T, r.Position = 50, 5, run.Cyclic, 95, 2
	if r.AfterLastUse() == 0 {
		t.Fatal("AfterLastUse = 0 steps, want at least 1")
	}
	if _, _, text := written(r); !strings.Contains(text, fmt.Sprintf(`h\,\theta_{%d}`, r.AfterLastUse())) || strings.Contains(text, `\frac{500}`) {
		t.Errorf("%d steps after the last use: %s", r.AfterLastUse(), text)
	}
}

// A choice counts uses of the differing example, what is told counts steps.
func TestStepsOfUses(t *testing.T) {
	r := rowtest.StrongRun() // 10 steps an epoch
	for _, c := range []struct {
		scheme      run.Scheme
		uses        contraction.Cycle
		block, tail int
	}{
		{run.Cyclic, contraction.Cycle{Block: 3}, 30, 0},
		{run.Cyclic, contraction.Cycle{Block: 3, Tail: 2}, 21, 19},
		{run.ShuffleOnce, contraction.Cycle{Block: 1}, 10, 0},
		{run.Reshuffle, contraction.Cycle{Block: 1}, 10, 0},
		{run.WithoutReplacement, contraction.Cycle{Block: 1}, 1, 0},
	} {
		r.Scheme = c.scheme
		if block, tail := inSteps(r, c.uses); block != c.block || tail != c.tail {
			t.Errorf("%s, %+v: %d and %d", c.scheme, c.uses, block, tail)
		}
	}
}
