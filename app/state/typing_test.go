package state

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/app/form"
)

// strokes types a text letter by letter.
func strokes(m Model, field, text string) Model {
	for i := range text {
		m = Type{field, text[:i+1]}.Do(m)
	}
	return m
}

// What stood in a field on the way to a text that is refused is nobody's run: of 1e15, which
// is more than an integer may be, 1e1 is not answered. The run is that from before, and what
// it holds is told.
func TestRefusedTextLeavesNoPrefix(t *testing.T) {
	start := do(batches(), Type{"T", "468"}).Left()
	for field, text := range map[string]string{"T": "1e15", form.Epochs: "1e15", "n": "1e15", "b": "100x", "sigma": "1e31", "eta": "2..5",
		form.Delta: "0.0015.", "diameter": "1e40"} {
		m := strokes(start, field, text)
		if m.Settled() || m.Text(field) != text {
			t.Fatalf("%s holds %q, settled %v", field, m.Text(field), m.Settled())
		}
		if m.Query != start.Query {
			t.Errorf("%s of %s leaves the run\n%+v, of\n%+v", field, text, m.Query, start.Query)
		}
		if m.Held(field) != start.Held(field) || !slices.Contains(m.Untaken(), field) {
			t.Errorf("%s is said to hold %s, not %s; not taken: %v", field, m.Held(field), start.Held(field), m.Untaken())
		}
		// The text put right counts, as does what is typed on from there.
		if right := strokes(m, field, start.Held(field)); right.Query != start.Query || !right.Settled() || len(right.Untaken()) > 0 {
			t.Errorf("%s put right is %+v, not taken: %v", field, right.Query, right.Untaken())
		}
	}
}

// When a field is left, what stands there is meant: a text refused later goes back to that,
// as it does after another field was edited, an arrow key pressed or the handle moved.
func TestTypingBeginsAnew(t *testing.T) {
	for name, meanwhile := range map[string]func(Model) Model{
		"left":    Model.Left,
		"another": func(m Model) Model { return strokes(m, "eta", "0.25") },
		"chosen":  func(m Model) Model { return Project{On: false}.Do(m) },
	} {
		m := strokes(meanwhile(strokes(batches(), "T", "500")), "T", "1e15")
		if m.Run.T != 500 {
			t.Errorf("%s: T = %d", name, m.Run.T)
		}
	}
	for name, last := range map[string]Action{"step": Step{Field: "T", Up: true}, "drag": Drag{Field: "T", Value: 501}} {
		m := last.Do(strokes(batches(), "T", "500"))
		held := m.Run.T
		if m = strokes(m, "T", "1e15"); m.Run.T != held || held < 501 {
			t.Errorf("%s: T = %d, was %d", name, m.Run.T, held)
		}
	}
}

// On the way to 50000 stands 500, of which a batch of 500 is all: the epochs that were stated stay so, in
// a run that was whole as in one of which the number of examples was all that lacked.
func TestEpochsOutliveTheWayToANumber(t *testing.T) {
	m := do(batches(), Type{"b", "500"}, Type{form.Epochs, "20"})
	for range 2 {
		if m = strokes(m.Left(), "n", "50000"); m.Run.T != 2000 || m.Run.B != 500 || m.Held(form.Epochs) != "20" {
			t.Errorf("n = %d, b = %d, T = %d, epochs %s", m.Run.N, m.Run.B, m.Run.T, m.Held(form.Epochs))
		}
	}
	// Who stops at 500, and goes on later, has meant 20 epochs too.
	if m = strokes(strokes(m.Left(), "n", "500").Left(), "n", "50000"); m.Run.T != 2000 {
		t.Errorf("in two goes: T = %d", m.Run.T)
	}
	blank := batches()
	blank.Run.B, blank.View.Blank, blank.View.Steps = 500, []string{"n", "T"}, form.Epochs
	m = do(New(blank.State), Type{form.Epochs, "20"})
	if m = strokes(m.Left(), "n", "50000"); m.Run.T != 2000 || !m.Settled() || m.View.Blank != nil {
		t.Errorf("blank before: T = %d, faults %v, blank %v", m.Run.T, m.Faults, m.View.Blank)
	}
}

// A field that is cleared, at once or letter by letter, leaves the run of the text that stood there, and so does what is refused after that.
func TestClearingLeavesTheRun(t *testing.T) {
	for _, texts := range [][]string{{""}, {"1000", "100", "10", "1", ""}, {"", "1", "1e", "1e1", "1e15"}, {" "}} {
		m := strokes(do(batches(), Type{"T", "468"}).Left(), "T", "10000")
		for _, text := range texts {
			m = Type{"T", text}.Do(m)
		}
		if m.Settled() || m.Run.T != 10000 || m.Held("T") != "10000" {
			t.Errorf("%q: T = %d", texts, m.Run.T)
		}
		if m = strokes(m, "T", "30"); m.Run.T != 30 || !m.Settled() {
			t.Errorf("%q, then 30: T = %d", texts, m.Run.T)
		}
	}
}

// A text that could be two numbers, or that is none, is refused in words and kept, and the run is as it was.
func TestTypedTextIsNoOtherNumber(t *testing.T) {
	for _, c := range []struct{ field, text, says string }{
		{"n", "60O00", "“60O00” is not a number"},
		{"n", "5O000", "is not a number"},
		{"n", "50.000", "50.000 may mean 50 or 50000"},
		{"b", "1.000", "1.000 may mean 1 or 1000"},
		{"T", "1.000", "1.000 may mean 1 or 1000"},
		{form.Epochs, "1.000", "1.000 may mean 1 or 1000"},
		{"position", "1.000", "1.000 may mean 1 or 1000"},
		{"warmup", "2.000", "2.000 may mean 2 or 2000"},
		{"group", "1.000", "1.000 may mean 1 or 1000"},
		{"after", "1.000", "1.000 may mean 1 or 1000"},
		{"sigma", "1,100", "1,100 may mean 1.1 or 1100"},
		{"eta", "0,1", "write 0.1"},
		{"eta", "0x10", "is not a number"},
		{"sigma", "1 5", "has a blank between its digits"},
		{form.Delta, "1/n", "is not a number"},
		{"clip", "−5", "−5"},
	} {
		was := batches().Left()
		m := do(was, Type{c.field, c.text}, Leave{})
		if !strings.Contains(m.Message(c.field), c.says) || m.Text(c.field) != c.text || m.Query != was.Query || m.Settled() {
			t.Errorf("%s typed as %s: message %q, text %q, run %+v", c.field, c.text, m.Message(c.field), m.Text(c.field), m.Run)
		}
		if len(m.Untaken()) != 1 {
			t.Errorf("%s typed as %s: untaken are %v", c.field, c.text, m.Untaken())
		}
	}
	for _, c := range []struct {
		field, text string
		holds       float64
	}{
		{"eta", "1.000", 1}, {"sigma", "1.250", 1.25}, {"clip", "1 e-5", 1e-5}, {form.Delta, "1e-5 ", 1e-5}, {"n", "60 000", 60000},
		{"n", "60'000", 60000}, {"n", "６００００", 60000}, {"n", "6e4", 60000}, {"n", "60000.0", 60000}, {form.Epochs, "2.5", 2.5},
		{"clip", "10^-5", 1e-5}, {"smoothness", "12345", 12345},
	} {
		if m := do(batches(), Type{c.field, c.text}); !m.Settled() || m.Value(c.field) != c.holds {
			t.Errorf("%s typed as %s holds %v: %v", c.field, c.text, m.Value(c.field), m.Faults)
		}
	}
}
