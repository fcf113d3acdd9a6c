package form

// Names of controls of the form that are no fields.
const (
	Unbounded = "unbounded"     // a box: the domain has no end
	NotSmooth = "not-smooth"    // a box: the losses have no smoothness
	Kind      = "question-kind" // Delta or Alpha
)

// NotSmoothText is what the box says that leaves the smoothness of convex losses out.
const NotSmoothText = "not smooth: hinge, absolute or quantile loss"

// Edit is what was done to one control of the form.
type Edit struct {
	Name   string // of the control
	Text   string // that it holds
	On     bool   // of a box
	Number int    // counts the edits of a visit; 0 before the program has come
}
