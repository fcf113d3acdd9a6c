package main

import (
	"math"
	"slices"
)

// This file chooses the cells by which several releases are evaluated at a δ (jointly.go).

const (
	// A released iterate before the last is resolved by cellsBefore cells per standard deviation of the noise, and by
	// mostBefore cells at most.
	cellsBefore = 4
	mostBefore  = 80
	// mostJoint is the largest number of cells of all iterates together.
	mostJoint = 400_000
)

// grid returns the points start + k·width, k an integer, that lie between lo and hi.
func grid(lo, hi, start, width float64) (out []float64) {
	for k := math.Ceil((lo - start) / width); ; k++ {
		switch x := start + k*width; {
		case x >= hi:
			return out
		case x > lo:
			out = append(out, x)
		}
	}
}

// doubled returns the least of width, 2·width, 4·width … of which at most `most` fit into the length. So grids of
// two resolutions mostly use the same cells.
func doubled(width, length float64, most int) float64 {
	for length/width > float64(most) {
		width *= 2
	}
	return width
}

// cellSpace returns a space divided into cells for released iterates, with narrow cells where iterates are likely, and the
// cell of each place of the space. The ends and the start have cells of their own.
func cellSpace(lo, hi, start float64, all []Piecewise, resolution, width float64, likely span) (space, []int, error) {
	edges := likely.grid(lo, hi, start, doubled(width, min(hi, likely.hi)-max(lo, likely.lo), mostBefore))
	s, err := spaceOf(append([]float64{lo, hi}, edges...), start, all, resolution, leastOfCell)
	if err != nil {
		return s, nil, err
	}
	cell := make([]int, s.size())
	for i := 1; i < s.size()-2; i++ {
		below, _ := slices.BinarySearch(edges, s.at[i]) // no node is at an edge
		cell[i] = 1 + below
	}
	cell[s.size()-2], cell[s.size()-1] = len(edges)+2, len(edges)+3
	return s, cell, nil
}

// A span is an interval in which almost all of the iterates lie.
type span struct{ lo, hi float64 }

// cover widens the span to the likely iterates of a law.
func (s *span) cover(c cloud, deviation float64) {
	const (
		unlikely = 1e-10 // mass of a place that need not be covered
		beyond   = 6     // deviations of the noise that are covered on either side of a place
	)
	for i, mean := range c.mean {
		if c.mass[i] > unlikely {
			s.lo, s.hi = min(s.lo, mean-beyond*deviation), max(s.hi, mean+beyond*deviation)
		}
	}
}

// grid returns the points start + k·width that lie between lo and hi and in the span, or within a width of it.
func (s span) grid(lo, hi, start, width float64) []float64 {
	return grid(max(lo, s.lo-width), min(hi, s.hi+width), start, width)
}

// spans returns the spans of the released iterates before the last, and of the last. They are estimated from shorter runs,
// whose schedules may differ. That is harmless: with any cells, the loss found is at most the true loss.
func (m maps) spans(p plan, s space) (before, last span) {
	none := span{math.Inf(1), math.Inf(-1)}
	before, last = none, none
	for t := 1; t <= m.r.T; t++ {
		if !isReleased(m.r, t) {
			continue
		}
		of := m
		of.r.T, of.r.After, of.r.Warmup = t, max(0, m.r.After-(m.r.T-t)), min(m.r.Warmup, t)
		for which := range 2 {
			law := walker{space: s, maps: of, which: which, kernels: map[string]kernel{}}.law(p)
			if t == m.r.T {
				last.cover(law, deviationAt(m.r, t-1))
			} else {
				before.cover(law, deviationAt(m.r, t-1))
			}
		}
	}
	return before, last
}
