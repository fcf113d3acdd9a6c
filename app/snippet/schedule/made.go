package schedule

import (
	"cmp"
	"math"

	"lastiterate/bounds/run"
)

// ramp goes from one learning rate to another; these are shares of the optimiser's if peak is 0.
func ramp(u Unit, peak, from, to, over float64, why string) Shape {
	p := Shape{Unit: u, Peak: peak, Why: why}
	if math.IsNaN(from + to + over) {
		p.Why = NotInNumbers
	}
	if peak > 0 {
		from, to = from/peak, to/peak
	}
	switch {
	case from == to && from == 1:
	case from == 1 && to < 1:
		p.Fall, p.Final, p.Over = run.LinearFall, to, over
	case to == 1 && Near(from*(over+1), 1):
		p.Warm = over + 1
	case to == 1:
		p.Warm, p.Why = over, cmp.Or(why, NotFromShare)
	default:
		p.Why = cmp.Or(why, NotKnown)
	}
	return p
}

// late puts a warm-up of the form t/w before a schedule; its first step has learning rate 0.
func late(p Shape, warm float64) Shape {
	if warm != 0 {
		p.Warm, p.Why = warm, cmp.Or(p.Why, NotFromShare)
	}
	return p
}

// decays is an exponential decay, in stairs or at every step.
func decays(peak, every, share, stairs float64) Shape {
	p := Shape{Peak: peak, Fall: run.StepFall, Every: every, Share: share}
	if stairs == 0 {
		p.Every, p.Share = 1, math.Pow(share, 1/every)
	}
	return p
}

// Begun says why a schedule that does not begin at the first step is not one of the form.
func Begun(last float64) string {
	if last == -1 {
		return ""
	}
	return "it does not begin with the first step"
}

// powered says why a polynomial decay of this power is not one of the form.
func powered(power float64) string {
	if power == 1 {
		return ""
	}
	return "the form’s schedules have no exponent"
}
