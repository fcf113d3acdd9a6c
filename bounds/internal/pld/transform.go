package pld

import (
	"sync"

	"gonum.org/v1/gonum/dsp/fourier"
)

// A transform is an FFT of a length with the room that a composition needs for it. The tables of sines and fresh memory
// take a third as long as the two transforms themselves, and a search composes many runs at one length.
type transform struct {
	*fourier.FFT
	seq           []float64
	spectrum      []complex128
	logAbs, phase []float64
}

// transforms are those that nobody uses now, mostly of one length.
var transforms sync.Pool

// borrowTransform is one whose logAbs and phase are 0; what else it holds is left from before.
func borrowTransform(n int) *transform {
	if f, ok := transforms.Get().(*transform); ok && f.Len() == n {
		clear(f.logAbs)
		clear(f.phase)
		return f
	}
	return &transform{fourier.NewFFT(n), make([]float64, n), make([]complex128, n/2+1), make([]float64, n/2+1), make([]float64, n/2+1)}
}

func (f *transform) giveBack() { transforms.Put(f) }
