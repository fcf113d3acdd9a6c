package renyi

import (
	"math"
	"math/big"
	"math/rand"
	"testing"
)

const bits = 300

func bigFloat(x float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(x) }

// bigExp sums the Taylor series of a halved argument and squares it back.
func bigExp(x *big.Float) *big.Float {
	y, halvings := new(big.Float).Copy(x), 0
	for f, _ := y.Float64(); math.Abs(f) > 0.01; f, _ = y.Float64() {
		y.Quo(y, bigFloat(2))
		halvings++
	}
	sum, term := bigFloat(1), bigFloat(1)
	for i := 1; i < 45; i++ {
		term.Mul(term, y)
		term.Quo(term, bigFloat(float64(i)))
		sum.Add(sum, term)
	}
	for ; halvings > 0; halvings-- {
		sum.Mul(sum, sum)
	}
	return sum
}

func bigPow(x *big.Float, n int) *big.Float {
	p := bigFloat(1)
	for ; n > 0; n-- {
		p.Mul(p, x)
	}
	return p
}

// The binomial series in 300-bit arithmetic, for the same float64 inputs.
func bigLogSeries(q, u float64, n int) float64 {
	miss := new(big.Float).Sub(bigFloat(1), bigFloat(q))
	variance := new(big.Float).Mul(bigFloat(u), bigFloat(u))
	sum := bigFloat(0)
	for k := 2; k <= n; k++ {
		e := bigExp(new(big.Float).Quo(bigFloat(float64(k*(k-1)/2)), variance))
		e.Sub(e, bigFloat(1))
		choose := new(big.Float).SetPrec(bits).SetInt(new(big.Int).Binomial(int64(n), int64(k)))
		term := e.Mul(e, choose)
		term.Mul(term, bigPow(bigFloat(q), k))
		term.Mul(term, bigPow(miss, n-k))
		sum.Add(sum, term)
	}
	mantissa := new(big.Float)
	exponent := sum.MantExp(mantissa)
	m, _ := mantissa.Float64()
	return math.Log(m) + float64(exponent)*math.Ln2
}

func TestSeriesAgainstBig(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 120 {
		q, u, _ := randomRun(r)
		n := 2 + r.Intn(maxSeriesOrder-1)
		m := NewMixture(q, u)
		got, want := log1pExp(m.logSeries(n)), log1pExp(bigLogSeries(q, u, n))
		// The series raises itself by its own rounding, up to some 1e-12.
		if d := got/want - 1; !(d > -2e-14 && d < 2e-12) {
			t.Errorf("q=%v, u=%v, n=%d: relative error %.3g before the slack", q, u, n, d)
		}
	}
}
