package shift

import (
	"math"

	"lastiterate/bounds/internal/modulus"
)

// stepper walks backward under one modulus g(z) = Az + Hz^λ, A ≥ 1: next
// solves g(z) = y, most often close to the z before. Its relative error is
// below stepError.
type stepper struct {
	modulus.Modulus
	excess float64 // A − 1
	linear float64 // A
	z      float64 // the last root
	holder float64 // Hz^λ there
	slope  float64 // g'(z) there
}

// stepError bounds the relative error of one inverse, its power included.
const stepError = 1e-14

func newStepper(m modulus.Modulus) stepper {
	s := stepper{Modulus: m, excess: m.Excess}
	if m.Holder > 0 && m.Order == 1 {
		s.excess += m.Holder
		s.Holder = 0
	}
	s.linear = 1 + s.excess
	s.reset()
	return s
}

// reset goes back to z = 0.
func (s *stepper) reset() {
	s.z, s.holder, s.slope = 0, 0, s.linear
	if s.Holder > 0 {
		s.slope = math.Inf(1)
	}
}

func (s *stepper) next(y float64) {
	switch {
	case y <= 0:
		s.reset()
	case s.Holder == 0:
		s.z = y / s.linear
	case s.Order == 0.5:
		root := 2 * y / (s.Holder + math.Sqrt(s.Holder*s.Holder+4*s.linear*y))
		s.z, s.holder = root*root, s.Holder*root
		s.slope = s.linear + s.Holder/(2*root)
	default:
		s.newton(y)
	}
}

// newton starts from the tangent at the last root, which is so close where a
// walk takes many steps that one power suffices.
func (s *stepper) newton(y float64) {
	if s.z > 0 {
		z := s.z + (y-s.linear*s.z-s.holder)/s.slope
		for range 3 {
			if !(z > 0.25*s.z && z < 4*s.z) {
				break
			}
			holder := s.Holder * math.Pow(z, s.Order)
			tangent := s.Order * holder / z
			correction := (s.linear*z + holder - y) / (s.linear + tangent)
			z -= correction
			if math.Abs(correction) < 1e-8*z {
				s.set(z, holder-tangent*correction)
				return
			}
		}
	}
	z := s.Inverse(y)
	s.set(z, max(0, y-s.linear*z))
	if z > 0 && s.holder < 0.5*y { // y − Az would cancel
		s.set(z, s.Holder*math.Pow(z, s.Order))
	}
}

func (s *stepper) set(z, holder float64) {
	s.z, s.holder = z, holder
	s.slope = math.Inf(1)
	if z > 0 {
		s.slope = s.linear + s.Order*holder/z
	}
}
