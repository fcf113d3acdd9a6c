package link

import (
	"strconv"

	"lastiterate/bounds/claim"
)

const (
	// MaxPinned is the largest number of pinned configurations that can be compared.
	MaxPinned = 4
	// MaxLabel is the largest length of a pinned configuration's label, in characters.
	MaxLabel = 40
	// MaxRows is the largest number of rows that a link can list.
	MaxRows = 32
	// MaxName is the largest length of a name of a row, tab, figure or tool, in characters.
	MaxName = 24

	// MaxLength and MaxLengthPinned bound what Encode writes for a valid state
	// without and with pinned configurations. Longer text is not read.
	MaxLength       = 2048
	MaxLengthPinned = 8000
)

// State is what the page shows, apart from half-typed fields.
type State struct {
	claim.Query
	View View
}

// View is the part of the state that determines how the answer is shown. A zero field is not set: it is not written, and
// reading it leaves the caller's default.
type View struct {
	Steps string // "T" or "epochs", whichever the visitor states
	// Blank lists the fields of the run that nobody has stated, in the order of the run. They are written without a value.
	// While fields are blank there is no answer, or only one that does not depend on them.
	Blank []string

	// Assumed lists the fields whose values nobody has stated: they were filled in when a training script was read. An
	// older build takes the run as it is and reports an unknown parameter.
	Assumed []string

	Tab      string  // the chosen tab of the picture
	Sweep    string  // the parameter that the swept picture varies
	Plan     string  // the row whose schedule is shown
	From, To float64 // the range of that parameter, 0 ≤ From < To; To = 0 means not set
	XScale   string  // "linear" or "log"
	YScale   string
	Rows     []string // rows drawn; nil means the page's default, empty none
	Open     string   // the row whose theorem is open
	Only     string   // OnlyPublished leaves out results that no paper has
	Differs  []string // ways in which the training differs from the run, because of which rows do not apply; nil or names

	Figure string // the figure of a paper that is reproduced
	Lab    string // the laboratory's open tool
	Seed   int    // seed of the tool's random numbers, ≥ 1

	Show  []string // parts that an embed shows; nil means its default
	Theme string   // "light", "dark" or "auto"
	Size  string   // of an embed, a name
	// Report is ReportAll if an embed also tells the page around it answers to runs that the visitor has edited. Otherwise
	// the embed tells only answers to the run that this page has set.
	Report string

	Pinned []Pinned // at most MaxPinned
}

// OnlyPublished is the only value of View.Only.
const OnlyPublished = "published"

// ReportAll is the only value of View.Report.
const ReportAll = "all"

// Pinned is a configuration kept for comparison.
type Pinned struct {
	Label string
	claim.Query
}

// PinName is the name of a pinned configuration: its label or, without one, its number.
func (v View) PinName(i int) string {
	if label := v.Pinned[i].Label; label != "" {
		return label
	}
	return "run " + strconv.Itoa(i+1)
}

// Asked returns the part of the state on which the answer and its words depend, without the view.
func Asked(s State) State {
	return State{Query: s.Query, View: View{Only: s.View.Only, Differs: s.View.Differs, Blank: s.View.Blank, Assumed: s.View.Assumed}}
}

// Problem is a part of a link that could not be used as written.
type Problem struct {
	Name    string // as in the link: "eta", "eta.2"; empty when it concerns the whole link
	Value   string // as in the link, decoded
	Message string // what is wrong and what would be right; does not repeat the value
}
