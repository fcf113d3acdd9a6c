package theorem

import (
	"context"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// lastNumber is the number at the end of a formula.
func lastNumber(t *testing.T, formula string) float64 {
	t.Helper()
	m := regexp.MustCompile(`([0-9.]+)(?:\\cdot 10\^\{(-?[0-9]+)\})?$`).FindStringSubmatch(formula)
	if m == nil {
		t.Fatalf("no number at the end of %s", formula)
	}
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

// A shift program's line is its divergence: α/(2σ²) times what stands there.
func TestWrittenShift(t *testing.T) {
	for _, scheme := range []run.Scheme{run.Full, run.Cyclic} {
		for _, th := range []*Theorem{Shift, ChienLi31, ChienLi37, ChienLiA1} {
			r := strongRun()
			r.Scheme, r.Sigma = scheme, 1.5
			if scheme == run.Full {
				r.B = r.N
			}
			if !Applies(th.Hypotheses(r, claim.Question{Alpha: 3})) {
				continue
			}
			g, err := th.Prove(context.Background(), r)
			if err != nil {
				t.Fatal(err)
			}
			const alpha = 3
			text := th.Written(r, g.Optimum, alpha, g.RDP(alpha))
			sigma := r.IterateNoise()
			if got, want := alpha/(2*sigma*sigma)*lastNumber(t, text), g.RDP(alpha); math.Abs(got-want) > 1e-5*want {
				t.Errorf("%s, %s: %s is %v at α = 3, the bound %v", th.ID, scheme, text, got, want)
			}
		}
	}
	secret := strongRun()
	secret.Scheme = run.ShuffleOnce
	if text := Shift.Written(secret, nil, 3, 1); text != "" {
		t.Errorf("an average over orders is not of this form: %s", text)
	}
}

// One step mixes two points of the domain as far as bounds/contraction/contraction.md,
// section 1, says: θ = 2Φ(m(D)/(2σ√(1−β))) − 1. For the run here m(D) = 0.9, since
// c = 1 − ηm = 0.9 and D = 1; with β = 1/2 and σ = 1, θ = 2Φ(0.636396) − 1 = 0.475...
// by math.Erfc, and μ = 0.9·√2 = 1.27279.
func TestWrittenMixing(t *testing.T) {
	r := strongRun()
	r.N, r.B, r.Scheme, r.Eta, r.Smoothness, r.StrongConvexity, r.Sigma, r.Diameter = 5, 5, run.Full, 0.1, 1, 1, 1, 1
	r.Noise = run.IterateNoise
	half := &claim.Optimum{Beta: 0.5, Block: 1}
	want := 1 - math.Erfc(0.9/math.Sqrt(0.5)/2/math.Sqrt2)
	for th, value := range map[*Theorem]float64{Contraction: want, Joint: want, Profile: 0.9 * math.Sqrt2} {
		text := th.Written(r, half, 2, 0.1)
		if got := lastNumber(t, text); math.Abs(got-value) > 1e-5 || !strings.Contains(text, "0.5") || !strings.Contains(text, "0.9") {
			t.Errorf("%s: %s, want %v", th.ID, text, value)
		}
		if text := th.Written(r, &claim.Optimum{Beta: 0.5, Block: 3}, 2, 0.1); text != "" {
			t.Errorf("%s: three steps mix by another number than %s", th.ID, text)
		}
		if text := th.Written(r, nil, 0, math.NaN()); text != "" {
			t.Errorf("%s: nothing was found, yet %s", th.ID, text)
		}
	}
}

// The sampled program has the run's rate, its sensitivity and its noise.
func TestWrittenSampled(t *testing.T) {
	r := strongRun()
	r.N, r.B, r.T, r.Eta, r.Clip, r.Sigma, r.Scheme, r.Noise = 60, 6, 40, 0.3, 2, 1.25, run.WithoutReplacement, run.IterateNoise
	text := SampledShift.Written(r, nil, 2, 0.1)
	for _, part := range []string{`\frac{6}{60}`, `\cdot 1.25}{0.2}`, `{39}`, `1.25^2`} { // s = 2·0.3·2/6
		if !strings.Contains(text, part) {
			t.Errorf("%s lacks %s", text, part)
		}
	}
}
