package plot

import (
	"math"
	"slices"

	"lastiterate/app/number"
)

// Chart is one picture. Lengths are CSS pixels; the zero Chart draws an empty
// frame of the default size.
type Chart struct {
	// ID begins every id in the SVG, so that several charts can stand on one
	// page: letters, digits and hyphens. Empty means "chart".
	ID string

	Title string // says what is seen: "Privacy loss levels off after 24 steps"
	// Desc says in a sentence or two what a reader who does not see the
	// picture should know.
	Desc string

	X, Y    Axis
	Series  []Series
	Band    Band
	Markers []Marker

	Width, Height float64 // at least 240 × 160; 0 means 720 and FitHeight(Width)
	// Beside is the least room on either side of the plot; see Aligned.
	Beside Room

	// Terse leaves out the title, which is still the picture's name, and all words but
	// those in the strip and at the ticks; see terse.go.
	Terse bool
	// Waits is what stands in the plot while its lines are computed: "computing, 40 %".
	Waits string
	// Standalone makes a file of its own: with a style sheet, both themes and a
	// background. Foot is small print under such a chart, one string a line.
	Standalone bool
	Foot       []string
	// Below are charts of the same horizontal axis that stand under this one in
	// a file of its own; see Stacked.
	Below []Chart
}

// Scale is how values are laid along an axis.
type Scale string

const (
	Linear Scale = "linear"
	Log    Scale = "log"
)

// Axis is one direction of a chart.
type Axis struct {
	Name   string // "iterations"
	Symbol string // "T", set in italics after the name; may be empty
	Note   string // "at δ = 10⁻⁵", after the symbol; may be empty
	Scale  Scale  // "" means Linear
	// From and To bound what is shown; where From < To does not hold the range
	// is fitted to what is drawn, from zero on a linear vertical axis.
	From, To float64
	// Whole says that values are whole numbers: no ticks between them.
	Whole bool
	// Every says that the lines are of one number in so many, and are drawn as if there were no others; 0 for all.
	Every float64
}

// Kind is what a line stands for; it decides how the line looks and to which
// side its values are rounded.
type Kind string

const (
	Best      Kind = "best"      // the bound that gives the answer
	Published Kind = "published" // what is lost if every iterate is published
	Rival     Kind = "rival"     // the best bound of others, where the answer is another
	Quiet     Kind = "quiet"     // another proved upper bound that nobody asked for
	Other     Kind = "other"     // another proved upper bound
	NotValid  Kind = "not-valid" // as printed it is not a bound: dashes
	Estimate  Kind = "estimate"  // estimated, not proved: dots
	Lower     Kind = "lower"     // a proved lower bound
	Reference Kind = "reference" // about another mechanism, for comparison
	Beside    Kind = "beside"    // the best bound of another run, for comparison
)

// Series is one line. Values that are NaN or infinite are gaps.
type Series struct {
	ID   string
	Name string // in the readings and the table
	// Label is the name at the line's end; empty means Name.
	Label string
	// Valued says that under the name at the line's end stands the value there, in the digits
	// of the answer, and where that is.
	Valued bool
	Kind   Kind
	// Colour is the place of an Other, an Estimate or a Beside in the palette, from 0; it
	// should belong to the row and not to what else is drawn, so that a line
	// keeps its colour when another is hidden. Lines that would share a colour
	// get different ones while there are any.
	Colour int
	X, Y   []float64 // of equal length, X ascending
	// Between says what is known between the values, where the horizontal axis has whole numbers alone.
	Between Between
	// Interval is an area about the line, in its colour; nil is none.
	Interval *Interval
	// Stated says that the values were published, and are written in the digits that they have.
	Stated bool
	Own    float64 // where on the horizontal axis a dot stands on the line; 0 for none
	Hidden bool    // kept in the legend, not drawn

	among int // how many lines of its kind come before it
}

// Interval is what a line's values lie within, as published: a low and a high end for each
// of them, written in the digits that they have.
type Interval struct {
	Low, High []float64 // as long as the line's values; NaN if there is none
	Ends      [2]string // what the ends are: "2.5 %" and "97.5 %"
}

// Band is an area between two lines, named inside where the name has room.
type Band struct {
	Name         string    // "what hiding the iterates saves"
	X            []float64 // ascending
	Lower, Upper []float64
	Between      Between // of its edges, as of the lines that they are
}

// Marker is a vertical line with words.
type Marker struct {
	ID    string
	At    float64
	Label string
	// Yours marks the value that the person set: it has a handle to drag.
	Yours bool
	// Dot, if not 0, is where the marker's line meets the answer.
	Dot float64
	// Answer is written beside the dot: "ε ≤ 0.405".
	Answer string
}

// at are the two ends at a line's i-th value, NaN if it has none.
func (v *Interval) at(i int) (low, high float64) {
	if v == nil || i >= len(v.Low) || i >= len(v.High) {
		return math.NaN(), math.NaN()
	}
	return v.Low[i], v.High[i]
}

// within says, after a line's own value at x, what that lies within:
// " (1.066 to 1.211)".
func (s *Series) within(x float64) string {
	i, found := slices.BinarySearch(s.X, x)
	if low, high := s.Interval.at(i); found && low <= high {
		return " (" + number.Plain(low) + " to " + number.Plain(high) + ")"
	}
	return ""
}

// column is the line's name where its values stand under it in words.
func (s *Series) column() string {
	if s.Interval == nil {
		return s.Name
	}
	return s.Name + " (" + s.Interval.Ends[0] + " to " + s.Interval.Ends[1] + ")"
}
