package bounds

import (
	"fmt"

	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/run"
)

// warnings says in words what a person should know about a run that is valid
// but probably not what they mean.
func warnings(r run.Run) []string {
	var out []string
	if dropped := r.Dropped(); dropped > 0 {
		text := fmt.Sprintf("The batch size %d does not divide the dataset size %d: each pass leaves out the last %s",
			r.B, r.N, examples(dropped))
		if r.Scheme.Secret() {
			text += fmt.Sprintf(" of its order, so that chance decides which. If the same ones are always left out, state n = %d",
				r.N-dropped)
		}
		out = append(out, text+".")
	}
	if r.States("position") {
		out = append(out, fmt.Sprintf("This is the loss of the examples in batch %d of each epoch, not of everyone: that is the worst position’s. "+
			"For examples whose position is random and secret choose “shuffled once”, which averages over it.", r.Position))
	}
	if r.Loss == run.StronglyConvex && r.Clipping == run.ClippingNever && certify.Compare(r.StrongConvexity*r.Diameter, 2*r.Clip, func() (apart, most interval.Number) {
		return interval.Decimal(r.StrongConvexity).Mul(interval.Decimal(r.Diameter)), interval.Decimal(r.Clip).Mul(interval.Int(2))
	}) > 0 {
		// An m-strongly convex function on a set of diameter D has gradients
		// that differ by at least mD somewhere, so one is at least mD/2 long.
		domain, why := "a domain of diameter D = "+run.FormatNumber(r.Diameter), " (mD > 2C)"
		if !r.Bounded() {
			domain, why = "a domain without bound", ", somewhere far out"
		}
		out = append(out, fmt.Sprintf("No loss meets these assumptions: strong convexity m = %s on %s needs gradients longer than C = %s%s. "+
			"If only the difference of two examples' gradients is bounded, choose “differences bounded” for the gradients.",
			run.FormatNumber(r.StrongConvexity), domain, run.FormatNumber(r.Clip), why))
	}
	return out
}
