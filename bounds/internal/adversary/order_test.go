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
			m := MixturePair{First: 1, Second: 0, Least: 1 / u, Most: 1 / u, Law: Chances(n, []int{0, 1}, []int{n - b, b})}
			alpha := 1 + above
			want := alpha * q * q * math.Expm1(1/u/u) / 2
			if got := m.Renyi(alpha); got > want*(1+1e-9) || want > 1e-14 && got < want*(1-1e-4) {
				t.Errorf("u = %v, α − 1 = %v: %v, want %v and no more", u, above, got, want)
			}
		}
	}
}

// TestRenyiOfRareDisuse checks pairs whose runs use the example in nearly every step. A run never uses it with the
// probability ρ = 10^−360, which is below every mass of the law. So a run of mean −rK, K the number of uses, has at
// least ρ times the density of N(0, 1), and the divergence of N(0, 1) from it is at most −ln ρ.
func TestRenyiOfRareDisuse(t *testing.T) {
	const T, whole, alpha = 40, 1_000_000_000, 1.5
	law, minusLogRho := Binomial(T, whole-1, whole), T*math.Log(whole)
	for _, r := range []float64{4, 10} {
		removed := MixturePair{First: 0, Second: -1, Least: r, Most: r, Law: law}
		if got := removed.integrated(alpha); !(got > minusLogRho/2 && got <= minusLogRho) {
			t.Errorf("N(0, 1) against the means −%vk: %v, want about %v and no more", r, got, minusLogRho)
		}
	}
	const r = 4
	m := MixturePair{First: 1, Second: -1, Least: r, Most: r, Law: law}
	if got, most := m.Renyi(alpha), minusLogRho+alpha*(r*T)*(r*T)/2; !(got > most/2 && got <= most) {
		t.Errorf("the means %[1]vk against −%[1]vk: %v, want about %v and no more", r, got, most)
	}
}

// TestCumulantOfRareDisuse checks the cumulant where e^θ underflows. What is left is the logarithm of the probability of
// the smallest number of uses.
func TestCumulantOfRareDisuse(t *testing.T) {
	for _, whole := range []int{10, 1_000_003, 1_000_000_000_000} {
		for name, law := range map[string]Law{"binomial": Binomial(3, whole-1, whole), "one more": Uses(0).Plus(whole-1, whole),
			"chances": Chances(whole, []int{0, 1}, []int{1, whole - 1})} {
			want := -math.Log(float64(whole))
			if name == "binomial" {
				want *= 3
			}
			if got := law.cumulant(-2000); !(math.Abs(got/want-1) <= 1e-14) {
				t.Errorf("%s, 1 of %d: %.17g, want %.17g", name, whole, got, want)
			}
		}
	}
}
