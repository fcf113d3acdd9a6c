package window

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/run"
)

// faintRun forgets its start within a few hundred steps to less than any float64.
func faintRun() run.Run {
	return run.Run{N: 2000, B: 2000, T: 1e9, Eta: 0.1, Clip: 10, Sigma: 1, Noise: run.IterateNoise, Diameter: 3, Adjacency: run.Replace,
		Scheme: run.Full, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingActive}
}

// TestFaintShareIsNotNothing: θ of many steps may be below every float64, and what it multiplies at a large order above every one.
// Its logarithm is finite all the same, and about in proportion to the steps. −∞ made ε(873.9) of this run 2.7, not 173.7.
func TestFaintShareIsNotNothing(t *testing.T) {
	r := faintRun()
	w := newComposedWindow(t.Context(), r, eachStep(t.Context(), r))
	perStep, faint := 0.0, false
	for _, m := range w.tried {
		log := w.left[m]
		if log > -600 {
			perStep = min(perStep, log/float64(m))
			continue
		}
		faint = true
		if !(log >= 1.05*perStep*float64(m)) {
			t.Errorf("%d steps: log θ = %v, want about %v", m, log, perStep*float64(m))
		}
		const beta = 1000
		before := -2 * log / (beta - 1) // of which the steps leave half
		if math.IsInf(before, 1) {
			before = 2
		}
		if left := shrunk(before, beta, log); !(left > 0.49*before && left < 0.51*before) {
			t.Errorf("%d steps leave %v of the divergence %v, want half", m, left, before)
		}
	}
	if !faint {
		t.Error("no θ is too small for a float64")
	}
	// The divergence before a window is so large that a θ of e^{−700} hardly changes it: composition of a few hundred steps and
	// what they leave of it is what remains.
	if e, m := w.renyi(873.9); !(e > 100) {
		t.Errorf("ε(873.9) = %v by a window of %d steps, whose θ is e^%v", e, m, w.left[m])
	}
}

// TestFaintRemainderIsNotNothing: the second inequality multiplies F by e^ε of the window's steps, which is up to e^700. F is small
// after many steps, and never 0, nor so small that rounding may have lowered it.
func TestFaintRemainderIsNotNothing(t *testing.T) {
	r := faintRun()
	w, faint := newComposedWindow(t.Context(), r, eachStep(t.Context(), r)), 0
	for _, m := range w.tried {
		if w.left[m] < -800 {
			faint++
		}
		for _, loss := range []float64{0, 0.1, 300} {
			if f := w.forgotten(m, loss); !(f >= errfloat.Tiny) {
				t.Errorf("after %d steps F(e^%v) = %v: θ is e^%v, not 0", m, loss, f, w.left[m])
			}
		}
	}
	if faint == 0 {
		t.Error("no θ is too small for a float64")
	}
}

// TestFaintRestProvesNothing: what ε₀ leaves of δ may be below the normal numbers.
func TestFaintRestProvesNothing(t *testing.T) {
	r := faintRun()
	w := newComposedWindow(t.Context(), r, eachStep(t.Context(), r))
	const delta = 1e-300
	for _, loss := range []float64{10, 30, 50, 300} {
		e, err := w.epsilonBy(t.Context(), lossSplit{steps: 40, loss: loss}, delta)
		if least := delta*math.Exp(-loss) < 0x1p-1022; math.IsInf(e, 1) != least || err != nil {
			t.Errorf("ε₀ = %v leaves e^−ε₀ of %v: ε = %v, %v", loss, delta, e, err)
		}
	}
}
