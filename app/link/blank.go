package link

import (
	"slices"

	"lastiterate/bounds/run"
)

// blankable are the fields that a state may leave blank: what a training script says of
// itself. The others are assumptions, or stand for none where they are not stated.
var blankable = []string{"n", "b", "T", "eta", "clip", "sigma", "noise", "adjacency", "scheme"}

// CanBlank reports whether a state may leave the field blank.
func CanBlank(name string) bool { return slices.Contains(blankable, name) }

// IsBlank reports whether nobody has said what the field of the run is.
func (v View) IsBlank(name string) bool { return slices.Contains(v.Blank, name) }

// Pending reports whether an epoch has no length yet, since n or b is blank: then T counts
// epochs where epochs are what is stated.
func (v View) Pending() bool { return v.IsBlank("n") || v.IsBlank("b") }

// Hold gives the run's blank fields values that agree with the others, so that the run
// can be checked. They are never shown, written or computed with. An epoch whose
// length is not known has one step, so that T counts the epochs.
func Hold(r run.Run, v View) run.Run {
	if v.IsBlank("scheme") {
		r.Scheme = run.Poisson // which goes with any n and b
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
	return r
}
