package prose

import (
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/run"
)

// Warnings describes what is valid about a run and a question but probably not meant.
func Warnings(r run.Run, q claim.Question) []string {
	var out []string
	if text := LargeDelta(r, q); text != "" {
		out = append(out, text+" Choose δ well below 1/n.")
	}
	if dropped := r.Dropped(); dropped > 0 {
		text := fmt.Sprintf("The batch size %d does not divide the dataset size %d: each pass leaves out the last %s",
			r.B, r.N, Examples(dropped))
		if r.Scheme.Secret() {
			text += fmt.Sprintf(" of its order, so chance decides which. If the same ones are always left out, state n = %d",
				r.N-dropped)
		}
		out = append(out, text+". A loader that keeps them in a smaller last batch takes one more step per epoch.")
	}
	if r.States("position") {
		out = append(out, fmt.Sprintf("This is the privacy loss of the examples in batch %d of each epoch; the loss for everyone is "+
			"that of the worst position. If positions are random and secret, choose “shuffled once”, which averages over "+
			"them.", r.Position))
	}
	if text := unlearning(r); text != "" {
		out = append(out, text)
	}
	if r.Loss == run.StronglyConvex && r.Clipping == run.ClippingNever &&
		certify.Compare(r.StrongConvexity*r.Diameter, 2*r.Clip, func() (apart, most interval.Number) {
			return interval.Decimal(r.StrongConvexity).Mul(interval.Decimal(r.Diameter)), interval.Decimal(r.Clip).Mul(interval.Int(2))
		}) > 0 {
		// An m-strongly convex function on a set of diameter D has gradients
		// that differ by at least mD somewhere, so one is at least mD/2 long.
		domain, why := "a domain of diameter D = "+run.FormatNumber(r.Diameter), " (mD > 2C)"
		if !r.Bounded() {
			domain, why = "an unbounded domain", ", somewhere far out"
		}
		out = append(out, fmt.Sprintf("No loss meets these assumptions: strong convexity m = %s on %s needs gradients longer than C = "+
			"%s%s. If only the difference of two examples' gradients is bounded, choose “differences bounded” for the gradients.",
			run.FormatNumber(r.StrongConvexity), domain, run.FormatNumber(r.Clip), why))
	}
	return out
}

// unlearning says whether the bound after a deletion is one of certified unlearning: on the divergence from a run that never
// saw the example.
func unlearning(r run.Run) string {
	switch {
	case r.After == 0:
		return ""
	case r.Adjacency == run.Replace:
		return otherRun(r) + " Certified unlearning compares with a run that never saw it: choose “zero out one” for the batches, or " +
			"“add or remove one” for Poisson sampling."
	case neverSaw(r):
		return otherRun(r) + " The bound also certifies unlearning by noise."
	}
	return otherRun(r) + " That is not retraining on n − 1 examples, whose batches would be different."
}

// neverSaw reports whether the other run of a deletion could have been trained without the example.
func neverSaw(r run.Run) bool {
	return r.Adjacency == run.AddRemove || r.Adjacency == run.ZeroOut && (r.Scheme.UsesAll() || !r.Scheme.FixedSize())
}

// otherRun names the run with which a guarantee after a deletion compares.
func otherRun(r run.Run) string {
	switch {
	case r.Adjacency == run.Replace:
		return "This compares the deleted example with another one in its place that was deleted, too."
	case r.Adjacency == run.ZeroOut && r.Scheme.UsesAll():
		return "The other run is the one that never saw the example, on n − 1 examples with the sum of gradients divided by n."
	case neverSaw(r):
		return "The other run is the one that never saw the example, with the same sampling rate and divisor b."
	}
	return "The other run keeps the example’s place empty from the start."
}

// LargeDelta says what a δ of 1/n or more permits; empty if δ is smaller, or if the question has none.
//
// Publishing one of n examples, drawn uniformly, satisfies (0, 1/n)-differential privacy: neighbours differ in one of them,
// which is drawn with probability 1/n at most (Dwork and Roth, The Algorithmic Foundations of Differential Privacy, 2014,
// section 2.3).
func LargeDelta(r run.Run, q claim.Question) string {
	if q.Renyi() || certify.Compare(q.Delta*float64(r.N), 1, func() (product, one interval.Number) {
		return interval.Decimal(q.Delta).Mul(interval.Int(r.N)), interval.Int(1)
	}) < 0 {
		return ""
	}
	return fmt.Sprintf("δ = %s is not below 1/n = 1/%d: publishing one randomly drawn example in full satisfies (0, "+
		"1/n)-differential privacy, so a guarantee at this δ need not keep any example secret.", run.FormatNumber(q.Delta), r.N)
}
