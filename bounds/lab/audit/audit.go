// Package audit computes what the counts of a membership inference attack prove: a lower confidence
// limit on ε, whatever the attack was.
package audit

import (
	"math"
	"strconv"

	"lastiterate/bounds/run"
)

// MaxCount is the largest number of members or non-members. A float64 holds such numbers exactly, and
// no attack has tried as many.
const MaxCount = 1_000_000_000

// Counts are the results of an attack that had to distinguish members from non-members.
type Counts struct {
	TruePositives  int // members that it called members
	Members        int // members that it was shown
	FalsePositives int // non-members that it called members
	NonMembers     int // non-members that it was shown
}

// Setting holds the parameters of an estimate besides the counts.
type Setting struct {
	Delta float64 // the δ of (ε, δ), 0 ≤ δ < 1
	Level float64 // confidence of the limits, 0 < level < 1
	// Thresholds is the number of operating points from which this one was chosen; the limits hold for all of them at once
	// (Bonferroni). 0 and 1 mean that the attack was fixed before it was tried.
	Thresholds int
}

// Inequality names the inequality of (ε, δ)-privacy that gave a value.
type Inequality string

const (
	None      Inequality = ""          // neither shows more than 0
	Positives Inequality = "positives" // TPR ≤ e^ε·FPR + δ
	Negatives Inequality = "negatives" // TNR ≤ e^ε·FNR + δ
)

// Estimate is what the counts say about ε.
type Estimate struct {
	Lower     float64 // lower confidence limit of ε at the level of the setting
	LowerSide Inequality
	Point     float64 // the same from the rates alone: a point estimate, not a bound; may be +Inf

	TPR, FPR Rate
}

// Rate is a share of trials with its limits.
type Rate struct {
	Value        float64
	Lower, Upper float64 // one-sided limits, each missed with probability (1 − level)/2, divided by the number of thresholds

	others float64 // the lower limit of 1 − rate; 1 − Upper would lose its last digits
}

// Evaluate is equation (20) of Liang et al. 2025 (arXiv:2502.17772), after Kairouz, Oh and Viswanath 2015,
//
//	ε̂ = max(0, ln((TPR − δ)/FPR), ln((TNR − δ)/FNR)),
//
// at Clopper–Pearson limits: the lower ones of TPR and TNR, the upper ones of FPR and FNR. Each of the two limits is one-sided at
// 1 − (1−level)/2, so that both hold together at the level. The result errs downward.
//
// The error is run.Errors, by field: true_positives, members, false_positives, non_members, delta, level.
func Evaluate(c Counts, s Setting) (Estimate, error) {
	if errs := append(check(c), checkSetting(s)...); len(errs) > 0 {
		return Estimate{}, errs
	}
	miss := (1 - s.Level) / 2 / float64(max(1, s.Thresholds))
	e := Estimate{
		TPR: rate(c.TruePositives, c.Members, miss),
		FPR: rate(c.FalsePositives, c.NonMembers, miss),
	}
	e.Lower, e.LowerSide = provedEpsilon(e.TPR, e.FPR, s.Delta)
	e.Lower = max(0, e.Lower-rounding*(1+e.Lower))
	e.Point, _ = provedEpsilon(withoutMargin(e.TPR), withoutMargin(e.FPR), s.Delta)
	return e, nil
}

// rounding bounds the rounding error of ε, relative to 1 + ε.
const rounding = 1e-14

// provedEpsilon is the ε that the limits of a true and of a false positive rate prove.
func provedEpsilon(tpr, fpr Rate, delta float64) (epsilon float64, side Inequality) {
	if e := math.Log((tpr.Lower - delta) / fpr.Upper); e > 0 { // NaN if tpr < δ
		epsilon, side = e, Positives
	}
	if e := math.Log((fpr.others - delta) / (1 - tpr.Lower)); e > epsilon {
		epsilon, side = e, Negatives
	}
	return epsilon, side
}

func rate(hits, trials int, miss float64) Rate {
	r := Rate{
		Value:  float64(hits) / float64(trials),
		Lower:  lowerLimit(hits, trials, miss),
		others: lowerLimit(trials-hits, trials, miss),
	}
	if r.Upper = 1 - r.others; r.others > 0 {
		r.Upper = min(1, math.Nextafter(r.Upper, 1))
	}
	return r
}

// withoutMargin is a rate without a margin.
func withoutMargin(r Rate) Rate {
	return Rate{Value: r.Value, Lower: r.Value, Upper: r.Value, others: 1 - r.Value}
}

// check returns the errors in counts.
func check(c Counts) run.Errors {
	var errs run.Errors
	group := func(field string, n int, hitsField string, hits int, who string) {
		switch {
		case n < 1 || n > MaxCount:
			errs.Add(field, n, "there must be at least one "+who+", and at most 10⁹")
		case hits < 0:
			errs.Add(hitsField, hits, "a count cannot be negative")
		case hits > n:
			errs.Add(hitsField, hits, "more positives than the "+strconv.Itoa(n)+" "+who+"s shown")
		}
	}
	group("members", c.Members, "true_positives", c.TruePositives, "member")
	group("non_members", c.NonMembers, "false_positives", c.FalsePositives, "non-member")
	return errs
}

func checkSetting(s Setting) run.Errors {
	var errs run.Errors
	errs.Need(s.Delta >= 0 && s.Delta < 1, "delta", s.Delta, "δ must be at least 0 and below 1")
	errs.Need(s.Level > 0 && s.Level < 1, "level", s.Level, "the confidence must be between 0 and 1, such as 0.95")
	return errs
}
