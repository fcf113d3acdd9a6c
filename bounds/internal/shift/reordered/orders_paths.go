package reordered

import (
	"math"
	"sort"

	"lastiterate/bounds/internal/shift"
)

const (
	// longestPath is the largest number of steps of payments that do not depend on the order, longestPower that number if
	// each step takes a power. A distance that no order exceeds is followed over longestPath steps, too.
	longestPath, longestPower = 1 << 14, 1 << 12
	// pathGroups is the number of groups of an epoch's steps in their mean; keptPaths is the number of paths that are kept.
	pathGroups, keptPaths = 16, 4
	// everyStart is the number of epochs after each of which a path may start. Later paths start after every someStarts-th
	// epoch, since the distance of the runs hardly changes from one to the next.
	everyStart, someStarts = 32, 16
)

// orderPath has payments a_t that are the same for every order. An order that uses the differing example at step t pays a_t²
// + s² + 2s·a_t there. The example's steps in different epochs are independent, so the mean is a product.
type orderPath struct {
	tau    int
	square float64         // Σ a_t²
	uses   [][]shift.Share // for each epoch from tau on, the additional cost of the use
}

func (p orderPath) mean(weight float64) float64 {
	sum := p.square
	for _, shares := range p.uses {
		sum += shift.LogMean(shares, weight)
	}
	return sum
}

// orderPaths returns the paths with the least mean costs: from D at some steps, and from the largest distance of the runs
// after some epochs.
func (o Orders) orderPaths() []orderPath {
	longest := longestPath
	if !o.isLinear() {
		longest = longestPower
	}
	longest = min(longest, o.T)
	var paths []orderPath
	try := func(n int, from float64) float64 {
		p := o.orderPath(o.T-n, from)
		paths = append(paths, p)
		return p.mean(0)
	}
	if !math.IsInf(o.Diameter, 1) {
		leastOver(longest, func(n int) float64 { return try(n, o.Diameter) })
	}
	epochs, _ := o.epochs()
	track := 0.0
	for e := 1; e < epochs && e*o.Period < longest; e++ {
		if track = o.furthest(track, o.Period); track >= o.Diameter {
			break
		}
		if n := o.T - e*o.Period; n <= longest && (e <= everyStart || e%someStarts == 0) {
			try(n, track)
		}
	}
	sort.SliceStable(paths, func(i, j int) bool { return paths[i].mean(0) < paths[j].mean(0) })
	return paths[:min(keptPaths, len(paths))]
}

// leastOver tries numbers from 1 to `most`, geometrically, and then around the best.
func leastOver(most int, try func(n int) float64) {
	const ratio = 1.4 // of neighbouring numbers
	best, at, last := math.Inf(1), 1, 0
	tried := func(n int) {
		if n = min(max(n, 1), most); n == last {
			return
		}
		last = n
		if v := try(n); v < best {
			best, at = v, n
		}
	}
	for n := 1.0; ; n = max(n+1, n*ratio) {
		if tried(int(n)); int(n) >= most {
			break
		}
	}
	for width := at / 5; width > 0; width /= 2 {
		centre := at
		tried(centre - width)
		tried(centre + width)
	}
}

// furthest returns the largest distance of two runs at distance z after n steps, one of which uses the example: it is largest
// if the first step does (rays.md, Lemma 7).
func (o Orders) furthest(z float64, n int) float64 {
	whole := min((o.Idle(z)+o.Sensitivity)*(1+shift.StepError), o.Diameter)
	return o.tracked(whole, o.Idle, n-1)
}

// orderPath returns the payments from a distance at step tau on that would be cheapest if every step were charged s/B, the
// mean of a use over the steps of an epoch.
func (o Orders) orderPath(tau int, from float64) orderPath {
	n, mean := o.T-tau, o.Sensitivity/float64(o.Period)
	payments := make([]float64, n)
	p := orderPath{tau: tau}
	if least := o.arrive(n, from, 0, func(int) float64 { return mean }, payments); math.IsInf(least, 1) {
		p.square = least
		return p
	}
	for _, a := range payments {
		p.square += a * a
	}
	for begin := tau / o.Period * o.Period; begin < o.T; begin += o.Period {
		p.uses = append(p.uses, o.useShares(payments, begin-tau))
	}
	return p
}

// useShares returns the costs of the use of one epoch. The epoch begins with the payment of index first; a negative index
// means before τ.
func (o Orders) useShares(payments []float64, first int) []shift.Share {
	var out []shift.Share
	size := (o.Period + pathGroups - 1) / pathGroups
	end := min(first+o.Period, len(payments))
	covered := 0
	for t := max(first, 0); t < end; t += size {
		until := min(t+size, end)
		most := 0.0
		for _, a := range payments[t:until] {
			most = max(most, a)
		}
		s := o.Sensitivity
		out = append(out, shift.Share{Weight: float64(until-t) / float64(o.Period), R: s*s + 2*s*most})
		covered += until - t
	}
	if rest := o.Period - covered; rest > 0 { // the use is before tau, or after the run
		out = append(out, shift.Share{Weight: float64(rest) / float64(o.Period)})
	}
	return out
}
