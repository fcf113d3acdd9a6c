package session_test

import (
	"strings"
	"testing"
	"time"

	"lastiterate/app/link"
	"lastiterate/app/snippet"
	"lastiterate/app/state"
)

// What was read of a text stays through edits of its run, and goes with the run.
func TestReportOfATextStays(t *testing.T) {
	v := visiting(t)
	use := func() {
		v.Use(snippet.Read(v.Model.State, "n=600, Poisson batches of 60, add or remove one, 5 epochs, lr 0.1, noise multiplier 1.1, clip 1"))
		v.browser.Pass(0)
	}
	use()
	if v.Read() == nil || v.Model.Run.N != 600 {
		t.Fatalf("what was read is not kept, n = %d", v.Model.Run.N)
	}
	v.typed("sigma", "2")
	v.Do(state.Pin{})
	v.Do(state.Open{Row: "composition"})
	v.Do(state.Reproduce{}) // no figure
	if v.Read() == nil {
		t.Error("an edit takes the report away")
	}
	v.browser.Text = link.Encode(v.Model.State) + "&tab=delta" // another look at the same run
	v.AddressChanged()
	if v.Read() == nil {
		t.Error("another look takes the report away")
	}
	for name, leave := range map[string]func(){
		"a preset":     func() { v.Do(state.Start{From: snippet.Presets[0].State(v.Model.State)}) },
		"reset":        v.Reset,
		"a figure":     func() { v.Do(state.Reproduce{Figure: "chien-li-1b"}) },
		"another link": func() { v.browser.Text = "v=1&n=7&b=7&delta=1e-6"; v.AddressChanged() },
	} {
		if use(); v.Read() == nil {
			t.Fatal("another text has no report")
		}
		if leave(); v.Read() != nil {
			t.Errorf("after %s the report is still there", name)
		}
	}
}

// What the answer rests on that the text does not say is told until the form says it; what the answer does
// not depend on is not.
func TestAssumedIsTold(t *testing.T) {
	v := visiting(t)
	v.answer(0.4)
	v.Use(snippet.Read(v.Model.State, "PrivacyEngine().make_private(noise_multiplier=1.1, max_grad_norm=1)\n"+
		"n = 60000; batch_size = 256; lr = 0.1; epochs = 15; delta = 1e-5"))
	v.browser.Pass(0)
	const neighbours = "neighbouring datasets: add or remove one"
	if got := v.Assumed(""); got != "Assumed, not in your text — "+neighbours+"." { // nor the domain, which composition does not use
		t.Errorf("of a script: %q", got)
	}
	if got := v.Assumed("adjacency"); got != "" {
		t.Errorf("but the neighbours: %q", got)
	}
	v.answer(1.5)
	v.browser.Pass(time.Second)
	if got := v.Announced(); !strings.HasSuffix(got, neighbours+".") {
		t.Errorf("it is announced %q", got)
	}
	v.Do(state.Choose{Field: "adjacency", Value: "replace"})
	if got := v.Assumed(""); got != "" {
		t.Errorf("once that is said: %q", got)
	}
	v.Reset()
	if got := v.Assumed(""); got != "" {
		t.Errorf("of the opening run: %q", got)
	}
}
