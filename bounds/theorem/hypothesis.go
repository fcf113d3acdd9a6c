package theorem

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/run"
)

// short writes a number for a sentence: at most six significant digits.
func short(x float64) string {
	if math.IsInf(x, 1) {
		return "∞"
	}
	return run.FormatNumber(run.Digits(x, 6))
}

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

// compareStep is the sign of ηx − limit for a constant x of the loss.
func compareStep(r run.Run, x float64, limit int) int {
	return certify.Compare(r.Eta*x, float64(limit), func() (value, bound interval.Number) {
		return interval.Decimal(r.Eta).Mul(interval.Decimal(x)), interval.Int(limit)
	})
}

// comparePull is the sign of r + ηk − limit for a curvature k: how far a step of a parabola
// takes the iterate towards its minimum.
func comparePull(r run.Run, k float64, limit int) int {
	return certify.Compare(r.Step().Decay()+r.Eta*k, float64(limit), func() (value, bound interval.Number) {
		return plus(certify.State(r).Decay, interval.Decimal(r.Eta).Mul(interval.Decimal(k))), interval.Int(limit)
	})
}

// plus is a sum, of which nothing is rounded where a term is 0.
func plus(a, b interval.Number) interval.Number {
	if a.IsZero() {
		return b
	}
	return a.Add(b)
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

// needAnyModulus wants a bound on how far a step moves two points apart; every
// class of losses that are smooth has one.
func needAnyModulus(r run.Run) claim.Hypothesis {
	return claim.Hypothesis{Name: "modulus", Holds: len(modulus.Of(r.Step())) > 0,
		Needed: "a bound on how far a step moves two points apart", Actual: moduliInWords(r)}
}
