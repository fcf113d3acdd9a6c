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

	Title string // the result that the chart shows: "The bound levels off after 24 steps"
	// Desc describes the chart in a sentence or two for readers who do not see it.
	Desc string

	X, Y    Axis
	Series  []Series
	Band    Band
	Markers []Marker

	Width, Height float64 // at least 240 × 160; 0 means 720 and FitHeight(Width)
	// Beside is the least room on either side of the plot; see Aligned.
	Beside Room

	// Terse draws no title, which is still the picture's name, and no words except those in the strip and at the ticks; see
	// terse.go.
	Terse   bool
	resting bool // nobody is reading the chart: the values at the run's own place have the digits of the answer
	// Waits is the text in the plot while its lines are computed: "computing, 40 %".
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
	Unit   string // " %", after a value that is read from the chart; may be empty
	Scale  Scale  // "" means Linear
	// From and To are the ends of the range that is shown. Unless From < To, the range is fitted to the lines; on a linear
	// vertical axis it then begins at zero.
	From, To float64
	// Least and Most are the least and the greatest value of the lines, if they are known before the lines; Most = 0 if not. A
	// vertical axis is then fitted to them.
	Least, Most float64
	// Whole says that all values are whole numbers, so there are no ticks between whole numbers.
	Whole bool
	// Every, if not 0, says that the lines have values only at every so many-th number, and are drawn as if there were no
	// other numbers.
	Every float64
}

// Kind says what a line stands for. It determines how the line looks and to which side its values are rounded.
type Kind string

const (
	Best      Kind = "best"      // the bound that gives the answer
	Published Kind = "published" // the loss if every iterate is public
	Rival     Kind = "rival"     // the best bound published by others, if it is not the answer
	Quiet     Kind = "quiet"     // another proved upper bound, which the visitor has not chosen
	Other     Kind = "other"     // another proved upper bound
	NotValid  Kind = "not-valid" // no bound as printed, drawn in dashes
	Estimate  Kind = "estimate"  // estimated, not proved, drawn in dots
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
	// Valued says that in a file of its own the value at the line's end, in the digits of the answer, and its place stand under
	// the name there.
	Valued bool
	// Ending says that the value at the line's end stands beside the name there: all lines of the chart end at one place.
	Ending bool
	Kind   Kind
	// Colour is the index, from 0, of the colour of an Other, an Estimate or a Beside in the palette. It should depend only
	// on the row, so that a line keeps its colour when another line is hidden. Lines that would share a colour get different
	// ones as long as some are free.
	Colour int
	X, Y   []float64 // of equal length, X ascending
	// Between says what is known between the values, if the horizontal axis has only whole numbers.
	Between Between
	// Interval is an area around the line, in the line's colour; nil if there is none.
	Interval *Interval
	// Stated says that the values were published; they are written with the digits that they have.
	Stated bool
	Own    float64 // the value of the horizontal axis at which a dot stands on the line; 0 for none
	Hidden bool    // the line is in the legend but not drawn
	// Breaks are values of the line that it does not reach from the value before: its jumps there say nothing about the loss.
	Breaks []float64
	Lasts  bool // each value is a step's: the step ends at its number, and began where the one before ended

	among int // the number of earlier lines of the same kind
}

// Interval holds a published interval around each value of a line. Its ends are written with the digits that they have.
type Interval struct {
	Low, High []float64 // as long as the line's values; NaN if there is none
	Ends      [2]string // names of the ends: "2.5 %" and "97.5 %"
}

// Band is an area between two lines. Its name stands inside the area if it has room there.
type Band struct {
	Name         string    // "what hiding the iterates saves"
	X            []float64 // ascending
	Lower, Upper []float64
	Between      Between // what is known between the values of its edges
}

// Marker is a vertical line with words.
type Marker struct {
	ID    string
	At    float64
	Label string
	// Yours says that the visitor has set the value: the marker has a handle to drag.
	Yours bool
	// Dot, if not 0, is where the marker's line meets the answer.
	Dot float64
	// Answer is written beside the dot: "ε ≤ 0.405".
	Answer string
}

// at returns the ends of the interval around a line's i-th value; NaN if it has no interval.
func (v *Interval) at(i int) (low, high float64) {
	if v == nil || i >= len(v.Low) || i >= len(v.High) {
		return math.NaN(), math.NaN()
	}
	return v.Low[i], v.High[i]
}

// within is the interval around the line's value at x as text, to follow the value: " (1.066 to 1.211)". It is empty if
// there is none.
func (s *Series) within(x float64) string {
	i, found := slices.BinarySearch(s.X, x)
	if low, high := s.Interval.at(i); found && low <= high {
		return " (" + number.Plain(low) + " to " + number.Plain(high) + ")"
	}
	return ""
}

// column is the line's name at the head of its values in a table, with the ends of its interval.
func (s *Series) column() string {
	if s.Interval == nil {
		return s.Name
	}
	return s.Name + " (" + s.Interval.Ends[0] + " to " + s.Interval.Ends[1] + ")"
}
