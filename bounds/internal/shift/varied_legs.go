package shift

// Prefixes holds the programs of the first groups of a run, for any number of groups. They share the run's legs.
type Prefixes struct {
	program  VariedProgram
	legs     []leg
	ends     []int     // by number of groups: the number of legs; midway if the groups end inside a leg
	composed []float64 // by number of groups: the cost if every step pays for its own shift
}

const midway = -1 // see Prefixes.ends

// A leg is a number of quiet steps and the steps after them that are not quiet. Quiet steps have no shift and expand no
// distance. They add no corner, and a start before them costs no more than one after them, so all of them are passed at once.
type leg struct {
	last, quiet passage
	group       int // of the last step
	step, from  int // the last step, and the first
}

// A passage has what the program needs of consecutive steps: the factor of distances, the noise Σ w²σ² and the shift Σ w·s.
// Each step is weighed by the steps of the passage after it.
type passage struct{ factor, noise, shift float64 }

// then returns the passage over p's steps and those of `next`.
func (p passage) then(next passage) passage {
	return passage{p.factor * next.factor, next.noise + next.factor*next.factor*p.noise, next.shift + next.factor*p.shift}
}

// negligibleExcess is the excess up to which steps count as quiet: no run is long enough for it to matter.
const negligibleExcess = 1e-12

// Prefixes returns the program's prefixes.
func (p VariedProgram) Prefixes() *Prefixes {
	n, none := len(p.Groups), passage{factor: 1}
	out := &Prefixes{program: p, ends: make([]int, n+1), composed: make([]float64, n+1), legs: make([]leg, 0, p.uses()+1)}
	quiet, from, step := none, 0, 0 // the quiet steps since the last leg, the first of them, and the step reached
	pass := func(group, steps int, by passage, isQuiet bool) {
		if isQuiet {
			quiet = quiet.then(by)
		} else {
			out.legs = append(out.legs, leg{by, quiet, group, step, from})
			quiet, from = none, step+steps
		}
		step += steps
	}
	for i := range p.Groups {
		s := &p.Groups[i]
		out.composed[i+1] = out.composed[i] + s.Composed
		variance, shortens := s.Noise*s.Noise, s.Excess <= negligibleExcess
		if s.Idle > 0 {
			by := s.weigh(s.Idle)
			pass(i, s.Idle, passage{by.factor, by.squares * variance, 0}, shortens)
		}
		pass(i, 1, passage{1 + s.Excess, variance, s.Shift}, shortens && s.Shift == 0)
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

// uses returns the number of groups that add a shift.
func (p VariedProgram) uses() (n int) {
	for i := range p.Groups {
		if p.Groups[i].Shift > 0 {
			n++
		}
	}
	return n
}
