package sampling

import (
	"math"
	"testing"
)

// A row is sampled at no more values than allowed, the ends and the value asked
// about among them, and at as few as its shape needs: the chords between them are
// then nowhere far from it.
func TestSampler(t *testing.T) {
	shapes := map[string]func(float64) float64{
		"flat":       func(float64) float64 { return 1 },
		"straight":   func(x float64) float64 { return 3 * x },
		"saturating": func(x float64) float64 { return 1 - math.Exp(-x/10) },
		"corner":     func(x float64) float64 { return min(x, 31) },
		"ends": func(x float64) float64 {
			if x > 77 {
				return math.NaN()
			}
			return x
		},
	}
	for name, shape := range shapes {
		for _, n := range []int{1, 2, 5, 40, 250} {
			for _, most := range []int{1, 2, 3, 7, 40, 120} {
				s := Sampler{Most: most, X: make([]float64, n), Y: make([]float64, n)}
				for j := range n {
					s.X[j], s.Y[j] = float64(j+1), math.NaN()
				}
				count, seen := 0, map[int]bool{}
				s.Value = func(j int) (float64, bool) {
					if seen[j] {
						t.Errorf("%s: value %d twice", name, j)
					}
					seen[j] = true
					count++
					return shape(s.X[j]), true
				}
				own := n * 2 / 3
				s.Sample(own)
				if count > most || !seen[n-1] || most > 1 && !seen[0] || most > 2 && !seen[own] {
					t.Errorf("%s, %d of %d values: %d were taken: %v", name, most, n, count, seen)
				}
				if n != 250 || most != 120 || name == "ends" {
					continue
				}
				if count > 60 {
					t.Errorf("%s takes %d values", name, count)
				}
				for i := 0; i+1 < len(s.known); i++ {
					a, b := s.known[i], s.known[i+1]
					for j := a; j <= b; j++ {
						chord := s.Y[a] + (s.Y[b]-s.Y[a])*float64(j-a)/float64(b-a)
						if want := shape(s.X[j]); math.Abs(chord-want) > 2*straight*want {
							t.Errorf("%s: between %v and %v the line is at %v, the chord at %v", name, s.X[a], s.X[b], want, chord)
						}
					}
				}
				if name == "corner" && !(seen[30] || seen[29] && seen[31]) {
					t.Errorf("the corner at 31 was not looked for: %v", s.known)
				}
			}
		}
	}
}

// The values on one side of the jumps come first: in a line of teeth they are a straight line, of which few are taken,
// and those on the other side are not left out.
func TestSamplerOfTeeth(t *testing.T) {
	s := Sampler{Most: 40, X: make([]float64, 300), Y: make([]float64, 300), First: make([][]int, 2)}
	for j := range s.X {
		s.X[j], s.Y[j] = float64(j+1), math.NaN()
		if j%10 < 2 {
			s.First[1-j%10] = append(s.First[1-j%10], j)
		}
	}
	s.Value = func(j int) (float64, bool) { return 1 + float64(j%10), true }
	s.Sample(-1)
	taken := [10]int{}
	for _, j := range s.known {
		taken[j%10]++
	}
	if len(s.known) > 40 || taken[0] < 5 || taken[1] < 5 {
		t.Errorf("%d values were taken, by their place in a tooth %v", len(s.known), taken)
	}
}
