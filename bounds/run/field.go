package run

import "slices"

// FieldKind is the form of a field's value.
type FieldKind int

const (
	Integer    FieldKind = iota // a whole number
	Positive                    // a number > 0
	PositiveOr                  // a number > 0, or "inf"
	NonNeg                      // a number ≥ 0
	NonNegOr                    // a number ≥ 0, or "inf"
	Fraction                    // a number in (0, 1]
	Shape                       // a number > −1
	Choice                      // one of Field.Choices
)

// Field is one named value of a run: the vocabulary of links, messages and forms.
type Field struct {
	Name    string // "eta"
	Label   string // "learning rate"
	Symbol  string // "η"; empty for choices
	Kind    FieldKind
	Choices []string // for Choice, in the order shown
	// Optional says that the field need not be given. 0, or the first choice, then means that nothing is stated, and is not
	// written into links.
	Optional  bool
	alsoZero  string           // text of the number that means the same as 0, in an optional field; empty for none
	zeroMeans string           // meaning of 0 in an optional whole-number field: "the worst"
	needed    func(r Run) bool // the runs in which an Optional field must be given; nil for none
	zero      bool             // 0 is a value like any other, though the field is Optional

	in   func(*Run) any   // points to the value: a *float64, a whole number's *int or a choice's *string
	used func(r Run) bool // whether the value matters to the run; nil for always

	words func(choice string) string // the words of a choice; nil for a number
}

// fields lists every field of Run with its name, its meaning and a pointer to its value.
var fields = []Field{
	{Name: "n", Label: "dataset size", Symbol: "n", Kind: Integer, in: func(r *Run) any { return &r.N }},
	{Name: "b", Label: "batch size", Symbol: "b", Kind: Integer, in: func(r *Run) any { return &r.B }},
	{Name: "T", Label: "iterations", Symbol: "T", Kind: Integer, in: func(r *Run) any { return &r.T }},
	{Name: "eta", Label: "learning rate", Symbol: "η", Kind: Positive, in: func(r *Run) any { return &r.Eta }},
	{Name: "schedule", Label: "schedule", Kind: Choice, Optional: true,
		Choices: names(ConstantRate, LinearFall, CosineFall, StepFall), words: inWords[RateSchedule],
		in: func(r *Run) any { return (*string)(&r.Schedule) }},
	{Name: "warmup", Label: "warm-up", Kind: Integer, Optional: true, zeroMeans: "none", in: func(r *Run) any { return &r.Warmup }},
	{Name: "schedule_final", Label: "final share", Kind: NonNeg, Optional: true, zero: true,
		in:     func(r *Run) any { return &r.ScheduleFinal },
		used:   func(r Run) bool { return r.Schedule == LinearFall || r.Schedule == CosineFall },
		needed: func(r Run) bool { return r.Schedule == LinearFall }},
	{Name: "schedule_every", Label: "steps between drops", Kind: Integer,
		in: func(r *Run) any { return &r.ScheduleEvery }, used: func(r Run) bool { return r.Schedule == StepFall }},
	{Name: "schedule_factor", Label: "drop factor", Kind: Fraction,
		in: func(r *Run) any { return &r.ScheduleFactor }, used: func(r Run) bool { return r.Schedule == StepFall }},
	{Name: "weight_decay", Label: "weight decay", Symbol: "ω", Kind: NonNeg, Optional: true,
		in: func(r *Run) any { return &r.WeightDecay }},
	{Name: "clip", Label: "clipping norm", Symbol: "C", Kind: Positive, in: func(r *Run) any { return &r.Clip }},
	{Name: "sigma", Label: "noise", Symbol: "σ", Kind: Positive, in: func(r *Run) any { return &r.Sigma }},
	{Name: "noise", Label: "noise convention", Kind: Choice,
		Choices: names(IterateNoise, GradientNoise, LangevinNoise, NoiseMultiplier), words: inWords[Convention],
		in: func(r *Run) any { return (*string)(&r.Noise) }},
	{Name: "diameter", Label: "diameter of the domain", Symbol: "D", Kind: PositiveOr, in: func(r *Run) any { return &r.Diameter }},
	{Name: "adjacency", Label: "adjacency", Kind: Choice, Choices: names(Replace, ZeroOut, AddRemove), words: inWords[Adjacency],
		in: func(r *Run) any { return (*string)(&r.Adjacency) }},
	{Name: "scheme", Label: "batch scheme", Kind: Choice,
		Choices: names(Schemes()...), words: inWords[Scheme],
		in: func(r *Run) any { return (*string)(&r.Scheme) }},
	{Name: "position", Label: "batch of the example", Symbol: "j", Kind: Integer, Optional: true, zeroMeans: "the worst",
		in: func(r *Run) any { return &r.Position }, used: func(r Run) bool { return r.Scheme == Cyclic }},
	{Name: "after", Label: "steps after the deletion", Symbol: "K", Kind: Integer, Optional: true, zeroMeans: "no deletion",
		in: func(r *Run) any { return &r.After }},
	{Name: "group", Label: "examples of one person", Symbol: "U", Kind: Integer, Optional: true, alsoZero: "1", zeroMeans: "one",
		in: func(r *Run) any { return &r.Group }},
	{Name: "release", Label: "released iterates", Kind: Choice, Optional: true,
		Choices: names(LastIterate, EveryKth, LastIterates, AllIterates), words: inWords[Release],
		in: func(r *Run) any { return (*string)(&r.Release) }},
	{Name: "every", Label: "iterates", Symbol: "k", Kind: Integer,
		in: func(r *Run) any { return &r.Every }, used: func(r Run) bool { return r.Release == EveryKth || r.Release == LastIterates }},
	{Name: "tuning", Label: "released run", Kind: Choice, Optional: true,
		Choices: names(NoTuning, Geometric, Logarithmic, NegativeBinomial, PoissonTuning, FixedTuning), words: inWords[Tuning],
		in: func(r *Run) any { return (*string)(&r.Tuning) }},
	{Name: "tuning_mean", Label: "mean number of runs", Symbol: "J", Kind: Positive,
		in: func(r *Run) any { return &r.TuningMean }, used: Run.Tuned},
	{Name: "tuning_shape", Label: "shape of the distribution", Symbol: "ν", Kind: Shape, Optional: true, zero: true,
		in: func(r *Run) any { return &r.TuningShape }, used: func(r Run) bool { return r.Tuning == NegativeBinomial }},
	{Name: "loss", Label: "loss", Kind: Choice,
		Choices: names(Smooth, Convex, StronglyConvex, WeaklyConvex, Holder), words: inWords[Class],
		in: func(r *Run) any { return (*string)(&r.Loss) }},
	{Name: "smoothness", Label: "smoothness", Symbol: "L", Kind: NonNegOr, in: func(r *Run) any { return &r.Smoothness }},
	{Name: "strong_convexity", Label: "strong convexity", Symbol: "m", Kind: NonNeg,
		in: func(r *Run) any { return &r.StrongConvexity }, used: func(r Run) bool { return r.Loss == StronglyConvex }},
	{Name: "weak_convexity", Label: "weak convexity", Symbol: "w", Kind: NonNeg,
		in: func(r *Run) any { return &r.WeakConvexity }, used: func(r Run) bool { return r.Loss == WeaklyConvex }},
	{Name: "holder_constant", Label: "Hölder constant of the gradient", Symbol: "L", Kind: NonNeg, Optional: true,
		in: func(r *Run) any { return &r.HolderConstant }, used: func(r Run) bool { return r.Nonsmooth() && r.Monotone() }},
	{Name: "holder_order", Label: "Hölder order", Symbol: "λ", Kind: Fraction,
		in:   func(r *Run) any { return &r.HolderOrder },
		used: func(r Run) bool { return r.Loss == Holder || r.HolderGradients() }},
	{Name: "clipping", Label: "clipping", Kind: Choice,
		Choices: names(ClippingActive, ClippingNever, ClippingGLM, ClippingDifference, ClippingDifferenceAll), words: inWords[Clipping],
		in: func(r *Run) any { return (*string)(&r.Clipping) }},
}

func names[S ~string](values ...S) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}

func inWords[C AnyChoice](choice string) string { return Words(C(choice)) }

// Fields lists every field of a run in the order in which links write them.
func Fields() []Field { return slices.Clone(fields) }

// FieldByName returns the field of that name.
func FieldByName(name string) (Field, bool) {
	for i := range fields {
		if fields[i].Name == name {
			return fields[i], true
		}
	}
	return Field{}, false
}

// Same reports whether two runs are the same training: every field that either uses has the same value in both.
func (r Run) Same(other Run) bool {
	return !slices.ContainsFunc(fields, func(f Field) bool {
		return (f.uses(r) || f.uses(other)) && f.text(r) != f.text(other)
	})
}

// Uses reports whether the value of the named field matters to this run: a
// class of losses uses its own constants only, and only a known order has positions.
func (r Run) Uses(name string) bool {
	f, _ := FieldByName(name)
	return f.uses(r)
}

func (f Field) uses(r Run) bool { return f.used == nil || f.used(r) }

// States reports whether the run states the named field: it uses the field, and the value is not the one that means that nothing
// is stated.
func (r Run) States(name string) bool {
	f, _ := FieldByName(name)
	if !f.uses(r) || !f.MayLack(r) {
		return f.uses(r)
	}
	text := f.text(r)
	if f.Kind == Choice {
		return text != f.Choices[0]
	}
	return text != "0" && text != f.alsoZero
}

// MayLack reports whether the field need not be given in this run.
func (f Field) MayLack(r Run) bool { return f.Optional && (f.needed == nil || !f.needed(r)) }

// Lacks reports whether the run has no value for the field, which then holds 0.
func (f Field) Lacks(r Run) bool {
	x, isNumber := f.number(r)
	return isNumber && x == 0 && f.MayLack(r) && !f.zero
}

// Tuned reports whether the released run was chosen from several.
func (r Run) Tuned() bool { return r.Tuning != "" && r.Tuning != NoTuning }

// Members is the number of examples whose joint privacy loss is asked for.
func (r Run) Members() int { return max(1, r.Group) }

// FullBatch names the parameter that varies n and b together, because in a full batch neither can vary alone.
const FullBatch = "n_and_b"
