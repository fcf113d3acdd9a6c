package composition

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// shuffleGame are steps on batches of one example in one order, which is used again after its end. Pushes follow the signs of
// what was published: pushes[cell][i] are those of example i, and own[cell] is that of example 0 in the other run.
type shuffleGame struct {
	examples, steps int
	sigma           float64
	pushes          [][]float64
	own             []float64
}

func randomShuffleGame(rng *rand.Rand, examples, steps int, adjacency run.Adjacency) shuffleGame {
	g := shuffleGame{examples: examples, steps: steps}
	push := func() float64 { return []float64{-1, 1, 0, 2*rng.Float64() - 1}[min(3, rng.IntN(5))] }
	for range 1 << steps {
		var at []float64
		for range examples {
			at = append(at, push())
		}
		own := 0.0
		switch {
		case adjacency == run.Replace && rng.IntN(2) == 0:
			at[0], own = 1, -1
		case adjacency == run.Replace:
			own = push()
		case rng.IntN(2) == 0:
			at[0] = 1
		}
		g.pushes, g.own = append(g.pushes, at), append(g.own, own)
	}
	return g
}

// orders are all orders of so many examples.
func orders(n int) (out [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for _, rest := range orders(n - 1) {
		for at := range n {
			order := append(append(append([]int(nil), rest[:at]...), n-1), rest[at:]...)
			out = append(out, order)
		}
	}
	return out
}

// divergences are those of both directions, by midpoint sums over what is published.
func (g shuffleGame) divergences(alpha float64) (forward, backward float64) {
	width, reach := 0.2, 7.0
	if g.steps > 3 {
		width = 0.5
	}
	all := orders(g.examples)
	var walk func(step, cell int, p, q []float64)
	walk = func(step, cell int, p, q []float64) {
		if step == g.steps {
			var sumP, sumQ float64
			for i := range p {
				sumP, sumQ = sumP+p[i], sumQ+q[i]
			}
			sumP, sumQ = sumP/float64(len(all)), sumQ/float64(len(all))
			forward += math.Pow(sumP, alpha) * math.Pow(sumQ, 1-alpha)
			backward += math.Pow(sumQ, alpha) * math.Pow(sumP, 1-alpha)
			return
		}
		for y := -reach + width/2; y < reach; y += width {
			density := func(push float64) float64 {
				x := y - push/g.sigma
				return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) * width
			}
			nextP, nextQ := make([]float64, len(all)), make([]float64, len(all))
			for i, order := range all {
				example := order[step%len(order)]
				nextP[i] = p[i] * density(g.pushes[cell][example])
				if example == 0 {
					nextQ[i] = q[i] * density(g.own[cell])
				} else {
					nextQ[i] = q[i] * density(g.pushes[cell][example])
				}
			}
			next := 2 * cell
			if y > 0 {
				next++
			}
			walk(step+1, next+1, nextP, nextQ)
		}
	}
	ones := make([]float64, len(all))
	for i := range ones {
		ones[i] = 1
	}
	walk(0, 0, ones, ones)
	return math.Log(forward) / (alpha - 1), math.Log(backward) / (alpha - 1)
}

// No run of a few examples loses more, whoever pushes by what was published: pushes of other examples may tell the order.
func TestShuffledCompositionAgainstGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 1))
	for _, c := range []struct {
		examples, steps, games int
		close                  float64 // that much of the bound some game loses where the noise is large
	}{{2, 2, 12, 0.5}, {3, 2, 8, 0.6}, {3, 3, 1, 0}, {2, 3, 3, 0.1}, {2, 4, 1, 0}} {
		for _, adjacency := range []run.Adjacency{run.Replace, run.ZeroOut} {
			for _, sigma := range []float64{20, 4, 1} {
				for _, alpha := range []float64{1.3, 2, 3.5} {
					r := run.Run{N: c.examples, B: 1, T: c.steps, Eta: 1, Clip: 1, Noise: run.IterateNoise, Sigma: sigma, Diameter: math.Inf(1),
						Adjacency: adjacency, Scheme: run.ShuffleOnce, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingNever}
					bound := shuffledComposition(t.Context(), r).Renyi(alpha)
					most := 0.0
					for range c.games {
						g := randomShuffleGame(rng, c.examples, c.steps, adjacency)
						g.sigma = sigma
						forward, backward := g.divergences(alpha)
						most = max(most, forward/bound, backward/bound)
					}
					if most > 1+1e-3 || sigma == 20 && most < c.close {
						t.Errorf("%d of %d examples, %s, σ = %v, α = %v: a game loses %v of the bound", c.steps, c.examples, adjacency, sigma, alpha, most)
					}
				}
			}
		}
	}
}

func TestShuffledCompositionHypotheses(t *testing.T) {
	base := run.Run{N: 100, B: 10, T: 30, Eta: 1, Clip: 1, Noise: run.IterateNoise, Sigma: 1, Diameter: 1, Adjacency: run.ZeroOut,
		Scheme: run.Reshuffle, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingNever}
	for name, c := range map[string]struct {
		change  func(*run.Run)
		applies bool
	}{
		"reshuffled":                        {func(*run.Run) {}, true},
		"shuffled once":                     {func(r *run.Run) { r.Scheme = run.ShuffleOnce }, true},
		"a known order":                     {func(r *run.Run) { r.Scheme = run.Cyclic }, false},
		"one batch":                         {func(r *run.Run) { r.B = 100 }, false},
		"only the difference is bounded":    {func(r *run.Run) { r.Clipping = run.ClippingDifference }, false},
		"all differences are bounded":       {func(r *run.Run) { r.Clipping = run.ClippingDifferenceAll }, true},
		"an example that is added or taken": {func(r *run.Run) { r.Adjacency = run.AddRemove }, false},
	} {
		r := base
		c.change(&r)
		holds := true
		for _, h := range Shuffled.Hypotheses(r, claim.Question{Alpha: 2}) {
			holds = holds && h.Holds
		}
		if holds != c.applies {
			t.Errorf("%s: the hypotheses hold: %t", name, holds)
		}
	}
}
