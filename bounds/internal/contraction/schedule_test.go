package contraction

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/contraction/affine"
)

// bigMap is y ↦ e^p(1 + θy) − 1 in 200 bits, p = (α−1)αz²/(2β) and θ of n steps of
// factor c from the distance d.
func bigMap(y, alpha, z, c, d *big.Float, n int, beta float64) *big.Float {
	cost := quo(mul(mul(mul(sub(alpha, num(1)), alpha), mul(z, z)), num(0.5)), num(beta))
	theta := num(1)
	if beta < 1 || n > 1 {
		theta = bigTheta(bigHalf(c, num(0), d, n, beta))
	}
	plus, factor := bigStep(cost, theta)
	return add(plus, mul(factor, y))
}

// bigOpened is the distance that k uses open, period steps apart.
func bigOpened(s, c, d *big.Float, k, period int) *big.Float {
	z, most := s, add(mul(c, d), s)
	for range k - 1 {
		for range period {
			z = mul(c, z)
		}
		if z = add(z, s); z.Cmp(most) > 0 {
			z = most
		}
	}
	return z
}

// TestRenyiAgainstBig follows the schedules of Rényi bounds in 200
// bits, from the first step to the last, with the shares of noise that they chose:
// never below, and within a billionth.
func TestRenyiAgainstBig(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	source := rand.New(rand.NewPCG(17, 4))
	random := func(lo, hi float64) float64 { return lo * math.Exp(source.Float64()*math.Log(hi/lo)) }
	compared := map[string]int{}
	never := func(what string, got float64, truth *big.Float) {
		compared[what]++
		if v := float(truth); num(got).Cmp(truth) < 0 || got > v*(1+1e-9) {
			t.Errorf("%s: y = %v, in 200 bits %v: %.3g above", what, got, v, got/v-1)
		}
	}
	for range 400 {
		excess := math.Round((source.Float64()-0.6)*1024) / 4096
		s, d, alpha := random(1e-3, 0.3), random(0.3, 4), 1+math.Round(random(0.5, 20)*64)/64
		period, uses := 1+source.IntN(4), 2+source.IntN(40)
		k := 1 + source.IntN(3)
		x := linear(excess, s, 1, d, 1).lengths()
		x.mirror = nil // another test has it
		a, c, bigS, bigD := num(alpha), add(num(1), num(excess)), num(s), num(d)

		// Blocks in a known order.
		count := (uses + k - 1) / k
		first := uses - (count-1)*k
		stage := payment{shiftExponent(alpha, x.grown(float64(k), float64(period))), x.kernelToUse(float64(k * period)), nil, nil}
		z := bigOpened(bigS, c, bigD, first, period)
		shifted, composed := mul(z, z), mul(num(float64(first)), mul(bigS, bigS))
		if composed.Cmp(shifted) < 0 {
			shifted = composed
		}
		truth := sub(bigExp(mul(mul(sub(a, num(1)), mul(a, num(0.5))), shifted)), num(1))
		z = bigOpened(bigS, c, bigD, k, period)
		limit, at := settle(nil, stage)
		start := min(shiftExponent(alpha, x.s)*float64(first)*(1+4*u), shiftExponent(alpha, x.grown(float64(first), float64(period))))
		y := raisedExpm1(start)
		for range count - 1 {
			c1 := stage.best(y)
			truth = bigMap(truth, a, z, c, bigD, k*period, c1.beta)
			y = c1.times(y, 1)
		}
		switch got, _ := x.inBlocks(float64(k), stage.exponent, float64(period), float64(uses), alpha, largestY); {
		case got >= largestY:
		case got == y:
			never("blocks", got, truth)
		case got == limit: // which bounds every number of blocks, since none leads above it
			never("limit", limit, bigMap(num(limit), a, z, c, bigD, k*period, at.beta))
		default:
			t.Errorf("blocks: y = %v, step by step %v, limit %v", got, y, limit)
		}

		// One epoch in a fresh order: the mean over the positions of the use.
		e := newEpoch(x, float64(period), float64(period), 0, shiftExponent(alpha, x.s), 0)
		from := random(1e-3, 10)
		mean := num(0)
		for j, p := range positions(e, float64(period)) {
			beta := p.best(from).beta
			after := bigMap(num(from), a, bigS, c, bigD, j+1, beta)
			if trail := period - 1 - j; trail > 0 {
				after = mul(bigTheta(bigHalf(c, num(0), bigD, trail, 0)), after)
			}
			mean = add(mean, quo(after, num(float64(period))))
		}
		never("epoch", e.best(from).once(from), mean)

		// A cycle of steps that contract and steps that pay.
		block, tail, beta, repeats := 1+source.IntN(6), 1+source.IntN(6), math.Round(1+source.Float64()*1022)/1024, source.IntN(12)
		opened := x.grown(float64(block), 1)
		if shift, feasible := affine.NewTail(x.use[0], opened, s, float64(tail)).At(beta); feasible {
			cost := shiftExponent(alpha, shift)
			if cost > 20 {
				continue
			}
			theta, rest := affine.Contracted(apart(undominated(x.plain, x.d, float64(block)), beta) / 2)
			got := newStep(beta, cost, theta, rest).times(raisedExpm1(cost), float64(repeats))
			// Its payments, over weights and variances, step by step.
			reach, variance, weight := num(opened), num(0), num(1)
			for range tail {
				reach = add(mul(c, reach), bigS)
				variance = add(variance, mul(weight, weight))
				weight = mul(weight, c)
			}
			variance = add(variance, mul(num(beta), mul(weight, weight)))
			square := quo(mul(reach, reach), variance)
			bigCost := mul(mul(sub(a, num(1)), mul(a, num(0.5))), square)
			plus, factor := bigStep(bigCost, bigTheta(bigHalf(c, num(0), bigD, block, beta)))
			truth := plus
			for range repeats {
				truth = add(plus, mul(factor, truth))
			}
			never("cycle", got, truth)
		}
	}
	for what, n := range compared {
		if t.Logf("%-8s %d values", what, n); n < 10 {
			t.Errorf("%s was compared %d times", what, n)
		}
	}
}

// positions are those of an epoch by the number of steps before the use, one by one.
func positions(e epoch, period float64) []position {
	out := make([]position, int(period))
	half := math.Floor(period / 2)
	for i, p := range e.positions {
		at := float64(i)
		if at >= half { // counted from the end
			at = period - 1 - (at - half)
		}
		out[int(at)] = p
	}
	return out
}
