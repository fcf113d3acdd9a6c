package affine

import (
	"math"
	"sync"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/mutants"
)

// Overlapped returns an upper bound on the part θ of an f-divergence, f operator convex, that remains after a kernel that
// takes points to Gaussians at most 2x standard deviations apart, and a lower bound on 1 − θ. θ is E tanh²(xV) with V ∼
// N(x, 1) (overlap.md, Theorem 1), or total variation, which is larger, where x is large and the two hardly differ.
func Overlapped(x float64) (left, rest float64) {
	left, rest = Contracted(x)
	square := x * x * (1 + 2*errfloat.U)
	if !(square < LeCamEnd) {
		return left, rest
	}
	if mutants.HalfOverlap.On() {
		square /= 2
	}
	// The first piece of the table has no digits to spare for small squares.
	l, r := -errfloat.Expm1(-square)*(1+36*errfloat.U)+errfloat.Tiny, errfloat.Exp(-square)*(1-16*errfloat.U)
	if square > 1/lecamPieces {
		l = min(l, tabledLeCam(square))
		r = max(r, 1-l)
	}
	if l < left {
		return l, r * (1 - 2*errfloat.U)
	}
	return left, rest
}

const (
	// LeCamEnd is x² where the table of Overlapped ends and total variation takes its place.
	LeCamEnd    = 4.0
	lecamPieces = 128.0 // intervals of the table in a unit of x²
)

// lecams is the table: the coefficients at x² = i/lecamPieces, from above; 0 at i = 0.
var lecams = sync.OnceValue(func() []float64 {
	out := make([]float64, int(LeCamEnd*lecamPieces)+1)
	for i := 1; i < len(out); i++ {
		out[i] = lecam(math.Sqrt(float64(i)/lecamPieces) * (1 + 2*errfloat.U))
	}
	return out
})

// tabledLeCam interpolates the table linearly at x² = square. It adds the most by which the function can exceed a chord:
// its second derivative in x² is at least −2 (overlap.md, section 4).
func tabledLeCam(square float64) float64 {
	table := lecams()
	at := square * lecamPieces
	i := min(int(at), len(table)-2)
	part := at - float64(i)
	const above = 0.25 / (lecamPieces * lecamPieces)
	return min(table[i+1], (float64(table[i]*(1-part))+float64(table[i+1]*part)+above)*(1+8*errfloat.U))
}

// lecam is ∫ φ(v)e^{−x²/2}cosh(xv)tanh²(xv) dv for 0 < x ≤ 2, from above, by the trapezoidal rule. |tanh²| is at most 1 on
// the strip of half-width a if xa ≤ π/4, so the rule errs by at most 2e^{a²/2}/(e^{2πa/h} − 1). With h = πa/15 and a ≤ 3
// this is less than 2e^{4.5−29.9}.
func lecam(x float64) float64 {
	const (
		width   = 3.0
		beyond  = 9.0   // in standard deviations; the integral beyond it is 2·10⁻¹⁹
		missing = 2e-11 // added to the sum; more than both errors
	)
	h := math.Pi / 15 * min(width, math.Pi/4/x)
	sum := 0.0
	for v := h; v < x+beyond; v += h {
		far := errfloat.Exp(-2 * x * v)
		sum += float64(errfloat.Exp(-(v-x)*(v-x)/2) * (1 - far) * (1 - far) / (1 + far))
	}
	return sum*h/math.Sqrt(2*math.Pi)*(1+1e-12) + missing
}
