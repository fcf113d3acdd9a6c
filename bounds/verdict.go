package bounds

import (
	"context"
	"math"
	"sort"
	"strconv"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// clearlyBelow is the relative margin by which a hidden-state row must beat
// composition to count: rounding alone never makes a verdict.
const clearlyBelow = 1e-9

// verdict says whether hidden state helps, since when, and what would make it
// help.
func verdict(ctx context.Context, r run.Run, q claim.Question, report Report) Verdict {
	if report.Published == nil || report.Answer == nil {
		return Verdict{}
	}
	if helps(ctx, r, q) {
		// If hidden state helps at T it helps at T+1: a feasible point of the
		// shift program followed by one composed step is feasible, and
		// composition pays the same for that step. So the least T is found by
		// bisection.
		burnIn := 1 + sort.Search(r.T-1, func(i int) bool {
			earlier := r
			earlier.T = i + 1
			return helps(ctx, earlier, q)
		})
		return Verdict{Helps: true, BurnIn: burnIn}
	}
	return Verdict{Changes: changes(ctx, r, q)}
}

// helps reports whether the best valid hidden-state row is below composition.
func helps(ctx context.Context, r run.Run, q claim.Question) bool {
	published, hidden := -1.0, -1.0
	for _, t := range theorem.Catalog() {
		if t.Side != claim.Upper || t.Status != claim.Proved {
			continue
		}
		row := evaluateRow(ctx, t, r, q)
		if !row.Applies || row.Err != nil {
			continue
		}
		best := &published
		if t.HiddenState {
			best = &hidden
		}
		if *best < 0 || row.Epsilon < *best {
			*best = row.Epsilon
		}
	}
	return hidden >= 0 && published >= 0 && hidden < published*(1-clearlyBelow)
}

// changes lists single changes of the run that would make hidden state help:
// the least number of iterations, a smaller domain, a strongly convex loss.
func changes(ctx context.Context, r run.Run, q claim.Question) []Change {
	var out []Change
	if r.T < run.MaxCount {
		longer := r
		longer.T = run.MaxCount
		if helps(ctx, longer, q) {
			least := r.T + 1 + sort.Search(run.MaxCount-r.T-1, func(i int) bool {
				longer.T = r.T + 1 + i
				return helps(ctx, longer, q)
			})
			out = append(out, Change{Field: "T", Value: run.FormatNumber(float64(least))})
		}
	}
	if d, ok := helpfulDiameter(ctx, r, q); ok {
		out = append(out, Change{Field: "diameter", Value: run.FormatNumber(d)})
	}
	if r.Loss != run.StronglyConvex && r.Clipping != run.ClippingActive {
		curved := r
		curved.Loss = run.StronglyConvex
		if curved.StrongConvexity == 0 || curved.StrongConvexity > curved.Smoothness {
			curved.StrongConvexity = curved.Smoothness
		}
		if curved.Validate() == nil && helps(ctx, curved, q) {
			out = append(out, Change{Field: "loss", Value: string(run.StronglyConvex)})
		}
	}
	return out
}

// helpfulDiameter is, to two digits, the largest diameter at which hidden state
// helps this run.
func helpfulDiameter(ctx context.Context, r run.Run, q claim.Question) (float64, bool) {
	at := func(logD float64) float64 {
		d, _ := strconv.ParseFloat(strconv.FormatFloat(math.Pow(10, logD), 'e', 1, 64), 64)
		return d
	}
	smaller := r
	helpsAt := func(logD float64) bool {
		smaller.Diameter = at(logD)
		return smaller.Diameter < r.Diameter && helps(ctx, smaller, q)
	}
	lo, hi := math.Log10(r.Sensitivity())-4, math.Log10(math.Min(r.Diameter, run.MaxMagnitude))
	if !(lo < hi) || !helpsAt(lo) {
		return 0, false
	}
	for hi-lo > 0.01 {
		if mid := (lo + hi) / 2; helpsAt(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return at(lo), true
}
