package pld

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Shifts of any lengths, at any angle, lose no more than the longest against each other:
// qE(X − γY − κ)₊ by the midpoint rule in the plane of the two (discretisation.md, section 3).
func TestAntiparallelIsWorst(t *testing.T) {
	source := rand.New(rand.NewPCG(27, 3))
	loses := func(q, gamma, alpha, beta, cosine float64) float64 {
		const reach, n = 8.0, 300
		kappa, sine, h, sum := (1-q)*(gamma-1)/q, math.Sqrt(1-cosine*cosine), 2*reach/n, 0.0
		for i := range n {
			z := -reach + (float64(i)+0.5)*h
			x := math.Exp(beta*z - beta*beta/2)
			for j := range n {
				w := -reach + (float64(j)+0.5)*h
				if v := x - gamma*math.Exp(alpha*(cosine*z+sine*w)-alpha*alpha/2) - kappa; v > 0 {
					sum += v * math.Exp(-(z*z+w*w)/2)
				}
			}
		}
		return q * sum * h * h / (2 * math.Pi)
	}
	for range 8 {
		q, u, epsilon := 0.05+0.9*source.Float64(), 0.6+2*source.Float64(), 0.8*source.Float64()
		m := &mixOverMix{newSampledShift(q, u)}
		worst, _ := m.profile(epsilon)
		gamma := math.Exp(epsilon)
		if near := loses(q, gamma, 1/u, 1/u, -1); math.Abs(near-worst) > 1e-3*worst+1e-6 {
			t.Fatalf("q = %v, u = %v, ε = %v: the pair loses %v, want %v, by the midpoint rule", q, u, epsilon, worst, near)
		}
		for range 6 {
			alpha, beta, cosine := source.Float64()/u, source.Float64()/u, 2*source.Float64()-1
			if source.IntN(2) == 0 {
				alpha, beta = 1/u, 1/u
			}
			if v := loses(q, gamma, alpha, beta, cosine); v > worst*(1+1e-3)+1e-6 {
				t.Errorf("q = %v, u = %v, ε = %v: lengths %v and %v at the cosine %v lose %v, want at most the pair's %v",
					q, u, epsilon, beta, alpha, cosine, v, worst)
			}
		}
	}
}
