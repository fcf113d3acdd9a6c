package need

import (
	"fmt"
	"slices"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
)

// AtMost is the hypothesis value ≤ limit (or < if strict), decided on the stated decimals (certify.Compare). The limit's
// formula and the value's symbol go into the text.
func AtMost(name, symbol string, value float64, formula string, limit float64, strict bool,
	stated func() (value, limit interval.Number)) claim.Hypothesis {
	sign := certify.Compare(value, limit, stated)
	relation, holds := "≤", sign <= 0
	if strict {
		relation, holds = "<", sign < 0
	}
	h := claim.Hypothesis{
		Name:   name,
		Holds:  holds,
		Needed: fmt.Sprintf("%s %s %s = %s", symbol, relation, formula, typeset.Short(limit)),
		Actual: fmt.Sprintf("%s = %s", symbol, typeset.Short(value)),
	}
	if !holds {
		h.Detail = fmt.Sprintf("%s is %s times the limit", symbol, typeset.Short(value/limit))
		switch {
		case sign == 0:
			h.Detail = symbol + " is exactly at the limit and must be below it"
		case typeset.Short(value) == typeset.Short(limit):
			h.Detail = symbol + " is above the limit by less than the digits shown"
		}
	}
	return h
}

// Step is the hypothesis η ≤ times/(sum of the constants), or < if strict.
func Step(r run.Run, formula string, times float64, strict bool, constants ...float64) claim.Hypothesis {
	sum := 0.0
	for _, c := range constants {
		sum += c
	}
	return AtMost("step size", "η", r.Eta, formula, times/sum, strict, func() (value, limit interval.Number) {
		sum := interval.Int(0)
		for _, c := range constants {
			sum = sum.Add(interval.Decimal(c))
		}
		return interval.Decimal(r.Eta).Mul(sum), interval.Decimal(times)
	})
}

// These are schemes that have in common a property on which proofs rely. A new scheme is added only after the proofs have
// been checked.
var (
	// SchemesOfOneOrder have one order for the whole run: a bound at every position of a known order holds for a secret one.
	SchemesOfOneOrder = []run.Scheme{run.Full, run.Cyclic, run.ShuffleOnce}
	// SchemesInOrders use every example once an epoch.
	SchemesInOrders = append(slices.Clone(SchemesOfOneOrder), run.Reshuffle)
	// SchemesOfFixedSize have b examples in every batch, which is all that proofs about the last step need.
	SchemesOfFixedSize = append(slices.Clone(SchemesInOrders), run.WithoutReplacement)
)

// Scheme requires one of the given batch schemes.
func Scheme(r run.Run, schemes ...run.Scheme) claim.Hypothesis {
	why := "the proof covers these batches only"
	if !r.Scheme.FixedSize() {
		why = "the size of a Poisson batch is unbounded, so nothing bounds how far one step can move; the shift program averaged " +
			"over batches covers it"
	}
	return OneOf("batch scheme", r.Scheme, schemes, why)
}

// Class requires one of the given classes of losses.
func Class(r run.Run, classes ...run.Class) claim.Hypothesis {
	return OneOf("loss", r.Loss, classes, "")
}

// OneOf requires the value to be among the allowed names.
func OneOf[S run.AnyChoice](name string, value S, allowed []S, detail string) claim.Hypothesis {
	h := claim.Hypothesis{Name: name, Actual: run.Words(value)}
	list := make([]string, len(allowed))
	for i, a := range allowed {
		list[i] = run.Words(a)
		h.Holds = h.Holds || a == value
	}
	h.Needed = list[len(list)-1]
	if before := list[:len(list)-1]; len(before) > 0 {
		h.Needed = strings.Join(before, ", ") + " or " + h.Needed
	}
	return h.Otherwise(detail)
}

// Projection requires a domain of finite diameter.
func Projection(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "bounded domain", Holds: r.Bounded(), Needed: "D < ∞", Actual: "D = " + typeset.Short(r.Diameter)}
	return h.Otherwise("without projection the distance between the two runs has no a-priori bound")
}

// FixedSize refuses the adjacency that changes the dataset's size.
func FixedSize(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "adjacency", Holds: r.Adjacency != run.AddRemove,
		Needed: "replace one or zero out one", Actual: run.Words(r.Adjacency)}
	return h.Otherwise("adding or removing an example changes the other batches; it is covered for Poisson sampling and random " +
		"allocation only")
}

// Smooth requires an L-Lipschitz gradient.
func Smooth(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "smooth loss", Holds: r.Lipschitz(), Needed: "an L-Lipschitz gradient", Actual: run.Words(r.Loss)}
	switch {
	case r.Loss == run.Holder:
		h.Actual = "Hölder gradient of order λ = " + typeset.Short(r.HolderOrder)
	case r.Nonsmooth():
		h.Actual = NotSmooth
	}
	return h.Otherwise("a Hölder gradient of order below 1 has no Lipschitz constant")
}

// BoundedGradient requires every whole gradient to be at most C long.
func BoundedGradient(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "bounded gradients",
		Holds:  r.Clipping == run.ClippingActive || r.Clipping == run.ClippingNever,
		Needed: "every gradient of norm at most C", Actual: run.Words(r.Clipping)}
	switch r.Clipping {
	case run.ClippingActive, run.ClippingNever: // hold
	case run.ClippingGLM:
		h.Actual = "the regulariser's gradient is added after clipping"
	case run.ClippingDifference, run.ClippingDifferenceAll:
		h.Actual = "only the difference of two gradients is bounded"
	}
	return h.Otherwise("the bound uses the norm of single gradients")
}

// NeverClipped requires the step of unclipped gradients.
func NeverClipped(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "clipping never active", Holds: r.Unclipped(),
		Needed: "gradients of norm at most C without clipping", Actual: run.Words(r.Clipping)}
	return h.Otherwise("clipping the gradients of convex losses can expand distances, by the factor 2/√(4−ηL); our own rows account " +
		"for that")
}

// BoundedContribution requires every example's contribution to a batch to be bounded: including it in a sampled batch adds a
// whole gradient, or replaces another example's gradient.
func BoundedContribution(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "bounded contributions", Holds: stepwise.ExchangesBounded(r),
		Needed: "every example adds at most ηC/b, or 2ηC/b where it replaces another", Actual: run.Words(r.Clipping)}
	switch {
	case h.Holds:
	case r.Clipping == run.ClippingDifferenceAll:
		h.Detail = "a Poisson batch without the example lacks its whole gradient"
	case r.Scheme == run.Allocation:
		h.Detail = "a batch without the example lacks its whole gradient"
	default:
		h.Actual = "only the difference of the two differing examples’ gradients is bounded"
		h.Detail = "a sampled batch without the example lacks its whole gradient or holds another example's instead"
	}
	return h
}

// SameBatches refuses adding or removing an example if that changes the batches of the others.
func SameBatches(r run.Run) claim.Hypothesis {
	if r.Scheme == run.Allocation {
		return Allocation(r)
	}
	if r.Scheme.FixedSize() {
		return FixedSize(r)
	}
	return claim.Hypothesis{Name: "adjacency", Holds: true, Needed: "both runs draw the other examples’ batches alike",
		Actual: run.Words(r.Adjacency) + ", Poisson sampling"}
}

// SeveralBatches requires at least two batches in an epoch.
func SeveralBatches(r run.Run) claim.Hypothesis {
	b := r.StepsPerEpoch()
	h := claim.Hypothesis{Name: "batches in an epoch", Holds: b >= 2,
		Needed: "B = ⌊n/b⌋ ≥ 2", Actual: fmt.Sprintf("B = %d", b)}
	if !h.Holds {
		h.Detail = fmt.Sprintf("at most %d examples in a batch make two", r.N/2)
		if r.N < 2 {
			h.Detail = "one example makes one batch"
		}
	}
	return h
}

// Allocation refuses replacing an example under random allocation: either run then has a mixture, and no pair is known to be
// the worst.
func Allocation(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "adjacency", Holds: r.Adjacency != run.Replace,
		Needed: "add or remove one, or zero out one", Actual: run.Words(r.Adjacency) + ", random allocation"}
	return h.Otherwise("random allocation is covered for an example that is absent or zeroed out in one of the runs, not for one " +
		"that replaces another")
}

// LinearModulus requires steps that multiply distances by a bounded factor.
func LinearModulus(r run.Run) claim.Hypothesis {
	_, visit, ok := stepwise.LinearModuli(r)
	h := claim.Hypothesis{Name: "Lipschitz step", Holds: ok, Needed: "a step that multiplies distances by a bounded factor"}
	if ok {
		h.Actual = fmt.Sprintf("factor %s (%s)", typeset.Short(1+visit.Excess), visit.Name)
	} else if r.Nonsmooth() {
		h.Actual = NotSmooth
		h.Detail = "gradients that jump can pull two close points apart by any factor"
	} else {
		h.Actual = "Hölder gradient of order λ = " + typeset.Short(r.HolderOrder)
		h.Detail = "a Hölder gradient of order below 1 can pull two close points apart by any factor"
	}
	return h
}

// ModuliInWords names the bounds on the growth of distances at the diameter.
func ModuliInWords(r run.Run) string {
	names := ""
	for _, m := range modulus.Of(r.Step()) {
		if names != "" {
			names += ", "
		}
		names += m.Name
	}
	if !r.Bounded() {
		return fmt.Sprintf("the least of the moduli: %s", names)
	}
	growth := modulus.Of(r.Step()).Visit(r.Step()).Eval(r.Diameter) / r.Diameter
	return fmt.Sprintf("the least of the moduli: %s; at the diameter a step multiplies a distance by at most %s", names,
		typeset.Short(max(growth, 0)))
}

// AnyModulus requires a bound on the distance of two points after a step; every class of smooth losses has one.
func AnyModulus(r run.Run) claim.Hypothesis {
	return claim.Hypothesis{Name: "modulus", Holds: len(modulus.Of(r.Step())) > 0,
		Needed: "a bound on how far apart a step takes two points", Actual: ModuliInWords(r)}
}
