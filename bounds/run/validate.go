package run

import (
	"fmt"
	"math"
)

const (
	// MaxCount bounds n, b and T: every such whole number is exact as a float64.
	MaxCount = 1e12
	// MinMagnitude and MaxMagnitude bound every stated length and constant, so that no square or quotient in the engine
	// underflows to zero, which would be an unsound bound, or overflows.
	MinMagnitude = 1e-30
	MaxMagnitude = 1e30
)

const wholeNumber = "must be a whole number from 1 to 1e12"

// Validate checks every field that the run uses and, if all are right, the relations between them. It returns nil or an Errors.
func (r Run) Validate() error {
	var errs Errors
	for _, f := range fields {
		if !r.Uses(f.Name) {
			continue
		}
		if message := r.fault(f); message != "" {
			errs.Add(f.Name, r.Get(f.Name), message)
		}
	}
	if len(errs) == 0 {
		errs = r.relationFaults()
	}
	return errs.OrNil()
}

// Fault says what is wrong with the named field by itself, whatever the run's other fields are. It is empty if the field is
// right or does not exist.
func (r Run) Fault(name string) string {
	f, ok := FieldByName(name)
	if !ok {
		return ""
	}
	return r.fault(f)
}

func (r Run) fault(f Field) string {
	if f.Kind == Choice {
		if r.Set(f.Name, r.Get(f.Name)) != nil {
			return f.Label + " must be one of " + fmt.Sprint(f.Choices)
		}
		return ""
	}
	value, _ := f.number(r)
	return f.numberFault(value)
}

// numberFault says what is wrong with a number for the field.
func (f Field) numberFault(value float64) string {
	if f.Kind == Integer {
		return wholeFault(f, value)
	}
	if what := amountFault(f.Kind, value); what != "" {
		return f.Label + " must " + what
	}
	return ""
}

func wholeFault(f Field, value float64) string {
	switch {
	case value >= 1 && value <= MaxCount || f.Optional && value == 0:
		return ""
	case f.Optional:
		return f.Label + " " + wholeNumber + ", or 0 for " + f.zeroMeans
	}
	return f.Label + " " + wholeNumber
}

// amountFault is the end of "… must", which says what is wrong with a number of that kind; it is empty if the number is right.
func amountFault(kind FieldKind, value float64) string {
	outside := !(value >= MinMagnitude && value <= MaxMagnitude)
	switch {
	case kind == Positive && !(value > 0):
		return "be positive"
	case kind == Positive && outside:
		return "lie between 1e-30 and 1e30"
	case kind == PositiveOr && !(value > 0):
		return `be positive, or "inf" for no projection`
	case kind == PositiveOr && outside && !math.IsInf(value, 1):
		return `lie between 1e-30 and 1e30, or be "inf"`
	case kind == NonNegOr && math.IsInf(value, 1):
		return ""
	case (kind == NonNeg || kind == NonNegOr) && !(value >= 0):
		return "be zero or more"
	case (kind == NonNeg || kind == NonNegOr) && value != 0 && outside:
		return "be 0 or lie between 1e-30 and 1e30"
	case kind == Fraction && !(value > 0 && value <= 1):
		return "be above 0 and at most 1"
	case kind == Shape && !(value > -1 && value <= MaxMagnitude):
		return "be above −1 and at most 1e30"
	case kind == Fraction && value < MinOrder:
		return "be at least 1e-6"
	}
	return ""
}

// MinOrder is the least Hölder order accepted. Below it z^λ is nearly constant, and clipping alone gives nearly the same modulus.
const MinOrder = 1e-6

// MaxOrder is the largest Hölder order accepted for losses that are not smooth; above it the effect of a step
// depends on more digits of the order than a float64 has.
const MaxOrder = 0.99

// relationFaults says which fields, each valid by itself, contradict one another.
func (r Run) relationFaults() Errors {
	var errs Errors
	add := func(field, message string) { errs.Add(field, r.Get(field), message) }
	if r.B > r.N {
		add("b", fmt.Sprintf("batch size must be at most the dataset size n = %d", r.N))
	} else if r.Scheme == Full && r.B != r.N {
		add("b", fmt.Sprintf("a full batch holds all n = %d examples: set b = %d, or choose another batch scheme", r.N, r.N))
	}
	if r.After >= r.T {
		add("after", fmt.Sprintf("the example is deleted before the last K of the T = %d iterations: at least one must come before, "+
			"so K must be below T", r.T))
	} else if r.B <= r.N && r.Scheme == Cyclic && r.Position > min(r.StepsPerEpoch(), r.T-r.After) {
		text := fmt.Sprintf("there are %d batches in an epoch", r.StepsPerEpoch())
		if r.Position <= r.StepsPerEpoch() {
			text = fmt.Sprintf("this batch is never used in T = %d iterations, so nothing about its examples leaks", r.T)
			if r.After > 0 {
				text = fmt.Sprintf("this batch is never used in the T − K = %d iterations before the deletion, so nothing about its "+
					"examples leaks",
					r.T-r.After)
			}
		}
		add("position", text+": choose an earlier batch, or 0 for the worst")
	}
	r.scheduleFaults(add)
	if share := r.Eta * r.WeightDecay; aboveOne(r.Eta, r.WeightDecay) {
		add("weight_decay", fmt.Sprintf("a step keeps the share 1 − ηω of the weights, which cannot be negative, but ηω is %s: "+
			"choose a weight decay of at most 1/η = %s",
			FormatNumber(DigitsUp(max(share, math.Nextafter(1, 2)), 6)), FormatNumber(DigitsDown(1/r.Eta, 6))))
	}
	if r.Group > r.N {
		add("group", fmt.Sprintf("one person cannot have more than all n = %d examples", r.N))
	}
	if r.Tuned() {
		errs = append(errs, r.tuningFaults()...)
	}
	if r.Nonsmooth() && r.Loss != Convex {
		add("smoothness", "losses without a smoothness L are covered only if they are convex: choose convex losses, or state L")
	}
	if r.HolderGradients() && r.HolderOrder > MaxOrder {
		add("holder_order", "for losses that are not smooth the Hölder order must be at most 0.99: state a lower one, or a smoothness L")
	}
	if r.Loss == StronglyConvex && r.StrongConvexity > r.Smoothness {
		add("strong_convexity", fmt.Sprintf("strong convexity cannot exceed the smoothness L = %s", FormatNumber(r.Smoothness)))
	}
	if r.Clipping == ClippingGLM && r.Loss != Convex && r.Loss != StronglyConvex {
		add("clipping", "a clipped generalised linear model is convex or strongly convex: choose one of these losses, or another clipping")
	}
	return errs
}

// tuningFaults says what is wrong with the number of runs.
func (r Run) tuningFaults() Errors {
	var errs Errors
	mean := r.TuningMean
	switch r.Tuning {
	case NoTuning:
	case Geometric, Logarithmic, NegativeBinomial:
		errs.Need(mean > 1, "tuning_mean", mean,
			"there is at least one run, so the mean number must be above 1; for a single run choose no tuning")
	case PoissonTuning:
		errs.Need(mean >= 1, "tuning_mean", mean,
			"the mean of a Poisson number of runs must be at least 1: below that, no run at all is the likeliest case, which is not "+
				"covered")
	case FixedTuning:
		errs.Need(mean >= 1 && mean == math.Trunc(mean), "tuning_mean", mean, "the number of runs must be a whole number of at least 1")
	}
	errs.Need(mean <= MaxCount, "tuning_mean", mean, "the number of runs must be at most 1e12")
	return errs
}
