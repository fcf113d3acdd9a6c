package theorem

import (
	"context"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/run"
)

const aNumber = `([0-9.]+)(?:\\cdot 10\^\{(-?[0-9]+)\})?`

// after is the number that follows the last place where the pattern matches.
func after(t *testing.T, pattern, formula string) float64 {
	t.Helper()
	all := regexp.MustCompile(pattern+` ?`+aNumber).FindAllStringSubmatch(formula, -1)
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

// told is what a row says at one order, and how it came about.
func told(t *testing.T, th *Theorem, r run.Run, alpha float64) (found claim.Bound, chosen []claim.Choice, formula string) {
	t.Helper()
	return toldAt(t, th, r, claim.Question{Alpha: alpha})
}

func toldAt(t *testing.T, th *Theorem, r run.Run, q claim.Question) (found claim.Bound, chosen []claim.Choice, formula string) {
	t.Helper()
	s, err := prove(t, th, r).At(q)
	if err != nil {
		t.Fatal(err)
	}
	chosen, formula = s.Explain()
	return s.Bound, chosen, formula
}

// named are the values that were chosen under a name.
func named(chosen []claim.Choice, name string) []float64 {
	for _, c := range chosen {
		if c.Name == name {
			return c.Values
		}
	}
	return nil
}

func valueNamed(chosen []claim.Choice, name string) float64 { return named(chosen, name)[0] }

// A shift program's line is its divergence: α/(2σ²) times what stands there, over
// the steps of its window.
func TestWrittenShift(t *testing.T) {
	const alpha = 3
	written := 0
	for _, scheme := range []run.Scheme{run.Full, run.Cyclic} {
		for _, th := range []*Theorem{Shift, ChienLi31, ChienLi37, ChienLiA1} {
			r := strongRun()
			r.Scheme, r.Sigma = scheme, 1.5
			if scheme == run.Full {
				r.B = r.N
			}
			if !Applies(th.Hypotheses(r, claim.Question{Alpha: alpha})) {
				continue
			}
			written++
			o, chosen, text := told(t, th, r, alpha)
			sigma := r.IterateNoise()
			total := after(t, `\\frac\{\\alpha\}\{2 \\cdot 1\.5\^2\} \\cdot`, text)
			if got := alpha / (2 * sigma * sigma) * total; math.Abs(got-o.Renyi) > 1e-5*o.Renyi {
				t.Errorf("%s, %s: %s is %v at α = 3, the bound %v", th.ID, scheme, text, got, o.Renyi)
			}
			if sum := `\sum_{t=` + strconv.Itoa(int(valueNamed(chosen, "tau"))) + `}^{199}`; !strings.Contains(text, sum) {
				t.Errorf("%s, %s: %s lacks %s", th.ID, scheme, text, sum)
			}
		}
	}
	if written != 5 {
		t.Errorf("%d rows were written", written)
	}
}

// Two batches in a secret order are two positions: the mean over the two costs
// that are told is the value, whether the order is drawn once or, in a run of one
// epoch, every epoch. The same for Theorem 4.2 of Ye and Shokri, whose θ_c(2) is
// c²/(1+c²) with c = 1 − ηm = 0.95.
func TestWrittenAverages(t *testing.T) {
	r := strongRun()
	r.N, r.B, r.T, r.Sigma, r.Diameter = 20, 10, 2, 0.1, math.Inf(1)
	const alpha = 4
	sigma := r.IterateNoise()
	mean := func(a, b float64) float64 {
		k := (alpha - 1) * alpha / (2 * sigma * sigma)
		return math.Log((math.Exp(k*a)+math.Exp(k*b))/2) / (alpha - 1)
	}
	for _, c := range []struct {
		th     *Theorem
		scheme run.Scheme
		name   string
	}{{Shift, run.ShuffleOnce, `R_j`}, {Shift, run.Reshuffle, `\\varphi`}, {AveragedReshuffled, run.Reshuffle, `\\varphi`}} {
		r.Scheme = c.scheme
		o, _, text := told(t, c.th, r, alpha)
		m := regexp.MustCompile(aNumber + ` \\le ` + c.name + ` \\le ` + aNumber).FindString(text)
		least, most := after(t, `^`, m), after(t, c.name+` \\le`, m)
		if got := mean(least, most); math.Abs(got-o.Renyi) > 1e-4*o.Renyi || !strings.Contains(text, "= "+tex(o.Renyi)) {
			t.Errorf("%s, %s: %s is %v, the bound %v", c.th.ID, c.scheme, text, got, o.Renyi)
		}
		if c.th == AveragedReshuffled && !strings.Contains(text, `Z = \left(0,\, 0\right)`) {
			t.Errorf("%s: an epoch begins and ends at 0: %s", c.th.ID, text)
		}
	}
	r.Scheme = run.ShuffleOnce
	o, _, text := told(t, YeShokri42, r, alpha)
	s2 := r.Sensitivity() * r.Sensitivity()
	share := 0.95 * 0.95 / (1 + 0.95*0.95)
	if got := mean(s2, s2*after(t, `\\theta_c\(2\) =`, text)); math.Abs(got-o.Renyi) > 1e-5*o.Renyi ||
		math.Abs(got-mean(s2, s2*share)) > 1e-5*got {
		t.Errorf("%s is %v, the bound %v", text, got, o.Renyi)
	}
}

// At δ the average is one of δ, and says so.
func TestWrittenAtDelta(t *testing.T) {
	r := strongRun()
	r.N, r.B, r.T, r.Diameter = 20, 10, 2, math.Inf(1)
	for _, scheme := range []run.Scheme{run.ShuffleOnce, run.Reshuffle} {
		r.Scheme = scheme
		o, _, text := toldAt(t, Shift, r, claim.Question{Delta: 1e-6})
		if !strings.Contains(text, `(`+tex(o.Epsilon)+`) \le 10^{-6}`) || !strings.Contains(text, `\delta_`) {
			t.Errorf("%s: %s", scheme, text)
		}
	}
}

// One step of Theorem 4.3 is S_1 = q·e^gain + 1 − q.
func TestWrittenForgetting(t *testing.T) {
	r := strongRun()
	r.Scheme, r.T, r.Sigma = run.WithoutReplacement, 1, 0.1
	const alpha = 3
	_, _, text := told(t, YeShokri43, r, alpha)
	q, s, sigma := after(t, `S_\{t\+1\} =`, text), r.Sensitivity(), r.IterateNoise()
	want := math.Log(q*math.Exp((alpha-1)*alpha*s*s/2/sigma/sigma)+1-q) / (alpha - 1)
	if got := after(t, `\{3 - 1\} =`, text); q != 0.1 || math.Abs(got-want) > 1e-5*want || !strings.Contains(text, `S_t^{0.95^2}`) {
		t.Errorf("%s, want %v", text, want)
	}
}

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
	r := strongRun()
	r.N, r.B, r.Scheme, r.Eta, r.Smoothness, r.StrongConvexity, r.Sigma, r.Diameter = 5, 5, run.Full, 0.1, 1, 1, 1, 1
	r.Noise = run.IterateNoise
	s := r.Sensitivity()
	for _, c := range []struct {
		block       int
		reach, rest float64
		paid        float64
	}{{1, 0.9, 0.5, s}, {3, 0.729, 1.9661, s * (1 + 0.9 + 0.81)}} {
		o := claim.Bound{Question: claim.Question{Alpha: 2}, Epsilon: 0.1, Alpha: 2, Renyi: 0.1}
		p, choice := contractionProblem(context.Background(), r), contraction.Choice{Beta: 0.5, Block: c.block}
		mu := c.reach / math.Sqrt(c.rest)
		text := writeContraction(r, p, o, choice)
		want, name := math.Erf(mu/2/math.Sqrt2), `\\right\) =`
		if c.block > 1 {
			want, name = mirrored(0.9, c.block, 0.5), `m\(\\rho_\{2\}\)\}\{2\\sqrt\{2\} \\cdot 0\.707107\}\\right\)\\right\] =`
		}
		if got := after(t, name, text); math.Abs(got-want) > 1e-5 {
			t.Errorf("blocks of %d: θ = %v, want %v in %s", c.block, got, want, text)
		}
		if got, want := after(t, `\\frac\{2 \\cdot`, text), c.paid/math.Sqrt(0.5); math.Abs(got-want) > 1e-5*want {
			t.Errorf("blocks of %d: pays %v, want %v in %s", c.block, got, want, text)
		}
		o.Question, o.Epsilon, o.Alpha, o.Renyi = claim.Question{Delta: 1e-5}, 0.4, 0, math.NaN()
		if c.block > 1 {
			text := writeProfile(r, p, o, choice)
			if theta := after(t, `\\theta_\{3\}\(1\) =`, text); math.Abs(theta-mirrored(0.9, c.block, 0.5)) > 1e-5 ||
				!strings.Contains(text, `V_{3}(`+tex(r.Diameter)+`, \log\gamma)`) {
				t.Errorf("profile, blocks of %d: %s", c.block, text)
			}
			continue
		}
		if text := writeProfile(r, p, o, choice); math.Abs(after(t, `\\mu = \\frac\{[0-9.]+\}\{[0-9.]+\} =`, text)-mu) > 1e-5 ||
			!strings.Contains(text, `\delta(0.4) \le 10^{-5}`) {
			t.Errorf("profile, blocks of %d: %s, want μ = %v", c.block, text, mu)
		}
	}
}

// A row whose value is another's shows the other's formula: on a wide domain steps that
// contract pay off what distance there is, and noise mixes nothing.
func TestWrittenOthers(t *testing.T) {
	r := strongRun()
	r.N, r.B, r.Scheme, r.Diameter = 10, 10, run.Full, 1e6
	_, _, composed := told(t, Composition, r, 2)
	if _, _, text := told(t, Contraction, r, 2); text != composed {
		t.Errorf("composition is smaller, and written is %s", text)
	}
	_, _, shifted := told(t, Shift, r, 2)
	if _, _, text := told(t, Joint, r, 2); text != shifted || text == composed {
		t.Errorf("the shift program is smaller, and written is %s", text)
	}
}

// The sampled program has the run's rate, its noise over the sensitivity s =
// 2·0.3·2/6 of a step, and the shares of noise that were found.
func TestWrittenSampled(t *testing.T) {
	r := strongRun()
	r.N, r.B, r.T, r.Eta, r.Clip, r.Sigma, r.Scheme, r.Noise = 60, 6, 40, 0.3, 2, 1.25, run.WithoutReplacement, run.IterateNoise
	for _, th := range []*Theorem{SampledShift, ChienLi312} {
		o, _, text := told(t, th, r, 2)
		for _, part := range []string{`\frac{6}{60}`, `\cdot 6.25\right)`, `}^{39}`, `1.25^2`, "= " + tex(o.Renyi)} {
			if !strings.Contains(text, part) {
				t.Errorf("%s: %s lacks %s", th.ID, text, part)
			}
		}
	}
	h := &hiddenBatches{ctx: t.Context(), run: r, step: sampledStep(r.Step())}
	h.best.Keep(2, hiddenOptimum{SampledSolution: shift.SampledSolution{Solution: shift.Solution{Tau: 3},
		Splits: []shift.Split{{Beta: 0.75}, {Beta: 0.5}, {Beta: 1}}}})
	chosen, text := h.explain(claim.Bound{Question: claim.Question{Alpha: 2}, Epsilon: 0.1, Alpha: 2, Renyi: 0.1})
	if !strings.Contains(text, `0.5 \le \beta_t \le 1`) || !strings.Contains(text, `\sum_{t=3}`) || len(named(chosen, "betas")) != 3 ||
		valueNamed(chosen, "window") != 37 {
		t.Errorf("written is %s of %v", text, chosen)
	}
}

// A number in scientific notation is put in brackets before it is squared.
func TestSquared(t *testing.T) {
	for x, want := range map[float64]string{0.08: `0.08^2`, 3e-6: `\left(3\cdot 10^{-6}\right)^2`, 1e-9: `\left(10^{-9}\right)^2`} {
		if got := squared(x); got != want {
			t.Errorf("%v squared is %s, want %s", x, got, want)
		}
	}
}

// The distances at the ends of epochs begin and end at 0, one for each epoch and
// one before; where many are the same they are told as often as makes a list that is
// cut short.
func TestLevelsTold(t *testing.T) {
	r := strongRun()
	r.N, r.B, r.Scheme, r.Sigma = 20, 10, run.Reshuffle, 0.5
	for epochs, want := range map[int]int{1: 2, 5: 6, 200: 0} {
		r.T = 2 * epochs
		_, chosen, _ := told(t, AveragedReshuffled, r, 4)
		levels := named(chosen, "levels")
		if want == 0 {
			if len(levels) <= mostLevels || len(levels) > 60 {
				t.Errorf("%d epochs have %d levels", epochs, len(levels))
			}
		} else if len(levels) != want {
			t.Errorf("%d epochs have the levels %v", epochs, levels)
		}
		if levels[0] != 0 && levels[0] != r.Diameter || levels[len(levels)-1] != 0 {
			t.Errorf("%d epochs begin and end at %v", epochs, levels)
		}
	}
}

// A choice counts uses of the differing example, what is told counts steps.
func TestStepsOfUses(t *testing.T) {
	r := strongRun() // 10 steps an epoch
	for _, c := range []struct {
		scheme      run.Scheme
		uses        contraction.Choice
		block, tail int
	}{
		{run.Cyclic, contraction.Choice{Block: 3}, 30, 0},
		{run.Cyclic, contraction.Choice{Block: 3, Tail: 2}, 21, 19},
		{run.ShuffleOnce, contraction.Choice{Block: 1}, 10, 0},
		{run.Reshuffle, contraction.Choice{Block: 1}, 10, 0},
		{run.WithoutReplacement, contraction.Choice{Block: 1}, 1, 0},
	} {
		r.Scheme = c.scheme
		if block, tail := inSteps(r, c.uses); block != c.block || tail != c.tail {
			t.Errorf("%s, %+v: %d and %d", c.scheme, c.uses, block, tail)
		}
	}
}
