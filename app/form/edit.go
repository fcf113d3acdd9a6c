package form

// Names of controls of the form that are not fields.
const (
	Unbounded = "unbounded"     // check box: no bound on the domain
	NotSmooth = "not-smooth"    // check box: the losses are not smooth
	Kind      = "question-kind" // Delta or Alpha
)

// NotSmoothText labels the check box that states a convex loss without smoothness.
const NotSmoothText = "not smooth: hinge, absolute or quantile loss"

// Edit is what was done to one control of the form.
type Edit struct {
	Name   string // of the control
	Text   string // of the control
	On     bool   // of a check box
	Number int    // counts the edits of a visit; 0 for one made before the program had loaded
}
