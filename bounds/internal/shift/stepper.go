package shift

import (
	"math"

	"lastiterate/bounds/internal/modulus"
)

// Stepper solves g(z) = y for one modulus g(z) = Az + Hz^λ, A ≥ 1, at one y after another, while a path is followed backward.
// Next begins at the last root, which is most often close. The relative error of a root is below StepError.
type Stepper struct {
	modulus.Modulus
	Growth float64 // A − 1
	linear float64 // A
	Z      float64 // the last root
	Power  float64 // Hz^λ there
	Slope  float64 // g'(z) there
}

// StepError bounds the relative error of one inverse, its power included.
const StepError = 1e-14

// NewStepper returns a stepper at z = 0.
func NewStepper(m modulus.Modulus) Stepper {
	s := Stepper{Modulus: m, Growth: m.Excess}
	if m.Holder > 0 && m.Order == 1 {
		s.Growth += m.Holder
		s.Holder = 0
	}
	s.linear = 1 + s.Growth
	s.Reset()
	return s
}

// Reset goes back to z = 0.
func (s *Stepper) Reset() {
	s.Z, s.Power, s.Slope = 0, 0, s.linear
	if s.Holder > 0 {
		s.Slope = math.Inf(1)
	}
}

// Next moves on to the z at which g(z) = y.
func (s *Stepper) Next(y float64) {
	switch {
	case y <= 0:
		s.Reset()
	case s.Holder == 0:
		s.Z = y / s.linear
	case s.Order == 0.5:
		root := 2 * y / (s.Holder + math.Sqrt(s.Holder*s.Holder+4*s.linear*y))
		s.Z, s.Power = root*root, s.Holder*root
		s.Slope = s.linear + s.Holder/(2*root)
	default:
		s.newton(y)
	}
}

// newton starts from the tangent at the last root. On a path of many steps the new root is so close that one power suffices.
func (s *Stepper) newton(y float64) {
	if s.Z > 0 {
		z := s.Z + (y-s.linear*s.Z-s.Power)/s.Slope
		for range 3 {
			if !(z > 0.25*s.Z && z < 4*s.Z) {
				break
			}
			holder := s.Holder * math.Pow(z, s.Order)
			tangent := s.Order * holder / z
			correction := (s.linear*z + holder - y) / (s.linear + tangent)
			z -= correction
			if math.Abs(correction) < 1e-8*z {
				s.Set(z, holder-tangent*correction)
				return
			}
		}
	}
	z := s.Inverse(y)
	s.Set(z, max(0, y-s.linear*z))
	if z > 0 && s.Power < 0.5*y { // y − Az would cancel
		s.Set(z, s.Holder*math.Pow(z, s.Order))
	}
}

// Set moves to z; holder is Hz^λ.
func (s *Stepper) Set(z, holder float64) {
	s.Z, s.Power = z, holder
	s.Slope = math.Inf(1)
	if z > 0 {
		s.Slope = s.linear + s.Order*holder/z
	}
}

// LongestRay is the largest number of steps of a ray that is followed, and of a path that is evaluated again.
const LongestRay = 1 << 15
