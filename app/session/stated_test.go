package session_test

import (
	"slices"
	"testing"

	"lastiterate/app/form"
	"lastiterate/app/session"
	"lastiterate/app/session/sessiontest"
	"lastiterate/app/snippet"
	"lastiterate/app/snippet/preset"
	"lastiterate/app/words"
)

// paste uses a text as the page does.
func (v visit) paste(text string) {
	v.T.Helper()
	r := snippet.Read(v.Stated(), text)
	if !r.Understood() {
		v.T.Fatalf("%s: nothing is understood", text)
	}
	v.Use(r)
}

// partial are texts that leave most of a run open, with the fields that they leave blank.
var partial = map[string][]string{
	"We trained with learning rate 0.05 and noise 2 for a while":                          {"n", "b", "T", "clip", "noise", "adjacency", "scheme"},
	"We used sigma = 4 and clipped at 4 on MNIST":                                         {"n", "b", "T", "eta", "noise", "adjacency", "scheme"},
	"Train MNIST for fifteen epochs with lots of 600 and sigma = 4, C=4, then fine-tuned": {"n", "eta", "noise", "adjacency", "scheme"},
	"lr 0.1": {"n", "b", "T", "clip", "sigma", "adjacency", "scheme"},
}

// A text takes no value of the opening run or of a preset: what it does not state is asked for, and there is no answer.
func TestATextTakesNothingOfTheExample(t *testing.T) {
	for text, asked := range partial {
		for name, begin := range map[string]func(visit){
			"the example":      func(visit) {},
			"a preset":         func(v visit) { v.Begin(preset.All[3]) },
			"an edited field":  func(v visit) { v.typed("delta", "1e-6") },
			"an edited preset": func(v visit) { v.Begin(preset.All[1]); v.typed("delta", "1e-6") },
		} {
			v := visiting(t)
			begin(v)
			v.paste(text)
			for _, field := range asked {
				if !v.Model.View.IsBlank(field) {
					t.Errorf("%s over %s: %s is %s, want it blank", text, name, field, v.Model.Run.Get(field))
				}
			}
			if v.Job().Needs == "" || v.Known() {
				t.Errorf("%s over %s has an answer", text, name)
			}
			if m := v.Model; m.Run.Bounded() || !m.Departures().Has(words.Unknown) {
				t.Errorf("%s over %s: D = %v, departures %v; want no domain, and an unknown loss", text, name, m.Run.Diameter, m.Departures())
			}
		}
	}
}

// A value that the visitor has entered over the example stays beside a text, and the example's others are asked for.
func TestATextKeepsWhatWasEntered(t *testing.T) {
	v := visiting(t)
	v.typed("n", "60000")
	v.typed("scheme", "poisson")
	v.typed("b", "600")
	v.paste("lr 0.05")
	m := v.Model
	if m.Run.N != 60000 || m.Run.B != 600 || m.Run.Eta != 0.05 || string(m.Run.Scheme) != "poisson" {
		t.Errorf("the run is %+v", m.Run)
	}
	if needs := m.Needs(); !slices.Equal(needs, []string{"T", "clip", "sigma", "noise", "adjacency"}) {
		t.Errorf("needed are %q", needs)
	}
	for _, field := range []string{"smoothness", "strong_convexity", "diameter"} {
		if !m.View.IsBlank(field) {
			t.Errorf("%s is still the example’s, %s", field, m.Run.Get(field))
		}
	}
	v.paste("batch 500 without replacement") // beside what is blank since
	if m := v.Model; m.Run.N != 60000 || m.Run.B != 500 || m.Run.Eta != 0.05 || !m.View.IsBlank("T") {
		t.Errorf("after a second text the run is %+v, blank %q", m.Run, m.View.Blank)
	}
}

// The epochs of a text are not counted in batches that nobody has stated.
func TestATextsEpochsNeedStatedBatches(t *testing.T) {
	for text, preset := range map[string]preset.Preset{"Poisson sampling, 3 epochs": preset.All[1], "batch 60, 3 epochs": preset.All[5]} {
		v := visiting(t)
		v.Begin(preset)
		v.typed("n", "650")
		v.paste(text)
		if got := v.Model.Text(form.Epochs); got != "3" || v.Model.Run.N != 650 || v.Model.View.IsBlank("n") {
			t.Errorf("%s over %s: %s epochs of n = %d", text, preset.Name, got, v.Model.Run.N)
		}
	}
}

// Over the run of a link, or one that was entered or read, a text is a change: the other values stay.
func TestATextChangesAnOwnRun(t *testing.T) {
	linked := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = "v=1&n=50&b=5&T=70&scheme=poisson&sigma=3" })
	read := visiting(t)
	read.paste("n=600, Poisson batches of 60, add or remove one, 5 epochs, lr 0.3, noise multiplier 1.1, clip 1, delta 1e-5")
	entered := visiting(t)
	for _, edit := range [][2]string{{"n", "50000"}, {"scheme", "poisson"}, {"b", "500"}, {"T", "300"}, {"eta", "0.2"}, {"clip", "3"},
		{"noise", "multiplier"}, {"sigma", "2"}, {"adjacency", "add-remove"}, {"loss", "smooth"}, {"smoothness", "2"}, {"diameter", "3"}} {
		entered.typed(edit[0], edit[1])
	}
	for name, v := range map[string]visit{"linked": linked, "read": read, "entered": entered} {
		before := v.Model.Run
		v.paste("lr 0.1")
		before.Eta = 0.1
		if v.Model.Run != before || v.Model.Needs() != nil || v.Model.Text(form.Delta) == "" {
			t.Errorf("%s: %+v, want %+v; needed are %q", name, v.Model.Run, before, v.Model.Needs())
		}
	}
}
