package renyi

import (
	"math"

	"lastiterate/bounds/work"
)

// An integrand is a positive function F on an interval of the line, given by its
// logarithm and by an envelope that proves where F is negligible.
//
// The envelope is a function psi >= log F with psi' = rise − fall, where rise
// and fall are both non-decreasing. Between two points psi is therefore at most
//
//	min( psi(a) + max(0, rise(b)−fall(a))·(b−a),
//	     psi(b) + max(0, fall(b)−rise(a))·(b−a) ),
//
// Beyond the last point psi falls at least exponentially. Bisection with these two bounds finds the peaks, however narrow and
// however far apart, and bounds everything that is left out.
type integrand struct {
	logF func(x float64) float64
	env  func(x float64) envelope

	// start is the left end of the domain, −Inf for the whole line. F may have
	// any order of growth there.
	start   float64
	riseMax float64   // limit of rise at the right end; at the left one it is 0
	width   float64   // natural length of F's features
	guess   []float64 // points at which F is tried, to learn the size of the integral
	// rounding1·|x| + rounding2·x² is the size of the terms that cancel in logF(x).
	rounding1, rounding2 float64

	work  *work.Budget
	units int // of work, for F at one point
}

// envelope is psi at a point, and the two parts of its derivative there.
type envelope struct{ psi, rise, fall float64 }

const (
	// negligible is the distance, in nats, below the largest known mass at which a piece is left out: e^{-42} = 6e-19. The
	// mass left out is bounded and added.
	negligible = 42
	// maxPieces bounds the bisection: an integral that needs more pieces is refused. maxPoints bounds the points of all
	// windows: refinement stops at more.
	maxPieces = 6000
	maxPoints = 1 << 16
	// targetError is the relative error of the result at which refinement stops.
	targetError = 1e-11
	// looseError is the relative error above which the result is refused.
	looseError = 1e-3
	// maxHalvings is how often the first step of a grid may be halved; targetError is met long before.
	maxHalvings = 9
	// minLayer is where the substitution of a hard end begins: e^{-e^{4.2}} is 1e-29, so nothing is lost between the end and
	// the first point.
	minLayer = -4.2
)

// logIntegral returns the logarithm of an upper bound on ∫F: the trapezoidal rule plus the difference of its two finest
// resolutions, the bound on everything left out, and the rounding noise. The rule converges geometrically for analytic F that
// vanish at both ends (Trefethen and Weideman 2014, doi:10.1137/130932132), so the difference, which is the error of the
// coarser grid, is far larger than the error of the finer one. The result is refused if the sum is not accurate to looseError
// of value(log ∫F), where value is the monotone function that the caller will apply.
func (in *integrand) logIntegral() (float64, error) {
	floor := math.Inf(-1)
	for _, x := range in.guess {
		floor = max(floor, in.logF(x)+math.Log(in.width))
	}
	if math.IsInf(floor, -1) || math.IsNaN(floor) {
		return math.Inf(1), ErrNotConverged
	}
	cut := floor - negligible
	lo, hi, left, ok := in.bracket(cut)
	if !ok {
		return math.Inf(1), ErrNotConverged
	}
	windows, dropped, ok := in.windows(lo, hi, cut)
	if !ok || len(windows) == 0 {
		return math.Inf(1), ErrNotConverged
	}
	left = LogAdd(left, dropped)
	if windows[0].layer {
		// This is the part between the hard end and the first point of its grid. F is monotone on so short an interval.
		l := layer(minLayer)
		ends := max(in.logF(in.start), in.logF(in.start+in.width*l.x))
		left = LogAdd(left, ends+math.Log(in.width)+l.logX)
	}

	last := windows[len(windows)-1].b
	first := windows[0].a
	noise := 8 * epsilon * (1 + in.rounding1*max(math.Abs(first), math.Abs(last)) + in.rounding2*max(first*first, last*last))

	sum := logSum{max: floor}
	for i := range windows {
		if !windows[i].coarse(in, &sum) {
			return math.Inf(1), ErrNotConverged
		}
	}
	for halving := 0; halving < maxHalvings; halving++ {
		var mid logSum
		mid.max = sum.max
		points := 0
		for i := range windows {
			points += windows[i].refine(in, &mid)
		}
		sum.rescale(mid.max)
		coarse := sum.v
		sum.v = (sum.v + mid.v) / 2
		err := math.Abs(sum.v-coarse) / sum.v
		logI := sum.max + math.Log(sum.v)
		// The result is ln(1 + I): its relative error is this multiple of I's.
		gain := 1.0
		if logI > 0 {
			gain = 1 / (1 + logI)
		}
		if err*gain <= targetError || err <= noise || halving == maxHalvings-1 || points > maxPoints {
			err += noise + math.Exp(left-logI)
			if !(err*gain <= looseError) {
				return math.Inf(1), ErrNotConverged
			}
			return logI + math.Log1p(err), nil
		}
	}
	return math.Inf(1), ErrNotConverged
}

// epsilon is the distance from 1 to the next float64: twice the unit roundoff.
const epsilon = 0x1p-52

// bracket finds an interval outside of which the integral of the envelope is
// below exp(cut), and returns a bound on it.
func (in *integrand) bracket(cut float64) (lo, hi, outside float64, ok bool) {
	outside = math.Inf(-1)
	center := in.guess[0]
	lo = in.start
	if math.IsInf(lo, -1) {
		lo, outside, ok = in.tail(center, -1, cut)
		if !ok {
			return 0, 0, 0, false
		}
	}
	hi, right, ok := in.tail(center, 1, cut)
	return lo, hi, LogAdd(outside, right), ok
}

// tail moves from x in direction dir until the mass beyond is below exp(cut). Its steps grow until the envelope falls and are
// short from there on; any end beyond the cut is valid.
func (in *integrand) tail(x, dir, cut float64) (end, mass float64, ok bool) {
	step := 8 * in.width
	for range 200 {
		in.work.Spend(envelopeUnits)
		x += dir * step
		e := in.env(x)
		slope := e.fall - in.riseMax // least rate of decay to the right of x
		if dir < 0 {
			slope = -e.fall
		}
		if slope > 0 {
			if mass = e.psi - math.Log(slope); mass <= cut {
				return x, mass, true
			}
			step = 2 * in.width
		} else {
			step *= 1.5
		}
	}
	return x, math.Inf(1), false
}

// windows bisects [lo, hi] and returns the pieces that matter, with neighbours joined, and a bound on the mass of the other
// pieces.
func (in *integrand) windows(lo, hi, cut float64) (ws []window, dropped float64, ok bool) {
	type piece struct {
		a, b   float64
		ea, eb envelope
	}
	dropped = math.Inf(-1)
	stack := append(make([]piece, 0, 64), piece{lo, hi, in.env(lo), in.env(hi)})
	for n := 0; len(stack) > 0; n++ {
		if n > maxPieces {
			return nil, 0, false
		}
		in.work.Spend(envelopeUnits)
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		length := p.b - p.a
		up := p.ea.psi + max(0, p.eb.rise-p.ea.fall)*length
		down := p.eb.psi + max(0, p.eb.fall-p.ea.rise)*length
		// e^{−5} keeps the sum over a hundred such pieces below one cut. dropped counts this sum, whatever it is.
		if bound := min(up, down) + math.Log(length); bound <= cut-5 {
			dropped = LogAdd(dropped, bound)
			continue
		}
		if length <= 2*in.width || p.a+length/2 == p.a {
			if k := len(ws) - 1; k >= 0 && ws[k].b == p.a {
				ws[k].b = p.b
			} else {
				ws = append(ws, window{a: p.a, b: p.b, layer: p.a == in.start})
			}
			continue
		}
		m := p.a + length/2
		em := in.env(m)
		stack = append(stack, piece{m, p.b, em, p.eb}, piece{p.a, m, p.ea, em})
	}
	return ws, dropped, true
}

// LogAdd returns ln(e^a + e^b).
func LogAdd(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(b, -1) || math.IsInf(a, 1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}
