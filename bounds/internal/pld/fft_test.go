package pld

import (
	"math"
	"math/big"
	"math/rand"
	"testing"

	"gonum.org/v1/gonum/dsp/fourier"
)

// The error of a transform must stay below fftError. The exact spectrum of a few
// impulses is a sum of few cosines, known to the last bits; the round trip
// tests long random data.
func TestFFTError(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	for _, n := range []int{64, 96, 4096, 49152, 1 << 17, 3 << 17, 1 << 19} {
		fft := fourier.NewFFT(n)
		x := make([]float64, n)
		var at []int
		for range 4 {
			i := r.Intn(n)
			x[i] = r.Float64()
			at = append(at, i)
		}
		spectrum := fft.Coefficients(nil, x)
		error2 := 0.0
		for k := 0; k < len(spectrum); k += 1 + n/4096 {
			var re, im float64
			seen := map[int]bool{}
			for _, i := range at {
				if seen[i] {
					continue
				}
				seen[i] = true
				// i·k mod n is exact, so that the angle is good to one bit.
				sin, cos := math.Sincos(2 * math.Pi * float64(i*k%n) / float64(n))
				re += x[i] * cos
				im -= x[i] * sin
			}
			d := (re-real(spectrum[k]))*(re-real(spectrum[k])) + (im-imag(spectrum[k]))*(im-imag(spectrum[k]))
			error2 = max(error2, d)
		}
		if e := math.Sqrt(error2) / norm2(x); e > fftError(n) {
			t.Errorf("n = %d: the largest error = %.3g of the norm, want at most %.3g", n, e, fftError(n))
		}
		for i := range x {
			x[i] = r.Float64()
		}
		y := fft.Sequence(nil, fft.Coefficients(nil, x))
		for i := range y {
			y[i] = y[i]/float64(n) - x[i]
		}
		if e := norm2(y) / norm2(x); e > fftError(n) {
			t.Errorf("n = %d: the error of the round trip = %.3g of the norm, want at most %.3g", n, e, fftError(n))
		}
	}
}

// Composition by FFT against exact arithmetic: a small law, many repetitions by
// repeated convolution with 200-bit numbers.
func TestCompositionAgainstBig(t *testing.T) {
	const h, times = 0.25, 64
	l := &PLD{step: h, low: -2, p: []float64{0.05, 0.3, 0.45, 0.15, 0.04, 0.01}, inf: 1e-9, dualInf: 1}
	exact := []*big.Float{one()}
	for range times {
		next := make([]*big.Float, len(exact)+len(l.p)-1)
		for i := range next {
			next[i] = new(big.Float).SetPrec(200)
		}
		for i, a := range exact {
			for j, p := range l.p {
				next[i+j].Add(next[i+j], new(big.Float).SetPrec(200).Mul(a, big.NewFloat(p)))
			}
		}
		exact = next
	}
	c := compose(nil, term{l, 24}, term{l, times - 24})
	for _, e := range []float64{-3, 0, 2.5, 10.1, 20, 35} {
		want := new(big.Float).SetPrec(200)
		for i, m := range exact {
			x := h * float64(-2*times+i)
			if x > e {
				want.Add(want, new(big.Float).SetPrec(200).Mul(m, big.NewFloat(-math.Expm1(e-x))))
			}
		}
		v, _ := want.Float64()
		v += -math.Expm1(times * math.Log1p(-1e-9))
		got, err := c.delta(e)
		// Folding and truncation are aimed at 1e-6 of delta.
		within(t, got, v, 1e-5, err, "delta at", e)
	}
}

func one() *big.Float { return new(big.Float).SetPrec(200).SetInt64(1) }
