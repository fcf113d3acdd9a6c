package catalog

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/forgetting"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/row/paper"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/internal/row/sampled"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// A shift program's line is its divergence: α/(2σ²) times what stands there, over
// the steps of its window.
func TestWrittenShift(t *testing.T) {
	const alpha = 3
	written := 0
	for _, scheme := range []run.Scheme{run.Full, run.Cyclic} {
		for _, th := range []*theorem.Theorem{ordered.Shift, paper.ChienLi31, paper.ChienLi37, paper.ChienLiA1} {
			r := rowtest.StrongRun()
			r.Scheme, r.Sigma = scheme, 1.5
			if scheme == run.Full {
				r.B = r.N
			}
			if !theorem.Applies(th.Hypotheses(r, claim.Question{Alpha: alpha})) {
				continue
			}
			written++
			o, chosen, text := rowtest.Told(t, th, r, alpha)
			sigma := r.IterateNoise()
			total := rowtest.After(t, `\\frac\{\\alpha\}\{2 \\cdot 1\.5\^2\} \\cdot`, text)
			if got := alpha / (2 * sigma * sigma) * total; math.Abs(got-o.Renyi) > 1e-5*o.Renyi {
				t.Errorf("%s, %s: %s is %v at α = 3, the bound %v", th.ID, scheme, text, got, o.Renyi)
			}
			if sum := `\sum_{t=` + strconv.Itoa(int(rowtest.ValueNamed(chosen, "tau"))) + `}^{199}`; !strings.Contains(text, sum) {
				t.Errorf("%s, %s: %s lacks %s", th.ID, scheme, text, sum)
			}
		}
	}
	if written != 5 {
		t.Errorf("%d rows were written", written)
	}
}

// One step of Theorem 4.3 is S_1 = q·e^gain + 1 − q.
func TestWrittenForgetting(t *testing.T) {
	r := rowtest.StrongRun()
	r.Scheme, r.T, r.Sigma = run.WithoutReplacement, 1, 0.1
	const alpha = 3
	_, _, text := rowtest.Told(t, paper.YeShokri43, r, alpha)
	q, s, sigma := rowtest.After(t, `S_\{t\+1\} =`, text), r.Sensitivity(), r.IterateNoise()
	want := math.Log(q*math.Exp((alpha-1)*alpha*s*s/2/sigma/sigma)+1-q) / (alpha - 1)
	if got := rowtest.After(t, `\{3 - 1\} =`, text); q != 0.1 || math.Abs(got-want) > 1e-5*want || !strings.Contains(text, `S_t^{0.95^2}`) {
		t.Errorf("%s, want %v", text, want)
	}
}

// A row whose value is another's shows the other's formula: on a wide domain steps that
// contract pay off what distance there is, and noise mixes nothing.
func TestWrittenOthers(t *testing.T) {
	r := rowtest.StrongRun()
	r.N, r.B, r.Scheme, r.Diameter = 10, 10, run.Full, 1e6
	_, _, composed := rowtest.Told(t, composition.Composition, r, 2)
	if _, _, text := rowtest.Told(t, forgetting.Contraction, r, 2); text != composed {
		t.Errorf("composition is smaller, and written is %s", text)
	}
	_, _, shifted := rowtest.Told(t, ordered.Shift, r, 2)
	if _, _, text := rowtest.Told(t, forgetting.Joint, r, 2); text != shifted || text == composed {
		t.Errorf("the shift program is smaller, and written is %s", text)
	}
}

// The sampled program has the run's rate and its noise over the sensitivity s = 2·0.3·2/6 of a step.
func TestWrittenSampled(t *testing.T) {
	r := rowtest.StrongRun()
	r.N, r.B, r.T, r.Eta, r.Clip, r.Sigma, r.Scheme, r.Noise = 60, 6, 40, 0.3, 2, 1.25, run.WithoutReplacement, run.IterateNoise
	for _, th := range []*theorem.Theorem{sampled.SampledShift, paper.ChienLi312} {
		o, _, text := rowtest.Told(t, th, r, 2)
		for _, part := range []string{`\frac{6}{60}`, `\cdot 6.25\right)`, `}^{39}`, `1.25^2`, "= " + typeset.Number(o.Renyi)} {
			if !strings.Contains(text, part) {
				t.Errorf("%s: %s lacks %s", th.ID, text, part)
			}
		}
	}
}

// Two batches in a secret order are two positions: the mean of the two costs
// in the formula is the value, whether the order is drawn once or, in a run of one
// epoch, every epoch. The same for Theorem 4.2 of Ye and Shokri, whose θ_c(2) is
// c²/(1+c²) with c = 1 − ηm = 0.95.
func TestWrittenAverages(t *testing.T) {
	r := rowtest.StrongRun()
	r.N, r.B, r.T, r.Sigma, r.Diameter = 20, 10, 2, 0.1, math.Inf(1)
	const alpha = 4
	sigma := r.IterateNoise()
	mean := func(a, b float64) float64 {
		k := (alpha - 1) * alpha / (2 * sigma * sigma)
		return math.Log((math.Exp(k*a)+math.Exp(k*b))/2) / (alpha - 1)
	}
	for _, c := range []struct {
		th     *theorem.Theorem
		scheme run.Scheme
		name   string
	}{{ordered.Shift, run.ShuffleOnce, `R_j`}, {ordered.Shift, run.Reshuffle, `\\varphi`},
		{ordered.AveragedReshuffled, run.Reshuffle, `\\varphi`}} {
		r.Scheme = c.scheme
		o, _, text := rowtest.Told(t, c.th, r, alpha)
		m := regexp.MustCompile(rowtest.ANumber + ` \\le ` + c.name + ` \\le ` + rowtest.ANumber).FindString(text)
		least, most := rowtest.After(t, `^`, m), rowtest.After(t, c.name+` \\le`, m)
		if got := mean(least, most); math.Abs(got-o.Renyi) > 1e-4*o.Renyi || !strings.Contains(text, "= "+typeset.Number(o.Renyi)) {
			t.Errorf("%s, %s: %s is %v, the bound %v", c.th.ID, c.scheme, text, got, o.Renyi)
		}
		if c.th == ordered.AveragedReshuffled && !strings.Contains(text, `Z = \left(0,\, 0\right)`) {
			t.Errorf("%s: an epoch begins and ends at 0: %s", c.th.ID, text)
		}
	}
	r.Scheme = run.ShuffleOnce
	o, _, text := rowtest.Told(t, paper.YeShokri42, r, alpha)
	s2 := r.Sensitivity() * r.Sensitivity()
	share := 0.95 * 0.95 / (1 + 0.95*0.95)
	if got := mean(s2, s2*rowtest.After(t, `\\theta_c\(2\) =`, text)); math.Abs(got-o.Renyi) > 1e-5*o.Renyi ||
		math.Abs(got-mean(s2, s2*share)) > 1e-5*got {
		t.Errorf("%s is %v, the bound %v", text, got, o.Renyi)
	}
}

// At δ the average is one of δ, and says so.
func TestWrittenAtDelta(t *testing.T) {
	r := rowtest.StrongRun()
	r.N, r.B, r.T, r.Diameter = 20, 10, 2, math.Inf(1)
	for _, scheme := range []run.Scheme{run.ShuffleOnce, run.Reshuffle} {
		r.Scheme = scheme
		o, _, text := rowtest.ToldAt(t, ordered.Shift, r, claim.Question{Delta: 1e-6})
		if !strings.Contains(text, `(`+typeset.Number(o.Epsilon)+`) \le 10^{-6}`) || !strings.Contains(text, `\delta_`) {
			t.Errorf("%s: %s", scheme, text)
		}
	}
}
