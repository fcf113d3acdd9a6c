package shift

// Prefixes are the programs of the first stretches of a run, however many, which have its legs in common.
type Prefixes struct {
	program  Varied
	legs     []leg
	ends     []int     // how many legs so many stretches have; midway where they end between two steps of one
	composed []float64 // what their payments cost if they are their own shifts
}

const midway = -1

// A leg is one step, or steps that may bring the runs further apart, and the quiet ones before: without a shift, and after
// which distances are no longer. Quiet steps make no corner, and a start before them is cheaper than one after them, so
// that all of them pass at once.
type leg struct {
	last, quiet passed
	stretch     int // of the last step
	step, from  int // the last step, and the first
}

// passed is what steps do to those before them: the factor of distances, the noise Σ w²σ² and the shift Σ w·s of the
// steps, each weighed by those after it.
type passed struct{ factor, noise, shift float64 }

// then are the steps and those that follow them.
func (p passed) then(next passed) passed {
	return passed{p.factor * next.factor, next.noise + next.factor*next.factor*p.noise, next.shift + next.factor*p.shift}
}

// hardly is an excess that no run is long enough to see.
const hardly = 1e-12

// Prefixes are those of the program.
func (p Varied) Prefixes() *Prefixes {
	n, none := len(p.Stretches), passed{factor: 1}
	out := &Prefixes{program: p, ends: make([]int, n+1), composed: make([]float64, n+1), legs: make([]leg, 0, p.visits()+1)}
	quiet, from, step := none, 0, 0
	pass := func(stretch, steps int, by passed, isQuiet bool) {
		if isQuiet {
			quiet = quiet.then(by)
		} else {
			out.legs = append(out.legs, leg{by, quiet, stretch, step, from})
			quiet, from = none, step+steps
		}
		step += steps
	}
	for i := range p.Stretches {
		s := &p.Stretches[i]
		out.composed[i+1] = out.composed[i] + s.Composed
		variance, shortens := s.Noise*s.Noise, s.Excess <= hardly
		if s.Idle > 0 {
			by := s.weigh(s.Idle)
			pass(i, s.Idle, passed{by.factor, by.squares * variance, 0}, shortens)
		}
		pass(i, 1, passed{1 + s.Excess, variance, s.Shift}, shortens && s.Shift == 0)
		if out.ends[i+1] = len(out.legs); from < step {
			out.ends[i+1] = midway
		}
	}
	if from < step { // the last steps are quiet
		pass(n, 0, none, false)
		out.ends[n] = len(out.legs)
	}
	return out
}

// visits is the number of stretches that add a shift.
func (p Varied) visits() (n int) {
	for i := range p.Stretches {
		if p.Stretches[i].Shift > 0 {
			n++
		}
	}
	return n
}
