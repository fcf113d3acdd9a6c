package pld

import (
	"math"

	"gonum.org/v1/gonum/dsp/fourier"

	"lastiterate/bounds/work"
)

// A term is a law and the number of times it occurs, at least one.
type term struct {
	loss  *PLD
	times int
}

// composition is the sum of independent losses on one grid: the law of a run whose steps are released together.
type composition struct {
	terms []term
	step  float64
	total float64 // number of steps
	inf   float64 // bound on the probability that any loss is infinite
	work  *work.Budget
}

// compose returns the composition of one or more terms, which share their grid step.
func compose(w *work.Budget, terms ...term) *composition {
	c := &composition{terms: terms, step: terms[0].loss.step, work: w}
	logFinite := 0.0
	for _, t := range terms {
		c.total += float64(t.times)
		logFinite += float64(t.times) * math.Log1p(-min(1, t.loss.inf))
	}
	c.inf = min(1, -math.Expm1(logFinite)*(1+8*unit))
	return c
}

// dual returns the composition in the other direction.
func (c *composition) dual() *composition {
	terms := make([]term, len(c.terms))
	for i, t := range c.terms {
		c.work.Spend(cellUnits * len(t.loss.p))
		terms[i] = term{t.loss.dual(), t.times}
	}
	return compose(c.work, terms...)
}

func (c *composition) blueprint() *blueprint {
	b := &blueprint{total: c.total, work: c.work}
	for _, t := range c.terms {
		c.work.Spend(readingUnits * len(t.loss.p))
		b.parts = append(b.parts, sketchLoss(t.loss))
		b.times = append(b.times, float64(t.times))
	}
	return b
}

// logMoment returns ln E exp(θ·L) over finite L.
func (c *composition) logMoment(theta float64) float64 {
	sum := 0.0
	for _, t := range c.terms {
		c.work.Spend(readingUnits * len(t.loss.p))
		sum += float64(t.times) * t.loss.logMoment(theta)
	}
	return sum
}

// fftError bounds the relative error, in the Euclidean norm, of one transform of
// length n = 2^k or 3·2^k (discretisation.md, section 4).
func fftError(n int) float64 { return unit * (5*math.Log2(float64(n)) + 16) }

// powError bounds the relative error of one factor in a product of spectra in
// polar form, from the rounding of ln|z| and of arg z, which is at most π.
const powError = 8 * unit

// vanished is the logarithm below which a spectrum counts as 0.
const vanished = -700

// tiltedLaw is a composition under the law tilted by exp(θ·L), on the window of grid indices start … start+len(mass)−1. The
// window is one period of the transform: losses outside are folded in.
type tiltedLaw struct {
	theta, step float64
	start       int
	logM        float64   // ln E exp(θ·L) of the composition, by which the tilted law is normalised
	mass        []float64 // probabilities, with errors
	err2        float64   // bound on the Euclidean norm of their errors
	inf         float64   // mass at infinity
	above       float64   // bound on the probability of losses above the window
	relative    float64   // bound on the relative error of the tilting itself

	g0, g1 []float64 // at j: Σ_{i>=j} mass[i]·exp(−θ·step·(i−j)), and the same with θ+1
}

// tilt composes by FFT. The result is exact up to err2: folding only adds mass from below the window, and above bounds the
// mass above the window.
func (c *composition) tilt(theta float64, start, n int) *tiltedLaw {
	t := &tiltedLaw{theta: theta, step: c.step, start: start, inf: c.inf}
	c.work.Spend(pointUnits * n * (1 + len(c.terms)))
	fft := fourier.NewFFT(n)
	seq := make([]float64, n)
	spectrum := make([]complex128, n/2+1)
	product := newPolar(n)
	logM := make([]float64, len(c.terms))
	for k, term := range c.terms {
		l, times := term.loss, float64(term.times)
		c.work.Spend(2 * readingUnits * len(l.p))
		logM[k] = l.logMoment(theta)
		t.logM += times * logM[k]
		clear(seq)
		position := mod(l.low, n)
		for i, p := range l.p {
			seq[position] += p * math.Exp(theta*l.lossAt(i)-logM[k])
			if position++; position == n {
				position = 0
			}
		}
		exponents := theta*max(math.Abs(l.lossAt(0)), math.Abs(l.lossAt(len(l.p)-1))) + math.Abs(logM[k])
		t.relative += times * unit * 4 * (1 + exponents)
		norm := norm2(seq)
		fft.Coefficients(spectrum, seq)
		e := fftError(n) * norm
		t.err2 += times * e * math.Exp(min(700, times*e*math.Sqrt(float64(n))))
		product.multiply(spectrum, times)
	}
	product.into(spectrum, n)
	fft.Sequence(seq, spectrum)
	t.err2 += (c.total*powError + fftError(n)) * 1.01 * (norm2(seq) + t.err2)
	t.err2 *= 1 + t.relative
	t.mass = make([]float64, n)
	first := mod(start, n)
	copy(t.mass, seq[first:])
	copy(t.mass[n-first:], seq[:first])
	t.above = c.chernoff(theta, t.logM, float64(start+n)*c.step)
	t.sum()
	return t
}

// polar is a product of powers of spectra, in polar form.
type polar struct{ logAbs, phase []float64 }

// newPolar returns the product 1 of spectra of real sequences of length n.
func newPolar(n int) polar { return polar{make([]float64, n/2+1), make([]float64, n/2+1)} }

// multiply multiplies the product by spectrum^times.
func (p polar) multiply(spectrum []complex128, times float64) {
	// Most of a spectrum of many steps vanishes, which needs no logarithm.
	vanishing := math.Exp(2 * vanished / times)
	for i, z := range spectrum {
		re, im := real(z), imag(z)
		square := re*re + im*im
		if square < vanishing || p.logAbs[i] < vanished {
			p.logAbs[i] = 2 * vanished
			continue
		}
		p.logAbs[i] += times * 0.5 * math.Log(square)
		p.phase[i] += times * math.Atan2(im, re)
	}
}

// into writes the product over n into spectrum.
func (p polar) into(spectrum []complex128, n int) {
	for i := range spectrum {
		spectrum[i] = 0
		if p.logAbs[i] > vanished {
			sin, cos := math.Sincos(p.phase[i])
			r := math.Exp(p.logAbs[i]) / float64(n)
			spectrum[i] = complex(r*cos, r*sin)
		}
	}
}

// chernoff bounds P(L >= x) by exp(K(θ') − θ'x) for θ' = θ and a few larger θ'. logMoment is K(θ).
func (c *composition) chernoff(theta, logMoment, x float64) float64 {
	best := logMoment - theta*x
	for _, f := range [...]float64{1.2, 1.5, 2, 3} {
		v := c.logMoment(f*theta) - f*theta*x
		if !(v < best) {
			break
		}
		best = v
	}
	return math.Exp(best) * (1 + unit*(16+4*math.Abs(theta*x)+math.Abs(logMoment)))
}

// sum computes the sums g0 and g1 that delta reads.
func (t *tiltedLaw) sum() {
	n := len(t.mass)
	t.g0, t.g1 = make([]float64, n+1), make([]float64, n+1)
	r0, r1 := math.Exp(-t.theta*t.step), math.Exp(-(t.theta+1)*t.step)
	for j := n - 1; j >= 0; j-- {
		m := max(0, t.mass[j])
		t.g0[j] = m + r0*t.g0[j+1]
		t.g1[j] = m + r1*t.g1[j+1]
	}
}

// delta returns an upper bound on delta(epsilon), 1 below the window.
func (t *tiltedLaw) delta(epsilon float64) float64 {
	value, doubt := t.parts(epsilon)
	if v := t.inf + value + doubt; v < 1 {
		return v
	}
	return 1
}

// parts returns the contribution of the finite losses to delta(epsilon), and an allowance for the errors of the transforms
// and for losses above the window. Both are infinite below the window.
func (t *tiltedLaw) parts(epsilon float64) (value, doubt float64) {
	j := int(math.Floor(epsilon/t.step)) + 1 - t.start
	if j < 0 || math.IsNaN(epsilon) {
		return math.Inf(1), math.Inf(1)
	}
	j = min(j, len(t.mass))
	x := t.step * float64(t.start+j)
	rounding := 4 * unit * float64(len(t.mass)) * t.g0[j]
	body := max(0, t.g0[j]-math.Exp(epsilon-x)*t.g1[j]) + rounding
	exponent := t.logM - t.theta*x
	v := math.Exp(exponent) * body
	// The error meets the weights exp(−θ(x−ε))(1−exp(ε−x)) in the Euclidean norm.
	integral := min(0.5/t.theta, 0.25/(t.theta*t.theta*t.theta)) / t.step
	largest := min(1, 1/(t.theta*t.theta))
	noise := t.err2 * math.Sqrt(integral+largest) * math.Exp(t.logM-t.theta*epsilon)
	pad := 1 + t.relative + unit*(16+math.Abs(t.logM)+t.theta*math.Abs(x))
	return v * pad, t.above + noise*pad
}

func norm2(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v * v
	}
	return math.Sqrt(sum)
}

func mod(i, n int) int {
	if i %= n; i < 0 {
		i += n
	}
	return i
}
