package forgetting

import (
	"math"
	"slices"
)

const (
	// finalists are the sketches that are evaluated with care.
	finalists = 3
	// parted is how many of the best sketches have their windows parted further.
	parted                     = 2
	sketchNodes, answerNodes   = 50, 450
	sketchPoints, answerPoints = 60, 600
)

// asked is the loss that is asked for, at an order or at a δ.
type asked struct {
	value func(w lastSteps, points int) float64
	above func(w lastSteps, loss float64) bool // whether it is above a loss, if that is told sooner
}

// least is the least value over windows and their parts, found by sketches, and of how many
// steps it is. All steps of an order that has not come round are a window as they are.
func (o walk) least(a asked, reach float64) (least float64, steps int) {
	least = math.Inf(1)
	if o.run.T < o.run.StepsPerEpoch() {
		least, steps = a.value(o.window(o.run.T), answerPoints), o.run.T
	}
	reach = min(reach+math.Log(float64(o.run.StepsPerEpoch()))+1, widestReach)
	type sketch struct {
		value float64
		steps int
		ends  []int
	}
	sketches := []sketch{{value: math.Inf(1)}} // from the best on
	try := func(m int, ends ...int) {
		w := o.window(m, ends...)
		w.tabulate(reach, sketchNodes)
		if a.above != nil && len(sketches) > finalists && a.above(w, sketches[finalists-1].value) {
			return // what will not be looked at with care need not be known
		}
		sketches = append(sketches, sketch{a.value(w, sketchPoints), m, ends})
		// By hand, since slices.SortFunc would be compiled once more for this type, and the
		// program's size has a limit.
		for i := len(sketches) - 1; i > 0 && sketches[i].value <= sketches[i-1].value; i-- {
			sketches[i-1], sketches[i] = sketches[i], sketches[i-1]
		}
	}
	for _, m := range o.windows() {
		if try(m); m > 1 {
			try(m, 1)
		}
	}
	// Windows that are nearly as good in one part or two may change places in three.
	whole := [parted]int{}
	for i := range whole {
		whole[i] = sketches[min(i, len(sketches)-1)].steps
	}
	for i, m := range whole {
		if slices.Contains(whole[:i], m) {
			continue
		}
		for end := 2; end < m; end += max(1, end/2) {
			try(m, end)
			try(m, 1, end)
		}
	}
	for _, s := range sketches[:min(finalists, len(sketches))] {
		if math.IsInf(s.value, 1) {
			break
		}
		w := o.window(s.steps, s.ends...)
		w.tabulate(reach, answerNodes)
		if v := a.value(w, answerPoints); v < least {
			least, steps = v, s.steps
		}
	}
	return least, steps
}
