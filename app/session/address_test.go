package session_test

import (
	"strings"
	"testing"
	"time"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/session"
	"lastiterate/app/session/sessiontest"
	"lastiterate/app/state"
	"lastiterate/wasm/protocol"
)

// The address follows when the state rests; at once, as a step of the history, after what
// Back would undo. A step back shows what was there.
func TestAddressFollows(t *testing.T) {
	v := visiting(t)
	v.typed("eta", "0.5")
	v.browser.Pass(300 * time.Millisecond)
	v.typed("eta", "0.05")
	v.browser.Pass(300 * time.Millisecond)
	if v.browser.Text != "" {
		t.Errorf("within half a second of typing the address is %q, want it empty", v.browser.Text)
	}
	v.browser.Pass(time.Second)
	first := v.browser.Text
	if !strings.Contains(first, "eta=0.05") || len(v.browser.History) != 1 {
		t.Errorf("the address is %q, the history %q", first, v.browser.History)
	}
	v.typed("eta", "0.06")
	v.Do(state.Pin{})
	if h := v.browser.History; len(h) != 2 || !strings.Contains(h[0], "eta=0.06") || strings.Contains(h[0], "label") ||
		!strings.Contains(h[1], "label") {
		t.Errorf("what was left cannot be found by Back: the history is %q", h)
	}
	v.typed("eta", "0.07")
	v.browser.Text = first // a step back, before the link that is due is written
	v.browser.Pass(time.Second)
	if v.browser.Text != first {
		t.Errorf("after a step back the address is %q, want %q: no link is written into that entry", v.browser.Text, first)
	}
	v.AddressChanged()
	v.browser.Pass(time.Second)
	if v.Model.Run.Eta != 0.05 || string(v.asked(protocol.MethodEvaluate).Last().Run) != string(protocol.EncodeRun(v.Model.Run)) {
		t.Errorf("a step back shows η = %v", v.Model.Run.Eta)
	}
	requests := v.browser.Requests()
	v.AddressChanged()
	v.browser.Pass(time.Second)
	if got := v.browser.Requests(); got != requests {
		t.Errorf("after an address of the page's own there are %d requests, want %d as before", got, requests)
	}
	v.browser.Text = ""
	v.AddressChanged()
	if v.Model.Run != v.Base.Run {
		t.Errorf("an empty address shows %+v", v.Model.Run)
	}
}

// A link after "?" moves to the fragment, which is sent to no server.
func TestQueryMoves(t *testing.T) {
	v := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Search = "v=1&eta=0.05" })
	if v.browser.Text != "v=1&eta=0.05" || v.browser.Search != "" || v.Model.Run.Eta != 0.05 {
		t.Errorf("fragment %q, query %q, η = %v", v.browser.Text, v.browser.Search, v.Model.Run.Eta)
	}
}

// What is half typed outlives a reload of the page that shows the same link, and no other;
// embeds keep nothing.
func TestDraftsOutliveAReload(t *testing.T) {
	v := visiting(t)
	v.typed("eta", "0.05x")
	v.browser.Pass(time.Second)
	again := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text, b.Store = v.browser.Text, v.browser.Store })
	if got := again.Model.Text("eta"); got != "0.05x" {
		t.Errorf("after a reload the field holds %q", got)
	}
	other := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text, b.Store = "v=1&T=77", v.browser.Store })
	if got := other.Model.Text("eta"); got == "0.05x" {
		t.Errorf("the field of another link's page holds %q, want it not to hold the draft", got)
	}
	e := visiting(t, embedded)
	e.typed("eta", "0.05x")
	if e.browser.Store != nil {
		t.Errorf("an embed keeps %v, want it to keep nothing", e.browser.Store)
	}
}

// What was typed just before a reload is in the address after it, with its note: the browser ignores what a page writes
// while it leaves. It is not put under another link, nor kept for longer than it takes.
func TestTheLastKeyOutlivesAReload(t *testing.T) {
	v := visiting(t)
	v.typed("eta", "0.05")
	before := v.browser.Text
	v.Leave()
	v.browser.Text = before
	again := v.reloaded()
	if again.Model.Run.Eta != 0.05 || again.browser.Text != link.Encode(again.Model.State) || again.Assumed("") != v.Assumed("") {
		t.Errorf("η = %v at %s, %q", again.Model.Run.Eta, again.browser.Text, again.Assumed(""))
	}
	v.browser.Text = link.Encode(v.Model.State)
	v.typed("T", "x") // which also chooses how the length is stated
	if got := v.reloaded(); got.Model.Run.Eta != 0.05 || got.Model.Text("T") != "x" {
		t.Errorf("η = %v, T holds %q", got.Model.Run.Eta, got.Model.Text("T"))
	}
	other := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text, b.Store = "v=1&T=77", v.browser.Store })
	if other.Model.Run.T != 77 || other.Model.Run.Eta == 0.05 {
		t.Errorf("another link's page has T = %d, η = %v", other.Model.Run.T, other.Model.Run.Eta)
	}
	v.typed("T", "50")
	v.Leave()
	v.browser.Pass(time.Second) // it was only out of sight
	for _, text := range v.browser.Store {
		if text != "" {
			t.Errorf("it is kept: %s", text)
		}
	}
}

// What was typed before the program came is taken over, choices first: they say what the
// numbers mean.
func TestEarlyEdits(t *testing.T) {
	v := visiting(t)
	v.Open([]form.Edit{{Name: "sigma", Text: "1.5"}, {Name: "noise", Text: "multiplier"}, {Name: "search", Text: "x"}})
	if v.Model.Text("sigma") != "1.5" || v.Model.Text("noise") != "multiplier" {
		t.Errorf("σ = %s as %s", v.Model.Text("sigma"), v.Model.Text("noise"))
	}
}
