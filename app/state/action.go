package state

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Action is a named change of the model.
type Action interface {
	Do(Model) Model
}

// Type puts text in a field, as it is being typed.
type Type struct{ Field, Text string }

// Do takes the text over if the run is then valid, and keeps it as a draft in any case. If the run is not valid, Do restores
// the run from before the first keystroke in the field, since intermediate texts, such as the 1e1 of 1e15, were not meant.
func (a Type) Do(m Model) Model {
	from, whole := m.stated(), m.stated()
	shorter := false
	if a.Continues(m) {
		from, whole = m.typing.from, m.typing.whole
		shorter = len(a.Text) < len(m.typing.text) && strings.HasPrefix(m.typing.text, a.Text)
		if strings.TrimSpace(a.Text) == "" {
			from = whole // clearing a field undoes nothing, and begins a new edit
		}
		m.Query, m.View.Steps, m.View.Blank, m.View.Differs, m.Drafts = from.Query, from.steps, from.blank, from.differs, from.drafts
		m.assumed = from.assumed
	}
	m = m.enter(a.Field, a.Text)
	if _, wrong := m.Faults[a.Field]; !wrong && !shorter {
		whole = m.stated()
	}
	m.typing = typing{a.Field, from, m.Query, whole, a.Text}
	return m
}

// Continues reports whether the text is the next keystroke in the field in which the visitor types.
func (a Type) Continues(m Model) bool { return m.typing.field == a.Field && m.typing.since == m.Query }

// enter replaces a field's text and recomputes the run.
func (m Model) enter(field, text string) Model {
	m = m.drop(field).Left()
	m.assumed = slices.DeleteFunc(slices.Clone(m.assumed), func(name string) bool { return name == field })
	switch field {
	case form.Epochs:
		m.View.Steps = form.Epochs
		m = m.drop("T")
	case "T":
		m.View.Steps = "T"
		m = m.drop(form.Epochs)
	}
	m.Drafts = m.withDraft(field, text)
	return m.settle(field).tidy()
}

// typing is the field in which the visitor types.
type typing struct {
	field string
	from  stated      // before the first keystroke
	since claim.Query // after the latest keystroke
	whole stated      // after the latest accepted text, leaving out texts reached only by deleting from the end
	text  string      // after the latest keystroke
}

// stated is what the visitor has stated about the run, in the visitor's own terms. While a field is being
// edited, an intermediate text may make some of it meaningless, such as epochs of one step.
type stated struct {
	claim.Query
	steps          string
	blank, differs []string
	assumed        []string
	drafts         map[string]string
}

func (m Model) stated() stated {
	return stated{m.Query, m.View.Steps, m.View.Blank, m.View.Differs, m.assumed, m.Drafts}
}

// Left is the model after the visitor leaves the field or presses Enter: the text is now final.
func (m Model) Left() Model {
	m.typing = typing{}
	return m
}

// tidy forgets drafts that equal the text of the run's own value. It also forgets the text of epochs if
// an epoch is one step; a visitor who counts in epochs does so again when an epoch has several.
func (m Model) tidy() Model {
	for name, text := range m.Drafts {
		if _, wrong := m.Faults[name]; !wrong && text == m.Held(name) && (!form.IsChoice(name) || len(m.Faults) == 0) {
			m.Drafts = m.withoutDrafts(name)
		}
	}
	if _, typed := m.Drafts[form.Epochs]; typed && !m.Shown(form.Epochs) {
		m = m.drop(form.Epochs)
	}
	return m
}

// Restore drops the draft of a field and returns to an earlier text, To. If To is empty, the field shows the run's value.
type Restore struct{ Field, To string }

func (a Restore) Do(m Model) Model {
	m = m.drop(a.Field)
	m = m.settle("").tidy()
	if a.To == "" || a.To == m.Text(a.Field) {
		return m
	}
	back := m.enter(a.Field, a.To)
	if _, wrong := back.Faults[a.Field]; wrong {
		return m // the earlier text was wrong too
	}
	return back
}

// Step changes a number by an arrow key: by one in its last digit, or by a tenth.
type Step struct {
	Field   string
	Up, Big bool
}

func (a Step) Do(m Model) Model {
	if m.open(a.Field) {
		return m // the field has no number
	}
	whole := form.IsWhole(a.Field) || a.Field == form.Epochs
	return m.enter(a.Field, form.Step(m.Value(a.Field), whole, a.Up, a.Big))
}

// Choose chooses an option. A class of losses with a constant that was never given starts at an instructive value. Choosing
// another batch scheme clears the position.
type Choose struct{ Field, Value string }

func (a Choose) Do(m Model) Model {
	m, done := m.choose(a.Field, a.Value)
	if done {
		return m
	}
	if a.Field == "noise" && !m.View.IsBlank("noise") {
		if _, wrong := m.Faults["sigma"]; !wrong {
			return m.restate(run.Convention(a.Value))
		}
	}
	last := 0 // the batch size before full batches
	if m.Run.Scheme.UsesAll() && !m.isBlank("b") {
		last = m.lastBatch
	}
	if a.Field == "scheme" {
		m = m.drop("position")
		m.Run.Position = 0
		if m.isBlank("b") && run.Scheme(a.Value).UsesAll() {
			m = m.drop("b")
			m.fill("b") // b equals n
		}
	}
	if a.Field == "loss" && run.Class(a.Value) == run.Holder && m.Run.HolderOrder == 0 {
		m.Run.HolderOrder = 0.5
	}
	if a.Field == "loss" && m.Run.Nonsmooth() && run.Class(a.Value) != run.Convex {
		m.Run.Smoothness = m.lastSmoothness
	}
	chosen := m.enter(a.Field, a.Value)
	if a.Field == "scheme" && !chosen.Run.Scheme.UsesAll() {
		return chosen.takeBatch(last)
	}
	return chosen.askConstants()
}

// takeBatch takes the batch size of a link whose scheme did not allow it, if the scheme chosen since does. If the link had
// none, it takes the last batch size.
func (m Model) takeBatch(last int) Model {
	text := ""
	switch i := slices.IndexFunc(m.Problems, func(p link.Problem) bool { return p.Name == "b" }); {
	case i >= 0:
		text = m.Problems[i].Value
	case last > 0:
		text = strconv.Itoa(last)
	default:
		return m
	}
	taken := m.enter("b", text)
	if _, wrong := taken.Faults["b"]; wrong {
		return m
	}
	return taken
}

// restate states the same noise in another convention, as the shortest number that gives exactly the same σ.
func (m Model) restate(c run.Convention) Model {
	if field, _ := run.FieldByName("noise"); !slices.Contains(field.Choices, string(c)) {
		return m
	}
	for _, name := range []string{"b", "eta", "clip"} {
		if m.View.IsBlank(name) { // the conventions differ by a number that nobody has stated, so the typed number stays
			m = m.drop("noise")
			m.Run.Noise = c
			return m.settle("").tidy()
		}
	}
	sigma := m.Run.Steps().Peak().Noise
	m = m.drop("noise", "sigma")
	m.Run = m.Run.WithConvention(c)
	for digits := 1; digits < 17; digits++ {
		short := m.Run
		short.Sigma = run.Digits(m.Run.Sigma, digits)
		if short.Steps().Peak().Noise == sigma {
			m.Run = short
			break
		}
	}
	return m.settle("").tidy()
}

// Ask changes the kind of question: α of Rényi differential privacy, or δ.
type Ask struct{ Alpha bool }

func (a Ask) Do(m Model) Model {
	m = m.drop(form.Alpha, form.Delta)
	blank := m.openDelta
	if m.openDelta = a.Alpha && m.View.IsBlank(form.Delta); m.openDelta {
		m.fill(form.Delta) // δ is not needed until the visitor asks for a δ again
	} else if blank {
		m.View.Blank = append(slices.Clone(m.View.Blank), form.Delta)
	}
	m.Question = m.question(a.Alpha)
	return m.settle("").tidy()
}

// Project says whether the iterate is projected on a bounded domain.
type Project struct{ On bool }

func (a Project) Do(m Model) Model {
	m = m.drop("diameter")
	m.remember()
	m.fill("diameter")
	m.Run.Diameter = math.Inf(1)
	if a.On {
		m.Run.Diameter = m.lastDiameter
	}
	return m.settle("").tidy()
}

// Smooth says whether convex losses have a smoothness.
type Smooth struct{ On bool }

func (a Smooth) Do(m Model) Model {
	m = m.drop("smoothness")
	m.remember()
	if m.Run.HolderOrder == 0 {
		m.Run.HolderOrder = 0.5
	}
	if a.On {
		m.Run.Smoothness = m.lastSmoothness
	} else {
		m.Run.Smoothness = math.Inf(1)
		m.Run.HolderOrder = min(m.Run.HolderOrder, run.MaxOrder) // an order of 1 would be a smoothness
		if m.View.IsBlank("smoothness") {
			m.fill("smoothness")
			m.assumed = append(slices.Clone(m.assumed), "smoothness") // nobody has stated it
		}
	}
	return m.settle("").tidy().askConstants()
}

// Apply writes a value that the engine proposed into a field.
type Apply struct{ Field, Value string }

func (a Apply) Do(m Model) Model {
	if a.Field == "diameter" && a.Value == "inf" {
		return Project{On: false}.Do(m)
	}
	if a.Field == "smoothness" && a.Value == "inf" {
		return Smooth{On: false}.Do(m)
	}
	if !form.IsChoice(a.Field) {
		return m.enter(a.Field, a.Value)
	}
	chosen := Choose(a).Do(m)
	if a.Field == "scheme" && chosen.Run.T != m.Run.T { // the proposal is for this number of iterations
		chosen.Run.T, chosen.View.Steps = m.Run.T, "T"
	}
	return chosen
}

// Lower makes a change that was found to lower ε. Another batch scheme keeps the epochs if these are stated, and a departure is
// taken back.
type Lower struct{ Field, Value string }

func (a Lower) Do(m Model) Model {
	switch a.Field {
	case "scheme":
		return Choose(a).Do(m)
	case "differs":
		return Depart{words.Departure(a.Value), false}.Do(m)
	}
	return Apply(a).Do(m)
}

// Depart says whether the training differs from the run in one way.
type Depart struct {
	Departure words.Departure
	On        bool
}

func (a Depart) Do(m Model) Model {
	differs := m.noted().With(a.Departure, a.On)
	if a.Departure == words.Schedule {
		differs = differs.Scheduled("") // the visitor's choice does not carry over what the pasted script schedules
	}
	m.View.Differs = differs.Names()
	return m.Left().askConstants()
}

// Plain says that the training does not differ from the run.
type Plain struct{}

func (Plain) Do(m Model) Model {
	m.View.Differs, m.lastUneven = nil, false
	return m.Left().askConstants()
}

// Restrict leaves out results that no paper has, or includes them again.
type Restrict struct{ On bool }

func (a Restrict) Do(m Model) Model {
	m.View.Only = ""
	if a.On {
		m.View.Only = link.OnlyPublished
	}
	return m
}

// Open opens a row of the table, or closes the open one.
type Open struct{ Row string }

func (a Open) Do(m Model) Model {
	if m.View.Open == a.Row {
		a.Row = ""
	}
	if a.Row != "" {
		m.View.Plan = "" // the steps shown are those of the row opened last
	}
	m.View.Open = a.Row
	return m
}

// Dismiss removes the problems of a link.
type Dismiss struct{}

func (Dismiss) Do(m Model) Model {
	m.Problems, m.Unsure = nil, false
	return m
}
