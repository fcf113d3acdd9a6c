package attained

import (
	"context"
	"fmt"
	"math"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// RandomPair is a pair of runs with a random number K of uses of the differing example. In units of u = ηC/b the means of
// their final laws are first·K and second·K. If K can be read off the release (readable), only their difference counts.
type RandomPair struct {
	first, second float64
	readable      bool
	law           adversary.Law               // of K, or of the sum of the parts of the uses that remain
	least, most   float64                     // bounds of u over the deviation of the final law
	factor        float64                     // c of the steps
	escape        func(delta float64) float64 // at least the probability of a projection; nil without one
}

// value returns the pair's loss at an order or at a δ, rounded down.
func (p RandomPair) value(w *work.Budget, q claim.Question) float64 {
	var laws interface {
		Renyi(alpha float64) float64
		Epsilon(delta float64) float64
	}
	if p.readable {
		laws = adversary.Readable{Distance: p.first - p.second, Least: p.least, Most: p.most, Law: p.law, Work: w}
	} else {
		m := adversary.MixturePair{First: p.first, Second: p.second, Least: p.least, Most: p.most, Law: p.law, Work: w}
		if p.escape != nil {
			m.Escape = p.escape(q.Delta)
		}
		laws = m
	}
	switch {
	case !q.Renyi():
		return laws.Epsilon(claim.AtLeast(q.Delta))
	case p.escape != nil: // a projection, however improbable, may change a divergence by any amount
		return 0
	}
	return laws.Renyi(q.Alpha)
}

// RandomPairs returns the pairs of bounds/internal/adversary/random.md for a law of uses. variance is the variance of the
// final law over σ², rounded up. pulled says that the other examples may pull: then, in a batch of fixed size, the example
// whose place the differing one takes moves the mean as well, and if gradients have no bound the number of uses can be read
// off.
func RandomPairs(r run.Run, law adversary.Law, variance interval.Number, pulled bool) []RandomPair {
	least, most := unitStep(r, variance)
	pair := func(first, second float64, readable bool) RandomPair {
		return RandomPair{first: first, second: second, readable: readable, law: law, least: least, most: most, factor: 1}
	}
	fixedSize := r.Scheme.FixedSize()
	switch {
	case pulled && r.Clipping == run.ClippingDifference && (fixedSize || r.Adjacency == run.Replace):
		return []RandomPair{pair(r.Kappa(), 0, true)}
	case flatOthers(r):
		return []RandomPair{pair(1, 0, false)}
	case r.Adjacency == run.Replace && fixedSize && pulled:
		return []RandomPair{pair(2, 0, false), pair(1, -1, false)}
	case r.Adjacency == run.Replace:
		return []RandomPair{pair(1, -1, false)}
	case fixedSize && pulled:
		return []RandomPair{pair(2, 1, false), pair(1, 0, false)}
	}
	return []RandomPair{pair(1, 0, false)}
}

// unitStep returns u = ηC/b over σ times the root of a variance, rounded down and up.
func unitStep(r run.Run, variance interval.Number) (least, most float64) {
	x := certify.StatedOf(r)
	unit := x.Contribution().Square().Quo(x.Variance.Mul(variance)).Sqrt()
	return unit.Down(), unit.Up()
}

// RandomFloor is the floor by pairs of runs with secret batches: the largest loss of a pair. If the assumptions can be read
// in more than one way there is a list of pairs for each reading, and the floor is the least of their floors.
type RandomFloor struct {
	ID   string // of the row, for keeping answers
	Of   run.Run
	Runs [][]RandomPair // by reading
}

// foundFloor is a floor and the pair that shows it.
type foundFloor struct {
	epsilon float64
	pair    RandomPair
}

// best returns the floor by a value of each pair, 0 if there are no pairs.
func (f RandomFloor) best(value func(RandomPair) float64) foundFloor {
	if len(f.Runs) == 0 {
		return foundFloor{}
	}
	least := foundFloor{epsilon: math.Inf(1)}
	for _, pairs := range f.Runs {
		var most foundFloor
		if len(pairs) > 0 {
			most.pair = pairs[0]
		}
		for _, p := range pairs {
			if v := value(p); v > most.epsilon { // not of NaN
				most = foundFloor{epsilon: v, pair: p}
			}
		}
		if most.epsilon < least.epsilon {
			least = most
		}
	}
	return least
}

// floorQuestion has everything on which a floor depends.
type floorQuestion struct {
	id       string
	run      run.Run
	question claim.Question
}

var floors = &memo.Kind[floorQuestion, foundFloor]{Most: proof.FewRuns}

// answer returns the floor at a question, which rows share.
func (f RandomFloor) answer(ctx context.Context, q claim.Question) foundFloor {
	return floors.Get(ctx, floorQuestion{f.ID, f.Of, q}, func(ctx context.Context) foundFloor {
		return f.best(func(p RandomPair) float64 { return p.value(work.From(ctx), q) })
	})
}

// Proof returns the floor at every δ, and at every order if no projection can act.
func (f RandomFloor) Proof(ctx context.Context, note string, explain func(p RandomPair, found claim.Bound) ([]claim.Choice,
	string)) claim.Proof {
	return proof.Solving(claim.Lower, note, func(q claim.Question) (claim.Solution, error) {
		best := f.answer(ctx, q)
		s := claim.Solved(q, best.epsilon)
		s.Explain = func() ([]claim.Choice, string) { return explain(best.pair, s.Bound) }
		// At a δ a floor is computed with proved error bounds, the same on every platform;
		// Rényi divergences are not.
		s.Certify = func() (float64, bool) { return s.Epsilon, !q.Renyi() }
		return s, nil
	})
}

// Write writes the pair and its loss in LaTeX, with means in units of the deviation of the final law. number is the symbol of
// K; law describes its distribution.
func (p RandomPair) Write(found claim.Bound, number, law string) string {
	mean := func(factor float64) string {
		switch factor {
		case 0:
			return "0"
		case 1:
			return fmt.Sprintf(`%s\,%s`, typeset.Number(p.least), number)
		case -1:
			return fmt.Sprintf(`-%s\,%s`, typeset.Number(p.least), number)
		}
		return fmt.Sprintf(`%s \cdot %s\,%s`, typeset.Number(factor), typeset.Number(p.least), number)
	}
	var b strings.Builder
	b.WriteString(law + `, \quad `)
	pair := fmt.Sprintf(`\mathbb{E}\,\mathcal{N}\left(%s,\,1\right) \,\|\, \mathbb{E}\,\mathcal{N}\left(%s,\,1\right)`, mean(p.first),
		mean(p.second))
	if found.Question.Renyi() {
		if p.readable {
			alpha, less := typeset.AtOrder(found)
			return b.String() + fmt.Sprintf(`\frac{1}{%s} \log \mathbb{E}\, e^{%s \cdot %s \left(%s\right)^2 / 2} = %s`, less, less, alpha,
				mean(p.first-p.second), typeset.Number(found.Renyi))
		}
		return b.String() + fmt.Sprintf(`D_{%s}\left(%s\right) \ge %s`, typeset.Number(found.Question.Alpha), pair,
			typeset.Number(found.Renyi))
	}
	switch {
	case !(found.Epsilon > 0):
		return b.String() + `\varepsilon \ge 0`
	case p.readable:
		fmt.Fprintf(&b, `\mathbb{E}\left[\delta_{\mu}(%s)\right] = %s, \quad \mu = %s`, typeset.Number(found.Epsilon),
			typeset.Number(found.Question.Delta),
			mean(p.first-p.second))
	default:
		fmt.Fprintf(&b, `E_{e^{%s}}\left(%s\right) \ge %s`, typeset.Number(found.Epsilon), pair, typeset.Number(found.Question.Delta))
	}
	if p.escape != nil {
		fmt.Fprintf(&b, ` + \left(1 + e^{%s}\right) \cdot %s`, typeset.Number(found.Epsilon),
			typeset.Number(p.escape(found.Question.Delta)))
	}
	return b.String()
}
