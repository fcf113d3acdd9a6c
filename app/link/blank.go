package link

import (
	"slices"

	"lastiterate/bounds/run"
)

// inScripts lists the fields that a training script states, with the δ of the question, and ofLosses the constants of a loss,
// which no script states. A state may leave these and the diameter blank. All other fields are assumptions of the analysis, or
// mean “none” if they are not stated.
var (
	inScripts = []string{"n", "b", "T", "eta", "clip", "sigma", "noise", "adjacency", "scheme", "delta"}
	ofLosses  = []string{"smoothness", "strong_convexity", "weak_convexity", "holder_order"}
)

// InScripts reports whether training scripts state the field.
func InScripts(name string) bool { return slices.Contains(inScripts, name) }

// OfLosses lists the fields that are constants of a loss.
func OfLosses() []string { return slices.Clone(ofLosses) }

// CanBlank reports whether a state may leave the field blank.
func CanBlank(name string) bool {
	return InScripts(name) || slices.Contains(ofLosses, name) || name == "diameter"
}

// IsBlank reports whether nobody has stated the field.
func (v View) IsBlank(name string) bool { return slices.Contains(v.Blank, name) }

// leave adds a blank field, in the order of the run; δ comes after all fields.
func (v *View) leave(name string) {
	var blank []string
	for _, f := range run.Fields() {
		if f.Name == name || v.IsBlank(f.Name) {
			blank = append(blank, f.Name)
		}
	}
	if v.IsBlank("delta") {
		blank = append(blank, "delta")
	}
	v.Blank = blank
}

// Pending reports whether the length of an epoch is not known yet, since n or b is blank. Then T holds the number of epochs if
// the length of the run is stated in epochs.
func (v View) Pending() bool { return v.IsBlank("n") || v.IsBlank("b") }

// SameEpochs reports whether both states state their lengths in epochs, with the same number of epochs.
//
//go:noinline
func (s State) SameEpochs(other State) bool {
	epochs := func(s State) float64 { return float64(s.Run.T) / float64(s.Run.EpochSteps()) }
	return s.View.Steps == "epochs" && other.View.Steps == "epochs" && epochs(s) == epochs(other)
}

// Hold fills the run's blank fields with values that agree with the others, so that the run can be
// validated. These values are never shown or written, and no number that is shown depends on them. If n or b is
// blank, an epoch has one step, so that T counts epochs.
func Hold(r run.Run, v View) run.Run {
	if v.IsBlank("scheme") {
		r.Scheme = run.Poisson // valid with any n and b
	}
	switch {
	case v.IsBlank("n"):
		r.N = r.B
	case v.IsBlank("b"):
		r.B = r.N
	}
	if v.Pending() || v.IsBlank("scheme") {
		r.Position = 0
	}
	if v.IsBlank("eta") && r.WeightDecay > 0 { // ηω ≤ 1
		r.Eta = min(r.Eta, run.DigitsDown(1/r.WeightDecay, 6))
	}
	if v.IsBlank("diameter") && !r.Bounded() {
		r.Diameter = 1
	}
	switch { // m ≤ L
	case v.IsBlank("smoothness"):
		r.Smoothness = max(r.Smoothness, r.StrongConvexity)
	case v.IsBlank("strong_convexity"):
		r.StrongConvexity = min(r.StrongConvexity, r.Smoothness)
	}
	return r
}
