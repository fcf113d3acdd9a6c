package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/combin"

	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
)

// This file lets the two datasets differ in several examples, all those of one person (run.Group). All of them have the
// gradients of Adversary.Example. The scheme decides which batches they are in.

// differing is the number of examples in which the two datasets differ.
func differing(r run.Run) int { return max(1, r.Group) }

// inBatches counts the differing examples in each batch of a known order.
func (a Adversary) inBatches(r run.Run) []int {
	counts := make([]int, epochSteps(r))
	counts[a.Position]++
	for i := range differing(r) - 1 {
		counts[a.Further[i]]++
	}
	return counts
}

// together reports whether one batch of a known order holds all differing examples.
func (a Adversary) together(r run.Run) bool { return a.inBatches(r)[a.Position] == differing(r) }

// asOne reports whether the differing examples act as one: there is only one, or one batch of a known order holds them all.
func (a Adversary) asOne(r run.Run) bool {
	return differing(r) == 1 || r.Scheme.Known() && a.together(r)
}

// placed returns why the batches of the person's further examples in a known order are not admissible; nil if they are.
func (a Adversary) placed(r run.Run) error {
	further := 0
	if r.Scheme.Known() {
		further = differing(r) - 1
	}
	if len(a.Further) != further {
		return fmt.Errorf("members lists the batches of %d further examples of the person; it must have %d", len(a.Further), further)
	}
	if further == 0 {
		return nil
	}
	for _, p := range a.Further {
		if p < 0 || p >= epochSteps(r) {
			return fmt.Errorf("position %d is not one of the %d in an epoch", p, epochSteps(r))
		}
	}
	for p, count := range a.inBatches(r) {
		if count > r.B {
			return fmt.Errorf("batch %d holds %d examples of the person, but has room for only %d", p+1, count, r.B)
		}
	}
	return nil
}

// drawFurther puts the person's further examples into the batches of a known order: beside the first, after it or anywhere.
func (d drafter) drawFurther(a *Adversary) {
	steps, room := epochSteps(d.r), make([]int, epochSteps(d.r))
	for p := range room {
		room[p] = d.r.B
	}
	room[a.Position]--
	how := d.IntN(3) // 0: beside the first, 1: after it, 2: anywhere
	for range differing(d.r) - 1 {
		at := a.Position
		if how == 2 {
			at = d.IntN(steps)
		}
		for room[at] == 0 || how == 1 && steps > 1 && at == a.Position {
			at = (at + 1) % steps
			if how == 1 && at == a.Position { // every other batch is full
				how = 0
			}
		}
		room[at]--
		a.Further = append(a.Further, at)
	}
}

// A spread says how many of the differing examples are in each batch of an epoch; share is its probability.
type spread struct {
	counts []int
	share  float64
}

// spreads lists how a secret order may spread the differing examples over the batches; it may leave some of them out.
func spreads(r run.Run) ([]spread, error) {
	steps, k := epochSteps(r), differing(r)
	ways := func(n, k int) float64 { return combin.GeneralizedBinomial(float64(n), float64(k)) } // to choose k of n
	if k == 1 {
		ways = func(n, k int) float64 { return math.Pow(float64(n), float64(k)) } // the same, but exact
	}
	all := ways(r.N, k)
	var out []spread
	counts := make([]int, steps)
	var put func(from, left int, share float64)
	put = func(from, left int, share float64) {
		if len(out) > mostSteps+1 { // one example has a spread for each batch, and one that leaves it out
			return
		}
		if from == steps {
			if left <= leftOut(r) {
				if share *= ways(leftOut(r), left); share > 0 {
					out = append(out, spread{append([]int(nil), counts...), share / all})
				}
			}
			return
		}
		for count := min(left, r.B); count >= 0; count-- {
			counts[from] = count
			put(from+1, left-count, share*ways(r.B, count))
		}
		counts[from] = 0
	}
	put(0, k, 1)
	if len(out) > mostSteps+1 {
		return nil, errTooManyOrders
	}
	return out, nil
}

// drawGroup makes the two datasets differ in two or three examples of one person, of which no position is stated.
func drawGroup(rng *rand.Rand, r *run.Run) {
	if r.N == 1 {
		return
	}
	r.Group = min(r.B*epochSteps(*r), random.Pick(rng, 2, 2, 3))
	r.Position = 0
}
