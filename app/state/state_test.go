package state

import (
	"fmt"
	"math"
	"strings"
	"testing"

	_ "lastiterate/bounds/draws"

	"pgregory.net/rapid"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

var figure1 = link.State{
	Query: claim.Query{Run: run.Run{N: 5, B: 5, T: 200, Eta: 0.1, Clip: 2, Sigma: 1, Noise: run.IterateNoise, Diameter: 1,
		Adjacency: run.Replace, Scheme: run.Full, Loss: run.StronglyConvex, Smoothness: 1, StrongConvexity: 1,
		HolderOrder: 1, Clipping: run.ClippingNever}, Question: claim.Question{Delta: 1e-5}},
}

func do(m Model, actions ...Action) Model {
	for _, a := range actions {
		m = a.Do(m)
	}
	return m
}

// batches is a run with several steps an epoch: n = 60,000, b = 256, 234 steps.
func batches() Model {
	return do(New(figure1), Choose{"scheme", "cyclic"}, Type{"n", "60k"}, Type{"b", "256"})
}

// A position belongs to its order: other batches have others.
func TestPositionGoesWithItsOrder(t *testing.T) {
	m := do(batches(), Step{Field: "position", Up: true}, Step{Field: "position", Up: true})
	if m.Run.Position != 2 || !m.Settled() {
		t.Fatalf("two steps up from the worst are %d: %v", m.Run.Position, m.Faults)
	}
	m = do(m, Choose{"scheme", "poisson"}, Choose{"scheme", "cyclic"})
	if m.Run.Position != 0 || m.Text("position") != "0" {
		t.Errorf("another order has the position %d, the field %q", m.Run.Position, m.Text("position"))
	}
	m = do(m, Type{"position", "400"})
	if m.Run.Position != 0 || !strings.Contains(m.Message("position"), "there are 234 batches in an epoch") {
		t.Errorf("position %d, message %q", m.Run.Position, m.Message("position"))
	}
}

func TestTypingTakesEveryForm(t *testing.T) {
	m := do(New(figure1), Type{"eta", "1/256"}, Type{"T", "10,000"})
	if m.Run.Eta != 1.0/256 || m.Run.T != 10000 {
		t.Fatalf("η = %v, T = %d", m.Run.Eta, m.Run.T)
	}
	if got := m.Text("eta"); got != "1/256" {
		t.Errorf("the field shows %q, want what was typed", got)
	}
	if !m.Settled() {
		t.Errorf("faults: %v", m.Faults)
	}
	if got := do(m, Restore{Field: "eta"}).Text("eta"); got != "0.00390625" {
		t.Errorf("restored, the field shows %q", got)
	}
}

func TestWrongTextStaysBesideItsField(t *testing.T) {
	m := do(New(figure1), Type{"eta", "-0.1"})
	if m.Run.Eta != 0.1 || m.Text("eta") != "-0.1" || m.Settled() {
		t.Fatalf("η = %v, field %q", m.Run.Eta, m.Text("eta"))
	}
	if got := m.Message("eta"); got != "learning rate must be positive; you typed -0.1" {
		t.Errorf("message %q", got)
	}
	if got := do(m, Type{"eta", "0,1"}).Message("eta"); !strings.Contains(got, "write 0.1") {
		t.Errorf("message %q", got)
	}
	if back := do(m, Type{"eta", "0.3"}, Restore{"eta", "0.1"}); back.Run.Eta != 0.1 || back.Text("eta") != "0.1" {
		t.Errorf("Escape goes back to η = %v", back.Run.Eta)
	}
	if back := do(m, Restore{"eta", "-0.1"}); back.Text("eta") != "0.1" || !back.Settled() {
		t.Errorf("Escape goes back to a wrong %q", back.Text("eta"))
	}
	// Other fields go on being taken.
	m = do(m, Type{"T", "300"})
	if m.Run.T != 300 || m.Message("eta") == "" {
		t.Errorf("T = %d beside a wrong η, message %q", m.Run.T, m.Message("eta"))
	}
	m = do(m, Restore{Field: "eta"})
	if !m.Settled() || m.Text("eta") != "0.1" || m.Run.T != 300 {
		t.Errorf("restored: %q, T = %d, faults %v", m.Text("eta"), m.Run.T, m.Faults)
	}
}

// A group of 0 examples or fewer is refused, with the message of other counts.
func TestGroupIsPositive(t *testing.T) {
	for _, text := range []string{"0", "-1"} {
		m := do(New(figure1), Type{"group", text}, Type{"n", text})
		want := strings.Replace(m.Message("n"), "dataset size", "examples of one person", 1)
		if got := m.Message("group"); got != want || !strings.Contains(got, "must be a whole number from 1 ") || m.Run.Group != 0 {
			t.Errorf("%s: %q, want %q; U = %d", text, got, want, m.Run.Group)
		}
	}
}

// To enter one example of a person is to state none.
func TestOneExampleOfAPersonIsNone(t *testing.T) {
	m := do(New(figure1), Type{"group", "2"})
	if m.Run.Group != 2 {
		t.Fatalf("U = %d", m.Run.Group)
	}
	for name, back := range map[string]Action{"typed": Type{"group", "1"}, "stepped": Step{Field: "group"}} {
		if one := do(m, back); one.Query != figure1.Query || one.Text("group") != "1" || one.Message("group") != "" {
			t.Errorf("%s: U = %d, shown as %q, message %q", name, one.Run.Group, one.Text("group"), one.Message("group"))
		}
	}
}

func TestFieldsThatAreOnlyRightTogether(t *testing.T) {
	m := batches()
	m = do(m, Type{"n", "100"})
	if m.Run.N != 60000 || !strings.Contains(m.Message("b"), "at most the dataset size n = 100") {
		t.Fatalf("n = %d, message %q", m.Run.N, m.Message("b"))
	}
	m = do(m, Type{"b", "10"})
	if m.Run.N != 100 || m.Run.B != 10 || !m.Settled() {
		t.Errorf("n = %d, b = %d, faults %v", m.Run.N, m.Run.B, m.Faults)
	}
	m = do(New(figure1), Choose{"loss", "smooth"}, Choose{"clipping", "glm"})
	if m.Run.Clipping != run.ClippingNever || m.Text("clipping") != "glm" || m.Message("clipping") == "" {
		t.Fatalf("clipping %s, shown %s, message %q", m.Run.Clipping, m.Text("clipping"), m.Message("clipping"))
	}
	if m = do(m, Choose{"loss", "convex"}); m.Run.Clipping != run.ClippingGLM || m.Run.Loss != run.Convex || !m.Settled() {
		t.Errorf("clipping %s, loss %s, faults %v", m.Run.Clipping, m.Run.Loss, m.Faults)
	}
}

func TestFullBatchFollowsN(t *testing.T) {
	m := do(New(figure1), Type{"n", "12"})
	if m.Run.B != 12 {
		t.Errorf("b = %d, want n", m.Run.B)
	}
	if m = do(m, Type{"n", "0"}); m.Message("n") == "" || m.Message("b") != "" {
		t.Errorf("of no examples it says %q, and of the batch that follows %q", m.Message("n"), m.Message("b"))
	}
	m = do(batches(), Choose{"scheme", "full"})
	if m.Run.B != 60000 || !m.Settled() {
		t.Errorf("b = %d, faults %v", m.Run.B, m.Faults)
	}
}

func TestEpochsAndIterations(t *testing.T) {
	m := do(batches(), Type{form.Epochs, "10"})
	if m.Run.T != 2340 || m.View.Steps != form.Epochs {
		t.Fatalf("T = %d, steps %q", m.Run.T, m.View.Steps)
	}
	if m = do(m, Type{"b", "600"}); m.Run.T != 1000 || m.Held(form.Epochs) != "10" {
		t.Errorf("T = %d in steps of 100 an epoch, epochs %s", m.Run.T, m.Held(form.Epochs))
	}
	if m = do(m, Type{form.Epochs, "2.5"}); m.Run.T != 250 {
		t.Errorf("T = %d", m.Run.T)
	}
	wrong := do(m.Left(), Type{form.Epochs, "2.345"})
	if wrong.Run.T != 250 || !strings.Contains(wrong.Message(form.Epochs), "234.5 iterations; a whole number") {
		t.Errorf("T = %d, message %q", wrong.Run.T, wrong.Message(form.Epochs))
	}
	if m = do(m, Type{"T", "333"}, Type{"b", "60"}); m.Run.T != 333 || m.View.Steps != "T" {
		t.Errorf("iterations typed: T = %d, steps %q", m.Run.T, m.View.Steps)
	}
	whole := do(batches(), Type{form.Epochs, "2"}, Choose{"scheme", "full"})
	if whole.Run.T != 2 || whole.Shown(form.Epochs) {
		t.Errorf("full batch: T = %d, epochs shown: %t", whole.Run.T, whole.Shown(form.Epochs))
	}
	if m = do(whole, Choose{"scheme", "cyclic"}); m.Run != do(batches(), Type{form.Epochs, "2"}, Choose{"scheme", "cyclic"}).Run {
		t.Errorf("back from a full batch: %+v", m.Run)
	}
	if m = do(whole, Type{"T", "7"}, Choose{"scheme", "cyclic"}); m.Run.T != 7 || m.View.Steps != "T" {
		t.Errorf("iterations typed of a full batch: T = %d, steps %q", m.Run.T, m.View.Steps)
	}
	if m = do(batches(), Type{form.Epochs, "x"}, Type{"b", "0"}); m.Settled() {
		t.Errorf("with epochs \"x\" and b = 0 the model is settled, want it not to be: %+v", m.Run)
	}
}

func TestConventionKeepsTheNoise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := New(figure1)
		m.Run.Sigma = rapid.Float64Range(1e-6, 1e6).Draw(t, "sigma")
		m.Run.Eta = rapid.Float64Range(1e-4, 10).Draw(t, "eta")
		for _, f := range run.Fields() {
			if f.Name != "noise" {
				continue
			}
			for _, c := range f.Choices {
				before := m.Run.IterateNoise()
				m = do(m, Choose{"noise", c})
				if after := m.Run.IterateNoise(); math.Abs(after-before) > 4e-16*before {
					t.Fatalf("%s: the noise on the iterate was %v, is %v", c, before, after)
				}
			}
		}
	})
	m := do(New(figure1), Choose{"noise", "gradient"})
	if got := m.Text("sigma"); got != "10" {
		t.Errorf("σ = 1 at η = 0.1 is σ_DP = %s, want 10", got)
	}
}

func TestQuestionAndDomainRemember(t *testing.T) {
	m := do(New(figure1), Type{form.Delta, "1e-6"}, Ask{Alpha: true}, Type{form.Alpha, "8"}, Ask{Alpha: false})
	if m.Question != (claim.Question{Delta: 1e-6}) {
		t.Errorf("question %v", m.Question)
	}
	if m = do(m, Ask{Alpha: true}); m.Question != (claim.Question{Alpha: 8}) {
		t.Errorf("question %v", m.Question)
	}
	for text, want := range map[string]string{"1": "above 1", "inf": "at most", "0": "above 1; you typed 0"} {
		if got := do(m, Type{form.Alpha, text}).Message(form.Alpha); !strings.Contains(got, want) {
			t.Errorf("α = %s: %q", text, got)
		}
	}
	for _, text := range []string{"1", "0", "-1"} {
		if got := do(New(figure1), Type{form.Delta,
			text}).Message(form.Delta); got != "the failure probability δ must lie strictly between 0 and 1; you typed "+text {
			t.Errorf("δ = %s: %q", text, got)
		}
	}
	m = do(New(figure1), Type{"diameter", "3"}, Project{On: false})
	if m.Run.Bounded() || m.Text("diameter") != "3" {
		t.Errorf("D = %v, field %q", m.Run.Diameter, m.Text("diameter"))
	}
	if m = do(m, Project{On: true}); m.Run.Diameter != 3 {
		t.Errorf("D = %v", m.Run.Diameter)
	}
	if m = do(m, Apply{"diameter", "inf"}); m.Run.Bounded() {
		t.Errorf("D = %v", m.Run.Diameter)
	}
	c := do(New(figure1), Choose{"loss", "convex"}, Type{"smoothness", "3"}, Smooth{On: false})
	if !c.Run.Nonsmooth() || c.Text("smoothness") != "3" || !c.Settled() {
		t.Errorf("L = %v, field %q", c.Run.Smoothness, c.Text("smoothness"))
	}
	if back := do(c, Smooth{On: true}); back.Run.Smoothness != 3 {
		t.Errorf("L = %v", back.Run.Smoothness)
	}
	if back := do(c, Choose{"loss", "smooth"}); back.Run.Smoothness != 3 || !back.Settled() {
		t.Errorf("another class: L = %v (%v)", back.Run.Smoothness, back.Faults)
	}
	if c = do(New(figure1), Choose{"loss", "convex"}, Apply{"smoothness", "inf"}); !c.Run.Nonsmooth() {
		t.Errorf("L = %v", c.Run.Smoothness)
	}
	if got := do(New(figure1), Choose{"loss", "smooth"}, Type{"smoothness", "inf"}).Message("smoothness"); !strings.Contains(got,
		"convex") {
		t.Errorf("a loss that is neither smooth nor convex: %q", got)
	}
	if m = do(m, Apply{"T", "100000"}); m.Run.T != 100000 {
		t.Errorf("T = %d", m.Run.T)
	}
}

// The batch size of a link that states full batches and b < n is refused, with the advice to choose another
// scheme. Once one is chosen, the link's b is taken.
func TestLinkWithABatchOfAnotherScheme(t *testing.T) {
	n, text := figure1.Run.N, link.Encode(figure1)
	m := Opened(figure1, strings.Replace(text, fmt.Sprintf("b=%d", n), "b=2", 1))
	if got := m.Message("b"); !strings.Contains(got, "choose another batch scheme") {
		t.Fatalf("message %q", got)
	}
	if m = do(m, Choose{"scheme", "cyclic"}); m.Message("b") != "" || m.Run.B != 2 || len(m.Problems) != 0 {
		t.Errorf("after choosing one: b = %d, %q, %v", m.Run.B, m.Message("b"), m.Problems)
	}
	m = do(Opened(figure1, strings.Replace(text, fmt.Sprintf("b=%d", n), "b=many", 1)), Choose{"scheme", "cyclic"})
	if !strings.Contains(m.Message("b"), "many") || m.Run.B != n {
		t.Errorf("a batch size that is no number: b = %d, %q", m.Run.B, m.Message("b"))
	}
}

func TestLinkWithProblems(t *testing.T) {
	text := link.Encode(figure1)
	text = strings.Replace(text, "eta=0.1", "eta=-3", 1) + "&colour=red"
	m := Opened(figure1, text)
	if got := m.Message("eta"); !strings.Contains(got, "“-3”") || !strings.Contains(got, "positive") {
		t.Errorf("message %q", got)
	}
	loose := m.Loose()
	if len(loose) != 1 || loose[0].Value != "red" {
		t.Errorf("problems of no field: %v", loose)
	}
	if m.Run != figure1.Run {
		t.Errorf("run %v", m.Run)
	}
	if m = do(m, Type{"eta", "0.2"}); m.Message("eta") != "" || len(m.Loose()) != 1 {
		t.Errorf("after an edit: %q, %v", m.Message("eta"), m.Loose())
	}
	if m = do(m, Dismiss{}); len(m.Problems) != 0 {
		t.Errorf("dismissed: %v", m.Problems)
	}
}

// Without smoothness the Hölder constant stays, and an order of 1, which would mean smooth, becomes the largest that is
// allowed.
func TestHolderOrderWithoutSmoothness(t *testing.T) {
	m := do(New(figure1), Choose{"loss", "convex"}, Type{"holder_constant", "1"}, Smooth{false})
	if err := m.Run.Validate(); err != nil || m.Run.HolderOrder != run.MaxOrder || m.Run.HolderConstant != 1 {
		t.Errorf("%v; order %v, constant %v", err, m.Run.HolderOrder, m.Run.HolderConstant)
	}
}

// Whatever is typed, chosen and stepped, in any order, the state stays valid,
// goes through a link unchanged, and models that were handed out stay as they were.
func TestStateIsAlwaysALink(t *testing.T) {
	texts := []string{"1", "5", "60k", "0", "-1", "1e-5", "abc", "", "0,1", "inf", "1e300", "2.5", "1/3", "250", "1e12", "7"}
	names := form.Names()
	rapid.Check(t, func(t *rapid.T) {
		m := New(figure1)
		for range rapid.IntRange(1, 25).Draw(t, "actions") {
			name := rapid.SampledFrom(names).Draw(t, "field")
			before := link.Encode(m.State)
			drafts := len(m.Drafts)
			var next Model
			switch {
			case form.IsChoice(name):
				next = Choose{name, rapid.SampledFrom(form.Options(name)).Draw(t, "choice")}.Do(m)
			case rapid.Bool().Draw(t, "type"):
				next = Type{name, rapid.SampledFrom(texts).Draw(t, "text")}.Do(m)
			case rapid.Bool().Draw(t, "restore"):
				next = Restore{Field: name}.Do(m)
			case rapid.Bool().Draw(t, "project"):
				next = Project{rapid.Bool().Draw(t, "on")}.Do(m)
			case m.Run.Loss == run.Convex && rapid.Bool().Draw(t, "smooth"):
				next = Smooth{rapid.Bool().Draw(t, "on")}.Do(m)
			default:
				next = Step{name, rapid.Bool().Draw(t, "up"), rapid.Bool().Draw(t, "big")}.Do(m)
			}
			if got := link.Encode(m.State); got != before || len(m.Drafts) != drafts {
				t.Fatalf("an action changed the model it was given to %s with %d drafts, want %s with %d",
					got, len(m.Drafts), before, drafts)
			}
			m = next
			if err := m.Run.Validate(); err != nil {
				t.Fatalf("the run held is not valid: %v", err)
			}
			back, problems := link.DecodeFrom(figure1, link.Encode(m.State))
			if len(problems) != 0 || link.Encode(back) != link.Encode(m.State) {
				t.Fatalf("through a link: %v, problems %v", back.Run, problems)
			}
			if m.Settled() {
				for name := range m.Drafts {
					if form.IsChoice(name) && m.Drafts[name] != m.Run.Get(name) {
						t.Fatalf("settled, but %s shows %s", name, m.Drafts[name])
					}
				}
			}
		}
	})
}

func TestDepartures(t *testing.T) {
	m := do(New(figure1), Depart{words.Averaging, true}, Depart{words.Checkpoints, true})
	if got := m.Departures().Coverage(m.Run); got != words.Composition {
		t.Errorf("coverage %v", got)
	}
	back := Opened(figure1, link.Encode(m.State))
	if len(back.Problems) != 0 || !back.Departures().Has(words.Averaging) || !back.Departures().Has(words.Checkpoints) {
		t.Errorf("through a link: %v, problems %v", back.View.Differs, back.Problems)
	}
	strange := Opened(figure1, link.Encode(figure1)+"&differs=averaging~lars")
	if len(strange.Problems) != 1 || strange.Problems[0].Value != "lars" || !strange.Departures().Has(words.Averaging) {
		t.Errorf("an unknown departure: %v, problems %v", strange.View.Differs, strange.Problems)
	}
	m = do(m, Depart{words.Averaging, false}, Depart{words.Checkpoints, false})
	if got := m.Departures().Coverage(m.Run); got != words.Everything {
		t.Errorf("coverage %v", got)
	}
}

// With a deletion the first picture is another than the curve over T. A link opens the picture that was shown,
// whether it was chosen or comes first.
func TestPictureAfterADeletion(t *testing.T) {
	m := do(New(figure1), Type{"after", "20"})
	if got := picture.TabOf(m.View, m.Run); got != picture.Sweep || m.View.Tab != "" {
		t.Errorf("with a deletion the picture is %q, by %q", got, m.View.Tab)
	}
	for _, tab := range []picture.Tab{picture.OverT, picture.Sweep, picture.OverDelta, picture.OverT} {
		if m = do(m, Look{tab}); picture.TabOf(m.View, m.Run) != tab {
			t.Errorf("%s is chosen, shown %s", tab, picture.TabOf(m.View, m.Run))
		}
		back, problems := link.DecodeFrom(figure1, link.Encode(m.State))
		if len(problems) > 0 || back.View.Tab != m.View.Tab {
			t.Errorf("the link of %q opens %q, %v", m.View.Tab, back.View.Tab, problems)
		}
	}
	if m = do(m, Vary{"eta"}, Look{picture.OverT}, Look{picture.Sweep}); picture.Parameter(m.View, m.Run) != "eta" {
		t.Errorf("what was varied before is %q now", picture.Parameter(m.View, m.Run))
	}
	if m = do(New(figure1), Look{picture.OverT}); m.View.Tab != "" {
		t.Errorf("without a deletion the iterations are %q", m.View.Tab)
	}
}

func TestView(t *testing.T) {
	m := do(New(figure1), Scale{"x", "log"}, Open{"shift"}, Draw{[]string{"shift"}})
	if m.View.XScale != "log" || m.View.Open != "shift" || len(m.View.Rows) != 1 {
		t.Errorf("view %+v", m.View)
	}
	if m = do(m, Open{"shift"}); m.View.Open != "" {
		t.Errorf("open %q", m.View.Open)
	}
	if m = do(m, Drag{Field: "T"}); m.Run.T != 1 {
		t.Errorf("T = %d", m.Run.T)
	}
}

// A row that is opened is the one whose steps are shown, whichever was chosen before.
func TestAnOpenedRowHasItsSteps(t *testing.T) {
	m := do(New(figure1), Follow{Row: "composition"}, Open{Row: "shift"})
	if m.View.Plan != "" || m.View.Open != "shift" {
		t.Errorf("the steps are those of %q, %q is open", m.View.Plan, m.View.Open)
	}
	if m = do(m, Follow{Row: "composition"}, Open{Row: "shift"}); m.View.Plan != "composition" || m.View.Open != "" {
		t.Errorf("a row was closed: the steps are those of %q", m.View.Plan)
	}
}
