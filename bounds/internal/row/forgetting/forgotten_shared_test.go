package forgetting

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
)

// TestSharedByHand: three steps of twenty without a domain. The shares are compared with all shares on a grid, written out,
// and are within their range.
func TestSharedByHand(t *testing.T) {
	for _, adjacency := range []run.Adjacency{run.ZeroOut, run.Replace} {
		r := unfinishedRun(3)
		r.Adjacency = adjacency
		w := newWalk(nil, r, nil).window(r.T)
		w.tabulate(12, 3000)
		p := w.parts[0]
		near := 0.5
		if adjacency == run.Replace {
			near = 1
		}
		for _, loss := range []float64{0.002, 0.05, 0.3, 1} {
			gamma := math.Exp(loss)
			mean := func(e [3]float64) float64 {
				sum := 0.0
				for after, e := range e {
					left := 1 / math.Sqrt(float64(after+1))
					sum += (1-gamma/e)*hockeyOf(1*left, e) + gamma/e*hockeyOf(near*left, e)
				}
				return p.p * sum / 3
			}
			surplus := 3 * (1 + (gamma-1)/p.rate - gamma) // of three e above γ
			best := math.Inf(1)
			const parts = 300
			for i := range parts + 1 {
				for j := range parts + 1 - i {
					a, b := surplus*float64(i)/parts, surplus*float64(j)/parts
					best = min(best, mean([3]float64{gamma + a, gamma + b, gamma + surplus - a - b}))
				}
			}
			one := mean([3]float64{gamma + surplus/3, gamma + surplus/3, gamma + surplus/3})
			got := w.of(p, loss)
			if !(got > best*(1-1e-4) && got < best*1.01) {
				t.Errorf("%s, ln γ = %v: %v, the best shares have %v, one e for all %v", adjacency, loss, got, best, one)
			}
			if loss == 1 && !(got < 0.4*one) {
				t.Errorf("%s: sharing gains nothing: %v, one e for all %v", adjacency, got, one)
			}
		}
	}
}

// TestSharesAreWithinTheirRange: at every node no e is below γ, and their mean is what there is to share.
func TestSharesAreWithinTheirRange(t *testing.T) {
	r := unfinishedRun(19)
	r.Adjacency = run.Replace // what is shared always helps
	w := newWalk(nil, r, nil).window(r.T)
	w.tabulate(6, 200) // farther the profiles of early places are 0
	p := w.parts[0]
	c := p.table.shared[0]
	differ := false
	for _, mean := range c.excess {
		if mean > c.excess[len(c.excess)-1]/float64(r.T) {
			break // the last node has all that a place may take
		}
		first, second, part := c.shares(mean, mean*p.rate)
		sum := 0.0
		for place, x := range first {
			sum += c.weight[place] * between(second[place], x, part)
			if x = min(x, second[place]); x < mean*p.rate {
				t.Fatalf("mean excess %v: %v, below γ − 1 = %v", mean, x, mean*p.rate)
			}
			differ = differ || x > 1.5*mean
		}
		if !(sum <= mean*(1+1e-11) && sum >= mean*(1-1e-6)) {
			t.Fatalf("the excesses have the mean %v, not %v", sum, mean)
		}
	}
	if !differ {
		t.Error("0 places have an excess above 1.5 times the mean, want at least 1: the runs are too easy")
	}
}

const outcomes = 4 // of random laws

func randomLaw(rng *rand.Rand) (p [outcomes]float64) {
	sum := 0.0
	for i := range p {
		p[i] = math.Pow(rng.Float64(), 4)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

func hockeyOfLaws(p, q [outcomes]float64, gamma float64) (sum float64) {
	for i := range p {
		sum += max(0, p[i]-gamma*q[i])
	}
	return sum
}

// TestSharesOfRandomLaws tries Theorem 1 on laws of few outcomes: whatever the shares, the bound holds.
func TestSharesOfRandomLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 11))
	const places = 3
	closest := 0.0
	for range 50_000 {
		p, gamma := 0.05+0.9*rng.Float64(), 1+2*math.Pow(rng.Float64(), 3)
		without := randomLaw(rng)
		var first, second [outcomes]float64
		for i := range outcomes {
			first[i], second[i] = (1-p)*without[i], (1-p)*without[i]
		}
		var shares [places]float64
		all := 0.0
		for j := range shares {
			shares[j] = math.Pow(rng.Float64(), 3)
			all += shares[j]
		}
		bound := 0.0
		for j := range shares {
			a, b := randomLaw(rng), randomLaw(rng)
			for i := range outcomes {
				first[i] += p / places * a[i]
				second[i] += p / places * b[i]
			}
			e := gamma + shares[j]/all*places*(gamma-1)*(1-p)/p
			bound += p / places * ((1-gamma/e)*hockeyOfLaws(a, without, e) + gamma/e*hockeyOfLaws(a, b, e))
		}
		truth := hockeyOfLaws(first, second, gamma)
		if truth > bound+1e-12 {
			t.Fatalf("p = %v, γ = %v: %v is above %v", p, gamma, truth, bound)
		}
		if bound > 0 {
			closest = max(closest, truth/bound)
		}
	}
	if closest < 0.99 {
		t.Errorf("the bound is never nearly met: at most %v of it", closest)
	}
}

// TestSharedEpsilons has the values of firstepoch.md, between their floors and those of one e for all places.
func TestSharedEpsilons(t *testing.T) {
	r := run.Run{N: 68, B: 1, T: 42, Eta: 0.0245, Clip: 0.103, Sigma: 0.34, Noise: run.GradientNoise, Diameter: math.Inf(1),
		Adjacency: run.Replace, Scheme: run.Reshuffle, Loss: run.Smooth, Smoothness: 0.37, Clipping: run.ClippingNever}
	q := claim.Question{Delta: 3.99e-7}
	if e, floor := rowtest.ValueOf(t, FirstEpoch, r, q), rowtest.ValueOf(t, attained.LinearAdversary, r, q); math.Abs(e-0.662) > 0.001 ||
		math.Abs(floor-0.250) > 0.001 {
		t.Errorf("ε = %v, at least %v; want 0.662 and 0.250", e, floor)
	}
	o := newWalk(nil, r, nil)
	if one := o.window(r.T).losses().epsilon(claim.AtMost(q.Delta)); math.Abs(one-1.90) > 0.005 {
		t.Errorf("one e for all places has %v, want 1.90", one)
	}
}

// TestSharedBesideTheNodes: a table that ends early, or has few nodes, has no smaller values than a fine one; on either side
// of a node every e is at least γ.
func TestSharedBesideTheNodes(t *testing.T) {
	for _, T := range []int{3, 10, 19} {
		r := unfinishedRun(T)
		table := func(reach float64, nodes int) lastSteps {
			w := newWalk(nil, r, nil).window(r.T)
			w.tabulate(reach, nodes)
			return w
		}
		fine := table(12, 2000)
		for _, w := range []lastSteps{table(1, 400), table(12, 10), table(12, 25), table(9, 60)} {
			for loss := 0.002; loss < 6; loss *= 1.05 {
				if a, b := w.of(w.parts[0], loss), fine.of(fine.parts[0], loss); !(a >= b*(1-1e-2)) {
					t.Fatalf("T = %d, ln γ = %v: %v, a table of many nodes has %v", T, loss, a, b)
				}
			}
		}
	}
}
