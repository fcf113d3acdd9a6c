package constants

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"lastiterate/bounds/run"
)

// Features clipped at 4, with a bias: β = (L²+1)/2 = 8.5, and with λ = 0.1 the
// smoothness is 8.6 (Ye and Shokri 2022, Proposition F.1).
func TestPublishedConstants(t *testing.T) {
	c, err := Of(Regression{Features: 4, Bias: true, Classes: 10, Reg: 0.1, Clip: math.Inf(1)})
	if err != nil || c.Curvature != 8.5 || c.Smoothness != 8.6 || c.StrongConvexity != 0.1 {
		t.Errorf("%+v, %v", c, err)
	}
	if want := math.Sqrt(2 * 17); c.Norm != want || c.Clip != want || c.Clips || c.Clipping != run.ClippingDifference {
		t.Errorf("norm: %+v, want √34", c)
	}
	one, err := Of(Regression{Features: 4, Bias: true, Classes: 2, Single: true, Reg: 0.1, Clip: 1})
	if err != nil || one.Curvature != 4.25 || one.Norm != math.Sqrt(17) || !one.Clips || one.Clipping != run.ClippingGLM || one.Clip != 1 {
		t.Errorf("one output: %+v, %v", one, err)
	}
	several, err := Of(Regression{Features: 4, Bias: true, Classes: 3, Reg: 0.1, Clip: 1})
	if err != nil || several.Clipping != "" {
		t.Errorf("several outputs, clipped, a regulariser outside: %+v, %v", several, err)
	}
}

// softmax is an example's probabilities, and its gradient clipped at limit, for
// weights of classes × features.
func softmax(weights []float64, x []float64, label, classes int, limit float64) []float64 {
	p := make([]float64, classes)
	total := 0.0
	for k := range p {
		for i, v := range x {
			p[k] += weights[k*len(x)+i] * v
		}
		p[k] = math.Exp(p[k])
		total += p[k]
	}
	g := make([]float64, len(weights))
	norm := 0.0
	for k := range p {
		d := p[k] / total
		if k == label {
			d--
		}
		for i, v := range x {
			g[k*len(x)+i] = d * v
			norm += d * v * d * v
		}
	}
	if norm = math.Sqrt(norm); norm > limit {
		for i := range g {
			g[i] *= limit / norm
		}
	}
	return g
}

// The Jacobian of a step, by finite differences in random regressions, never stretches
// beyond the modulus, and gradients are never longer than Norm.
func TestNoStepExpandsMore(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	nearest, expanded := 0.0, 0
	for range 400 {
		classes, width := 2+draw.IntN(3), 1+draw.IntN(2)
		features := 0.5 + 2*draw.Float64()
		x := make([]float64, width+1)
		norm := 0.0
		for i := range width {
			x[i] = draw.NormFloat64()
			norm += x[i] * x[i]
		}
		for i := range width {
			x[i] *= features / math.Sqrt(norm)
		}
		x[width] = 1
		m := Regression{Features: features, Bias: true, Classes: classes, Reg: 0.1 * draw.Float64(), Clip: 0.05 + draw.Float64()}
		c, err := Of(m)
		if err != nil {
			t.Fatal(err)
		}
		m.Eta = (0.2 + 3*draw.Float64()) / c.Curvature
		if c, err = Of(m); err != nil {
			t.Fatal(err)
		}
		w := make([]float64, classes*(width+1))
		for i := range w {
			w[i] = 2 * draw.NormFloat64()
		}
		label := draw.IntN(classes)
		g := softmax(w, x, label, classes, math.Inf(1))
		if got := mat.Norm(mat.NewVecDense(len(g), g), 2); got > c.Norm {
			t.Fatalf("%+v: a gradient of norm %v", m, got)
		}
		for _, limit := range []float64{m.Clip, math.Inf(1)} {
			step := mat.NewDense(len(w), len(w), nil)
			const h = 1e-6
			for j := range w {
				up, down := append([]float64(nil), w...), append([]float64(nil), w...)
				up[j] += h
				down[j] -= h
				a, b := softmax(up, x, label, classes, limit), softmax(down, x, label, classes, limit)
				for i := range w {
					d := -m.Eta * ((a[i] - b[i]) / (2 * h))
					if i == j {
						d += 1 - m.Eta*m.Reg
					}
					step.Set(i, j, d)
				}
			}
			var svd mat.SVD
			svd.Factorize(step, mat.SVDNone)
			stretch := svd.Values(nil)[0]
			bound := c.Modulus
			if math.IsInf(limit, 1) {
				bound = c.WithoutClip
			}
			if stretch > bound*(1+1e-6) {
				t.Errorf("%+v (clip %v): a step stretches by %v, more than %v", m, limit, stretch, bound)
			}
			if !math.IsInf(limit, 1) && c.Clips {
				nearest = max(nearest, stretch/bound)
				if stretch > c.WithoutClip*(1+1e-6) {
					expanded++
				}
			}
		}
	}
	// If none did, these runs would not contradict Proposition F.2 for several outputs.
	if expanded == 0 {
		t.Error("0 clipped steps expanded more than an unclipped one, want at least 1")
	}
	t.Logf("closest to its modulus: %.4f; %d steps that Proposition F.2 excludes", nearest, expanded)
}

func TestModuli(t *testing.T) {
	m := Regression{Features: 4, Bias: true, Classes: 10, Reg: 0.1, Clip: 1, Eta: 0.02}
	c, err := Of(m)
	r := 0.02 * 0.1
	want := (1 - r) * 2 / math.Sqrt(4-0.02*8.5/(1-r))
	if err != nil || math.Abs(c.Modulus-want) > 1e-15 || math.Abs(c.WithoutClip-(1-r)) > 1e-15 || math.Abs(c.Before-(1-r+0.17)) > 1e-12 {
		t.Errorf("%+v, %v; want %v", c, err, want)
	}
	m.Single, m.Classes = true, 2
	if c, _ := Of(m); c.Modulus != c.WithoutClip || !math.IsNaN(c.Before) {
		t.Errorf("one output: %+v", c)
	}
	m = Regression{Features: 4, Classes: 3, Clip: 1, Eta: 1, Reg: 0.5}
	if c, _ := Of(m); c.Modulus != 0.5+8 {
		t.Errorf("a step of ηβ = 8: %+v", c)
	}
}

func TestRegressionsThatCannotBe(t *testing.T) {
	good := Regression{Features: 4, Classes: 3, Clip: 1}
	for field, change := range map[string]func(*Regression){
		"features": func(m *Regression) { m.Features = 0 },
		"classes":  func(m *Regression) { m.Single = true },
		"reg":      func(m *Regression) { m.Reg = -1 },
		"clip":     func(m *Regression) { m.Clip = math.NaN() },
		"eta":      func(m *Regression) { m.Eta = math.Inf(1) },
	} {
		m := good
		change(&m)
		var errs run.Errors
		if _, err := Of(m); !errors.As(err, &errs) || errs[0].Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	// An error names the limit that the value is beyond.
	for want, m := range map[string]Regression{
		"at most 10⁹":   {Features: 4, Classes: 2_000_000_000, Clip: 1},
		"at most 1e100": {Features: 1e101, Classes: 3, Clip: 1},
		"finite":        {Features: 4, Classes: 3, Clip: 1, Eta: math.Inf(1)},
	} {
		if _, err := Of(m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want …%s", err, want)
		}
	}
}
