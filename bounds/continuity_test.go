package bounds

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// jump is a factor between the bounds of two runs whose noise or diameter hardly differ. Their losses hardly differ, so a
// search has given up on one side.
const jump = 1.1

// Our hidden-state bounds at a δ have no jumps over σ and D, from 1/100 to 100 times those of a random run. With little noise
// profile contraction once was up to 3,000 times its value at a little more noise, and no test of soundness saw it.
func TestBoundsDoNotJump(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute: make test runs it, make quick does not")
	}
	t.Parallel()
	source := rand.New(rand.NewPCG(17, 34))
	followed := map[string]bool{}
	for range draws.Sample(4, 60) {
		r, _ := draw(source)
		q := claim.Question{Delta: random.LogUniform(source, 1e-12, 1e-3)}
		noise := walk{q, func(k float64) run.Run { c := r; c.Sigma *= k; return c }}
		noise.follow(t, "σ", followed)
		if r.Bounded() {
			domain := walk{q, func(k float64) run.Run { c := r; c.Diameter *= k; return c }}
			domain.follow(t, "D", followed)
		}
	}
	for _, id := range []string{"profile", "contraction", "shift"} {
		if !followed[id] {
			t.Errorf("%s has no two values side by side", id)
		}
	}
}

// A walk changes one parameter of a run by a factor.
type walk struct {
	q  claim.Question
	at func(k float64) run.Run
}

// value returns the bound of a row, NaN if it has none worth comparing.
func (w walk) value(th *theorem.Theorem, k float64) float64 {
	row := evaluateSome(w.at(k), w.q, func(x *theorem.Theorem) bool { return x == th })[th.ID]
	if !row.Applies || row.Epsilon < 1e-6 {
		return math.NaN()
	}
	return row.Epsilon
}

// follow looks at every row on a grid, and closely where it is steep.
func (w walk) follow(t *testing.T, name string, followed map[string]bool) {
	t.Helper()
	const points, span = 9, 100.0
	for _, th := range catalog.All() {
		if th.Kind() != claim.UpperBound || !th.Source.Ours() || !th.HiddenState {
			continue
		}
		left, before := 0.0, math.NaN()
		for p := range points {
			k := math.Pow(span, 2*float64(p)/(points-1)-1)
			here := w.value(th, k)
			if f := factor(before, here); f >= 1 {
				followed[th.ID] = true
				if a, b, f := w.steepest(th, left, k, before, here); f > jump {
					t.Errorf("%s over %s: factor %v between %v and %v times that of\n%+v %+v", th.ID, name, f, a, b, w.at(1), w.q)
				}
			}
			left, before = k, here
		}
	}
}

// steepest halves an interval towards the larger change, until the values at its ends hardly differ or the ends do.
func (w walk) steepest(th *theorem.Theorem, a, b, low, high float64) (float64, float64, float64) {
	const close = 1 + 1e-4
	for b/a > close && factor(low, high) > jump {
		m := math.Sqrt(a * b)
		if mid := w.value(th, m); factor(low, mid) >= factor(mid, high) {
			b, high = m, mid
		} else {
			a, low = m, mid
		}
	}
	return a, b, factor(low, high)
}

// factor is by how much two values differ; NaN if one is missing.
func factor(x, y float64) float64 { return math.Exp(math.Abs(math.Log(x / y))) }
