package lexicon

import (
	"slices"
	"strings"
	"unicode"

	"lastiterate/app/snippet/source"
)

// Mark is a feature of a program that the fields of a run cannot state. It leaves only a part of the answer, like a tick in
// "What this covers", or a field blank, or both: no number is ever shown for another program. Once the form can state the
// feature, the line here becomes an alias of a field.
type Mark struct {
	names    string // names, in lower case without blanks and marks
	segments string // words between underscores and capitals, anywhere in a name
	within   string // parts of the names of calls
	Departs  string // the departure that is ticked
	Of       string // the quantity that changes, for a schedule whose name may not state it
	Blank    string // the fields that are then left blank
	Why      string
}

// Schedules reports whether the mark is a schedule's. A mark that also leaves a field blank is about something else that
// changes from step to step, and the arguments of its call are read.
func (m Mark) Schedules() bool { return m.Departs == "schedule" && m.Blank == "" }

// UnknownDecay is the mark of weight decay whose value the text does not state.
var UnknownDecay = Mark{Departs: "decay",
	Why: "shrinks the weights outside the clipped gradient: only composition holds until you enter it"}

// split has the names of the marks, each as a list.
var split = func() (list []struct{ names, segments, within []string }) {
	list = make([]struct{ names, segments, within []string }, len(marks))
	for i, m := range marks {
		list[i].names, list[i].segments, list[i].within = strings.Fields(m.names), strings.Fields(m.segments), strings.Fields(m.within)
	}
	return list
}()

// MarkOf returns the mark of a name of an argument or variable or, if called is set, of a call.
func MarkOf(named string, called bool) (Mark, bool) {
	last := named[strings.LastIndexByte(named, '.')+1:]
	key, parts := strings.ToLower(source.Plain(last)), source.Segments(named)
	whole := strings.ToLower(source.Plain(strings.ReplaceAll(named, ".", "")))
	for i, m := range split {
		if source.Has(m.names, key) || source.Has(m.names, whole) || source.HasAny(m.segments, parts) ||
			called && slices.ContainsFunc(m.within, func(s string) bool { return strings.Contains(key, s) }) {
			return marks[i], !strings.HasPrefix(key, "constantschedule")
		}
	}
	// Names such as CosineAnnealingLR, StepLR and OneCycleLR.
	if stem, ok := strings.CutSuffix(last, "LR"); ok && called && stem != "" && unicode.IsLower(rune(stem[len(stem)-1])) {
		return marks[0], true
	}
	return Mark{}, false
}

// OfMarked reports whether the last part of a name has no mark of its own, as in ema_model.eval(); the object before it was
// read when it got its value.
func OfMarked(named string, called bool) bool {
	dot := strings.LastIndexByte(named, '.')
	if dot < 0 {
		return false
	}
	_, own := MarkOf(named[dot+1:], called)
	return !own
}

// Off reports whether an argument's value switches the feature off.
func Off(value string) bool {
	return source.Has([]string{"None", "False", "false", "0", "0.0", "0.", "null", "", "none", "no", "off", "constant"},
		strings.Trim(value, `"`))
}
