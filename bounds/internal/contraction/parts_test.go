package contraction

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/run"
)

// More steps mix no worse: also where a line pulls together what is far apart and pushes apart what is close, so that the first
// steps hardly have to pay.
func TestMoreStepsMixNoWorse(t *testing.T) {
	l := Problem{Order: run.KnownOrder, Period: 1, T: 200, Sigma: 1, Diameter: 3.82, Sensitivity: 0.02,
		Plain: []affine.Line{{Excess: -0.0351, Offset: 0.106}, {Excess: 0.858}}}.lengths()
	before := math.Inf(1)
	for n := 1.0; n <= 200; n++ {
		mu := l.idleMu(n)
		if mu > before*(1+1e-9) {
			t.Errorf("%v apart after %v steps, %v after one less", mu, n, before)
		}
		before = mu
	}
	if before > 0.81 { // o√((1+c)/(1−c)) = 0.793 in the long run
		t.Errorf("%v apart after 200 steps", before)
	}
}

// A kernel in parts leaves no less of a divergence than the walk on the interval does: x ↦ x + G, cut at the ends, from laws of
// which a share a starts at either end and the rest in the middle. It leaves much less than one kernel where a is small.
func TestPartsAboveWalks(t *testing.T) {
	const d, cells, steps = 3.0, 600, 12
	p := Problem{Order: run.KnownOrder, Period: 1, T: steps, Sigma: 1, Diameter: d, Sensitivity: 0.1, Plain: []affine.Line{{}}}
	width := d / cells
	walk := func(at float64) []float64 { // the last two cells are the ends
		law := make([]float64, cells+2)
		point := func(i int) float64 {
			switch i {
			case cells:
				return -d / 2
			case cells + 1:
				return d / 2
			}
			return -d/2 + width*(float64(i)+0.5)
		}
		tail := func(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }
		from := []float64{at}
		mass := []float64{1}
		for range steps {
			clear(law)
			for i, m := range mass {
				law[cells] += m * tail(d/2+from[i])
				law[cells+1] += m * tail(d/2-from[i])
				for j := range cells {
					law[j] += m * width * math.Exp(-square(point(j)-from[i])/2) / math.Sqrt(2*math.Pi)
				}
			}
			mass = append(mass[:0:0], law...)
			from = from[:0]
			for i := range law {
				from = append(from, point(i))
			}
		}
		return mass
	}
	low, middle, high := walk(-d/2), walk(0), walk(d/2)
	kernel, s := p.Kernels().Of(steps), p.search(atDelta(1e-5))
	gain := 0.0
	for _, a := range []float64{1, 0.1, 0.01} {
		for _, gamma := range []float64{1, 1.001, 1.02, 1.3, 3} {
			truth := 0.0
			for i := range middle {
				truth += max(0, a*high[i]+(1-a)*middle[i]-gamma*(a*low[i]+(1-a)*middle[i]))
			}
			left, whole := kernel.Left(a, gamma-1), a*kernel.left((gamma-1)/a)
			if left < truth*(1-1e-6) || left > whole*(1+1e-9) {
				t.Errorf("a = %v, γ = %v: %v, the walk leaves %v, one kernel %v", a, gamma, left, truth, whole)
			}
			if truth > 1e-9 {
				gain = max(gain, whole/left)
			}
			g, at := newGrid(2*math.Log(gamma), answer.points), answer.points/2
			if gamma == 1 {
				g, at = newGrid(1, answer.points), 0
			}
			h := g.evaluate(func(float64) float64 { return a })
			if v := s.idleWays(g, steps).over(g, h)[at]; v < truth*(1-1e-6) || v > left*(1+1e-3) && v > whole {
				t.Errorf("a = %v, γ = %v: %v on a grid, the walk leaves %v", a, gamma, v, truth)
			}
		}
	}
	if gain < 1.4 {
		t.Errorf("parts leave %v of what one kernel does at least", 1/gain)
	}
}

// The last part of a block with several uses is one run's own step; with one use it is the step under the shared map, which is
// smaller where steps expand (contraction.md, Proposition 2).
func TestLastPartOfSeveralUses(t *testing.T) {
	p := Problem{Order: run.KnownOrder, Period: 1, T: 50, Sigma: 1, Diameter: 2, Sensitivity: 0.1,
		Plain: []affine.Line{{Excess: 0.3}}, Use: []affine.Line{{Excess: 0.2}}, Shared: []affine.Line{{Excess: 0.2}, {Excess: 0.3}}}
	last := func(p Problem, block float64) float64 {
		s := p.search(atDelta(1e-5))
		s.tailRatio, s.mirrored = 0, nil
		ways := s.lead(newGrid(2, answer.points), plan{0.5, block})
		return ways[len(ways)-1].last.mu
	}
	const deviation = math.Sqrt2 / 2 // of the half of the noise that does not pay
	if got, want := last(p, 2), 2.6/deviation; math.Abs(got/want-1) > 1e-12 {
		t.Errorf("two uses: %v apart, want %v", got, want)
	}
	p.Period = 2
	if got, want := last(p, 1), 2.4/deviation; math.Abs(got/want-1) > 1e-12 {
		t.Errorf("one use: %v apart, want %v", got, want)
	}
}
