package form

// Names of the form's controls that do not belong to one field. The other controls have the names of their fields.
const (
	Unbounded = "unbounded"     // the check box that leaves the domain without a bound
	NotSmooth = "not-smooth"    // the check box that states losses without smoothness
	Kind      = "question-kind" // the choice of the question, whose options are Delta and Alpha
)

// NotSmoothText is the label of the check box NotSmooth.
const NotSmoothText = "not smooth: hinge, absolute or quantile loss"

// Edit is one change that the visitor has made to a control of the form.
type Edit struct {
	Name string // the control's name: that of a field, as in Names, or a constant above
	Text string // the text or the option that the control holds after the edit; it means nothing for a check box
	On   bool   // whether a check box is checked after the edit; it means nothing for a text field or a menu
	// Number counts the edits of a visit, from 1 on. It is 0 for an edit of the first paint, made before the program had loaded.
	Number int
}
