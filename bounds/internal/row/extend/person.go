package extend

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// ForPeople lets rows answer for all k examples of one person (Run.Group): datasets that differ in k
// examples are the ends of a chain of k neighbouring pairs. A bound on every link bounds the chain:
//
//	μ-GDP gives kμ-GDP (Dong, Roth and Su 2022, Theorem 2);
//	(α, ε(α))-RDP gives (α, 3^c ε(2^c α))-RDP for k ≤ 2^c and α ≥ 2 (Mironov 2017, Proposition 2);
//	a profile h gives δ_k(γ^k) ≤ (1 + γ + … + γ^{k−1})h(γ), by the triangle inequality.
//
// The smallest bound counts. Floors stay as they are: datasets that differ in one example differ in at most k.
func ForPeople(list []*theorem.Theorem) []*theorem.Theorem {
	for _, t := range list {
		proof.Extended(t, func(r run.Run) bool { return r.States("group") }, alone(t.Side), needChain,
			func(_ context.Context, p claim.Proof, r run.Run) claim.Proof { return chain{p, links(r)}.proof() })
	}
	return list
}

// alone returns the run for one example. For an upper bound it ends at a deletion: if all of a person's examples are deleted,
// later steps are post-processing of each link's loss until then. Its losses are only as convex as those of every dataset of
// the chain: if examples are zeroed out or removed, the batches lack the curvature of those removed in earlier links. A
// regulariser outside of a clipped loss stays.
func alone(side claim.Side) func(run.Run) run.Run {
	return func(r run.Run) run.Run {
		if r.States("group") && side == claim.Upper {
			if r.Steady() {
				r = r.ToDeletion()
			}
			if losesCurvature(r) {
				r.Loss = run.Convex
			}
		}
		r.Group = 0
		return r
	}
}

// losesCurvature reports whether some datasets of a chain lack strongly convex losses that others have.
func losesCurvature(r run.Run) bool {
	return r.Adjacency != run.Replace && r.Loss == run.StronglyConvex && r.Clipping != run.ClippingGLM
}

// needChain requires a bound that holds between any two neighbouring datasets of a chain.
func needChain(t *theorem.Theorem, r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "examples of one person", Holds: true, Needed: "a bound between any two neighbouring datasets of a chain",
		Actual: fmt.Sprintf("U = %d", r.Members())}
	if t.Side == claim.Upper && losesCurvature(r) {
		h.Actual += "; losses count as convex, because datasets of the chain lack the curvature of earlier examples"
	}
	switch {
	case r.After > 0 && !r.Steady():
		h.Holds, h.Detail = false, "with a changing learning rate it covers the deletion of one example, not of several"
	case r.After > 0 && r.Releases() > 1 && r.Scheme.Secret():
		h.Holds, h.Detail = false, "releases after a deletion may reveal the secret order; that is covered for one example only"
	case t.LosesPlace(r):
		h.Holds, h.Detail = false, "batches after the deletion leave empty places and may reveal positions in the order"
	case r.States("position"):
		h.Holds, h.Detail = false, "the positions of the person’s other examples are unknown: ask for the worst position"
	case t.Status != claim.Proved:
		h.Holds, h.Detail = false, "what is not proved for one example is not extended to several"
	case t.Side == claim.Upper && t.HiddenState && !r.Scheme.FixedSize() && r.Adjacency == run.AddRemove:
		h.Holds, h.Detail = false, "added or removed examples change the sizes of batches; only composition covers several"
	}
	return h
}

// links returns the number of examples that differ.
func links(r run.Run) int {
	if mutants.MemberForgotten.On() {
		return r.Members() - 1
	}
	return r.Members()
}

// chain is k links, each proved by link.
type chain struct {
	link claim.Proof
	k    int
}

// proof returns the bound of the chain, with a curve if the link has one.
func (c chain) proof() claim.Proof {
	p := claim.Proof{At: c.at}
	if c.link.Curve != nil {
		p.Curve = func(alpha float64) float64 { return c.renyi(alpha, c.link.Curve) }
	}
	return p
}

// at returns the least of the three bounds of ForPeople.
func (c chain) at(q claim.Question) (claim.Solution, error) {
	s, err := c.link.At(q)
	of := s.Note
	best := claim.Solved(q, math.Inf(1))
	less := func(other claim.Solution) {
		if other.Epsilon < best.Epsilon {
			best = other
		}
	}
	if s.Mu > 0 {
		k := float64(c.k)
		gaussian, _ := proof.Gaussian(k * k * s.Mu * s.Mu * (1 + 1e-14)).Upper().At(q)
		less(gaussian)
	}
	if q.Renyi() {
		less(claim.Solved(q, c.renyi(q.Alpha, func(alpha float64) float64 {
			s, err := c.link.At(claim.Question{Alpha: alpha})
			if err != nil {
				return math.Inf(1)
			}
			return s.Epsilon
		})))
	} else {
		less(claim.Solved(q, c.profile(q.Delta)))
	}
	best.Note = fmt.Sprintf("%d examples of one person, by a chain of as many neighbouring datasets", c.k)
	if of != "" {
		best.Note += "; " + of
	}
	best.Explain = func() ([]claim.Choice, string) {
		if best.Mu > 0 {
			return nil, fmt.Sprintf(`U = %d, \quad \mu_U = U\mu = %s`, c.k, typeset.Number(best.Mu))
		}
		return nil, fmt.Sprintf(`U = %d, \quad %s`, c.k, typeset.Answered(best.Bound))
	}
	if math.IsInf(best.Epsilon, 1) {
		return best, err
	}
	return best, nil
}

// renyi returns 3^c·ε(2^c·max(α, 2)) for the least 2^c ≥ k: the divergence at an order below 2 is at most that at 2.
func (c chain) renyi(alpha float64, link func(alpha float64) float64) float64 {
	doublings := math.Ceil(math.Log2(float64(c.k)))
	return math.Pow(3, doublings) * link(math.Pow(2, doublings)*max(alpha, 2)) * (1 + 1e-14)
}

// profile returns kε for an ε at which a link's δ', times 1 + e^ε + … + e^{(k−1)ε}, is at most delta; +Inf if none is found.
// The search begins with δ' = delta/k, the largest possible, and lowers it.
func (c chain) profile(delta float64) float64 {
	const tries = 40 // each takes a value of the row
	k := float64(c.k)
	least := delta / k
	for range tries {
		q := claim.Question{Delta: least}
		if q.Validate() != nil { // it is 0 or NaN
			return math.Inf(1)
		}
		s, err := c.link.At(q)
		if err != nil || math.IsInf(s.Epsilon, 1) {
			return math.Inf(1)
		}
		e := s.Epsilon * (1 + 1e-10)
		terms := k
		if e > 0 {
			terms = math.Expm1(k*e) / math.Expm1(e) * (1 + 1e-13)
		}
		if least*terms <= claim.AtMost(delta) {
			return k * e
		}
		least = 0.9 * delta / terms
	}
	return math.Inf(1)
}
