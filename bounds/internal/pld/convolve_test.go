package pld

import (
	"math"

	"gonum.org/v1/gonum/dsp/fourier"
)

// Convolve returns the law of the sum of two independent losses on one grid, for
// callers who need the whole profile of two steps rather than one number of
// many. The rounding error of the transforms, about 1e-14, is added to the mass
// at infinity, so that smaller values of delta cannot be read off; Composition
// tilts the laws and has no such limit.
func Convolve(a, b *PLD) (*PLD, error) {
	switch {
	case a == nil || b == nil || len(a.p) == 0 || len(b.p) == 0:
		return nil, ErrProfile
	case a.step != b.step:
		return nil, ErrGrid
	}
	size := len(a.p) + len(b.p) - 1
	n, ok := points(float64(size))
	if !ok {
		return nil, ErrNotConverged
	}
	fft := fourier.NewFFT(n)
	x, y := make([]float64, n), make([]float64, n)
	copy(x, a.p)
	copy(y, b.p)
	nx, ny := norm2(x), norm2(y)
	fx, fy := fft.Coefficients(nil, x), fft.Coefficients(nil, y)
	for i := range fx {
		fx[i] *= fy[i]
	}
	sum := fft.Sequence(x, fx)[:size]
	for i, v := range sum {
		sum[i] = math.Max(0, v/float64(n))
	}
	// No spectrum exceeds the total mass, which is 1 up to rounding.
	e := fftError(n)
	error2 := 1.01 * (e*(nx+ny) + (e+powError)*norm2(sum))
	l := &PLD{step: a.step, low: a.low + b.low, p: sum, dualInf: 1}
	l.inf = math.Min(1, a.inf+b.inf+error2*math.Sqrt(float64(size)))
	return l, nil
}
