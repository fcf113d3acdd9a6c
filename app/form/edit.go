package form

// Names of controls of the form that are not fields.
const (
	Unbounded = "unbounded"     // a box: the domain has no end
	NotSmooth = "not-smooth"    // a box: the losses have no smoothness
	Kind      = "question-kind" // Delta or Alpha
)

// NotSmoothText labels the box that states a convex loss without smoothness.
const NotSmoothText = "not smooth: hinge, absolute or quantile loss"

// Edit is what was done to one control of the form.
type Edit struct {
	Name   string // of the control
	Text   string // of the control
	On     bool   // of a box
	Number int    // counts the edits of a visit; 0 for one made before the program was there
}
