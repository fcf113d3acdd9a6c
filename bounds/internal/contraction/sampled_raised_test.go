package contraction

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"lastiterate/bounds/run"
)

// drawn are runs whose steps use the example with probability rate, by vectors of the length s that are apart times as far
// apart in the two runs.
func drawn(c, s, apart, d, rate float64, steps int) Problem {
	p := linear(c-1, apart*s, 1, d, steps)
	p.Order, p.Period, p.Rate = run.Drawn, 1, rate
	p.Use, p.Shared = p.Plain, p.Plain
	p.Prices = []Price{{Displaced, s, apart}, {Revealed, apart * s, 0}}
	return p
}

// Sampled batches are bounded at high orders by no less than the laws have of runs that drift with and against their uses.
func TestSampledHighOrdersAgainstLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	raised, revealed, close := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		within := evenly(t)
		c := rapid.SampledFrom([]float64{0, 0.5, 0.9, 0.97, 1}).Draw(t, "c")
		d, s, rate := within("D", 0.3, 4), within("s", 0.1, 0.8), rapid.Float64Range(0.02, 0.99).Draw(t, "q")
		apart := rapid.SampledFrom([]float64{1, 2}).Draw(t, "apart")
		steps := rapid.IntRange(2, 14).Draw(t, "T")
		alpha := min(400, within("α·s²", 2, 60)/(s*s*apart*apart)) // where doubles hold the tails
		p := drawn(c, s, apart, d, rate, steps)
		if rapid.Bool().Draw(t, "sizes vary") { // then last blocks are of known batches
			p.Sizes = []SizeGroup{{1, 1, p.Plain}}
		}
		bound, by, err := p.ProfileRenyi(context.Background(), alpha)
		if err != nil {
			t.Fatal(err)
		}
		if by.Lower > 0 {
			raised++
			if by.Revealed {
				revealed++
			}
		}
		w := newFreshWalk(d, c)
		law := func(drift, jump float64) []float64 {
			out := make([]float64, len(w.centres)+2)
			out[0] = 1
			for range steps {
				used, idle := w.moved(out, drift+jump), w.moved(out, drift)
				for i := range out {
					out[i] = rate*used[i] + (1-rate)*idle[i]
				}
			}
			mass := floats.Sum(out) // a divergence may be as small as what the cells get wrong of it
			floats.Scale(1/mass, out)
			return out
		}
		truth := 0.0
		for _, against := range []float64{0, 0.3, 0.7, 1} {
			drift := -min(28, alpha*s*apart*against) // the tilted law stays inside, doubles hold its tails
			with, without := law(drift, s), law(drift, s*(1-apart))
			truth = max(truth, divergence(with, without, alpha), divergence(without, with, alpha))
		}
		const cells = 1.003
		if truth > bound*cells+1e-9 {
			t.Fatalf("c = %v, s = %v, %v apart, D = %v, q = %v, T = %d, α = %v: the law has %v, the bound is %v (%+v)", c, s, apart, d,
				rate, steps, alpha, truth, bound, by)
		}
		if by.Lower > 0 && truth > 0.6*bound {
			close++
		}
	})
	if raised == 0 || revealed == 0 || close == 0 {
		t.Errorf("%d orders were raised, %d of them by known batches; %d bounds are within two fifths of a law", raised, revealed, close)
	}
}

// A price whose power is too large for a number is that of the number's logarithm.
func TestPriceAboveNumbers(t *testing.T) {
	for _, q := range []float64{1, 0.3, 1e-200, 1e-300} {
		for _, exponent := range []float64{501, 600, 690} {
			exact := math.Log1p(q * math.Expm1(exponent))
			if got := logOnePlus(q, exponent); got < exact*(1-1e-15) || got > exact+1e-12*exponent {
				t.Errorf("q = %v, exponent %v: %v, want %v", q, exponent, got, exact)
			}
		}
	}
}

// Where steps mix, a sampled run is bounded at a high order by little more than its last step loses, though no
// float64 holds its profile: by a factor of two hundred less than by orders that contract one by one.
func TestSampledHighOrderHasNoCliff(t *testing.T) {
	p := drawn(0.9, 0.04, 2, 1, 0.1, 200)
	e, by, err := p.ProfileRenyi(context.Background(), 1024)
	if err != nil || by.Lower == 0 {
		t.Fatalf("%v by %+v, %v", e, by, err)
	}
	if known := 1024 * 0.08 * 0.08 / 2; e > 1.5*known {
		t.Errorf("%v, and a step whose batch is known loses %v", e, known)
	}
}

// A sampled step that always uses the example is a known one: its last blocks mix and pay the same.
func TestLastBlocksOfCertainUses(t *testing.T) {
	sampled := drawn(0.9, 0.04, 2, 1, 1, 200)
	sampled.Prices = sampled.Prices[1:]
	known := sampled
	known.Order = run.KnownOrder
	s, want := sampled.search(nil), known.search(nil)
	want.mirrored, want.tailRatio = nil, 0 // Gaussians alone
	g := newGrid(10, answer.points)
	for _, block := range []float64{1, 3, 8} {
		for _, share := range []float64{0.3, 0.8} {
			for _, revealed := range []bool{true, false} {
				if block > 1 && !revealed {
					continue
				}
				last := extension{last: plan{share, block}, revealed: revealed}
				kernels, pays := s.lastBlockOf(g, last, 50)
				as, less := want.lastBlockOf(g, extension{last: last.last}, 50)
				if len(kernels) != len(as) || math.Abs(pays/less-1) > 1e-12 {
					t.Errorf("%+v: %d ways and %v paid, a known block %d and %v", last, len(kernels), pays, len(as), less)
				}
				for i, w := range kernels {
					if w.times != as[i].times || math.Abs(w.last.mu/as[i].last.mu-1) > 1e-12 ||
						w.times > 0 && math.Abs(w.first.mu/as[i].first.mu-1) > 1e-12 {
						t.Errorf("%+v: %+v, a known block %+v", last, w, as[i])
					}
				}
			}
		}
	}
}
