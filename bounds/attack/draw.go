package main

import (
	"math"
	"math/rand/v2"
	"slices"

	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
)

// tries is the largest number of drafts for one admissible adversary.
const tries = 60

// draw makes a random admissible adversary; ok is false if it finds none, for example if no
// gradient meets the assumptions.
func draw(rng *rand.Rand, r run.Run) (a Adversary, ok bool) {
	for range tries {
		a = draftAdversary(rng, r)
		if Admissible(r, a) == nil {
			return a, true
		}
	}
	return a, false
}

// vary changes one thing of an admissible adversary at random.
func vary(rng *rand.Rand, r run.Run, a Adversary) (Adversary, bool) {
	for range tries {
		b := a
		b.Others = slices.Clone(a.Others)
		d := newDrafter(rng, r, b)
		switch rng.IntN(8) {
		case 0:
			b.Start = d.place()
		case 1:
			if len(b.Others) == 0 {
				continue
			}
			i := rng.IntN(len(b.Others))
			b.Others[i] = d.nudged(b.Others[i])
		case 2, 3:
			i := rng.IntN(2)
			b.Example[i] = d.nudged(b.Example[i])
		case 4:
			b = draftAdversary(rng, r)
			b.Low = a.Low
			b.Others, b.Start = a.Others, a.Start
		case 5:
			b.Start += d.scale * rng.NormFloat64() / 5
			b.Start = max(d.lo, min(d.hi, b.Start))
		case 6:
			shift := r.Clip * rng.NormFloat64() / 3
			b.Example[0], b.Example[1] = b.Example[0].plus(shift), b.Example[1].plus(shift)
		case 7:
			if r.Clipping == run.ClippingGLM {
				b.Centre += d.scale * rng.NormFloat64() / 10
			}
		}
		if Admissible(r, b) == nil {
			return b, true
		}
	}
	return a, false
}

// A drafter holds the lengths that matter to a draft.
type drafter struct {
	*rand.Rand
	r           run.Run
	lo, hi      float64 // ends of the domain
	scale       float64 // a length that the iterates may cover
	least, most float64 // the slopes that the class allows
	flat        float64 // the slope nearest to 0
}

func newDrafter(rng *rand.Rand, r run.Run, a Adversary) drafter {
	d := drafter{Rand: rng, r: r}
	d.lo, d.hi = a.domain(r)
	d.scale = r.Diameter
	if !r.Bounded() {
		d.scale = 4 * noise(r)
	}
	d.least, d.most = slopeRange(r)
	if r.Nonsmooth() { // the class does not limit slopes; steeper ramps would have no distinct float64 knots
		d.most = r.Clip / d.scale * random.LogUniform(rng, 1, 1e8)
	}
	if l, order, stated := holderOf(r); stated {
		// The range of a ramp over the whole scale; steeper ramps are made separately.
		d.most = l * math.Pow(d.scale, order-1)
		if !r.Nonsmooth() {
			d.least = -d.most
		}
	}
	d.flat = max(d.least, min(d.most, 0))
	return d
}

func draftAdversary(rng *rand.Rand, r run.Run) Adversary {
	a := Adversary{Low: -r.Diameter / 2}
	if !r.Bounded() {
		a.Low = 0
	}
	if r.WeightDecay > 0 && r.Bounded() { // decay is towards 0, which may lie anywhere in the domain or outside it
		a.Low = -r.Diameter * random.Pick(rng, 0.5, 0.5, 0, 1, rng.Float64(), 3*rng.NormFloat64())
	}
	d := newDrafter(rng, r, a)
	a.Start = d.place()
	if r.Clipping == run.ClippingGLM {
		a.Centre = random.Pick(rng, 0, 0, d.place(), d.scale*rng.NormFloat64())
	}
	a.Position = (r.T - r.After - 1) % epochSteps(r)
	if r.After > 0 {
		a.Refill = r.Scheme.FixedSize() && random.Chance(rng, 0.3)
	}
	if !r.Uses("position") {
		a.Position = 0
	} else if r.Position > 0 {
		a.Position = r.Position - 1
	} else if random.Chance(rng, 0.2) {
		a.Position = rng.IntN(epochSteps(r))
	}
	if differing(r) > 1 && r.Scheme.Known() {
		d.drawFurther(&a)
	}
	if r.N > 1 {
		for range d.kinds() {
			a.Others = append(a.Others, d.other())
		}
	}
	if r.Scheme == run.Allocation && d.flat == 0 && (r.N > 6 || random.Chance(rng, 0.5)) {
		a.Others = a.Others[:min(1, len(a.Others))]
		for i := range a.Others {
			a.Others[i] = constant(0)
		}
	}
	side := random.Pick(rng, -1.0, 1.0)
	a.Example[0], a.Example[1] = d.mine(side), constant(0)
	switch {
	case r.Adjacency != run.Replace:
	case r.Clipping == run.ClippingDifferenceAll && len(a.Others) > 0:
		a.Example[0] = sum(a.Others[0], d.apart().times(random.Pick(rng, 0.5, 1, rng.Float64())))
		a.Example[1] = sum(a.Others[0], d.apart().times(random.Pick(rng, 0, 0.5, 1, rng.Float64())))
	case r.Clipping.Differences():
		a.Example[0] = d.other()
		a.Example[1] = sum(a.Example[0], d.apart())
	case random.Chance(rng, 0.7):
		a.Example[1] = d.mine(-side)
	default:
		a.Example[1] = d.mine(side)
	}
	if several(r) && !r.Bounded() && r.Order() == run.FreshOrder && d.flat == 0 && random.Chance(rng, 0.6) {
		a.silence(side * r.Clip)
	}
	if a.usedLast(r) && r.Bounded() && differing(r) == 1 && random.Chance(rng, 0.25) {
		d.pushAside(&a)
	}
	if r.Nonsmooth() && r.WeightDecay > 0 && random.Chance(rng, 0.4) {
		d.addJumps(&a)
	}
	return a
}

// silence sets all gradients to 0, except a constant push by one version of the differing example.
func (a *Adversary) silence(push float64) {
	if len(a.Others) > 0 {
		a.Others = []Piecewise{constant(0)}
	}
	a.Example = [2]Piecewise{constant(push), constant(0)}
}

// addJumps makes every gradient jump from −C to C near 0. A step whose decay keeps little of the iterate then takes it
// from one side of 0 to the other. The two versions of the example may jump on opposite sides of the start; then one
// run goes left while the other goes right.
func (d drafter) addJumps(a *Adversary) {
	width := d.r.Clip / d.most
	if l, order, stated := holderOf(d.r); stated {
		width = math.Pow(2*d.r.Clip/l, 1/order) / 2
	}
	if !(width > 1e-9*d.scale) {
		return
	}
	jump := func(at float64) Piecewise {
		return Piecewise{X: []float64{at - width, at + width}, G: []float64{-d.r.Clip, d.r.Clip}}
	}
	near := noise(d.r) * random.LogUniform(d.Rand, 0.1, 3)
	for i := range a.Others {
		a.Others[i] = jump(near * d.NormFloat64() / 10)
	}
	a.Start, a.Ball = max(d.lo, min(d.hi, 0)), 0
	if random.Chance(d.Rand, 0.5) {
		return // the example's gradients stay as drafted
	}
	a.Example[0] = jump(near)
	if d.r.Adjacency == run.Replace {
		a.Example[1] = jump(-near)
	}
}

// pushAside moves a part of the example's push from the interval to Adversary.Ball, the ball beside it.
func (d drafter) pushAside(a *Adversary) {
	share := random.Pick(d.Rand, 1, d.Float64(), d.Float64())
	a.Ball = share * d.r.Clip
	rest := math.Sqrt(max(0, 1-share*share))
	if d.r.Clipping.Differences() && d.r.Adjacency == run.Replace {
		difference := sum(a.Example[1], a.Example[0].times(-1))
		a.Example[1] = sum(a.Example[0], difference.times(rest))
		return
	}
	for i := range a.Example {
		a.Example[i] = a.Example[i].clipped(d.r.Clip).times(rest)
	}
}

// kinds draws the number of kinds of other examples.
func (d drafter) kinds() int {
	if d.IntN(4) > 0 || d.r.N < 3 {
		return 1
	}
	if d.r.Uses("position") {
		return min(epochSteps(d.r), 4)
	}
	if d.r.Scheme.UsesAll() || d.r.Scheme.Secret() && d.r.N > 5 || d.r.N > 30 {
		return 1
	}
	return 2
}

// place draws a place in the domain: an end, the middle or any other.
func (d drafter) place() float64 {
	lo, hi := d.lo, d.hi
	if math.IsInf(lo, 0) {
		lo, hi = -d.scale, d.scale
	}
	return random.Pick(d.Rand, lo, hi, (lo+hi)/2, lo+(hi-lo)*d.Float64(), lo+(hi-lo)*d.Float64())
}
