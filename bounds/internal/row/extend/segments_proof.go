package extend

import (
	"context"
	"errors"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// segmentedRow is a row that is evaluated for each segment of a run. hypotheses and prove are its own functions, which
// extend has replaced in row.
type segmentedRow struct {
	row        *theorem.Theorem
	hypotheses func(run.Run, claim.Question) []claim.Hypothesis
	prove      func(context.Context, run.Run) (claim.Proof, error)
	tied       bool // later releases may tell the order of the run's last epoch (see tied)
}

// compose composes the bounds of the segments of a run with a constant learning rate.
func (t segmentedRow) compose(ctx context.Context, r run.Run) (claim.Proof, error) {
	places := segmentPlaces
	if t.row.Slow != nil && t.row.Slow(segment{steps: longest(r)}.in(r), claim.Question{Delta: someDelta}) {
		places = fewSegmentPlaces
	}
	c := composedSegments{ctx: ctx, run: r, placements: divided(r, t.row == ordered.Shift, places, t.tied), pieces: map[segment]piece{},
		curves: true}
	for _, p := range c.placements {
		for _, s := range p.order {
			if _, known := c.pieces[s]; known {
				continue
			}
			of, err := t.piece(ctx, s, r)
			if err != nil {
				return claim.Proof{}, err
			}
			c.pieces[s] = of
			c.curves = c.curves && of.curve != nil
		}
	}
	return c.proof(), nil
}

// someDelta is the δ of a question with which a row is asked whether it is slow.
const someDelta = 1e-6

// A piece holds the proofs for one segment, by the row and by composition.
type piece struct {
	proofs   []claim.Proof
	curve    func(alpha float64) float64 // the least Rényi bound; nil if a proof has no curve
	mu       claim.Solution              // the solution with the least μ; its Mu is NaN if none has a μ
	gaussian bool                        // every proof has a μ, and mu states everything that they prove
}

var errNoSegment = errors.New("no bound was found for a segment between two releases")

// piece proves bounds for a segment of r by the row and by composition. It returns an error if neither applies.
func (t segmentedRow) piece(ctx context.Context, s segment, r run.Run) (piece, error) {
	of, q := s.in(r), claim.Question{Alpha: proof.SomeOrder}
	var p piece
	if !s.all && s.steps > 1 && theorem.Applies(t.hypotheses(of, q)) {
		own, err := t.prove(ctx, of)
		if err != nil {
			return p, err
		}
		p.proofs = append(p.proofs, own)
	}
	if theorem.Applies(composition.Composition.Hypotheses(of, q)) {
		composed, err := composition.Composition.Prove(ctx, of)
		if err == nil {
			p.proofs = append(p.proofs, composed)
		}
	}
	if len(p.proofs) == 0 {
		return p, errNoSegment
	}
	p.mu, p.gaussian = claim.Solution{Mu: math.NaN()}, true
	for _, way := range p.proofs {
		if way.Curve == nil {
			p.mu.Mu, p.gaussian = math.NaN(), false
			return p, nil
		}
		found, err := way.At(q)
		switch {
		case err != nil || !(found.Mu > 0):
			p.gaussian = false
		case !(p.mu.Mu <= found.Mu):
			p.mu = found
		}
	}
	p.curve = memo.Func(func(alpha float64) float64 {
		return p.least(func(way claim.Proof) float64 { return way.Curve(alpha) })
	})
	return p, nil
}

// least returns the least value over the proofs, +Inf if none has one.
func (p piece) least(value func(claim.Proof) float64) float64 {
	least := math.Inf(1)
	for _, way := range p.proofs {
		if e := value(way); e < least {
			least = e
		}
	}
	return least
}

// at returns the least Rényi bound at an order by proofs without a curve, which may be slow.
func (p piece) at(alpha float64) float64 {
	return p.least(func(way claim.Proof) float64 {
		s, err := way.At(claim.Question{Alpha: alpha})
		if err != nil {
			return math.Inf(1)
		}
		return s.Epsilon
	})
}

// composedSegments holds the segments of a run for each place of the differing example, and the proofs for each segment.
type composedSegments struct {
	ctx        context.Context
	run        run.Run
	placements []placement
	pieces     map[segment]piece
	curves     bool // every piece has a curve
}

// sum returns an upper bound on the sum of a cost over a placement's segments.
func (c composedSegments) sum(p placement, cost func(piece) float64) float64 {
	total := 0.0
	for _, s := range p.order {
		total += float64(float64(p.times[s]) * cost(c.pieces[s]))
	}
	return total * (1 + float64(len(p.times)+8)*0x1p-52)
}

// over returns the largest sum of a cost over the places of the differing example. If the place is secret and the same in all
// segments, it returns the average over the places instead, (1/(α−1)) log E exp((α−1)·sum).
func (c composedSegments) over(alpha float64, cost func(piece) float64) float64 {
	var shares []shift.Share
	worst := 0.0
	for _, p := range c.placements {
		sum := c.sum(p, cost)
		worst = max(worst, sum)
		shares = append(shares, shift.Share{Weight: p.weight, R: sum})
	}
	if !c.averaged() || math.IsInf(worst, 1) {
		return worst
	}
	if mutants.AverageInside.On() {
		n := float64(c.run.Releases())
		for i := range shares {
			shares[i].R /= n
		}
		return n * shift.LogMean(shares, alpha-1)
	}
	return shift.LogMean(shares, alpha-1) * (1 + 1e-13)
}

// averaged reports whether the place of the differing example is secret and the same in all segments.
func (c composedSegments) averaged() bool { return c.run.Order() == run.SecretOrder }

// proof returns the bound for the whole release: by μ if every segment has one, and by Rényi orders unless μ is all that the
// segments prove.
func (c composedSegments) proof() claim.Proof {
	if !c.curves {
		return c.slowly("composed over " + inSegments(c.run))
	}
	var parts proof.Parts
	shares := c.squares()
	hasMu, pure := shares != nil, c.all(func(p piece) bool { return p.gaussian })
	switch {
	case hasMu && c.averaged():
		parts.Renyi = func(alpha float64) float64 { return ordered.RenyiAverage(shares, 1, alpha) * (1 + 1e-13) }
		parts.Epsilon = func(delta float64) (float64, error) { return ordered.DeltaAverage(shares, 1, claim.AtMost(delta)) }
	case hasMu:
		worst := 0.0
		for _, s := range shares {
			worst = max(worst, s.R)
		}
		parts = proof.Gaussian(worst)
		if pure {
			parts.Certify = certify.Gaussian(c.certified)
		}
	}
	if !pure {
		parts.Renyi = func(alpha float64) float64 {
			return c.over(alpha, func(p piece) float64 { return p.curve(alpha) })
		}
	}
	parts.Note = "composed over " + inSegments(c.run)
	parts.Explain = func(found claim.Bound) ([]claim.Choice, string) { return nil, c.write(found) }
	return parts.Upper()
}

// all reports whether a condition holds for every segment.
func (c composedSegments) all(is func(piece) bool) bool {
	for _, p := range c.pieces {
		if !is(p) {
			return false
		}
	}
	return true
}

// squares returns μ² for each place of the differing example with the place's weight; nil if a segment has no μ.
func (c composedSegments) squares() (shares []shift.Share) {
	if !c.all(func(p piece) bool { return p.mu.Mu > 0 }) {
		return nil
	}
	for _, p := range c.placements {
		square := c.sum(p, func(p piece) float64 { return p.mu.Mu * p.mu.Mu })
		shares = append(shares, shift.Share{Weight: p.weight, R: square})
	}
	if mutants.AverageInside.On() && c.averaged() {
		mean := shift.Share{Weight: 1}
		for _, s := range shares {
			mean.R += s.Weight * s.R
		}
		return []shift.Share{mean}
	}
	return shares
}

// certified returns the worst μ², from the certificates of the segments at the order 2, where ε is μ².
func (c composedSegments) certified() interval.Number {
	worst := interval.Int(0)
	squares := map[segment]interval.Number{}
	for s, p := range c.pieces {
		e, ok := proof.CertifiedAt(p.mu)
		if !ok {
			return interval.Undefined
		}
		squares[s] = interval.Float(e)
	}
	for _, p := range c.placements {
		sum := interval.Int(0)
		for _, s := range p.order {
			sum = sum.Add(squares[s].Mul(interval.Int(p.times[s])))
		}
		worst = interval.Max(worst, sum)
	}
	return interval.Float(worst.Up())
}
