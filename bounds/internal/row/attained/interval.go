package attained

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// IntervalAdversary is the runs of ProjectedAdversary with affine steps, on the interval or on its product
// with a high-dimensional ball: the error of their quadrature is bounded, so their losses have proved
// lower bounds (bounds/internal/adversary/projected.md, section 4).
var IntervalAdversary = &theorem.Theorem{
	ID:     "interval-adversary",
	Name:   "Run on an interval",
	Source: proof.Ours("lower bound, bounds/internal/adversary/projected.md, section 4"),
	Side:   claim.Lower, Status: claim.Proved, HiddenState: true,
	Note: "A run with linear or quadratic losses, projected onto an interval of length D or its product with a ball, that meets " +
		"every assumption and loses this much.",
	Formula:   onInterval,
	Symbols:   onIntervalSymbols,
	Positions: true,
	Slow:      proof.Always,
	OneOrder:  true,
	Nonsmooth: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{needAdversaryBatches(r), need.Projection(r), needProjectedMember(r), needProvableMember(r)}
	},
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		members, laws, err := lawsOnInterval(ctx, r)
		if err != nil {
			return claim.Proof{}, err
		}
		var proved []memberLaws
		for i, m := range members {
			all := memberLaws{beside: m.beside, member: i}
			for _, estimated := range laws[i] {
				if l, err := estimated.Proved(m.pair); err == nil {
					all.readings = append(all.readings, l)
				}
			}
			if len(all.readings) == len(laws[i]) {
				proved = append(proved, all)
			}
		}
		if len(proved) == 0 {
			return claim.Proof{}, fmt.Errorf("the output distributions of no run with affine steps can be computed")
		}
		note := fmt.Sprintf("Computed on %d nodes, with a bound on the quadrature error.", laws[proved[0].member][0].Nodes)
		return strongest(r, members, proved, `\ge`, note), nil
	},
}

const (
	// onInterval is a step of the runs on an interval.
	onInterval        = `W_{t+1} = \Pi_{[-D/2,\,D/2]}\left[ c\,W_t \pm h + G_t \right]`
	onIntervalSymbols = "W_t is the weight before step t; Π is the projection onto the interval; a step of this run maps x to c·x; " +
		"±h is the push of the differing example along the interval, at most s apart in the two runs: the slope of a curved loss and a " +
		"push perpendicular to the interval take the rest of s; G_t is the noise."
)

// memberLaws are the laws of a member's final iterates, for both readings of which examples an order leaves out: by chance,
// or always the same.
type memberLaws struct {
	readings []reading
	beside   float64 // as in member
	member   int     // its index
}

// reading is the pair of final laws under one reading, whose loss is proved or estimated.
type reading interface {
	Renyi(alpha float64) float64
	Epsilon(delta, least float64) float64
	EpsilonWithNormals(mu, delta float64) float64
}

// value returns the loss under the reading in which it is least. If that is clearly not above beaten, it may return any value
// up to beaten.
func (l memberLaws) value(q claim.Question, beaten float64) float64 {
	least := math.Inf(1)
	for _, laws := range l.readings {
		switch {
		case q.Renyi():
			least = min(least, laws.Renyi(q.Alpha)+q.Alpha*l.beside*l.beside/2*(1-proof.LowerMargin))
		case l.beside > 0:
			least = min(least, laws.EpsilonWithNormals(l.beside, claim.AtLeast(q.Delta)))
		default:
			least = min(least, laws.Epsilon(claim.AtLeast(q.Delta), beaten))
		}
	}
	return least
}

// strongest returns the floor of the member with the largest loss. relation is ≥ or ≈ in LaTeX: proved, or estimated.
func strongest(r run.Run, members []member, laws []memberLaws, relation, note string) claim.Proof {
	return proof.Solving(claim.Lower, note, func(q claim.Question) (claim.Solution, error) {
		most, m := 0.0, members[laws[0].member]
		for _, l := range laws {
			if v := l.value(q, most); v > most {
				most, m = v, members[l.member]
			}
		}
		s := claim.Solved(q, most)
		s.Explain = func() ([]claim.Choice, string) {
			return []claim.Choice{claim.Chose("factor", m.pair.Factor())}, writeOnInterval(r, m, s.Bound, relation)
		}
		return s, nil
	})
}

// writeOnInterval writes the member with the largest loss: its start, its steps with and without the differing example, and
// its loss.
func writeOnInterval(r run.Run, m member, found claim.Bound, relation string) string {
	sigma := r.IterateNoise()
	half := typeset.Number(m.pair.Diameter / 2 * sigma)
	projected := func(s adversary.ClippedStep) string {
		return fmt.Sprintf(`\Pi_{[-%s,\,%s]}\left[ %s + G_t \right]`, half, half, writeStep(s, sigma))
	}
	elsewhere := ""
	if !m.pair.Order.Known() || m.pair.Period > 1 {
		elsewhere = fmt.Sprintf(`\text{, and without the example } W_{t+1} = %s`, projected(m.pair.Plain))
	}
	loss := fmt.Sprintf(`\delta(%s) %s %s`, typeset.Number(found.Epsilon), relation, typeset.Number(found.Question.Delta))
	if proof.FromRenyi(found) {
		loss = fmt.Sprintf(`\varepsilon(%s) %s %s`, typeset.Number(found.Alpha), relation, typeset.Number(found.Renyi))
	}
	start := ""
	if m.beside > 0 {
		elsewhere += fmt.Sprintf(`, \quad \text{the last step pushes the runs } %s \text{ apart perpendicular to the interval}`,
			typeset.Number(m.beside*sigma))
	}
	if m.pair.Sizes != nil {
		elsewhere += `, \quad \text{each other example of a batch adds } ` + writeOthers(r, m, sigma)
	}
	if m.pair.Start != 0 {
		start = fmt.Sprintf(`W_0 = W'_0 = %s, \quad `, typeset.Number(float64(m.pair.Start)*m.pair.Diameter/2*sigma))
	}
	return start + fmt.Sprintf(`W_{t+1} = %s, \quad W'_{t+1} = %s%s, \quad G_t \sim \mathcal{N}\left(0, %s\right), \quad t < %d, \quad %s`,
		projected(m.pair.Visit[0]), projected(m.pair.Visit[1]), elsewhere, typeset.Squared(sigma), r.T, loss)
}

// writeOthers writes the amount that each other example of a Poisson batch adds to a step.
func writeOthers(r run.Run, m member, sigma float64) string {
	b, text := float64(r.B), ""
	if m.others != 0 {
		text = typeset.Number(m.others/b) + ` \cdot W_t`
	}
	if m.push != 0 {
		if text != "" {
			text += " + "
		}
		text += typeset.Number(m.push / b * sigma)
	}
	return text
}

// writeStep writes a step, which is in units of sigma, as a function of W_t, without its noise.
func writeStep(s adversary.ClippedStep, sigma float64) string {
	text, from := "W_t", "W_t"
	switch {
	case s.Centre < 0:
		from = `\left(W_t + ` + typeset.Number(-s.Centre*sigma) + `\right)`
	case s.Centre > 0:
		from = `\left(W_t - ` + typeset.Number(s.Centre*sigma) + `\right)`
	}
	switch {
	case s.Excess == 0:
	case s.Most > 0:
		text += fmt.Sprintf(` + \left[%s \cdot %s\right]_{\pm %s}`, typeset.Number(s.Excess), from, typeset.Number(s.Most*sigma))
	case s.Centre != 0:
		text += fmt.Sprintf(` + %s \cdot %s`, typeset.Number(s.Excess), from)
	default:
		text = typeset.Number(1+s.Excess) + ` \cdot W_t`
	}
	switch {
	case s.Shift < 0:
		return text + ` - ` + typeset.Number(-s.Shift*sigma)
	case s.Shift > 0:
		return text + ` + ` + typeset.Number(s.Shift*sigma)
	}
	return text
}

// needProvableMember requires a run whose laws are known up to a bounded error.
func needProvableMember(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "affine steps",
		Needed: "a run whose gradients are not clipped, and output distributions computable with a bound on the error", Actual: "none"}
	members, _ := projectedMembers(r)
	for _, m := range members {
		err := m.pair.Provable()
		if err == nil {
			h.Holds, h.Actual = true, "linear or quadratic losses"
			return h
		}
		h.Detail = err.Error()
	}
	return h
}

// intervalLaws is what lawsOnInterval keeps for a run.
type intervalLaws struct {
	members []member
	laws    [][]adversary.Laws // of each member, under each reading
	err     error
}

var intervals = &memo.Kind[run.Run, intervalLaws]{Most: proof.FewRuns}

// lawsOnInterval returns the members of projectedMembers and their final laws, under each reading of which examples an order
// leaves out. Two rows share them.
func lawsOnInterval(ctx context.Context, r run.Run) ([]member, [][]adversary.Laws, error) {
	found := intervals.Get(ctx, r, func(ctx context.Context) intervalLaws {
		var out intervalLaws
		out.members, _ = projectedMembers(r)
		for _, m := range out.members {
			m.pair.Budget = work.From(ctx)
			var laws []adversary.Laws
			for _, missing := range leftOutOf(r) {
				m.pair.Missing = missing
				l, err := m.pair.Run()
				if err != nil {
					return intervalLaws{err: err}
				}
				laws = append(laws, l)
			}
			out.laws = append(out.laws, laws)
		}
		return out
	})
	laws := make([][]adversary.Laws, len(found.laws))
	for i, readings := range found.laws {
		for _, l := range readings {
			laws[i] = append(laws[i], l.Counted(work.From(ctx)))
		}
	}
	return found.members, laws, found.err
}

// leftOutOf returns the probabilities that a secret order leaves the differing example out, under each reading: if b does not
// divide n, either chance decides, or the same examples are always left out and it is not among them. For an order shuffled
// once the pair of the first reading is a mixture of the second's and of two equal laws, whose loss is no larger, so only the
// first is needed (projected.md, section 1).
func leftOutOf(r run.Run) []float64 {
	chance := float64(r.Dropped()) / float64(r.N)
	switch {
	case !r.Scheme.Secret() || r.Dropped() == 0:
		return []float64{0}
	case r.Order() == run.SecretOrder:
		return []float64{chance}
	}
	return []float64{chance, 0}
}
