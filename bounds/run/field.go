package run

import "slices"

// Kind is the form of a field's value.
type Kind int

const (
	Integer    Kind = iota // a whole number
	Positive               // a number > 0
	PositiveOr             // a number > 0, or "inf"
	NonNeg                 // a number ≥ 0
	Fraction               // a number in (0, 1]
	Choice                 // one of Field.Choices
)

// Field is one named value of a run: the vocabulary of links, messages and forms.
type Field struct {
	Name    string // "eta"
	Label   string // "learning rate"
	Symbol  string // "η"; empty for choices
	Kind    Kind
	Choices []string // for Choice, in the order shown
	// Optional says that 0 stands for a number that is not stated: it is not written
	// and need not be given.
	Optional bool
}

var fields = []Field{
	{Name: "n", Label: "dataset size", Symbol: "n", Kind: Integer},
	{Name: "b", Label: "batch size", Symbol: "b", Kind: Integer},
	{Name: "T", Label: "iterations", Symbol: "T", Kind: Integer},
	{Name: "eta", Label: "learning rate", Symbol: "η", Kind: Positive},
	{Name: "clip", Label: "clipping norm", Symbol: "C", Kind: Positive},
	{Name: "sigma", Label: "noise", Symbol: "σ", Kind: Positive},
	{Name: "noise", Label: "noise convention", Kind: Choice,
		Choices: names(IterateNoise, GradientNoise, LangevinNoise, NoiseMultiplier)},
	{Name: "diameter", Label: "diameter of the domain", Symbol: "D", Kind: PositiveOr},
	{Name: "adjacency", Label: "adjacency", Kind: Choice, Choices: names(Replace, ZeroOut, AddRemove)},
	{Name: "scheme", Label: "batch scheme", Kind: Choice,
		Choices: names(Full, Cyclic, ShuffleOnce, Reshuffle, WithoutReplacement, Poisson)},
	{Name: "position", Label: "batch of the example", Symbol: "j", Kind: Integer, Optional: true},
	{Name: "loss", Label: "loss", Kind: Choice,
		Choices: names(Smooth, Convex, StronglyConvex, WeaklyConvex, Holder)},
	{Name: "smoothness", Label: "smoothness", Symbol: "L", Kind: NonNeg},
	{Name: "strong_convexity", Label: "strong convexity", Symbol: "m", Kind: NonNeg},
	{Name: "weak_convexity", Label: "weak convexity", Symbol: "w", Kind: NonNeg},
	{Name: "holder_order", Label: "Hölder order", Symbol: "λ", Kind: Fraction},
	{Name: "clipping", Label: "clipping", Kind: Choice,
		Choices: names(ClippingActive, ClippingNever, ClippingGLM, ClippingDifference)},
}

func names[S ~string](values ...S) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}

// Fields lists every field of a run in the order in which links write them.
func Fields() []Field { return slices.Clone(fields) }

// FieldByName returns the field of that name.
func FieldByName(name string) (Field, bool) {
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return Field{}, false
	}
	return fields[i], true
}

// Same reports whether two runs are one training: whether every constant that
// either uses is the same.
func (r Run) Same(other Run) bool {
	return !slices.ContainsFunc(fields, func(f Field) bool {
		return (r.Uses(f.Name) || other.Uses(f.Name)) && r.Get(f.Name) != other.Get(f.Name)
	})
}

// Uses reports whether the value of the named field matters to this run: a
// class of losses uses its own constants only, and only a known order has positions.
func (r Run) Uses(name string) bool {
	switch name {
	case "position":
		return r.Scheme == Cyclic
	case "strong_convexity":
		return r.Loss == StronglyConvex
	case "weak_convexity":
		return r.Loss == WeaklyConvex
	case "holder_order":
		return r.Loss == Holder
	}
	return true
}

// States reports whether the run says something of the named field: it uses it, and
// the value is not one that stands for none.
func (r Run) States(name string) bool {
	f, _ := FieldByName(name)
	return r.Uses(name) && !(f.Optional && r.Get(name) == "0")
}
