package convert

import (
	_ "embed"
	"encoding/json"
	"math"
	"testing"

	_ "lastiterate/bounds/draws"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"

	"pgregory.net/rapid"
)

//go:embed testdata/conversion.json
var conversions []byte

func TestReference(t *testing.T) {
	var file struct {
		Conversion []struct {
			Mu, Delta      float64
			GDPEpsilon     float64 `json:"gdp_epsilon"`
			RDPEpsilon     float64 `json:"rdp_epsilon"`
			MironovEpsilon float64 `json:"mironov_epsilon"`
		}
	}
	if err := json.Unmarshal(conversions, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Conversion) == 0 {
		t.Fatal("testdata/conversion.json has 0 values, want at least 1")
	}
	for _, c := range file.Conversion {
		rdp := func(alpha float64) float64 { return alpha * c.Mu * c.Mu / 2 }
		converted, _ := EpsilonUpper(rdp, c.Delta)
		for name, pair := range map[string][2]float64{
			"gdp":     {GaussianEpsilonUpper(c.Mu, c.Delta), c.GDPEpsilon},
			"rdp":     {converted, c.RDPEpsilon},
			"mironov": {Mironov(rdp, c.Delta), c.MironovEpsilon},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-9*pair[1] {
				t.Errorf("μ=%v δ=%v %s: ε = %v, want %v", c.Mu, c.Delta, name, pair[0], pair[1])
			}
		}
	}
}

// What is found is no less than the formula says at the order that it names, in 128 bits: where δ is nearly 1 that order is,
// too, and what is rounded next to 1 was divided by 10⁻⁵. ε(α) is constant, and ε nearly 0.
func TestOrdersNextToOne(t *testing.T) {
	one := interval.Int(1)
	for _, e := range []float64{1e-9, 1e-3, 0.7, 1, 5, 10, 12, 13} {
		for _, less := range []float64{0, 1e-9, 1e-6, 1e-3, 1} {
			// At the order 1 + x, δ = e^−x, ε is about e + log x.
			delta := math.Exp(-math.Exp(-e) * (1 + less))
			got, at := EpsilonUpper(func(float64) float64 { return e }, delta)
			if got == 0 || math.IsNaN(at.Alpha) {
				continue
			}
			alpha := interval.Float(at.Alpha)
			third := alpha.Mul(interval.Float(delta)).Log().Quo(alpha.Sub(one))
			want := interval.Float(e).Add(one.Sub(one.Quo(alpha)).Log()).Sub(third)
			if !want.AtMost(interval.Float(got)) || got > want.Up()+1e-12 {
				t.Errorf("ε(α) = %v, δ = %v: ε = %v at the order 1 + %v, want from the formula's %v to 1e-12 more",
					e, delta, got, at.Alpha-1, want.Up())
			}
		}
	}
}

// The example of conversion.json: μ = 1, δ = 1e-5.
func TestUnitGaussian(t *testing.T) {
	if got, want := GaussianEpsilonUpper(1, 1e-5), 4.3771780956812; math.Abs(got-want) > 1e-12 {
		t.Errorf("GDP: ε = %.13f, want %.13f", got, want)
	}
	got, at := EpsilonUpper(func(a float64) float64 { return a / 2 }, 1e-5)
	if want := 4.7283869849; math.Abs(got-want) > 1e-9 {
		t.Errorf("RDP: ε = %.10f at α = %v, want %.10f", got, at.Alpha, want)
	}
}

// The two sides must enclose the root, and be consistent with the profile.
func TestSidesEnclose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mu := math.Exp(rapid.Float64Range(math.Log(1e-8), math.Log(1e3)).Draw(t, "log mu"))
		delta := math.Exp(rapid.Float64Range(math.Log(1e-290), math.Log(0.9)).Draw(t, "log delta"))
		up, down := GaussianEpsilonUpper(mu, delta), GaussianEpsilonLower(mu, delta)
		if !(down <= up) || math.IsInf(up, 0) {
			t.Fatalf("μ=%v δ=%v: lower ε = %v, upper ε = %v, want them in this order and finite", mu, delta, down, up)
		}
		if errfloat.Profile(mu, up) > delta {
			t.Fatalf("μ=%v: δ(%v) = %v, want at most %v", mu, up, errfloat.Profile(mu, up), delta)
		}
		const rounding = 1e-13 // of δ near its largest, where its two terms cancel, over the slope there
		if up-down > 1e-10*(up+mu)+rounding {
			t.Fatalf("μ=%v δ=%v: lower ε = %v, upper ε = %v, want at most %v between them", mu, delta, down, up, 1e-10*(up+mu)+rounding)
		}
		gaussian := func(a float64) float64 { return a * mu * mu / 2 }
		rdp, _ := EpsilonUpper(gaussian, delta)
		if rdp < down {
			t.Fatalf("μ=%v δ=%v: ε of the Rényi conversion = %v, want at least the exact %v", mu, delta, rdp, down)
		}
		if old := Mironov(gaussian, delta); old < rdp*(1-1e-9) {
			t.Fatalf("μ=%v δ=%v: ε of Mironov's conversion = %v, want at least the other conversion's %v", mu, delta, old, rdp)
		}
	})
}

// A failure must never become the smaller answer.
func TestFailureIsInfinite(t *testing.T) {
	for name, rdp := range map[string]func(float64) float64{
		"NaN":      func(float64) float64 { return math.NaN() },
		"infinite": func(float64) float64 { return math.Inf(1) },
		"negative": func(float64) float64 { return -1 },
	} {
		if e, _ := EpsilonUpper(rdp, 1e-5); !math.IsInf(e, 1) {
			t.Errorf("%s: ε = %v, want +Inf", name, e)
		}
	}
	if e := GaussianEpsilonUpper(math.NaN(), 1e-5); !math.IsInf(e, 1) {
		t.Errorf("μ = NaN: ε = %v, want +Inf", e)
	}
	if e := GaussianEpsilonUpper(math.Inf(1), 1e-5); !math.IsInf(e, 1) {
		t.Errorf("μ = +Inf: ε = %v, want +Inf", e)
	}
}

// A conversion asks for few orders, since some take milliseconds each, and is as
// good as 10⁵ of them.
func TestFewOrders(t *testing.T) {
	for _, mu := range []float64{1e-6, 1e-3, 0.1, 1, 3, 30, 1e4} {
		for _, delta := range []float64{1e-300, 1e-12, 1e-5, 0.1, 0.9} {
			asked := 0
			got, _ := EpsilonUpper(func(alpha float64) float64 { asked++; return alpha * mu * mu / 2 }, delta)
			best := math.Inf(1)
			for x := math.Log(minOrderExcess); x < math.Log(maxOrder); x += 3e-4 {
				alpha := 1 + math.Exp(x)
				best = min(best, canonne(alpha, alpha*mu*mu/2, delta))
			}
			if best = max(0, best); got > best*(1+1e-12) || asked > 32 {
				t.Errorf("μ=%v δ=%v: ε = %v from %d orders, want %v, by a scan, from at most 32", mu, delta, got, asked, best)
			}
		}
	}
}

// A guarantee whose ε(α) rises like a wall has its best order in the corner before
// it, which may lie between two points of the scan, with another valley beyond.
func TestCorners(t *testing.T) {
	const delta = 2.4e-7
	for _, wall := range []float64{44, 45.3, 46, 47, 48, 49.7, 50.1, 51, 52, 53, 54} {
		least := math.Inf(1)
		// Contraction up to the wall, composition beyond.
		rdp := func(alpha float64) float64 {
			contracted := 4.3e-4 * alpha * (1 + math.Pow(alpha/wall, 40))
			return min(contracted, 2.79e-3*alpha)
		}
		for x := -3.0; x < 12; x += 1e-4 {
			alpha := 1 + math.Exp(x)
			least = min(least, canonne(alpha, rdp(alpha), delta))
		}
		if got, at := EpsilonUpper(rdp, delta); got > least*(1+1e-6) || got < least*(1-1e-6) {
			t.Errorf("a wall at α = %v: ε = %v at α = %v, want %v", wall, got, at.Alpha, least)
		}
	}
}
