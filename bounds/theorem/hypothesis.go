package theorem

import (
	"fmt"
	"slices"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/run"
)

// atMost is the hypothesis value ≤ limit (or < where strict), decided on the stated
// decimals (certify.Compare). The limit's formula and the value's symbol go into the
// words.
func atMost(name, symbol string, value float64, formula string, limit float64, strict bool,
	stated func() (value, limit interval.Number)) claim.Hypothesis {
	sign := certify.Compare(value, limit, stated)
	relation, holds := "≤", sign <= 0
	if strict {
		relation, holds = "<", sign < 0
	}
	h := claim.Hypothesis{
		Name:   name,
		Holds:  holds,
		Needed: fmt.Sprintf("%s %s %s = %s", symbol, relation, formula, short(limit)),
		Actual: fmt.Sprintf("%s = %s", symbol, short(value)),
	}
	if !holds {
		h.Detail = fmt.Sprintf("%s is %s times the limit", symbol, short(value/limit))
		switch {
		case sign == 0:
			h.Detail = symbol + " is exactly at the limit and must be below it"
		case short(value) == short(limit):
			h.Detail = symbol + " is above the limit by less than the digits shown"
		}
	}
	return h
}

// needStep is the hypothesis η ≤ times/(sum of the constants), or <.
func needStep(r run.Run, formula string, times float64, strict bool, constants ...float64) claim.Hypothesis {
	sum := 0.0
	for _, c := range constants {
		sum += c
	}
	return atMost("step size", "η", r.Eta, formula, times/sum, strict, func() (value, limit interval.Number) {
		sum := interval.Int(0)
		for _, c := range constants {
			sum = sum.Add(interval.Decimal(c))
		}
		return interval.Decimal(r.Eta).Mul(sum), interval.Decimal(times)
	})
}

// The schemes of which proofs speak by the same properties. A scheme that is new is in none
// until somebody has checked the proofs.
var (
	// oneOrder have one order for the whole run: what holds at every position of a known one
	// holds of a secret one.
	oneOrder = []run.Scheme{run.Full, run.Cyclic, run.ShuffleOnce}
	// orders use every example once an epoch.
	orders = append(slices.Clone(oneOrder), run.Reshuffle)
	// fixedSizes have b examples in every batch, which is all that proofs about the last step ask for.
	fixedSizes = append(slices.Clone(orders), run.WithoutReplacement)
)

// needScheme wants one of the given batch schemes.
func needScheme(r run.Run, schemes ...run.Scheme) claim.Hypothesis {
	why := "the proof follows these batches only"
	if !r.Scheme.FixedSize() {
		why = "a Poisson batch has no bounded size, so that no length bounds what one step can do; the shift program averaged over batches " +
			"covers it"
	}
	return oneOf("batch scheme", r.Scheme, schemes, why)
}

// needClass wants one of the given classes of losses.
func needClass(r run.Run, classes ...run.Class) claim.Hypothesis {
	return oneOf("loss", r.Loss, classes, "")
}

// oneOf wants the value among the allowed names.
func oneOf[S ~string](name string, value S, allowed []S, detail string) claim.Hypothesis {
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

// needProjection wants a domain of finite diameter.
func needProjection(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "bounded domain", Holds: r.Bounded(), Needed: "D < ∞", Actual: "D = " + short(r.Diameter)}
	return h.Otherwise("without projection the distance between the two runs has no a-priori bound")
}

// needFixedSize refuses the adjacency that changes the dataset's size.
func needFixedSize(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "adjacency", Holds: r.Adjacency != run.AddRemove,
		Needed: "replace one or zero out one", Actual: run.Words(r.Adjacency)}
	return h.Otherwise("adding or removing an example changes the batches of both runs; it is analysed for Poisson sampling only")
}

// needSmooth wants an L-Lipschitz gradient.
func needSmooth(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "smooth loss", Holds: r.Lipschitz(), Needed: "an L-Lipschitz gradient", Actual: run.Words(r.Loss)}
	switch {
	case r.Loss == run.Holder:
		h.Actual = "Hölder gradient of order λ = " + short(r.HolderOrder)
	case r.Nonsmooth():
		h.Actual = notSmooth
	}
	return h.Otherwise("a Hölder gradient of order below 1 has no Lipschitz constant")
}

// needBoundedGradient wants every whole gradient to be at most C long.
func needBoundedGradient(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "bounded gradients",
		Holds:  r.Clipping == run.ClippingActive || r.Clipping == run.ClippingNever,
		Needed: "every gradient at most C long", Actual: run.Words(r.Clipping)}
	switch r.Clipping {
	case run.ClippingActive, run.ClippingNever: // hold
	case run.ClippingGLM:
		h.Actual = "the regulariser's gradient is added after the clip"
	case run.ClippingDifference, run.ClippingDifferenceAll:
		h.Actual = "only the difference of two gradients is bounded"
	}
	return h.Otherwise("the bound uses the length of single gradients")
}

// needNeverClipped wants the step of unclipped gradients.
func needNeverClipped(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "clipping never active", Holds: r.Unclipped(),
		Needed: "gradients at most C long without clipping", Actual: run.Words(r.Clipping)}
	return h.Otherwise("clipping a convex gradient can expand distances, by the factor 2/√(4−ηL); our own rows count that")
}

// needBoundedContribution wants every example's contribution to a batch to be
// bounded: whether a sampled batch holds the example changes it by a whole
// gradient, or by its difference to another example's.
func needBoundedContribution(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "bounded contributions", Holds: exchangesBounded(r),
		Needed: "every example adds at most ηC/b, or in another’s place 2ηC/b", Actual: run.Words(r.Clipping)}
	switch {
	case h.Holds:
	case r.Clipping == run.ClippingDifferenceAll:
		h.Detail = "a Poisson batch without the example lacks its whole gradient"
	case r.Scheme == run.Allocation:
		h.Detail = "a batch without the example lacks its whole gradient"
	default:
		h.Actual = "only the difference between the two differing examples is bounded"
		h.Detail = "a sampled batch without the example lacks its whole gradient or holds another example's instead"
	}
	return h
}

// needSameBatches refuses adding or removing an example where that changes the
// batches of the others.
func needSameBatches(r run.Run) claim.Hypothesis {
	if r.Scheme == run.Allocation {
		return needAllocation(r)
	}
	if r.Scheme.FixedSize() {
		return needFixedSize(r)
	}
	return claim.Hypothesis{Name: "adjacency", Holds: true, Needed: "both runs draw the others’ batches alike",
		Actual: run.Words(r.Adjacency) + ", Poisson sampling"}
}

// needSeveralBatches wants at least two batches in an epoch.
func needSeveralBatches(r run.Run) claim.Hypothesis {
	b := r.StepsPerEpoch()
	h := claim.Hypothesis{Name: "batches in an epoch", Holds: b >= 2,
		Needed: "B = ⌊n/b⌋ ≥ 2", Actual: fmt.Sprintf("B = %d", b)}
	if !h.Holds {
		h.Detail = fmt.Sprintf("with at most %d examples in a batch there are two", r.N/2)
		if r.N < 2 {
			h.Detail = "one example makes one batch"
		}
	}
	return h
}

// needAllocation refuses, of random allocation, that one example replaces another: then either
// run has a mixture, of which no pair is known to be the worst.
func needAllocation(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "adjacency", Holds: r.Adjacency != run.Replace,
		Needed: "add or remove one, or zero out one", Actual: run.Words(r.Adjacency) + ", random allocation"}
	return h.Otherwise("random allocation is analysed for an example that is absent or zeroed out in one of the runs, not for one in " +
		"another’s place")
}

// needLinearModulus wants steps that multiply distances by a bounded factor.
func needLinearModulus(r run.Run) claim.Hypothesis {
	_, visit, ok := linearModuli(r)
	h := claim.Hypothesis{Name: "Lipschitz step", Holds: ok, Needed: "a step that multiplies distances by a bounded factor"}
	if ok {
		h.Actual = fmt.Sprintf("factor %s (%s)", short(1+visit.Excess), visit.Name)
	} else if r.Nonsmooth() {
		h.Actual = notSmooth
		h.Detail = "gradients that jump pull two close points apart by any factor"
	} else {
		h.Actual = "Hölder gradient of order λ = " + short(r.HolderOrder)
		h.Detail = "a Hölder gradient of order below 1 can pull two close points apart by any factor"
	}
	return h
}

// moduliInWords names what bounds the growth of distances at the diameter.
func moduliInWords(r run.Run) string {
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
	return fmt.Sprintf("the least of the moduli: %s; at the diameter a step multiplies a distance by at most %s", names, short(max(growth, 0)))
}

// needAnyModulus wants a bound on how far a step moves two points apart; every
// class of losses that are smooth has one.
func needAnyModulus(r run.Run) claim.Hypothesis {
	return claim.Hypothesis{Name: "modulus", Holds: len(modulus.Of(r.Step())) > 0,
		Needed: "a bound on how far a step moves two points apart", Actual: moduliInWords(r)}
}
