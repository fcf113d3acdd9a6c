package state

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/bounds"
	"lastiterate/bounds/run"
)

const pasted = "v=1&n=&b=512&T=15&eta=0.1&clip=1&sigma=&noise=multiplier&diameter=inf&adjacency=add-remove&scheme=poisson&loss=smooth&smoothness=1&clipping=active&delta=1e-5&steps=epochs"

func opened(t *testing.T, text string) Model {
	t.Helper()
	m := Opened(link.State{Query: bounds.DefaultQuery()}, text)
	if m.Unsure || len(m.Problems) > 0 {
		t.Fatalf("%s: %q", text, m.Problems)
	}
	return m
}

// A blank field is empty and says that it is needed until it has a value; what
// follows from it is empty as well, and the address keeps both.
func TestBlankFields(t *testing.T) {
	m := opened(t, pasted)
	if got := link.Encode(m.State); got != pasted {
		t.Errorf("written as %s", got)
	}
	for name, want := range map[string]string{"n": "", "b": "512", "sigma": "", "T": "", form.Epochs: "15"} {
		if got := m.Text(name); got != want {
			t.Errorf("%s shows %q, want %q", name, got, want)
		}
	}
	if m.Settled() || m.Message("n") != "dataset size is needed" || m.Message("sigma") != "noise multiplier is needed" ||
		m.Message("b") != "" || !m.Shown(form.Epochs) {
		t.Errorf("n: %q, σ: %q, b: %q", m.Message("n"), m.Message("sigma"), m.Message("b"))
	}
	stepped := Step{Field: "n", Up: true}.Do(m)
	if stepped.Text("n") != "" || stepped.Settled() {
		t.Errorf("an arrow key turns a blank n into %q, settled: %t; want a blank and false", stepped.Text("n"), stepped.Settled())
	}
	if with := (Pin{}).Do(m); len(with.View.Pinned) > 0 {
		t.Errorf("a run with a blank n is pinned as %+v, want no pin", with.View.Pinned)
	}

	// Other fields go on being typed, whatever stands in for n.
	m = Type{"b", "100000"}.Do(m)
	m = Type{"sigma", "1.1"}.Do(m)
	m = Type{"b", "512"}.Do(m)
	if !slices.Equal(m.Needs(), []string{"n"}) || m.Text("b") != "512" || m.Text(form.Epochs) != "15" {
		t.Fatalf("needs %q, faults %v, b = %s, E = %s", m.Needs(), m.Faults, m.Text("b"), m.Text(form.Epochs))
	}
	m = Type{"n", "50000"}.Do(m)
	if !m.Settled() || m.Needs() != nil || m.Run.N != 50000 || m.Run.T != 15*98 || m.Text(form.Epochs) != "15" {
		t.Errorf("needs %q, faults %v, %+v", m.Needs(), m.Faults, m.Run)
	}
	if again := opened(t, link.Encode(m.State)); again.State.Query != m.State.Query || !again.Settled() {
		t.Errorf("%s reads as %+v", link.Encode(m.State), again.State)
	}
}

// Choices can be blank, and stating one keeps the numbers beside it as they are.
func TestBlankChoices(t *testing.T) {
	m := opened(t, strings.NewReplacer("n=&", "n=50000&", "sigma=&", "sigma=2&", "noise=multiplier", "noise=", "poisson", "", "add-remove",
		"").Replace(pasted))
	if want := []string{"noise", "adjacency", "scheme"}; !slices.Equal(m.Needs(), want) || m.Text("scheme") != "" || m.Text("noise") != "" {
		t.Fatalf("needs %q, want %q", m.Needs(), want)
	}
	m = Choose{"noise", "multiplier"}.Do(m)
	m = Choose{"adjacency", "replace"}.Do(m)
	m = Restore{Field: "scheme"}.Do(m)
	if m.Settled() || m.Message("scheme") != "batch sampling scheme is needed" {
		t.Errorf("the batches are taken for %s", m.Run.Scheme)
	}
	m = Choose{"scheme", "poisson"}.Do(m)
	if !m.Settled() || m.Run.Sigma != 2 || m.Run.Noise != run.NoiseMultiplier || m.Run.Adjacency != run.Replace {
		t.Errorf("needs %q, %+v", m.Needs(), m.Run)
	}
}

// A full batch says what b is, and epochs what T is.
func TestBlanksThatFollow(t *testing.T) {
	m := opened(t, "v=1&n=100&b=&T=&scheme=poisson")
	if m = (Choose{"scheme", "full"}).Do(m); m.Text("b") != "100" || !slices.Equal(m.Needs(), []string{"T"}) {
		t.Errorf("b = %q, needs %q", m.Text("b"), m.Needs())
	}
	m = opened(t, "v=1&n=100&b=10&T=&scheme=poisson")
	if m.Text("T") != "" || m.Text(form.Epochs) != "" {
		t.Errorf("T = %q, E = %q", m.Text("T"), m.Text(form.Epochs))
	}
	if m = (Type{form.Epochs, "3"}).Do(m); !m.Settled() || m.Run.T != 30 {
		t.Errorf("needs %q, T = %d", m.Needs(), m.Run.T)
	}
	if m = opened(t, "v=1&n=&b=10&T=70&scheme=poisson"); m.Text(form.Epochs) != "" || m.Text("T") != "70" {
		t.Errorf("T = %q, E = %q", m.Text("T"), m.Text(form.Epochs))
	}
	if m = (Reset{To: link.State{Query: bounds.DefaultQuery()}}).Do(m); !m.Settled() {
		t.Errorf("after a reset: %v", m.Faults)
	}
}

// A scheme that the engine proposes keeps the iterations that its ε is for; one that a
// person chooses, or that was found to lower ε, keeps the epochs.
func TestProposedSchemeKeepsT(t *testing.T) {
	m := opened(t, "v=1&n=60000&b=256&T=3510&scheme=reshuffle&noise=multiplier&steps=epochs")
	if got := (Apply{"scheme", "poisson"}).Do(m); got.Run.T != 3510 || got.Text("T") != "3510" {
		t.Errorf("T = %d, shown as %s", got.Run.T, got.Text("T"))
	}
	if got := (Lower{"scheme", "poisson"}).Do(m); got.Run.T != 15*235 || got.View.Steps != form.Epochs {
		t.Errorf("to lower ε T = %d in %s", got.Run.T, got.View.Steps)
	}
	if got := (Choose{"scheme", "poisson"}).Do(m); got.Run.T != 15*235 || got.Text(form.Epochs) != "15" {
		t.Errorf("T = %d, %s epochs", got.Run.T, got.Text(form.Epochs))
	}
}

// A field that is left empty is blank if composition does not depend on it, and composition answers. The others, and
// texts that cannot be read, still withhold the answer.
func TestFieldsLeftEmpty(t *testing.T) {
	const whole = "v=1&n=50000&b=512&T=1500&eta=0.1&clip=1&sigma=1&noise=multiplier&diameter=2&adjacency=add-remove&scheme=poisson" +
		"&loss=strongly-convex&smoothness=1&strong_convexity=0.5&clipping=active&delta=1e-5"
	for name, spared := range map[string]bool{"eta": true, "smoothness": true, "strong_convexity": true, "diameter": true, "clip": true,
		"n": false, "b": false, "T": false, "sigma": false, form.Delta: false, "weight_decay": false} {
		m := do(opened(t, whole), Type{name, ""})
		if m.Settled() {
			t.Errorf("%s: an empty text is taken while it is typed", name)
		}
		m = Leave{}.Do(m)
		if m.Settled() != spared || m.View.IsBlank(name) != spared || slices.Contains(m.Departures().Lacking(), name) != spared ||
			m.Needs() != nil {
			t.Errorf("%s: settled %v, blank %v, needs %v, faults %v", name, m.Settled(), m.View.Blank, m.Needs(), m.Faults)
		}
		if !spared {
			continue
		}
		if m.Text(name) != "" || !strings.Contains(link.Encode(m.State), name+"=&") || !m.Shown(name) {
			t.Errorf("%s shows %q, and the link is %s", name, m.Text(name), link.Encode(m.State))
		}
		if back := opened(t, link.Encode(m.State)); !slices.Equal(back.Departures().Lacking(), []string{name}) || !back.Settled() {
			t.Errorf("%s: the link lacks %v, %v", name, back.Departures(), back.Faults)
		}
		if m = do(m, Type{name, "0.75"}); m.View.Blank != nil || m.Departures() != nil || !m.Settled() {
			t.Errorf("%s was given: %v, %v", name, m.View.Blank, m.Faults)
		}
	}
	for _, text := range []string{"x", "-1", "0"} {
		if m := do(opened(t, whole), Type{"eta", text}, Leave{}); m.Settled() || m.View.Blank != nil {
			t.Errorf("η = %q is taken for a blank", text)
		}
	}
	iterate := strings.Replace(whole, "noise=multiplier", "noise=iterate", 1)
	if m := do(opened(t, iterate), Type{"eta", ""}, Leave{}); m.Settled() || m.View.Blank != nil {
		t.Errorf("noise on the iterate with a blank η: settled: %t, blank %v; want false and no blank", m.Settled(), m.View.Blank)
	}
	if m := opened(t, strings.Replace(iterate, "eta=0.1", "eta=", 1)); !slices.Equal(m.Needs(), []string{"eta"}) {
		t.Errorf("noise on the iterate needs %v", m.Needs())
	}
	if m := do(opened(t, whole), Type{"diameter", ""}, Leave{}, Project{false}); m.View.Blank != nil || m.Run.Bounded() {
		t.Errorf("no projection leaves %v blank", m.View.Blank)
	}
	// What stands in for a blank contradicts nothing.
	if m := opened(t, strings.Replace(whole, "eta=0.1", "eta=&weight_decay=30", 1)); !m.Settled() {
		t.Errorf("a large weight decay: %v", m.Faults)
	}
	if m := opened(t, "v=1&n=&b=512&T=15&eta=&sigma=1&noise=multiplier&scheme=poisson&steps=epochs"); !slices.Equal(m.Needs(), []string{"n"}) {
		t.Errorf("needs %v", m.Needs())
	}
}

// The noise in another convention is another number, which depends on fields that are blank: what was typed stays.
func TestBlanksKeepTheNoise(t *testing.T) {
	m := opened(t, "v=1&n=50000&b=512&T=1500&eta=0.1&clip=&sigma=0.25&noise=gradient&adjacency=add-remove&scheme=poisson&loss=smooth"+
		"&smoothness=1&clipping=active&delta=1e-5")
	if got := do(m, Choose{"noise", string(run.NoiseMultiplier)}); got.Run.Sigma != 0.25 || got.Run.Noise != run.NoiseMultiplier {
		t.Errorf("σ = %v on %s", got.Run.Sigma, got.Run.Noise)
	}
}

// A value that a link has and nobody can read is asked for, in a field that shows none: there is no answer to another run until
// it is entered, or the problems are dismissed.
func TestUnreadableValueIsAskedFor(t *testing.T) {
	for field, c := range map[string]struct {
		text string
		edit Action
	}{
		"scheme": {"scheme=banana", Choose{"scheme", "full"}}, "eta": {"eta=-1", Type{"eta", "0.2"}}, form.Delta: {"delta=x", Type{form.Delta, "1e-6"}},
		"n": {"n=50.000", Type{"n", "9"}},
	} {
		m := Opened(figure1, "v=1&"+c.text)
		if got := m.Needs(); !slices.Equal(got, []string{field}) || m.Message(field) == "" {
			t.Errorf("%s asks for %v, and says %q", c.text, got, m.Message(field))
		}
		if m.Text(field) != "" || !strings.Contains(m.Message(field), "The link says") {
			t.Errorf("%s: the form shows %q", c.text, m.Text(field))
		}
		for name, by := range map[string]Action{"an edit": c.edit, "dismissing": Dismiss{}} {
			if m.View.IsBlank(field) && name == "dismissing" {
				continue // it stays blank
			}
			if n := do(m, by); n.Needs() != nil || n.Text(field) == "" {
				t.Errorf("%s after %s asks for %v, and shows %q", c.text, name, n.Needs(), n.Text(field))
			}
		}
		if n := do(m, Type{"T", "9"}); !slices.Equal(n.Needs(), []string{field}) {
			t.Errorf("%s after another edit asks for %v", c.text, n.Needs())
		}
	}
	if m := Opened(figure1, "v=1&colour=red"); m.Needs() != nil {
		t.Errorf("a name that is no field asks for %v", m.Needs())
	}
}

// A δ that nobody has said is asked for, as n is: no answer is at a preset's. An order that is asked for instead needs none, and
// what a text says of δ once its n is known is taken unless a person has said another.
func TestBlankDelta(t *testing.T) {
	text := strings.NewReplacer("v=1&", "v=1&delta=&", "&delta=1e-5", "", "sigma=&", "sigma=1&").Replace(pasted)
	m := opened(t, text)
	if got := link.Encode(m.State); got != text {
		t.Errorf("written as %s", got)
	}
	if m.Settled() || m.Text(form.Delta) != "" || !slices.Equal(m.Needs(), []string{"n", "delta"}) ||
		m.Message(form.Delta) != "failure probability is needed" {
		t.Errorf("needs %v, δ shows %q: %s", m.Needs(), m.Text(form.Delta), m.Message(form.Delta))
	}
	renyi := do(m, Ask{Alpha: true})
	if !slices.Equal(renyi.Needs(), []string{"n"}) || strings.Contains(link.Encode(renyi.State), "delta=") {
		t.Errorf("at an order it needs %v: %s", renyi.Needs(), link.Encode(renyi.State))
	}
	if back := do(renyi, Ask{Alpha: false}); !slices.Equal(back.Needs(), []string{"n", "delta"}) || back.Text(form.Delta) != "" {
		t.Errorf("asked for δ again it needs %v, δ shows %q", back.Needs(), back.Text(form.Delta))
	}
	sized := do(m, Type{"n", "60000"})
	is := sized.State
	is.Question.Delta, is.View.Blank = 1.0/60000, nil
	follow := Reread{Was: m.State, Is: is, Given: []string{"n"}}
	if got := do(sized, follow); got.Needs() != nil || got.Question != is.Question || !got.Settled() {
		t.Errorf("with n it needs %v, asks %+v: %v", got.Needs(), got.Question, got.Faults)
	}
	for _, said := range []string{"1e-6", "1e-5"} {
		if got := do(do(sized, Type{"delta", said}), follow); got.Text(form.Delta) != said || got.Needs() != nil {
			t.Errorf("a person's %s became %s, needs %v", said, got.Text(form.Delta), got.Needs())
		}
	}
	if got := do(sized, Reread{Was: m.State, Is: m.State, Given: []string{"n"}}); !slices.Equal(got.Needs(), []string{"delta"}) {
		t.Errorf("where the text still does not say δ, it needs %v", got.Needs())
	}
}
