package extend

import (
	"context"
	"fmt"
	"math"
	"sort"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Every release shows at least what its last iterate shows. Two floors say more about several releases:
// OneStep and LinearAdversary (release.md, “Floors”).

// oneStepReleases makes OneStep, on a bounded domain, count the last steps before releases:
//   - in a known order those at the example's place;
//   - with sampled batches all;
//   - with an order drawn anew for every epoch one for each epoch with a release;
//   - in one secret order only the last of the run, since all depend on the same secret.
func oneStepReleases(t *theorem.Theorem) {
	hypotheses, prove := t.Hypotheses, t.Prove
	t.Hypotheses = func(r run.Run, q claim.Question) []claim.Hypothesis {
		r = beforeDeletion(r)
		if ends := independentEnds(r); ends.several() {
			return hypotheses(ends.to(r), q)
		}
		return hypotheses(r.OnlyLast(), q)
	}
	t.Prove = func(ctx context.Context, r run.Run) (claim.Proof, error) {
		r = beforeDeletion(r)
		ends := independentEnds(r)
		if !ends.several() {
			return prove(ctx, r.OnlyLast())
		}
		return composedLastSteps(ctx, ends.to(r), ends.n, prove)
	}
}

// If the example was deleted, beforeDeletion returns the run up to the last release before the deletion: the steps after the
// deletion hide the last push from later releases.
func beforeDeletion(r run.Run) run.Run {
	if r.After == 0 || !releasesSeveral(r) || !r.Steady() {
		return r
	}
	parts := deleting(r)
	r.T, r.After = parts[len(parts)-1].From, 0
	return r
}

// ends is n steps whose iterates are released and which use the example independently; the last of them is
// step end − 1.
type ends struct{ n, end int }

func (s ends) several() bool { return s.n > 1 }

// to returns the run up to the last of them, with one release and no position stated (0, the worst), so that its last step may
// use the example.
func (s ends) to(r run.Run) run.Run {
	r = r.OnlyLast()
	r.T, r.Position = s.end, 0
	return r
}

// independentEnds returns the ends of a run: none if only one iterate is released, without a projection, in one secret order, or
// if the learning rate changes.
func independentEnds(r run.Run) ends {
	if !releasesSeveral(r) || !r.Bounded() || !r.Steady() {
		return ends{}
	}
	switch r.Order() {
	case run.Drawn:
		return ends{r.Releases(), r.T}
	case run.FreshOrder:
		return ends{releasedEpochs(r), r.T}
	case run.KnownOrder:
		return knownEnds(r)
	case run.SecretOrder:
	}
	return ends{}
}

// releasedEpochs returns the number of epochs within or at the end of which an iterate is released.
func releasedEpochs(r run.Run) int {
	n, before, period := 0, -1, r.StepsPerEpoch()
	for _, s := range r.Segments() {
		first, last := (s.From+s.Steps-1)/period, (s.End()-1)/period
		epochs := min(s.Times, last-first+1)
		if first == before {
			epochs--
		}
		n, before = n+epochs, last
	}
	return n
}

// knownEnds returns the steps at one place of the epoch (the stated place, or the last step's) after which an iterate is
// released. It may leave some out.
func knownEnds(r run.Run) ends {
	period, place := r.StepsPerEpoch(), (r.T-1)%r.StepsPerEpoch()
	if r.Scheme == run.Cyclic && r.Position > 0 {
		place = r.Position - 1
	}
	var found ends
	for _, s := range r.Segments() {
		kinds := min(s.Times, period/gcd(period, s.Steps)) // segments that end at different places
		if kinds > mostSegments {
			continue
		}
		for i := range kinds {
			last := s.From + (i+1)*s.Steps - 1
			if last%period == place {
				more := (s.Times - i - 1) / kinds
				found = ends{found.n + more + 1, last + more*kinds*s.Steps + 1}
			}
		}
	}
	return found
}

// composedLastSteps returns the floor of n independent steps like the last step of r.
func composedLastSteps(ctx context.Context, r run.Run, n int, prove func(context.Context, run.Run) (claim.Proof,
	error)) (claim.Proof, error) {
	note := fmt.Sprintf("the last steps of %d releases%s", n, attained.DiameterNote(r))
	if r.Steps().Holds(r.T - 1).Certain() {
		ratio := r.Sensitivity() / r.IterateNoise()
		g := proof.Gaussian(float64(n) * ratio * ratio * (1 - 4*proof.LowerMargin))
		g.Note = note
		g.Explain = func(found claim.Bound) ([]claim.Choice, string) {
			return nil, fmt.Sprintf(`\mu = \sqrt{%d} \cdot \frac{%s}{%s}, \quad `, n, typeset.Number(r.Sensitivity()),
				typeset.Number(r.IterateNoise())) +
				attained.GaussianFloor(found)
		}
		return g.Lower(), nil
	}
	one, err := prove(ctx, r)
	if err != nil {
		return one, err
	}
	holds := r.Steps().Holds(r.T - 1)
	law := adversary.Binomial(n, holds.Part, holds.Whole)
	together := attained.RandomFloor{ID: fmt.Sprintf("one-step of %d", n), Of: r, Runs: [][]attained.RandomPair{attained.RandomPairs(r, law,
		interval.Int(n), true)}}
	sum := together.Proof(ctx, note, func(p attained.RandomPair, found claim.Bound) ([]claim.Choice, string) {
		return nil, p.Write(found, "X", fmt.Sprintf(`X \sim \mathrm{Bin}\left(%d,\, \tfrac{%d}{%d}\right)`, n, holds.Part, holds.Whole))
	})
	return claim.Proof{At: func(q claim.Question) (claim.Solution, error) {
		single, err := one.At(q)
		if err != nil {
			return single, err
		}
		if q.Renyi() { // divergences of one order add up
			s := claim.Solved(q, float64(n)*single.Epsilon*(1-proof.LowerMargin))
			s.Note = note
			s.Explain = func() ([]claim.Choice, string) {
				return nil, fmt.Sprintf(`\varepsilon(%s) \ge %d \cdot %s`, typeset.Number(q.Alpha), n, typeset.Number(single.Epsilon))
			}
			return s, nil
		}
		if s, err := sum.At(q); err == nil && s.Epsilon > single.Epsilon {
			return s, nil
		}
		return single, nil
	}}, nil
}

// linearReleases makes LinearAdversary compose the segments of a known order, without a projection: for a given start, the last
// iterate of each segment is Gaussian under both datasets.
func linearReleases(t *theorem.Theorem) {
	hypotheses, prove := t.Hypotheses, t.Prove
	t.Hypotheses = func(r run.Run, q claim.Question) []claim.Hypothesis { return hypotheses(r.OnlyLast(), q) }
	t.Prove = func(ctx context.Context, r run.Run) (claim.Proof, error) {
		one, err := prove(ctx, r.OnlyLast())
		square := linearSegments(r)
		if err != nil || !(square > 0) {
			return one, err
		}
		g := proof.Gaussian(square * (1 - attained.ClosedFormMargin))
		g.Note = "the segments between releases, each of them linear"
		g.Explain = func(found claim.Bound) ([]claim.Choice, string) {
			return nil, fmt.Sprintf(`\mu^2 = \sum_i \mu_i^2 = %s, \quad `, typeset.Number(square)) + attained.GaussianFloor(found)
		}
		return largerFloor(one, g.Lower()), nil
	}
}

// largerFloor returns the larger of two floors.
func largerFloor(a, b claim.Proof) claim.Proof {
	return claim.Proof{At: func(q claim.Question) (claim.Solution, error) {
		x, failed := a.At(q)
		if y, err := b.At(q); err == nil && (failed != nil || y.Epsilon > x.Epsilon) {
			return y, nil
		}
		return x, failed
	}}
}

// linearSegments returns the μ² of a linear run that releases several iterates, at the stated place of the example or at the
// best place that is tried; 0 if it is not computed.
func linearSegments(r run.Run) float64 {
	if !releasesSeveral(r) || r.Bounded() || !r.Steady() || !r.Scheme.Known() || attained.Turns(r) {
		return 0
	}
	d := placing{run: r, period: r.StepsPerEpoch(), places: mostSegments, width: 1}
	for _, s := range r.Segments() {
		if min(s.Times, d.period/gcd(d.period, s.Steps)) > mostSegments {
			return 0
		}
	}
	places := []int{(r.Holding() - 1) % d.period}
	if r.Scheme == run.Cyclic && r.Position > 0 {
		places = []int{r.Position - 1}
	} else if d.period <= segmentPlaces {
		places = places[:0]
		for at := range d.period {
			places = append(places, at)
		}
	}
	best := 0.0
	for _, at := range places {
		best = max(best, linearSum(r, d.at(at, at)))
	}
	return best
}

// For each contraction factor that the class allows, linearSum adds the segments' μ² with that one factor throughout, and returns
// the largest sum. A segment with a deletion is left out of a sum if it has no linear run, or none with that factor.
func linearSum(r run.Run, p placement) float64 {
	var factors, sums []float64
	order := p.sorted()
	sort.SliceStable(order, func(i, j int) bool { return order[i].after < order[j].after })
	for _, s := range order {
		members, ok := attained.LinearMembers(s.in(r))
		if !ok {
			if s.after > 0 {
				continue
			}
			return 0
		}
		if n := min(len(members), attained.Quadratics+1); sums == nil {
			factors, sums = make([]float64, n), make([]float64, n)
			for i := range factors {
				factors[i] = members[i].Excess
			}
		}
		for i := range sums {
			if s.after > 0 && (i >= len(members) || members[i].Excess != factors[i]) {
				continue
			}
			mu := members[i].Mu()
			sums[i] += float64(float64(p.times[s]) * mu * mu)
		}
	}
	most := 0.0
	for _, sum := range sums {
		most = math.Max(most, sum)
	}
	return most
}
