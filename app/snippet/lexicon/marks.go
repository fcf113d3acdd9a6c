package lexicon

import (
	"slices"
	"strings"
	"unicode"

	"lastiterate/app/snippet/source"
)

// Mark is something that code names and that the fields of a run cannot say. It leaves
// only a part of the answer, as what is ticked in "What this covers" does, or a field without a
// value, or both: no number is ever shown for another program. When the form
// learns to say it, its line here becomes an alias of the field.
type Mark struct {
	names    string // without blanks and marks, in lower case
	segments string // words between underscores and capitals, anywhere in a name
	within   string // parts of names that are called
	Departs  string // what is ticked
	Of       string // of what it is a schedule, where its name need not say so
	Blank    string // fields that have no value then
	Why      string
}

// Schedules reports whether the mark is a schedule's. What leaves a field blank, too, is another
// thing that changes from step to step, and its arguments are read.
func (m Mark) Schedules() bool { return m.Departs == "schedule" && m.Blank == "" }

// UnknownDecay is weight decay that the text does not tell.
var UnknownDecay = Mark{Departs: "decay",
	Why: "shrinks the weights outside the clipped gradient: only composition holds until you enter it"}

// split are the names of the marks, one by one.
var split = func() (list []struct{ names, segments, within []string }) {
	list = make([]struct{ names, segments, within []string }, len(marks))
	for i, m := range marks {
		list[i].names, list[i].segments, list[i].within = strings.Fields(m.names), strings.Fields(m.segments), strings.Fields(m.within)
	}
	return list
}()

// MarkOf is the mark that a name bears, as an argument or variable, or as what is called.
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
	// CosineAnnealingLR, StepLR, OneCycleLR and others of their kind
	if stem, ok := strings.CutSuffix(last, "LR"); ok && called && stem != "" && unicode.IsLower(rune(stem[len(stem)-1])) {
		return marks[0], true
	}
	return Mark{}, false
}

// OfMarked reports whether what a name ends in has no mark of its own, as in ema_model.eval(): what is
// before that was heard where it got its value.
func OfMarked(named string, called bool) bool {
	dot := strings.LastIndexByte(named, '.')
	if dot < 0 {
		return false
	}
	_, own := MarkOf(named[dot+1:], called)
	return !own
}

// Off reports whether an argument's value says that the thing is not used.
func Off(value string) bool {
	return source.Has([]string{"None", "False", "false", "0", "0.0", "0.", "null", "", "none", "no", "off", "constant"},
		strings.Trim(value, `"`))
}
