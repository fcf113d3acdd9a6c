package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"lastiterate/app/link"
	"lastiterate/app/session"
	"lastiterate/app/session/sessiontest"
	"lastiterate/app/snippet"
	"lastiterate/app/snippet/preset"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/wasm/protocol"
)

// A number for the opening run is marked until every value on which it depends was entered, and says what is left.
func TestExampleIsMarkedUntilAllIsEntered(t *testing.T) {
	v := visiting(t)
	if tag, run := v.Origin(); tag != words.ExampleAnswer || run != words.ExampleRun || v.Assumed("") != "" {
		t.Errorf("at the opening: %q, %q, %q", tag, run, v.Assumed(""))
	}
	v.typed("n", "50000")
	tag, run := v.Origin()
	if said := v.Assumed(""); tag != words.ExampleChanged || run != "" ||
		!strings.HasPrefix(said, "Entered: dataset size. The other 1") || !strings.HasSuffix(said, " values are the example’s.") {
		t.Errorf("after one edit: %q, %q, %q", tag, run, said)
	}
	v.LeaveField()
	first50000 := v.browser.Shown()
	for _, edit := range [][2]string{{"scheme", "poisson"}, {"b", "500"}, {"T", "300"}, {"eta", "0.2"}, {"clip", "3"}, {"noise", "multiplier"},
		{"sigma", "2"}, {"adjacency", "add-remove"}, {"loss", "smooth"}, {"delta", "1e-6"}} {
		v.typed(edit[0], edit[1])
	}
	if tag, _ := v.Origin(); tag != words.ExampleChanged {
		t.Errorf("beside what is left: %q", tag)
	}
	if said := v.Assumed(""); !strings.HasPrefix(said, "Still the example’s — ") || !strings.Contains(said, "diameter of the domain D = 1") {
		t.Errorf("what is left: %q", said)
	}
	if said := v.Assumed("diameter"); strings.Contains(said, "diameter") {
		t.Errorf("what is solved for is assumed: %q", said)
	}
	v.typed("diameter", "3")
	v.typed("smoothness", "2")
	if tag, _ := v.Origin(); tag == "" {
		t.Error("Origin has an empty tag, want one: clipping was not entered")
	}
	v.typed("clipping", "active")
	if tag, run := v.Origin(); tag+run+v.Assumed("") != "" {
		t.Errorf("where all was entered: %q, %q, %q", tag, run, v.Assumed(""))
	}
	v.LeaveField()
	v.browser.Back(first50000)
	v.AddressChanged()
	if tag, _ := v.Origin(); tag == "" {
		t.Error("after a step back Origin has an empty tag, want that of the example")
	}
	v.Reset()
	if tag, _ := v.Origin(); tag != words.ExampleAnswer {
		t.Errorf("after Reset: %q", tag)
	}
}

// One example of a person, typed after two, is the example again.
func TestExampleWithOneExampleOfAPersonAgain(t *testing.T) {
	v := visiting(t)
	v.typed("group", "2")
	if tag, _ := v.Origin(); tag != words.ExampleChanged {
		t.Errorf("with two: %q", tag)
	}
	v.LeaveField()
	v.typed("group", "1")
	if tag, _ := v.Origin(); tag != words.ExampleAnswer || v.Assumed("") != "" {
		t.Errorf("with one again: %q, %q", tag, v.Assumed(""))
	}
}

// A preset is marked like the opening run; a run that somebody states is not.
func TestPresetIsMarked(t *testing.T) {
	v := visiting(t)
	v.Begin(preset.All[0])
	if tag, run := v.Origin(); tag != "Preset: Opacus-style" || !strings.Contains(run, "Opacus") {
		t.Errorf("%q, %q", tag, run)
	}
	v.typed("n", "50000")
	if tag, said := first(v.Origin()), v.Assumed(""); tag != "Preset: Opacus-style, changed" || !strings.Contains(said, "the preset’s") {
		t.Errorf("%q, %q", tag, said)
	}
	for name, leave := range map[string]func(){
		"a text": func() {
			v.Use(snippet.Read(v.Model.State, "n=600, Poisson batches of 60, add or remove one, 5 epochs, lr 0.1, noise multiplier 1.1, clip 1"))
		},
		"a link": func() {
			v.browser.Follow("v=1&n=7&b=7&T=9&eta=3&clip=5&sigma=7&diameter=8&smoothness=.1&delta=1e-6")
			v.AddressChanged()
		},
		"a run": func() {
			other := bounds.DefaultQuery()
			other.Run.T = 77
			v.Do(state.Start{From: link.State{Query: other}})
		},
	} {
		v.Begin(preset.All[0])
		if leave(); first(v.Origin()) != "" {
			t.Errorf("%s is marked %q", name, first(v.Origin()))
		}
	}
	linked := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = "v=1&n=50000" })
	if tag, run := linked.Origin(); tag != "" || run != words.LinkRun(false) {
		t.Errorf("a link is marked %q, %q", tag, run)
	}
	if tag := first(visiting(t, embedded).Origin()); tag != "" {
		t.Errorf("an embed is marked %q", tag)
	}
	for _, mark := range []string{"", "&assumed=delta"} { // of a script whose values are the preset's
		p := preset.All[0]
		of := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = link.Encode(p.State(v.Base)) + mark })
		if tag := first(of.Origin()); (tag == "Preset: "+p.Name) != (mark == "") {
			t.Errorf("the link of a preset’s values with %q is marked %q", mark, tag)
		}
	}
}

// reloaded is the visit after its page was loaded again: the browser has its entry and its note, and nothing else.
func (v visit) reloaded() visit {
	return visiting(v.T, func(_ *session.Setting, b *sessiontest.Browser) {
		b.Text, b.Noted, b.Ours, b.Store = v.browser.Text, v.browser.Noted, true, v.browser.Store
	})
}

// What nobody has entered is marked after a reload as before: values of the example, of a preset, of a text and of a link.
func TestMarksOutliveAReload(t *testing.T) {
	text := "n=600, Poisson batches of 60, add or remove one, 5 epochs, lr 0.1, noise multiplier 1.1, clip 1"
	for name, begin := range map[string]func(visit){
		"the example": func(visit) {},
		"a preset":    func(v visit) { v.Begin(preset.All[0]) },
		"a text":      func(v visit) { v.Use(snippet.Read(v.Model.State, text)) },
		"a link": func(v visit) {
			v.browser.Follow("v=1&n=7&b=7&T=9&eta=3&clip=5&sigma=7&diameter=8&smoothness=.1&delta=1e-6")
			v.AddressChanged()
		},
	} {
		v := visiting(t)
		begin(v)
		v.typed("T", "50")
		v.LeaveField()
		tag, run := v.Origin()
		again := v.reloaded()
		if nowTag, nowRun := again.Origin(); nowTag != tag || nowRun != run || again.Assumed("") != v.Assumed("") || v.Assumed("") == "" ||
			again.FromText() != v.FromText() {
			t.Errorf("%s: %q, %q, %q; after a reload %q, %q, %q", name, tag, run, v.Assumed(""), nowTag, nowRun, again.Assumed(""))
		}
		if name == "a link" && !strings.Contains(v.Assumed(""), "the link’s") {
			t.Errorf("%s: %q", name, v.Assumed(""))
		}
		copied := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = v.browser.Text })
		if tag, run := copied.Origin(); tag != "" || run != words.LinkRun(true) || (copied.Assumed("") != "") != (name == "a text") {
			t.Errorf("%s: whoever follows the link is told %q, %q, %q", name, tag, run, copied.Assumed(""))
		}
	}
}

// A link carries which values a script left to be assumed, until they are changed; whoever follows it is told so, also
// after a reload and from the link that is shared then. A link that names no such fields, or other ones, marks nothing.
func TestALinkMarksWhatIsAssumed(t *testing.T) {
	v := visiting(t)
	v.Use(snippet.Read(v.Model.State, "n=600, Poisson batches of 60, add or remove one, 5 epochs, lr 0.1, noise multiplier 1.1, clip 1"))
	v.browser.Pass(time.Second)
	carried := v.Model.View.Assumed
	if len(carried) < 2 || !strings.Contains(v.browser.Text, "&assumed=") {
		t.Fatalf("%q are assumed; the link is %s", carried, v.browser.Text)
	}
	follow := func(text string) visit {
		return visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = text })
	}
	copied := follow(v.browser.Text)
	const mark = "Assumed when the link was made, not in its author’s script — "
	if got := copied.Assumed(""); !strings.HasPrefix(got, mark) || strings.TrimPrefix(got, mark) !=
		strings.TrimPrefix(v.Assumed(""), "Assumed, not in your text — ") || copied.Model.Unsure {
		t.Errorf("whoever follows it is told %q, its author %q", got, v.Assumed(""))
	}
	copied.typed("T", "70")
	copied.LeaveField()
	if again := copied.reloaded(); again.Assumed("") != copied.Assumed("") || !strings.HasPrefix(again.Assumed(""), mark) {
		t.Errorf("after a reload %q, before %q", again.Assumed(""), copied.Assumed(""))
	}
	copied.typed("delta", "1e-7")
	copied.browser.Pass(time.Second)
	if strings.Contains(copied.Assumed(""), "δ") || slices.Contains(copied.Model.View.Assumed, "delta") || !slices.Contains(carried, "delta") {
		t.Errorf("a value that was entered is marked: %q, %q", copied.Assumed(""), copied.Model.View.Assumed)
	}
	if other := follow("v=1&T=60&assumed=colour"); other.Assumed("") != "" || other.Model.Unsure {
		t.Errorf("a field that there is not is marked: %q", other.Assumed(""))
	}
	copied.Do(state.Reset{To: copied.Base})
	if copied.browser.Pass(time.Second); strings.Contains(copied.browser.Text, "assumed") {
		t.Errorf("after a reset the link is %s", copied.browser.Text)
	}
}

// Every settled edit is a step back, and no stroke is; Back shows the run before it and whose its values were.
func TestEditsAreSteps(t *testing.T) {
	v := visiting(t)
	opening := v.browser.Shown()
	steps := func(want int, when string) {
		t.Helper()
		v.browser.Pass(time.Second)
		if n := max(len(v.browser.History)-1, 0); n != want {
			t.Errorf("%s: %d steps, want %d: %q", when, n, want, v.browser.History)
		}
	}
	v.browser.History = []string{""}
	for _, text := range []string{"3", "30", "300"} {
		v.typed("T", text)
		v.browser.Pass(time.Second)
	}
	steps(1, "three strokes")
	v.LeaveField()
	one := v.browser.Shown()
	v.typed("T", "400")
	v.typed("n", "50")
	steps(3, "the same field again, and another at once")
	v.Do(state.Choose{Field: "adjacency", Value: "add-remove"})
	v.Do(state.Choose{Field: "loss", Value: "convex"})
	v.Do(state.Restrict{On: true})
	steps(6, "two choices and a box")
	v.Do(state.Look{Tab: "delta"})
	v.Do(state.Open{Row: "shift"})
	steps(6, "looking")
	for _, to := range []float64{500, 600, 700} {
		v.Do(state.Drag{Value: to, Held: true})
		v.browser.Pass(time.Second)
	}
	v.Do(state.Drag{Value: 700})
	steps(7, "dragging")
	v.typed("eta", "x")
	v.LeaveField()
	steps(7, "what is no number")
	v.typed("eta", "0.2")
	v.typed("eta", "0.1")
	steps(7, "an edit that is taken back")
	v.typed("eta", "0.3")
	steps(8, "and made again")
	v.browser.Back(one)
	v.AddressChanged()
	if tag := first(v.Origin()); v.Model.Run.T != 300 || v.Model.Run.N != 5 || tag != words.ExampleChanged {
		t.Errorf("back: T = %d, n = %d, marked %q", v.Model.Run.T, v.Model.Run.N, tag)
	}
	v.browser.Follow(opening.Text)
	v.AddressChanged()
	if tag := first(v.Origin()); v.Model.Run.T != 200 || tag != words.ExampleAnswer {
		t.Errorf("at the opening: T = %d, marked %q", v.Model.Run.T, tag)
	}
	e := visiting(t, embedded)
	e.typed("T", "50")
	e.LeaveField()
	e.browser.Pass(time.Second)
	if len(e.browser.History) > 1 {
		t.Errorf("an embed makes steps of the page around it: %q", e.browser.History)
	}
}

// A step back within the edits of a text has what was read of it.
func TestBackKeepsTheText(t *testing.T) {
	v := visiting(t)
	v.Use(snippet.Read(v.Model.State, "n=600, Poisson batches of 60, add or remove one, 5 epochs, lr 0.1, noise multiplier 1.1, clip 1"))
	read := v.browser.Shown()
	v.typed("n", "700")
	v.LeaveField()
	v.browser.Back(read)
	v.AddressChanged()
	if v.Read() == nil || v.Model.Run.N != 600 {
		t.Errorf("n = %d, read %v", v.Model.Run.N, v.Read())
	}
}

// Iterations that follow from a batch size were not entered: the preset's epochs are still its own.
func TestIterationsFollow(t *testing.T) {
	v := visiting(t)
	v.Begin(preset.All[0])
	v.typed("b", "250")
	said := v.Assumed("")
	if v.Model.Run.T != 3600 || !strings.HasPrefix(said, "Entered: batch size. The number of iterations T = 3600 follows. The other ") {
		t.Errorf("T = %d: %q", v.Model.Run.T, said)
	}
	count := strings.Fields(strings.SplitAfter(said, "The other ")[1])[0]
	v.typed("epochs", "20")
	if said := v.Assumed(""); !strings.HasPrefix(said, "Entered: batch size and number of iterations or epochs. The other ") ||
		strings.Contains(said, "other "+count) {
		t.Errorf("with epochs entered: %q", said)
	}
	v.Begin(preset.All[3])
	for _, edit := range [][2]string{{"n", "5000"}, {"b", "200"}, {"eta", "0.5"}, {"clip", "2"}, {"sigma", "5"}, {"diameter", "3"},
		{"adjacency", "add-remove"}, {"scheme", "reshuffle"}, {"smoothness", "0.5"}, {"noise", "iterate"}, {"delta", "1e-6"}} {
		v.typed(edit[0], edit[1])
	}
	if said := v.Assumed(""); !strings.Contains(said, "epochs E = 100") || strings.Contains(said, "T =") {
		t.Errorf("what is left is told as %q", said)
	}
}

func first(tag, _ string) string { return tag }

// Between an edit and its answer, what stands beside the old number is of the old run.
func TestBesideIsOfTheNumberOnShow(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	v.draw(false)
	before, said := v.Beside()
	if before != words.ExampleAnswer || said != "" {
		t.Fatalf("at the opening: %q, %q", before, said)
	}
	v.typed("eta", "0.2")
	if tag, assumed := v.Beside(); tag != before || assumed != said {
		t.Errorf("before the answer: %q, %q", tag, assumed)
	}
	v.answer(1.2)
	if tag, assumed := v.Beside(); tag != words.ExampleChanged || !strings.HasPrefix(assumed, "Entered: ") {
		t.Errorf("with the answer: %q, %q", tag, assumed)
	}
}

// A negligible ε that is due to values of the example, once others were entered, says so, and names their fields.
func TestVanishingAnswer(t *testing.T) {
	v := visiting(t)
	v.answer(1e-9)
	if said, _ := v.Vanishing(); said != "" {
		t.Errorf("of the example itself it says %q", said)
	}
	v.typed("n", "60000")
	if said, _ := v.Vanishing(); said != "" {
		t.Errorf("of an older answer it says %q", said)
	}
	v.answer(0)
	said, fields := v.Vanishing()
	if said != "This ε is so small because of values that are still the example’s — batches: full batch · noise on the iterate σ = 1. Enter yours: " ||
		!slices.Equal(fields, []string{"scheme", "sigma"}) {
		t.Errorf("it says %q, of %v", said, fields)
	}
	v.typed("scheme", "poisson")
	v.answer(0)
	v.typed("sigma", "2")
	v.answer(0)
	if said, fields = v.Vanishing(); !slices.Equal(fields, []string{"b"}) {
		t.Errorf("after two of them it says %q, of %v", said, fields)
	}
	v.typed("b", "256")
	v.answer(0)
	if said, _ := v.Vanishing(); said != "" {
		t.Errorf("after all were entered it says %q", said)
	}
	const large = "δ = 0.5 is not below 1/n = 1/60000: publishing one randomly drawn example in full satisfies (0, 1/n)-differential privacy."
	v.typed("b", "60000")
	r := result(0)
	r.Warnings = []string{large}
	v.asked(protocol.MethodEvaluate).Answer(r)
	v.browser.Pass(0)
	if said, _ := v.Vanishing(); said != "" || !v.Subject().Empty() {
		t.Errorf("of an ε of 0 that is due to δ it says %q", said)
	}
	v.typed("sigma", "1")
	v.answer(1)
	if said, _ := v.Vanishing(); said != "" {
		t.Errorf("of ε = 1 it says %q", said)
	}
}
