package composition

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
)

// anyTwoClose draws batches without replacement and zeroes an example out; the gradients of any two are at most C apart.
func anyTwoClose() run.Run {
	return run.Run{N: 20, B: 2, T: 1, Eta: 0.1, Clip: 1, Sigma: 0.05, Noise: run.IterateNoise, Diameter: math.Inf(1),
		Scheme: run.WithoutReplacement, Adjacency: run.ZeroOut, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingDifferenceAll}
}

// A member that is displaced, the example and the zero of the other run are the corners of a triangle whose sides are at most
// s: a step loses no more than the bound, at orders and in its profile, whatever the triangle, and a flat one attains the
// profile.
func TestTrianglesOfCloseGradients(t *testing.T) {
	r := anyTwoClose()
	p, u := Composed(context.Background(), r), r.IterateNoise()/r.Sensitivity()
	const h = 0.05
	q, attained := r.SamplingRate(), map[float64]float64{}
	for _, at := range [][2]float64{{1, 0}, {0.5, math.Sqrt(3) / 2}, {0.5, 0.3}, {0.5, 0}, {0, 0}} { // where the member is
		// The bases are equal: (1−q)N(0) + qN(v), with v to the example at (1, 0) or to the zero from where the member is.
		law := func(x, y, toX, toY float64) float64 {
			density := func(x, y float64) float64 { return math.Exp(-(x*x+y*y)/(2*u*u)) / (2 * math.Pi * u * u) }
			return (1-q)*density(x, y) + q*density(x-(toX-at[0]), y-(toY-at[1]))
		}
		for _, alpha := range []float64{1.5, 3} {
			first, second := 0.0, 0.0
			for x := -6.0; x < 6; x += h {
				for y := -6.0; y < 6; y += h {
					a, b := law(x, y, 1, 0), law(x, y, 0, 0)
					first += a * math.Pow(a/b, alpha-1) * h * h
					second += b * math.Pow(b/a, alpha-1) * h * h
				}
			}
			most := math.Log(max(first, second)) / (alpha - 1)
			if got := p.Renyi(alpha); most > got*(1+1e-9) {
				t.Errorf("a member at %v, α = %v: loses %v, at most %v", at, alpha, most, got)
			}
		}
		for _, delta := range []float64{1e-4, 1e-2} {
			epsilon, err := p.Epsilon(delta)
			if err != nil {
				t.Fatal(err)
			}
			first, second := 0.0, 0.0
			for x := -6.0; x < 6; x += h {
				for y := -6.0; y < 6; y += h {
					a, b := law(x, y, 1, 0), law(x, y, 0, 0)
					first += max(0, a-math.Exp(epsilon)*b) * h * h
					second += max(0, b-math.Exp(epsilon)*a) * h * h
				}
			}
			most := max(first, second)
			if most > delta*(1+1e-3) {
				t.Errorf("a member at %v: δ(%v) = %v, stated %v", at, epsilon, most, delta)
			}
			attained[delta] = max(attained[delta], most)
		}
	}
	for delta, most := range attained {
		if most < 0.98*delta {
			t.Errorf("δ = %v: no triangle has more than %v", delta, most)
		}
	}
}

// What is kept of one way of sampling is not taken for another's with the same q and u.
func TestKeptCostsOfPairs(t *testing.T) {
	ctx, each := memo.Remembering(context.Background()), func(clipping run.Clipping) run.Run {
		r := anyTwoClose()
		r.T, r.Clipping = 3, clipping
		return r
	}
	for _, clipping := range []run.Clipping{run.ClippingNever, run.ClippingDifferenceAll, run.ClippingNever} {
		kept, alone := Composed(ctx, each(clipping)), Composed(context.Background(), each(clipping))
		for _, alpha := range []float64{2, 9} {
			if got, want := kept.Renyi(alpha), alone.Renyi(alpha); got != want {
				t.Errorf("%s, α = %v: %v after others, alone %v", clipping, alpha, got, want)
			}
		}
		got, err := kept.Epsilon(1e-5)
		want, alsoErr := alone.Epsilon(1e-5)
		if err != nil || alsoErr != nil || got != want {
			t.Errorf("%s: ε = %v after others, alone %v (%v, %v)", clipping, got, want, err, alsoErr)
		}
	}
	far, near := Composed(ctx, each(run.ClippingNever)).Upper(), Composed(ctx, each(run.ClippingDifferenceAll)).Upper()
	if a, b := rowtest.RenyiOf(far, 2), rowtest.RenyiOf(near, 2); !(b < a) {
		t.Errorf("any two within C lose %v, single gradients within C %v", b, a)
	}
}
