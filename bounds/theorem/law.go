package theorem

import (
	"fmt"
	"slices"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// A Name is a run with another scheme that draws its batches by the same law, whichever of the two datasets it has. What is
// proved for one of the two runs holds for the other (law.md).
type Name struct {
	Run run.Run
	why string
}

// OtherNames returns the names, besides the run's own, under which a row is evaluated; most runs have
// none. Batches that always hold all examples are treated as full batches, and full batches have no other
// name (law.md, “Which names are tried”).
func (t *Theorem) OtherNames(r run.Run) []Name {
	if t.Status != claim.Proved || !hasKnownLaw(r.Scheme) {
		return nil
	}
	if r.B == r.N {
		if r.Scheme.UsesAll() || r.Adjacency == run.AddRemove {
			return nil
		}
		r.Position = 0
		return []Name{{Whole(r), "b = n: every batch holds all examples"}}
	}
	shows := r.ShowsPlace() // before ToDeletion; if so, different places do not hide each other
	if t.LosesPlace(r) {
		return nil
	}
	if r.After > 0 { // the steps after the deletion have another law
		tells := r.Scheme.Secret() && r.Releases() > 1 // later releases may tell the order
		if t.Side == claim.Lower || !r.Steady() || tells {
			return nil
		}
		r = r.ToDeletion()
	}
	var names []Name
	as := func(scheme run.Scheme, why string) {
		if r.Scheme != scheme {
			other := r
			other.Scheme = scheme
			names = append(names, Name{other, why})
		}
	}
	afresh := r.Scheme.Sampled() && r.Scheme.FixedSize()
	oneBatch := r.T == 1 && r.N%r.B == 0 // otherwise an epoch leaves out some examples
	if r.Scheme.Secret() && !r.Scheme.FixedSize() {
		return nil // the sizes of its batches are those of no other scheme
	}
	if r.Scheme.Secret() && r.T <= r.StepsPerEpoch() && !t.OneOrder || afresh && oneBatch {
		why := fmt.Sprintf("T = %d ≤ n/b: only one order is used", r.T)
		as(run.ShuffleOnce, why)
		if !(t.OneOrder && afresh) { // otherwise it has the value under ShuffleOnce
			as(run.Reshuffle, why)
		}
	}
	if r.Scheme.Secret() && oneBatch && !shows {
		as(run.WithoutReplacement, "T = 1: one batch of b examples, all equally likely")
	}
	return names
}

// hasKnownLaw reports whether law.md compares the batches of a scheme with those of others. A new scheme gets
// no other name: even with b = n its batches need not hold all examples.
func hasKnownLaw(s run.Scheme) bool {
	switch s {
	case run.Full, run.Cyclic, run.ShuffleOnce, run.Reshuffle, run.WithoutReplacement, run.Poisson, run.Allocation:
		return true
	}
	return false
}

// Hypothesis names the scheme for which a row answers in place of the run's own, and why their batches have the same law.
func (n Name) Hypothesis(of run.Run) claim.Hypothesis {
	return claim.Hypothesis{Name: "law of the batches", Holds: true,
		Needed: "batches distributed as under “" + run.Words(n.Run.Scheme) + "”", Actual: run.Words(of.Scheme) + ", " + n.why}
}

// IsSlow reports whether the theorem is Slow for the run under any of its names; false if Slow is nil.
func (t *Theorem) IsSlow(r run.Run, q claim.Question) bool {
	if t.Slow == nil {
		return false
	}
	return t.Slow(r, q) || slices.ContainsFunc(t.OtherNames(r), func(n Name) bool { return t.Slow(n.Run, q) })
}

// Whole returns the run with the scheme of full batches if every batch holds all examples: an order of one batch is no secret, and at
// rate 1 nothing is sampled. If an example is added or removed, Whole returns the run unchanged, since the batches of the two runs
// differ in size.
func Whole(r run.Run) run.Run {
	if r.B == r.N && r.Adjacency != run.AddRemove {
		r.Scheme = run.Full
	}
	return r
}
