package session_test

import (
	"testing"

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
