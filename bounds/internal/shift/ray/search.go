package ray

import (
	"math"
	"slices"
	"sort"

	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/shift"
)

// Every ray that arrives is feasible, so these numbers only decide how near the search comes to the best one, and how long it
// takes. On 1,500 random programs under Gaussian prices, half as many points in the scan made six up to 2.6 % dearer. With
// any of these numbers doubled, at most two became cheaper by more than a part in 10⁹, none by more than 0.4 %.
const (
	// scanPoints is the number of rays that are tried for each way to leave 0.
	scanPoints = 64
	// maxValleys is the largest number of points of each scan that are refined, maxNarrowed the
	// largest number of valleys near each point that are narrowed.
	maxValleys, maxNarrowed = 8, 3
	// nearBest is the ratio to the best cost so far up to which a ray is followed; nearKnown is that ratio if the best cost
	// is known to a part in a thousand.
	nearBest, nearKnown = 1.05, 1.005
	// shortRay is the length up to which each number of steps makes its own valley, so that valleys are searched by
	// finePoints before they are narrowed. Valleys of longer rays differ by less than their square.
	shortRay   = 2048
	finePoints = 12
	// polishReach is how far, in ln z, polish looks from the best ray. It tries polishPoints rays and narrows the
	// polishValleys best, as long as a turn gains polishGain and at most polishTurns times.
	polishReach, polishPoints, polishValleys = 0.15, 49, 5
	polishGain, polishTurns                  = 1e-9, 4
	// phaseReach is how far, in ln z, the best ray of a phase may be from that of a phase nearby, and phasePoints the
	// number of rays that are tried within it.
	phaseReach, phasePoints = 0.5, 8
	// logTolerance is the width in ln z to which a valley is narrowed. The cost is level at its bottom, so the cost's error
	// is the square of the width.
	logTolerance = 1e-6
	// roomForDivided lowers the least first distance for prices other than the Gaussian, for which it is not proved.
	roomForDivided = 16
)

// origin is how a ray leaves 0.
type origin struct {
	phase int     // idle steps between the ray and the run's end
	log   float64 // ln z after its first step
}

// valley is a point of a scan from which a valley of the cost may be reached.
type valley struct {
	origin
	width float64 // the grid's step
	cost  float64
}

// search scans every way to leave 0, narrows the valleys, and tries starts between those of the scan.
func (w *walk) search() {
	phases := w.phases()
	var valleys []valley
	for _, phase := range phases {
		lo, hi := w.span(phase)
		if !(lo < hi) {
			lo = hi / 2
		}
		valleys = append(valleys, w.bestOf(w.scan(phase, math.Log(lo), math.Log(hi), scanPoints), maxValleys)...)
	}
	for _, v := range w.bestOf(valleys, len(valleys)) {
		w.refine(v)
	}
	if w.Period > 1 && w.T-w.best.Tau <= shortRay && w.at.log != 0 {
		w.remaining = max(w.remaining, maxWork)
		w.polish()
	}
	for gap := w.Period / 4; gap > 0 && len(phases) > 2; gap /= 2 {
		at := w.at
		for _, phase := range []int{at.phase - gap, at.phase + gap} {
			if phase > 0 && phase < w.Rest+w.Period && phase < w.T {
				for _, v := range w.bestOf(w.scan(phase, at.log-phaseReach, at.log+phaseReach, phasePoints), 1) {
					w.refine(v)
				}
			}
		}
	}
}

// polish tries the valleys next to the best one: rays of one epoch or one step more or less begin a few percent away from it.
func (w *walk) polish() {
	for range polishTurns {
		before := w.best.R
		around := w.scan(w.at.phase, w.at.log-polishReach, w.at.log+polishReach, polishPoints)
		for _, p := range w.bestOf(lowest(around), polishValleys) {
			w.narrow(p)
		}
		if w.best.R > before*(1-polishGain) {
			return
		}
	}
}

// phases returns the numbers of steps, counted from the end, after which a ray may leave 0: at once, at the last visit and
// right after it. It may also do so at several later steps of the epoch before, and of the steps after the last visit,
// because a Hölder modulus punishes small distances.
func (w *walk) phases() []int {
	out := []int{w.Rest}
	add := func(phase int) {
		if phase < w.T && !slices.Contains(out, phase) {
			out = append(out, phase)
		}
	}
	if w.Period > 1 {
		add(w.Rest + 1)
	}
	if w.Rest > 0 {
		add(0)
	}
	if w.Modulus.Holder > 0 && w.Modulus.Order < 1 {
		for back := 1; w.Period-back > 1; back *= 2 {
			add(w.Rest + w.Period - back)
			if w.Rest > back {
				add(w.Rest - back)
			}
		}
	}
	return out
}

// span returns the range of distances after the first step worth trying. If every step is a visit, leaving out the first step
// of a ray that stays below lo makes it cheaper (rays.md, section 1).
func (w *walk) span(phase int) (lo, hi float64) {
	hi = w.Diameter
	if math.IsInf(hi, 1) {
		hi = w.Track[len(w.Track)-1]
	}
	s := math.Sqrt(w.idle)
	if w.Period > 1 {
		return min(s, hi) / shift.LongestRay, hi
	}
	half := modulus.Modulus{Excess: 1, Order: 1}
	if m := w.Modulus; m.Holder > 0 && m.Order > 0.5 {
		half.Holder, half.Order = (2*m.Order-1)*m.Holder, m.Order
	}
	lo = half.Inverse(s)
	if _, ok := w.Visit.(shift.Gaussian); !ok {
		lo /= roomForDivided
	}
	return lo, hi
}

// scan follows rays on a grid of ln z.
func (w *walk) scan(phase int, from, to float64, points int) []valley {
	width := (to - from) / float64(points-1)
	out := make([]valley, points)
	for i := points - 1; i >= 0; i-- { // long rays last: they can be given up early
		at := origin{phase, from + float64(i)*width}
		out[i] = valley{at, width, w.try(at)}
	}
	return out
}

// bestOf returns the points that may lie in the best valley, at most `most` of them, the best first.
func (w *walk) bestOf(points []valley, most int) []valley {
	out := slices.DeleteFunc(points, func(v valley) bool { return !(v.cost <= w.best.R*w.near) })
	sort.SliceStable(out, func(i, j int) bool { return out[i].cost < out[j].cost })
	return out[:min(len(out), most)]
}

// lowest returns the points that are not above their neighbours.
func lowest(points []valley) (out []valley) {
	for i, v := range points {
		if (i == 0 || v.cost <= points[i-1].cost) && (i == len(points)-1 || v.cost < points[i+1].cost) {
			out = append(out, v)
		}
	}
	return out
}

// refine narrows around a point that may lie in the best valley.
func (w *walk) refine(v valley) {
	if v.cost > w.best.R*w.near {
		return // a better ray was found meanwhile
	}
	points := []valley{v}
	if w.T-w.best.Tau <= shortRay {
		points = lowest(w.scan(v.phase, v.log-v.width/2, v.log+v.width/2, finePoints))
	}
	for _, p := range w.bestOf(points, maxNarrowed) {
		w.narrow(p)
	}
}

// narrow finds the bottom of one valley.
func (w *walk) narrow(p valley) {
	shift.Minimise(p.log-p.width, p.log, p.log+p.width, logTolerance, func(log float64) float64 {
		return w.try(origin{p.phase, log})
	})
}

// try follows one ray and returns its least cost.
func (w *walk) try(from origin) float64 {
	q := w.leaving(from)
	if !(q > 0) || math.IsInf(q, 1) {
		return math.Inf(1)
	}
	before := w.best.R
	cost := w.follow(from.phase, q)
	if w.best.R < before {
		w.at = from
	}
	return cost
}

// leaving returns half of the marginal cost of the first step of a ray.
func (w *walk) leaving(from origin) float64 {
	a := w.Modulus.Eval(math.Exp(from.log))
	if from.phase == w.Rest && a > 0 && !math.IsInf(a, 1) {
		return w.Visit.Marginal(a)
	}
	return a
}
