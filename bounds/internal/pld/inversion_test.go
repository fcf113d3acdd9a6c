package pld

import (
	"math"
	"math/cmplx"
)

// invert computes delta(epsilon) of times steps without any grid of losses, by
// the inversion integral
//
//	delta(e) = 1/(2πi) ∫_{Re z = θ} M(z)^T e^{−ze} / (z(z+1)) dz,  M(z) = E_P e^{zL},
//
// with M by the trapezoidal rule in x: the second route to every number here.
// It is not ok where M(z)^T does not fall, as for few steps.
func invert(m pair, times float64, epsilon float64) (delta float64, ok bool) {
	const n = 2000
	low, high := cutoffs(m, 1e-40)
	dx := (high - low) / n
	loss, mass := make([]float64, n+1), make([]float64, n+1)
	for i := range loss {
		l, logDensity := m.at(low + dx*float64(i))
		loss[i], mass[i] = l, dx*math.Exp(logDensity)
	}
	logMoment := func(z complex128) complex128 {
		var sum complex128
		for i, l := range loss {
			sum += complex(mass[i], 0) * (cmplx.Exp(z*complex(l, 0)) - 1)
		}
		// ln(1+sum), with the series where sum is small.
		if cmplx.Abs(sum) < 1e-5 {
			return sum - sum*sum/2 + sum*sum*sum/3
		}
		return cmplx.Log(1 + sum)
	}
	sketch := make([]atom, 0, n+1)
	for i := range loss {
		sketch = append(sketch, atom{loss[i], mass[i]})
	}
	b := &blueprint{parts: [][]atom{sketch}, times: []float64{times}, total: times}
	theta := b.bestTilt(func(theta, k float64) float64 { return k - theta*epsilon + conversion(theta) })
	_, _, variance := b.cumulants(theta)
	// The integrand falls like exp(−variance·t²/2), slower in its tail.
	dt := 0.02 / math.Sqrt(variance)
	total := 0.0
	for k := 0; k < 2500; k++ {
		t := dt * float64(k)
		z := complex(theta, t)
		v := cmplx.Exp(complex(times, 0)*logMoment(z)-z*complex(epsilon, 0)) / (z * (z + 1))
		w := 1.0
		if k == 0 {
			w = 0.5
		}
		total += w * real(v)
		if k > 400 && cmplx.Abs(v)*20 < 1e-12*math.Abs(total) {
			return total * dt / math.Pi, true
		}
	}
	return 0, false
}
