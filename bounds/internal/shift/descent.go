package shift

import (
	"math"
	"slices"
)

const (
	// descentGroups is about the number of groups into which a descent is divided.
	descentGroups = 64
	// longestDescent is the largest number of epochs in a descent; a longer one would take seconds.
	longestDescent = 1e6
)

// Descent returns a plan for a reshuffled run whose distance starts at the diameter and falls to 0 over many epochs; nil if
// the run is too short, or if the track never reaches the diameter. Its distances are those of the full-batch optimum with an
// epoch as a step: levels on a geometric grid, as in Plan, cannot follow a slow descent. Like Plan, it assumes that a last
// epoch that is cut short uses the differing example.
//
// Neighbouring epochs form a group. At fixed d, φ(j; z, Γz − d) does not rise with z, because a larger z only loosens the
// limit on payments before the visit; and it does not fall with d. So the least z and the largest d of a group bound its
// members. A group ends where no epoch could fall by d from that z.
func (p *ProvenCyclic) Descent(T, most int) []EpochGroup {
	whole, last := T/p.Period, T%p.Period
	epoch := p.ofEpochs()
	turn := math.Round(epoch.turningPoint())
	if p.fromZero() || math.IsInf(p.Diameter, 1) || math.IsInf(epoch.Excess, 1) || !(turn >= 2) ||
		turn > min(float64(whole), longestDescent) {
		return nil
	}
	epochs := int(turn)
	first := epoch.cyclic().Proven().pay(errorless(p.Diameter), 0, 0, epochs-1)
	if math.IsInf(first.R, 1) {
		return nil
	}
	groups := p.descend(epoch, epochs, first.P, most)
	if last > 0 {
		groups = append(groups, p.group(span{last, last, 0, 0, 0}, 1, most))
	}
	return groups
}

// descend returns the groups of the path whose payment is end·Γ^i in the epoch that i others follow.
func (p *ProvenCyclic) descend(epoch FullBatch, epochs int, end float64, shares int) []EpochGroup {
	factor := 1 + epoch.Excess
	// after is the distance after an epoch: 0 at the end. The distance before the epoch is (after + payment − s)/Γ.
	after, payment := 0.0, end
	var groups []EpochGroup
	width := (epochs + descentGroups - 1) / descentGroups
	for done := 0; done < epochs; {
		most, size := min(width, epochs-done), 0
		if done == 0 {
			most = 1 // the last epoch ends at exactly 0
		}
		to, least, drop := after, math.Inf(1), math.Inf(-1)
		for size < most {
			before := min(max(0, (after+payment-epoch.Sensitivity)/factor), p.Diameter)
			if done+1 == epochs {
				before = p.Diameter // the start, whatever the rounding errors are
			}
			z, d := min(least, before), max(drop, factor*before-after)
			if size > 0 && factor*z < d {
				break
			}
			least, drop = z, d
			after, payment = before, payment*factor
			done++
			size++
		}
		s := span{p.Period, p.Period, least, factor*least - drop, after}
		if size == 1 {
			s.to, s.reach = to, 0
		}
		group := p.group(s, size, shares)
		group.From, group.To = after, to
		groups = append(groups, group)
	}
	// The path was followed from its end.
	slices.Reverse(groups)
	return groups
}
