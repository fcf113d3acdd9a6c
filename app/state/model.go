package state

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Model is the state of the page. It is a value: an action returns a new one.
type Model struct {
	link.State // the last valid run, question and view

	// Drafts are the texts of fields that are not the canonical text of the value: half-typed numbers, wrong ones, and
	// forms such as 1/256.
	Drafts map[string]string
	// Faults say why drafts are not taken, by field.
	Faults map[string]Fault
	// Problems are the parts of an opened link that could not be read; see link.Decode.
	Problems []link.Problem
	// Unsure is set by a link that could not be read in full, until an edit confirms the rest of the run.
	Unsure bool
	// The last values for the other kind of question, a bounded domain, smooth losses and batches that are not full.
	lastDelta, lastAlpha, lastDiameter, lastSmoothness float64
	lastBatch                                          int      // 0 for none
	lastUneven                                         bool     // a smaller last batch was ticked before batches that have none
	openDelta                                          bool     // nobody has stated δ, and the question is for an order
	byN                                                []string // see Start
	assumed                                            []string // see assumed.go
	typing                                             typing
}

// Fault is what is wrong with one field, in words that name the value.
type Fault struct {
	Message string
}

// New is the model that shows s.
func New(s link.State) Model {
	m := Model{State: s, lastDelta: 1e-5, lastAlpha: 2, lastDiameter: 1, lastSmoothness: 1}
	m.remember()
	m.assumed = assumedOf(m.Departures())
	if s.View.Blank != nil {
		m = m.settle("")
	}
	return m
}

// Opened is the model of an opened link: the parts that could be read replace those of base, and the problems are beside their
// fields.
func Opened(base link.State, text string) Model {
	s, problems := link.DecodeFrom(base, text)
	departures, unknown := words.Known(s.View.Differs)
	s.View.Differs = departures.Names()
	for _, name := range unknown {
		problems = append(problems, link.Problem{Name: "differs", Value: name, Message: "is not a departure that this calculator knows; " +
			"the answer ignores it"})
	}
	s, wrong := knownFigure(s)
	m := New(s)
	m.Problems = append(append(problems, embedProblems(s.View, len(wrong) > 0)...), wrong...)
	m.Unsure = len(m.Problems) > 0
	return m
}

// Departures returns the ways in which the training differs from the run that is analysed, and the blank fields because of
// which only composition is known.
//
//go:noinline
func (m Model) Departures() words.Departures {
	ticked := m.Ticked()
	return ticked.Without(m.lacking(ticked))
}

// Ticked returns the departures of the run without the blank fields.
func (m *Model) Ticked() words.Departures { return m.noted().Of(m.Run.Scheme) }

// TickedFor returns the departures that a pinned run with these batches has too.
func (m *Model) TickedFor(batches run.Scheme) words.Departures { return m.noted().Of(batches) }

// noted returns the departures of the view, of which a pinned run may have some that the run cannot have.
//
//go:noinline
func (m *Model) noted() words.Departures {
	departures, _ := words.Known(m.View.Differs)
	return departures
}

// suit takes a smaller last batch from the departures if neither the run nor a pinned one can have it, and returns it once one can.
func (m *Model) suit() {
	ds := m.noted()
	if had := ds.Has(words.Remainder); had || m.lastUneven {
		has := m.Run.Scheme.InPasses()
		for i := range m.View.Pinned {
			has = has || m.View.Pinned[i].Run.Scheme.InPasses()
		}
		if has != had {
			m.View.Differs, m.lastUneven = ds.With(words.Remainder, has).Names(), had
		}
	}
}

func (m *Model) remember() {
	if m.Question.Renyi() {
		m.lastAlpha = m.Question.Alpha
	} else {
		m.lastDelta = m.Question.Delta
	}
	if m.Run.Bounded() {
		m.lastDiameter = m.Run.Diameter
	}
	if !m.Run.Nonsmooth() {
		m.lastSmoothness = m.Run.Smoothness
	}
	if !m.Run.Scheme.UsesAll() && !m.isBlank("b") {
		m.lastBatch = m.Run.B
	}
	m.suit()
}

// Text is the text of the field: the draft if there is one, otherwise the value as canonical text. For a choice it is the name
// chosen. A field is empty if a link gave it a value that could not be read.
func (m Model) Text(name string) string {
	if option := m.departing(name); option != "" {
		return option
	}
	if draft, ok := m.Drafts[name]; ok {
		return draft
	}
	if m.open(name) || slices.Contains(m.Unread(), name) {
		return ""
	}
	return m.Held(name)
}

// Held is the canonical text of the field's value.
func (m Model) Held(name string) string {
	switch name {
	case form.Epochs:
		return epochsText(m.Run)
	case form.Delta:
		return run.FormatNumber(m.lastDelta)
	case form.Alpha:
		return run.FormatNumber(m.lastAlpha)
	case "diameter":
		if !m.Run.Bounded() {
			return run.FormatNumber(m.lastDiameter)
		}
	case "smoothness":
		if m.Run.Nonsmooth() {
			return run.FormatNumber(m.lastSmoothness)
		}
	case "group":
		if m.Run.Group == 0 { // 0 and 1 both mean one example
			return "1"
		}
	}
	return m.Run.Get(name)
}

// Value is the number of the field.
func (m Model) Value(name string) float64 {
	switch name {
	case form.Epochs:
		return float64(m.Run.T) / float64(m.Run.EpochSteps())
	case form.Delta:
		return m.lastDelta
	case form.Alpha:
		return m.lastAlpha
	case "diameter":
		if !m.Run.Bounded() {
			return m.lastDiameter
		}
	case "smoothness":
		if m.Run.Nonsmooth() {
			return m.lastSmoothness
		}
	}
	x, _ := m.Run.Number(name)
	if name == "group" {
		x = max(x, 1)
	}
	return x
}

// epochsText writes T in epochs: exactly if that is short, otherwise with four digits.
func epochsText(r run.Run) string {
	epochs := float64(r.T) / float64(r.EpochSteps())
	if epochs == math.Trunc(epochs) {
		return strconv.FormatFloat(epochs, 'f', -1, 64)
	}
	return run.FormatNumber(run.Digits(epochs, 4))
}

// Message is the error message beside the field, about its draft or about a link's value that could not be read; empty if there
// is none.
func (m Model) Message(name string) string {
	fault, wrong := m.Faults[name]
	if wrong && !m.isBlank(name) {
		return fault.Message
	}
	for _, p := range m.Problems {
		if p.Name == name {
			return "The link says " + quote(p.Value) + ": " + p.Message
		}
	}
	return fault.Message
}

// Loose lists the problems of a link that belong to no field of the form.
func (m Model) Loose() []link.Problem {
	var out []link.Problem
	for _, p := range m.Problems {
		if !fieldNames[p.Name] {
			out = append(out, p)
		}
	}
	return out
}

var fieldNames = func() map[string]bool {
	names := map[string]bool{}
	for _, name := range form.Names() {
		names[name] = true
	}
	return names
}()

// Settled reports whether the value of every field equals its text, so that an answer to the state is an answer to the form.
func (m Model) Settled() bool { return len(m.Faults) == 0 }

// Untaken lists the visible fields whose value differs from their text.
func (m Model) Untaken() []string {
	return slices.DeleteFunc(form.Names(), func(name string) bool {
		text, drafted := m.Drafts[name]
		switch {
		case !drafted, !form.Shown(m.Run, name):
			return true
		case form.IsChoice(name):
			return text == m.Held(name)
		}
		x, err := parse(name, text)
		return err == nil && math.Abs(x-m.Value(name)) <= 1e-9*math.Abs(x)
	})
}

// Faulty lists the fields that must be corrected, in the order of the form.
func (m Model) Faulty() []string {
	return slices.DeleteFunc(form.Names(), func(name string) bool {
		_, wrong := m.Faults[name]
		return !wrong
	})
}

// Unread lists the fields whose values in a link could not be read, until they are entered or the problems dismissed.
func (m Model) Unread() []string {
	if len(m.Problems) == 0 {
		return nil
	}
	return slices.DeleteFunc(form.Names(), func(name string) bool {
		return !slices.ContainsFunc(m.Problems, func(p link.Problem) bool { return p.Name == name }) || !m.Shown(name)
	})
}

// Needs lists the fields that an answer needs; nil if there are none. A field that follows from the dataset size is not among
// them while that is.
func (m Model) Needs() (names []string) {
	names = append(names, m.Unread()...)
	for _, name := range m.View.Blank {
		if !m.idle(name) && !has(names, name) {
			names = append(names, name)
		}
	}
	return slices.DeleteFunc(names, m.Waits)
}

// Hinders says why a field cannot be solved for; empty if it can. All other fields must be stated; the field itself may be
// blank.
func (m Model) Hinders(field string) string {
	wrong := func(name string) bool {
		if name == form.Epochs { // epochs state T
			name = "T"
		}
		return name != field && !m.View.IsBlank(name)
	}
	if slices.ContainsFunc(m.Faulty(), wrong) {
		return "a field of the run needs attention first"
	}
	others := slices.DeleteFunc(m.Needs(), func(name string) bool { return name == field })
	if len(others) > 0 {
		return form.Needed(m.Run, others) + " first; the field that is solved for may stay empty"
	}
	return ""
}

// Asks reports whether two models ask the engine the same question.
func (m Model) Asks(other Model) bool {
	return m.Run == other.Run && m.Question == other.Question && m.View.Only == other.View.Only && slices.Equal(m.Needs(), other.Needs())
}

func quote(s string) string { return "“" + s + "”" }

// withDraft returns the drafts with one changed; the map is copied, since
// models share it.
func (m Model) withDraft(name, text string) map[string]string {
	drafts := maps.Clone(m.Drafts)
	if drafts == nil {
		drafts = map[string]string{}
	}
	drafts[name] = text
	return drafts
}

func (m Model) withoutDrafts(names ...string) map[string]string {
	drafts := maps.Clone(m.Drafts)
	for _, name := range names {
		delete(drafts, name)
	}
	return drafts
}

// question is the question of the given kind, with its last value.
func (m Model) question(alpha bool) claim.Question {
	if alpha {
		return claim.Question{Alpha: m.lastAlpha}
	}
	return claim.Question{Delta: m.lastDelta}
}
