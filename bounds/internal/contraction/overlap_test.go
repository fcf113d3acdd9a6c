package contraction

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/run"
)

// The table is at most 2·10⁻⁵ above ½∫(p−q)²/(p+q) by a finer rule, and never below it.
func TestLeCamAgainstIntegral(t *testing.T) {
	for _, x := range []float64{1e-8, 1e-3, 0.05, 0.0883, 0.0885, 0.1, 0.3, 0.7, 1, 1.3, 1.7, 1.99, 1.9999} {
		const n = 40000
		integral := 0.0
		for i := range n {
			v := (float64(i) + 0.5) / n * (x + 12)
			p, q := math.Exp(-(v-x)*(v-x)/2), math.Exp(-(v+x)*(v+x)/2)
			integral += (p - q) * (p - q) / (p + q)
		}
		integral *= (x + 12) / n / math.Sqrt(2*math.Pi)
		left, rest := affine.Overlapped(x)
		if !(left >= integral*(1-1e-9) && left <= integral*(1+0.5*x*x)+2e-5*min(1, x*x*128) && rest <= 1-left) {
			t.Errorf("x = %v: %v and %v, the integral %v", x, left, rest, integral)
		}
		if variation := math.Erf(x / math.Sqrt2); left > variation {
			t.Errorf("x = %v: %v, more than the total variation %v", x, left, variation)
		}
	}
	if left, _ := affine.Overlapped(5); math.Abs(left-math.Erf(5/math.Sqrt2)) > 1e-12 {
		t.Errorf("x = 5: %v", left)
	}
}

// channel is what a step with the given means and unit noise, projected onto [0, D], makes of the points of a
// law: atoms at the ends, and cells.
func channel(means []float64, d float64) [][]float64 {
	const cells = 400
	out := make([][]float64, len(means))
	phi := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	for i, m := range means {
		row := []float64{phi(-m)}
		for c := range cells {
			lo, hi := d*float64(c)/cells, d*float64(c+1)/cells
			row = append(row, phi(hi-m)-phi(lo-m))
		}
		out[i] = append(row, phi(m-d))
	}
	return out
}

func pushed(law []float64, kernel [][]float64) []float64 {
	out := make([]float64, len(kernel[0]))
	for i, p := range law {
		for j, k := range kernel[i] {
			out[j] += p * k
		}
	}
	return out
}

// hellinger is Σ p^α q^{1−α} − 1, without cancellation.
func hellinger(p, q []float64, alpha float64) (sum float64) {
	for i := range p {
		if q[i] > 0 {
			x := p[i]/q[i] - 1
			sum += q[i] * (math.Expm1(alpha*math.Log1p(x)) - alpha*x)
		}
	}
	return sum
}

func randomLaw(rng *rand.Rand, n int) []float64 {
	law, sum := make([]float64, n), 0.0
	for i := range law {
		law[i] = math.Pow(rng.Float64(), 6*rng.Float64()) + 1e-12
		sum += law[i]
	}
	for i := range law {
		law[i] /= sum
	}
	return law
}

// No two laws on a domain keep more of y through a step than the coefficient says, at any order up to 2;
// laws on two points come near it. Above 2 there are some that keep more.
func TestOverlapAgainstChannels(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 1))
	most, above := 0.0, 0.0
	for range 3000 {
		d := math.Exp(rng.Float64()*6 - 3)
		points := 2 + rng.IntN(3)
		means := make([]float64, points)
		for i := range means {
			means[i] = d * rng.Float64()
		}
		means[0], means[1] = 0, d
		kernel := channel(means, d)
		p, q := randomLaw(rng, points), randomLaw(rng, points)
		after, before := pushed(p, kernel), pushed(q, kernel)
		alpha := 1 + rng.Float64()
		left, _ := affine.Overlapped(d / 2)
		kept := hellinger(after, before, alpha) / hellinger(p, q, alpha)
		if d < 4 && kept > left*(1+1e-6) {
			t.Fatalf("D = %v, α = %v: %v is left, at most %v (%v, %v, %v)", d, alpha, kept, left, means, p, q)
		}
		most = max(most, kept/left)
		above = max(above, hellinger(after, before, 12)/hellinger(p, q, 12)/left)
	}
	if most < 0.99 || above < 1.03 {
		t.Errorf("at most %v of the coefficient was met, at order 12 %v: the laws try nothing", most, above)
	}
}

// The bound of an order by order 2 and a higher one holds for every two laws.
func TestOrdersBetween(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 1))
	closest := math.Inf(1)
	for range 20000 {
		n := 2 + rng.IntN(4)
		p, q := randomLaw(rng, n), randomLaw(rng, n)
		if rng.IntN(2) == 0 { // nearly alike
			share := math.Exp(-12 * rng.Float64())
			for i := range p {
				p[i] = q[i] + share*(p[i]-q[i])
			}
		}
		alpha := 2 + math.Exp(4*rng.Float64()-1)
		higher := alpha * (1 + 3*rng.Float64())
		truth, two, most := hellinger(p, q, alpha), hellinger(p, q, 2), hellinger(p, q, higher)
		bound := lyapunov(alpha, two, higher, most)
		if truth > bound*(1+1e-9) {
			t.Fatalf("α = %v by 2 and %v: %v, the bound %v (%v, %v)", alpha, higher, truth, bound, p, q)
		}
		closest = min(closest, bound/truth)
	}
	if closest > 1.01 {
		t.Errorf("the closest bound is %v times the truth: nothing was tried near it", closest)
	}
}

// A law on an interval that follows the worst adversary of a quiet end is below the bound, which is
// near: run 18 of the bands.
func TestOverlapAfterTheLastUse(t *testing.T) {
	m := []affine.Line{{Excess: 0.00921}}
	p := Problem{Order: run.KnownOrder, Period: 6, T: 22, Rest: 3, Sensitivity: 0.4458, Sigma: 52.4, Diameter: 5.42,
		Plain: m, Use: m, Shared: m}
	got, choice := p.Renyi(1.73)
	if !choice.Overlap || !(got > 2e-13 && got < 1.5e-12) {
		t.Errorf("%v by %+v; 2.1e-13 is lost, 4.5e-9 was the bound by total variation", got, choice)
	}
}

// What a stage chooses is at least what 200 bits say of the same share.
func TestLastUseErrsUpward(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 1))
	for range 500 {
		x, beta, cost := math.Exp(rng.Float64()*10-9), rng.Float64(), math.Exp(rng.Float64()*12-10)
		use := lastUse{before: rng.Float64(), cost: cost, use: undominated([]affine.Line{{}}, 2*x, 1)}
		s := use.at(beta)
		left, _ := affine.Overlapped(x / math.Sqrt(1-beta))
		plus, factor := bigStep(quo(num(cost), num(beta)), mul(num(left), num(use.before)))
		gap := float(sub(num(1), factor))
		if s.add < float(plus)*(1-1e-15) || s.factor < float(factor)*(1-1e-15) || s.gap-gap > 1e-12*math.Abs(gap) {
			t.Fatalf("x = %v, β = %v: %+v, exactly %v and %v", x, beta, s, float(plus), float(factor))
		}
	}
}

// Even where products underflow something is left.
func TestOverlapIsNeverNothing(t *testing.T) {
	m := []affine.Line{{Excess: -0.5}}
	p := Problem{Order: run.KnownOrder, Period: 1000, T: 1999, Rest: 998, Sensitivity: 1e-3, Sigma: 1, Diameter: 1e-2,
		Plain: m, Use: m, Shared: m}
	for _, alpha := range []float64{1.5, 2, 3, 30} {
		if got, _ := p.Renyi(alpha); !(got > 0) {
			t.Errorf("α = %v: %v", alpha, got)
		}
	}
}
