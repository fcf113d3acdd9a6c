package forgetting

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/run"
)

// oneEpoch is a run of the table in amplified.md: one epoch of convex losses without a domain, s/σ = shift.
func oneEpoch(steps int, shift float64) run.Run {
	return run.Run{N: steps, B: 1, T: steps, Eta: 1, Clip: shift / 2, Sigma: 1, Noise: run.IterateNoise, Diameter: math.Inf(1),
		Scheme: run.Reshuffle, Adjacency: run.Replace, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
}

// TestAmplifiedEpsilons has the table of amplified.md.
func TestAmplifiedEpsilons(t *testing.T) {
	q := claim.Question{Delta: 1e-6}
	for _, c := range []struct {
		steps                     int
		shift, mean, this, linear float64
	}{{10, 0.3, 1.132, 0.698, 0.375}, {50, 0.3, 1.008, 0.335, 0.159}, {50, 1, 3.985, 1.696, 0.575},
		{200, 0.3, 0.890, 0.166, 0.076}, {200, 1, 3.616, 0.811, 0.274}} {
		r := oneEpoch(c.steps, c.shift)
		mean, this := rowtest.ValueOf(t, ordered.Shift, r, q), rowtest.ValueOf(t, ShiftShuffled, r, q)
		linear := rowtest.ValueOf(t, attained.LinearAdversary, r, q)
		if math.Abs(mean-c.mean) > 1e-3 || math.Abs(this-c.this) > 1e-3 || math.Abs(linear-c.linear) > 1e-3 {
			t.Errorf("B = %d, s/σ = %v: mean %.4f, this %.4f, linear %.4f; want %v", c.steps, c.shift, mean, this, linear, c)
		}
	}
}

// TestAmplifiedEpochs has the run of web/docs/tightness.md: three epochs of the size of MNIST.
func TestAmplifiedEpochs(t *testing.T) {
	r, q := oneEpoch(702, 2), claim.Question{Delta: 1e-5}
	r.N, r.B, r.Eta, r.Clip, r.Sigma, r.Noise = 60000, 256, 0.1, 1, 0.02, run.GradientNoise
	mean, this := rowtest.ValueOf(t, ordered.Shift, r, q), rowtest.ValueOf(t, ShiftShuffled, r, q)
	linear := rowtest.ValueOf(t, attained.LinearAdversary, r, q)
	if math.Abs(mean-0.8995) > 1e-3 || math.Abs(this-0.2397) > 5e-4 || math.Abs(linear-0.13974) > 1e-4 {
		t.Errorf("mean %.5f, this %.5f, linear %.5f", mean, this, linear)
	}
}

// TestAmplifiedIsSmooth: a little more noise is worth a little less ε; the choice of those that lend does not show.
func TestAmplifiedIsSmooth(t *testing.T) {
	q, before := claim.Question{Delta: 1e-5}, 0.0
	for i := range 21 {
		r := oneEpoch(702, 2)
		r.N, r.B, r.Eta, r.Clip, r.Noise = 60000, 256, 0.1, 1, run.NoiseMultiplier
		r.Sigma = 0.9 + float64(i)*0.001
		e := rowtest.ValueOf(t, ShiftShuffled, r, q)
		if i > 0 && !(e < before && e > before*0.994) {
			t.Errorf("σ = %v: %v, after %v", r.Sigma, e, before)
		}
		before = e
	}
}

// fifteenEpochs is a secretly ordered run of 240 steps an epoch, whose loss is smooth only.
func fifteenEpochs() run.Run {
	return run.Run{N: 60000, B: 250, T: 3600, Eta: 0.15, Clip: 1, Sigma: 1.1, Noise: run.NoiseMultiplier, Diameter: math.Inf(1),
		Scheme: run.Reshuffle, Adjacency: run.ZeroOut, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingActive}
}

// TestAmplifiedHighOrders: at a large order the integral depends on E_γ of 1e-264 and less. The loss rises with the order
// nevertheless, and is at most that of the simple Gaussian.
func TestAmplifiedHighOrders(t *testing.T) {
	r, before := fifteenEpochs(), 0.0
	for _, alpha := range []float64{9, 10, 11, 13, 40} {
		found, ok := newWalk(nil, r, nil).amplify(t.Context(), measureOf(claim.Question{Alpha: alpha}), alpha)
		if simple := alpha / 2 * found.simple * found.simple; !ok || !(found.loss > before && found.loss <= simple*(1+1e-12)) {
			t.Errorf("α = %v: %v, after %v; the simple Gaussian has %v", alpha, found.loss, before, simple)
		}
		before = found.loss
	}
}

// TestLittleIsNotSaved: what lenders save is no more than there is, also where it is next to nothing and γ is large.
func TestLittleIsNotSaved(t *testing.T) {
	const alpha = 10
	o := newWalk(nil, fifteenEpochs(), nil)
	for _, order := range o.lastOrders(t.Context(), o.run.T, 0, o.weights(alpha)) {
		p := order.tabulate(alpha, carefulNodes)
		for lends := 1; lends < len(p.groups); lends++ {
			l := p.lending(lends)
			for logGamma := 100.0; logGamma < 140; logGamma += 0.37 {
				if v := l.at(logGamma); !(v > 0) {
					t.Fatalf("groups from %d on lend: E_γ at ln γ = %v is %v", lends, logGamma, v)
				}
			}
		}
	}
}

// TestLendingByHand: three steps, one epoch. The value is compared with all ways to lend on a grid, written out.
func TestLendingByHand(t *testing.T) {
	const k = 1.0
	for _, adjacency := range []run.Adjacency{run.Replace, run.ZeroOut} {
		r := oneEpoch(3, k)
		near := k
		if r.Adjacency = adjacency; adjacency == run.ZeroOut {
			near = k / 2
		}
		o := newWalk(nil, r, nil)
		order := o.lastOrders(context.Background(), 3, 0, o.weights(0))[0]
		for _, loss := range []float64{0.05, 0.5, 1.5} {
			gamma := math.Exp(loss)
			own := func(after int, e float64) float64 { return hockeyOf(near/math.Sqrt(float64(after+1)), e) }
			for _, lends := range []int{1, 2} {
				// The latest lender's use is paid before the borrower's step; or both uses along the way to the end.
				pair := func(after int, e float64) float64 {
					apart := 1/float64(lends-after) + 1/float64(after+1)
					along := 1/math.Sqrt(float64(after+1)) + 1/math.Sqrt(float64(lends+1))
					return hockeyOf(k*math.Sqrt(min(apart, along*along)), e)
				}
				best := math.Inf(1)
				const parts = 400
				try := func(e [3]float64) {
					sum := 0.0
					for after, e := range e {
						if after >= lends {
							sum += own(after, e) / 3
							continue
						}
						sum += ((1-gamma/e)*pair(after, e) + gamma/e*own(after, e)) / 3
					}
					best = min(best, sum)
				}
				for i := range parts + 1 {
					for j := range parts + 1 {
						x, y := float64(i)/parts, float64(j)/parts
						if lends == 1 { // both others lend to the last
							a, b := 1+(gamma-1)*x, 1+(gamma-1)*y
							try([3]float64{3*gamma - a - b, b, a})
						} else { // the first lends to both others
							e := 1 + (gamma-1)*x
							try([3]float64{gamma + (gamma-e)*y, gamma + (gamma-e)*(1-y), e})
						}
					}
				}
				p := order.tabulate(0, 3000)
				if got := p.lending(lends).at(loss); !(got > best*(1-5e-3) && got < best*1.01) {
					t.Errorf("%s, ln γ = %v, %d borrow: %v, the best way to lend has %v", adjacency, loss, lends, got, best)
				}
			}
		}
	}
}

// TestLendingOfRandomLaws tries Theorem 1 of amplified.md on laws of few outcomes.
func TestLendingOfRandomLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 19))
	const places = 4
	closest := 0.0
	for range 50_000 {
		gamma := 1 + 3*math.Pow(rng.Float64(), 3)
		lenders := 1 + rng.IntN(places-1)
		var weight, e [places]float64
		var first, second [places][outcomes]float64
		all := 0.0
		for k := range weight {
			weight[k] = rng.Float64()
			all += weight[k]
			first[k], second[k] = randomLaw(rng), randomLaw(rng)
		}
		lent := 0.0
		for k := range weight {
			if weight[k] /= all; k < lenders {
				e[k] = 1 + (gamma-1)*rng.Float64()
				lent += weight[k] * (gamma - e[k])
			}
		}
		shares, sum := [places]float64{}, 0.0
		for k := lenders; k < places; k++ {
			shares[k] = rng.Float64()
			sum += shares[k]
		}
		var p, q [outcomes]float64
		bound := 0.0
		for k := range weight {
			for i := range outcomes {
				p[i] += weight[k] * first[k][i]
				q[i] += weight[k] * second[k][i]
			}
			if k < lenders {
				bound += weight[k] * hockeyOfLaws(first[k], second[k], e[k])
				continue
			}
			e[k] = gamma + lent*shares[k]/sum/weight[k]
			pair := 0.0
			for lender := range lenders {
				pair = max(pair, hockeyOfLaws(first[k], second[lender], e[k]))
			}
			bound += weight[k] * ((1-gamma/e[k])*pair + gamma/e[k]*hockeyOfLaws(first[k], second[k], e[k]))
		}
		truth := hockeyOfLaws(p, q, gamma)
		if truth > bound+1e-12 {
			t.Fatalf("γ = %v: %v is above %v", gamma, truth, bound)
		}
		if bound > 0 {
			closest = max(closest, truth/bound)
		}
	}
	if closest < 0.99 {
		t.Errorf("the bound is never nearly met: at most %v of it", closest)
	}
}

// TestLendersAreDearest: what a place pays beside a lender is at least what it pays beside any earlier one, and groups pay for
// each of their places, with and without expansion, from every level.
func TestLendersAreDearest(t *testing.T) {
	for _, smoothness := range []float64{1, 2.5, 4} { // ηL above 2 expands
		for _, last := range []int{3, 7, 12} {
			r := oneEpoch(12, 1)
			r.Smoothness, r.T = smoothness, 24+last
			if smoothness == 1 {
				r.Loss, r.StrongConvexity, r.Clipping = run.StronglyConvex, 0.3, run.ClippingGLM
			}
			o := newWalk(nil, r, nil)
			program, _, err := ordered.LinearProgram(r)
			if err != nil {
				t.Fatal(err)
			}
			program.VisitExcess = program.Excess
			own, s := program.Proven(), program.Sensitivity
			for _, level := range []float64{0, 0.3, 1, 5} {
				order := o.freshOrder(own, own, last, 0, level, nil)
				for to := 1; to < last; to++ {
					for from := range to {
						group := order.own(from, to)
						for lender := to; lender <= last; lender++ {
							pair := order.lent(from, to, lender)
							for place := from; place < to; place++ {
								if one := order.own(place, place+1); one > group {
									t.Fatalf("c = %v, Z = %v: place %d costs %v, its group %v", 1+own.Excess, level, place, one, group)
								}
								for earlier := lender; earlier <= last; earlier++ {
									if alone := s * s * bestPair(1+own.Excess, last, place, earlier, level/s); alone > pair*(1+1e-9) {
										t.Fatalf("c = %v, Z = %v, place %d: beside %d at least %v, beside those from %d on %v",
											1+own.Excess, level, place, earlier, alone, lender, pair)
									}
								}
							}
						}
					}
				}
			}
		}
	}
}

// A step with the example that keeps all of a distance, while the others contract it, makes early places dear: those of
// package shift's TestLaterVisitsMayCostLess, in a group and as the most that a run may cost.
func TestEarlyPlacesMayBeDearest(t *testing.T) {
	r := oneEpoch(2, 1)
	r.T = 4
	o := newWalk(nil, r, nil)
	program, _, err := ordered.LinearProgram(r)
	if err != nil {
		t.Fatal(err)
	}
	program.Excess, program.VisitExcess = -0.2, 0
	own, s := program.Proven(), program.Sensitivity
	program.VisitExcess = program.Excess
	order := o.freshOrder(own, program.Proven(), 2, 0, 4*s, []shift.Share{{Weight: 1}})
	late, early := order.own(0, 1)/(s*s), order.own(1, 2)/(s*s)
	if math.Abs(late/8.82-1) > 1e-9 || math.Abs(early*1.64/16-1) > 1e-9 {
		t.Fatalf("the late place costs %v, the early one %v", late, early)
	}
	if group := order.own(0, 2) / (s * s); group < early {
		t.Errorf("both together cost %v, the early one %v", group, early)
	}
	order.simple = math.Inf(1) // composition, and the last step alone, cost less here
	if places := order.tabulate(2, quickNodes); places.simple < places.shift(order.own(1, 2)) {
		t.Errorf("a run costs at most %v, one that uses the example early %v", places.simple, places.shift(order.own(1, 2)))
	}
}

// bestPair is the least cost of payments over the last steps of an epoch that begins at a distance, with a jump of 1 in the
// steps that place and lender steps follow: the greatest convex minorant of what may have been paid, by hand.
func bestPair(c float64, steps, place, lender int, level float64) (cost float64) {
	x, y := []float64{0}, []float64{0}
	run, paid := 0.0, level
	for i := range steps {
		weight := math.Pow(c, -float64(i+1))
		if i == steps-1-place || i == steps-1-lender {
			paid += weight
		}
		run += weight * weight
		x, y = append(x, run), append(y, paid)
	}
	h := hullBelow(x, y)
	for i, fall := range h.steepness {
		cost += fall * fall * (h.at[i+1] - h.at[i])
	}
	return cost
}

func ExampleShiftShuffled() {
	r := oneEpoch(200, 0.3)
	proof, err := ShiftShuffled.Prove(context.Background(), r)
	if err != nil {
		panic(err)
	}
	s, err := proof.At(claim.Question{Delta: 1e-6})
	if err != nil {
		panic(err)
	}
	fmt.Printf("ε = %.3f\n", s.Epsilon)
	// Output: ε = 0.166
}
