package adversary

import (
	"math"
	"testing"

	"lastiterate/bounds/run"
)

// The probabilities of sizes are the binomial ones, and what is left out is bounded.
func TestSizes(t *testing.T) {
	for _, c := range []struct{ n, part, whole int }{{3, 2, 4}, {283, 2, 284}, {15_000, 50, 15_001}, {7, 7, 8}, {0, 1, 1}, {20, 1, 400}} {
		sizes, beyond := Sizes(c.n, c.part, c.whole, 0.25, -0.5)
		q, sum, mean := float64(c.part)/float64(c.whole), 0.0, 0.0
		for _, s := range sizes {
			k := math.Round(s.Excess / 0.25)
			a, _ := math.Lgamma(float64(c.n) + 1)
			b, _ := math.Lgamma(k + 1)
			d, _ := math.Lgamma(float64(c.n) - k + 1)
			want := 1.0
			if q < 1 {
				want = math.Exp(a - b - d + k*math.Log(q) + (float64(c.n)-k)*math.Log1p(-q))
			}
			if math.Abs(s.Weight/want-1) > 1e-9 {
				t.Errorf("%+v: %v has %v, want %v", c, k, s.Weight, want)
			}
			sum, mean = sum+s.Weight, mean+s.Weight*k
		}
		if math.Abs(sum-1) > 1e-13 || math.Abs(mean-float64(c.n)*q) > 1e-9*(1+mean) || !(beyond >= 0 && beyond < 1e-18) {
			t.Errorf("%+v: sum %v, mean %v, beyond %v", c, sum, mean, beyond)
		}
	}
	if sizes, _ := Sizes(10_000_000, 1, 3, 0.25, 0); sizes != nil {
		t.Errorf("%d sizes", len(sizes))
	}
}

// Poisson batches of four examples, two each on average, every one of which pulls, and pushes to one side: the
// laws are those of a plain propagation on cells, size by size.
func TestRandomPull(t *testing.T) {
	for _, others := range []struct{ each, drift float64 }{{-0.3, 0}, {0.4, 0}, {0, 0.7}, {-0.3, -0.5}} {
		each, drift := others.each, others.drift
		p := Projected{Diameter: 3, T: 12, Order: run.Drawn, Period: 2, Rate: 0.5,
			Visit: [2]ClippedStep{{Excess: each / 2, Shift: 0.6}, {Excess: 0, Shift: 0}}}
		p.Sizes, p.Beyond = Sizes(3, 2, 4, each/2, drift/2)
		laws, proved := p.proved(t)
		const cells = 300
		law := func(which int) []float64 {
			h := p.Diameter / cells
			at := func(i int) float64 { return -p.Diameter/2 + h*(float64(i)+0.5) }
			v := make([]float64, cells+2) // the last two are the ends
			v[cells/2], v[cells/2-1] = 0.5, 0.5
			for range p.T {
				next := make([]float64, cells+2)
				for i, mass := range v {
					if mass == 0 {
						continue
					}
					x := -p.Diameter / 2
					if i < cells {
						x = at(i)
					} else if i == cells+1 {
						x = p.Diameter / 2
					}
					for k, w := range []float64{1. / 8, 3. / 8, 3. / 8, 1. / 8} {
						for _, step := range []ClippedStep{{}, p.Visit[which]} {
							mean := x + (step.Excess+float64(k)*each/2)*x + step.Shift + float64(k)*drift/2
							share := mass * w * 0.5
							below := upperTail(mean + p.Diameter/2)
							next[cells] += share * below
							for j := range cells {
								up := upperTail(mean - (at(j) + h/2))
								next[j] += share * (up - below)
								below = up
							}
							next[cells+1] += share * (1 - below)
						}
					}
				}
				v = next
			}
			return v
		}
		first, second := law(0), law(1)
		for _, alpha := range []float64{1.5, 4} {
			want := max(divergence(first, second, alpha), divergence(second, first, alpha))
			got, estimate := proved.Renyi(alpha), laws.Renyi(alpha)
			if !(got <= want*(1+1e-4) && got > want*0.99) || math.Abs(estimate/want-1) > 1e-3 {
				t.Errorf("%+v, α = %v: proved %v, estimate %v, on cells %v", others, alpha, got, estimate, want)
			}
		}
	}
}
