package sampled

import (
	"context"
	"math"
	"slices"

	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/shift/drawn"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/run"
)

// sizedSteps has the values of sizedBatches that depend on a run's step and not on its length: a verdict asks about runs that
// differ only in their length.
type sizedSteps struct {
	of     run.Run // of one step
	stated certify.StatedStep
	groups []sizeGroup
	made   memo.Of[[2]int, []affine.Line]
	walks  [mostAnchor - leastAnchor + 1]drawn.Walks
}

var manySizedSteps = &memo.Kind[run.Run, *sizedSteps]{Most: proof.FewRuns}

func sizedStepsOf(ctx context.Context, r run.Run) *sizedSteps {
	if r == r.AtRate(r.Eta) { // otherwise its rate may depend on its length
		r.T = 1
	}
	return manySizedSteps.Get(ctx, r, func(context.Context) *sizedSteps {
		law := adversary.Uses(r.N - 1)
		if r.B < r.N {
			law = adversary.Binomial(r.N-1, r.B, r.N)
		}
		s := &sizedSteps{of: r, stated: certify.StatedOf(r)}
		s.groups = s.groupedSizes(law)
		return s
	})
}

// sizesAtOnce is about the number of groups of the sizes.
const sizesAtOnce = 48

// groupedSizes returns the sizes of the others' batch in groups, each with the largest effect of a step of either run on
// distances.
func (s *sizedSteps) groupedSizes(law adversary.Law) (out []sizeGroup) {
	r := s.of
	put := func(least, most int, weight float64) {
		if least <= most && weight > 0 {
			out = append(out, sizeGroup{Least: least, Most: most, High: weight})
		}
	}
	law = law.Grouped(sizesAtOnce)
	atoms := law.Atoms
	put(0, int(atoms[0].Least)-1, law.Below)
	for _, a := range atoms {
		least, most := int(a.Least), min(int(a.Most), r.N-1)
		if Joins(r) == 0 {
			put(least, most, a.High)
			continue
		}
		// There are n others for the larger data set (see SizesOf).
		if q := stepwise.MostRate(r); least == most && q < 1 {
			put(least, most, a.High*float64(r.N-r.B)/float64(r.N)*(1+1e-15))
			a.High *= q * (1 + 1e-15)
		}
		put(least, most+1, a.High)
	}
	put(int(atoms[len(atoms)-1].Most)+1, r.N-1+Joins(r), law.Above)
	return out
}

// sizes returns the groups that are in a window, with the example itself in the batch or not.
func (s *sizedSteps) sizes(w sizeWindow) (out []drawn.SizeRange) {
	lo, hi := int(w.least), int(w.most)+Joins(s.of)
	for _, g := range s.groups {
		if g.Most < lo || g.Least > hi {
			continue
		}
		least, most := max(g.Least, lo), min(g.Most, hi)
		out = append(out, drawn.SizeRange{Weight: g.High, Lines: s.lines(least, most)})
	}
	most := math.Inf(1)
	if s.of.Bounded() {
		most = s.of.Diameter
	}
	return drawn.Joined(out, most)
}

// lines returns majorants of a step of either run whose batch of others has a size between two; the batch with the example
// may be one larger.
func (s *sizedSteps) lines(least, most int) []affine.Line {
	return s.made.Get([2]int{least, most}, func() []affine.Line {
		moduli := BetweenSizes(s.of, s.stated, least, most+1)
		if !s.of.Bounded() { // a curved modulus has a line only up to a distance
			moduli = slices.DeleteFunc(moduli, func(m modulus.ExactModulus) bool { return !m.Holder.IsZero() })
		}
		return affine.Lines(moduli, s.stated.Diameter)
	})
}
