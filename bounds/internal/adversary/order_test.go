package adversary

import (
	"math"
	"testing"
)

// At an order next to 1 the divergence of two mixtures that are hardly different is
// q²(e^{1/u²} − 1)/2, the χ²-divergence over 2, and not what rounding leaves of
// e^{αy} − 1 − α(e^y − 1).
func TestRenyiNextToOne(t *testing.T) {
	for _, u := range []float64{1e3, 1e5, 5e5} {
		for _, above := range []float64{1e-3, 1e-6, 1e-9, 1e-12} {
			const n, b = 262, 19
			q := float64(b) / n
			m := Mixture{First: 1, Second: 0, Least: 1 / u, Most: 1 / u, Law: Chances(n, []int{0, 1}, []int{n - b, b})}
			alpha := 1 + above
			want := alpha * q * q * math.Expm1(1/u/u) / 2
			if got := m.Renyi(alpha); got > want*(1+1e-9) || want > 1e-14 && got < want*(1-1e-4) {
				t.Errorf("u = %v, α − 1 = %v: %v, want %v and no more", u, above, got, want)
			}
		}
	}
}
