package window

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
)

func epochsOf(r run.Run) *composedWindow {
	return newComposedWindow(context.Background(), r, eachEpoch(context.Background(), r))
}

// A hundred times as many epochs lose little more, where composition loses a hundred times as much.
func TestShuffledWindowForgets(t *testing.T) {
	for _, adjacency := range []run.Adjacency{run.Replace, run.ZeroOut} {
		for _, q := range []claim.Question{{Alpha: 3}, {Delta: 1e-6}} {
			short, long := afterLong(run.Reshuffle, 1010), afterLong(run.Reshuffle, 101_010)
			short.Adjacency, long.Adjacency = adjacency, adjacency
			a, b := rowtest.ValueOf(t, Shuffled, short, q), rowtest.ValueOf(t, Shuffled, long, q)
			if !(a <= b && b < 2*a) {
				t.Errorf("%s %+v: %v after 1010 steps, %v after 101,010", adjacency, q, a, b)
			}
			if c := rowtest.ValueOf(t, composition.Shuffled, short, q); !(a < c/3) {
				t.Errorf("%s %+v: %v, composition %v", adjacency, q, a, c)
			}
		}
	}
}

// Windows begin with an epoch, and what epochs add before them is contracted by those that follow.
func TestEpochWindows(t *testing.T) {
	for _, T := range []int{21, 47, 400, 4003} {
		w := epochsOf(afterLong(run.Reshuffle, T))
		if len(w.windows) == 0 {
			t.Errorf("T = %d: no window", T)
		}
		for _, m := range w.windows {
			if m < 1 || m >= T || (T-m)%20 != 0 {
				t.Errorf("T = %d: a window of %d steps does not begin with an epoch", T, m)
			}
			want := 0.0
			for j := 0; j*20 < T-m; j++ {
				left := 1.0
				for _, n := range w.tried {
					if n <= j*20 {
						left = min(left, math.Exp(w.left[n]))
					}
				}
				want += w.apart * left
			}
			if got := w.before(m); got < min(1, want)*(1-1e-9) || got > 1.5*want {
				t.Errorf("T = %d: before %d steps the runs are %v apart, want %v", T, m, got, want)
			}
		}
	}
}

// pushed is the law after a step that pushes by so much, on the cells of a walk.
func (w cellWalk) pushed(d float64, p []float64, push float64) []float64 {
	upper := func(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }
	h, next := d/float64(w.cells), make([]float64, w.cells+2)
	for i, mass := range p {
		from := h*(float64(i)+0.5) + push
		switch i {
		case w.cells:
			from = push
		case w.cells + 1:
			from = d + push
		}
		for j := range w.cells {
			next[j] += mass * (upper(h*float64(j)-from) - upper(h*float64(j+1)-from))
		}
		next[w.cells] += mass * upper(from)
		next[w.cells+1] += mass * upper(d-from)
	}
	return next
}

// Two examples in reshuffled batches of one: one pushes, by u in one run and not in the other, and the other example pushes
// against it. The projected walks lose no more than the row says, and not much less where orders are small.
func TestShuffledWindowAgainstWalks(t *testing.T) {
	const d, u, T = 3.0, 0.2, 31
	walk := cellWalk{cells: 60}
	r := run.Run{N: 2, B: 1, T: T, Eta: 1, Clip: u, Sigma: 1, Noise: run.IterateNoise, Diameter: d, Adjacency: run.ZeroOut,
		Scheme: run.Reshuffle, Loss: run.Convex, Clipping: run.ClippingNever, Smoothness: 1}
	for _, other := range []float64{0, -u, u} {
		law := func(push float64) []float64 {
			p := make([]float64, walk.cells+2)
			p[walk.cells/2] = 1
			half := func(first, second float64) []float64 { return walk.pushed(d, walk.pushed(d, p, first), second) }
			for range T / 2 {
				a, b := half(push, other), half(other, push)
				for i := range p {
					p[i] = (a[i] + b[i]) / 2
				}
			}
			a, b := walk.pushed(d, p, push), walk.pushed(d, p, other)
			for i := range p {
				p[i] = (a[i] + b[i]) / 2
			}
			return p
		}
		p, q := law(u), law(0)
		for _, alpha := range []float64{1.5, 2, 4, 16} {
			bound := rowtest.ValueOf(t, Shuffled, r, claim.Question{Alpha: alpha})
			for _, pair := range [][2][]float64{{p, q}, {q, p}} {
				sum := 0.0
				for i := range p {
					sum += pair[0][i] * math.Expm1((alpha-1)*math.Log(pair[0][i]/pair[1][i]))
				}
				exact := math.Log1p(sum) / (alpha - 1)
				if !(bound >= exact) || alpha == 2 && other == 0 && bound > 30*exact {
					t.Errorf("other push %v, order %v: at most %v, of two walks %v", other, alpha, bound, exact)
				}
			}
		}
		for _, epsilon := range []float64{0.05, 0.2} {
			delta := 0.0
			for i := range p {
				delta += max(0, p[i]-math.Exp(epsilon)*q[i])
			}
			if bound := rowtest.ValueOf(t, Shuffled, r, claim.Question{Delta: delta}); bound < epsilon {
				t.Errorf("other push %v: at most ε = %v at δ = %v, of two walks %v", other, bound, delta, epsilon)
			}
		}
	}
}
