package extend

import (
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Taught restricts every row to runs that its proof covers, by the row's fields Decays, Schedules, Nonsmooth and Allocates.
// Without one of these fields a row does not apply to a run with the property, so a new row covers none of them until its
// proof has been checked. A row without Decays is asked for the run with the regularised losses, if that is the same run.
func Taught(list []*theorem.Theorem) []*theorem.Theorem {
	for _, t := range list {
		if !t.Decays {
			withoutDecay(t)
		}
		if !t.Schedules {
			atConstantRate(t)
		}
		if !t.Nonsmooth {
			ofSmooth(t)
		}
		ofCheckedBatches(t)
	}
	return list
}

// atConstantRate makes a row apply only to runs with one learning rate.
func atConstantRate(t *theorem.Theorem) {
	hypotheses := t.Hypotheses
	t.Hypotheses = func(r run.Run, q claim.Question) []claim.Hypothesis {
		if r.Steady() {
			return hypotheses(r, q)
		}
		return []claim.Hypothesis{{Name: "constant learning rate", Needed: "the same learning rate at every step", Actual: changes(r),
			Detail: "it needs a constant learning rate"}}
	}
}

// ofCheckedBatches makes a row apply only to the schemes for which its proof has been checked. Most rows ask for a property
// of the order of the batches and not for a scheme by name, so a new scheme would pass their hypotheses unchecked.
func ofCheckedBatches(t *theorem.Theorem) {
	hypotheses := t.Hypotheses
	t.Hypotheses = func(r run.Run, q claim.Question) []claim.Hypothesis {
		switch {
		case checked(t, r.Scheme):
			return hypotheses(r, q)
		case r.Scheme == run.Allocation:
			return []claim.Hypothesis{{Name: "batch scheme", Needed: "batches other than random allocation",
				Actual: run.Words(r.Scheme),
				Detail: "its proof does not cover random allocation, where batch sizes are random and depend on each other"}}
		}
		return []claim.Hypothesis{{Name: "batch scheme", Needed: "batches for which its proof has been " +
			"checked", Actual: run.Words(r.Scheme),
			Detail: "its proof has not been checked for these batches"}}
	}
}

// checked reports whether a row's proof has been checked for the batches of a scheme.
func checked(t *theorem.Theorem, s run.Scheme) bool {
	switch s {
	case run.Full, run.Cyclic, run.ShuffleOnce, run.Reshuffle, run.WithoutReplacement, run.Poisson:
		return true
	case run.Allocation:
		return t.Allocates
	}
	return false
}

// withoutDecay makes a row answer for runs without weight decay, and for runs that have none once their losses are
// regularised (see regularised).
func withoutDecay(t *theorem.Theorem) {
	side := t.Side
	proof.AskedFor(t, func(r run.Run) run.Run {
		if r.States("weight_decay") {
			r, _ = regularised(r, side)
		}
		return r
	})
	alsoNeeding(t, func(r run.Run) []claim.Hypothesis {
		if !r.States("weight_decay") {
			return nil
		}
		return []claim.Hypothesis{needNoDecay(r, side)}
	})
}

// needNoDecay requires a run without weight decay, or one whose losses can absorb it.
func needNoDecay(r run.Run, side claim.Side) claim.Hypothesis {
	h := claim.Hypothesis{Name: "weight decay", Needed: "ω = 0, or losses that can absorb the decay", Actual: "ω = " +
		typeset.Short(r.WeightDecay)}
	more, holds := regularised(r, side)
	if h.Holds = holds; holds {
		h.Actual += ", absorbed in L + ω = " + typeset.Short(more.Smoothness)
		if more.Loss == run.StronglyConvex {
			h.Actual += " and m + ω = " + typeset.Short(more.StrongConvexity)
		}
		return h
	}
	return h.Otherwise("it is proved for steps without weight decay")
}

// changes describes how the learning rate changes.
func changes(r run.Run) string {
	switch falls, warm := r.Steps().Falls(), r.Warmup > 1; {
	case falls && warm:
		return "a warm-up, then " + run.Words(r.Schedule)
	case falls:
		return run.Words(r.Schedule)
	case warm:
		return "a warm-up"
	}
	return "constant"
}

// ofSmooth makes a row apply only to smooth losses.
func ofSmooth(t *theorem.Theorem) {
	hypotheses := t.Hypotheses
	t.Hypotheses = func(r run.Run, q claim.Question) []claim.Hypothesis {
		if !r.Nonsmooth() {
			return hypotheses(r, q)
		}
		return []claim.Hypothesis{{Name: "smooth loss", Needed: "a smoothness L for every loss", Actual: need.NotSmooth,
			Detail: "it is proved for losses whose gradients are L-Lipschitz or Hölder continuous"}}
	}
}
