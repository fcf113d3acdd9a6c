package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"lastiterate/app/link"
	"lastiterate/app/session"
	"lastiterate/app/session/sessiontest"
	"lastiterate/wasm/protocol"
)

// The page around an embed hears of the run that it has set itself, and once the visitor
// has changed anything only that; unless its link says that it hears all.
func TestHostHearsOnlyItsOwn(t *testing.T) {
	for _, report := range []bool{false, true} {
		text := "v=1&show=answer"
		if report {
			text += "&report=" + link.ReportAll
		}
		v := visiting(t, embedded, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = text })
		v.answer(1.5)
		told := strings.Join(v.browser.Told, "\n")
		for _, want := range []string{`"epsilon":1.5`, `"row":"shift"`, "https://calculator.example/#v=1", "state ready"} {
			if !strings.Contains(told, want) {
				t.Errorf("of its own run the host does not hear %s", want)
			}
		}
		if strings.Contains(told, "show=") {
			t.Errorf("the link that the host hears is of an embed, want one of the calculator:\n%s", told)
		}
		v.browser.Told = nil
		v.typed("eta", "0.0517")
		v.answer(1.2)
		v.typed("eta", "0.0518")
		v.asked(protocol.MethodEvaluate).Fail("internal", "it says why")
		v.typed("eta", "-7")
		v.browser.Pass(time.Second)
		told = strings.Join(v.browser.Told, "\n")
		if heard := strings.Contains(told, "1.2") || strings.Contains(told, "it says why") ||
			strings.Contains(told, "ready"); heard != report {
			t.Errorf("report all: %v; of the visitor's run the host hears\n%s", report, told)
		}
		if !report && slices.ContainsFunc(v.browser.Told, func(s string) bool { return s != "state edited" }) {
			t.Errorf("the host hears\n%s", told)
		}
		if !v.browser.WasEdited {
			t.Error("the entry of the history is not marked as the visitor's, want it to be after an edit")
		}
	}
	// Who reloads, or goes back to an entry that is the visitor's, has handed over nothing.
	v := visiting(t, embedded, func(_ *session.Setting, b *sessiontest.Browser) { b.Text, b.WasEdited = "v=1&eta=0.05", true })
	v.answer(1.5)
	if told := strings.Join(v.browser.Told, "\n"); strings.Contains(told, "1.5") {
		t.Errorf("after a reload the host hears %s", told)
	}
	// A page that is no embed tells nobody.
	v = visiting(t)
	v.answer(1.5)
	if v.browser.Told != nil {
		t.Errorf("told: %s", v.browser.Told)
	}
}

// Of a link that cannot be read in full the page around an embed hears what is wrong with
// it, and no answer: that on show is to another run.
func TestHostHearsWhatItsLinkLacks(t *testing.T) {
	v := visiting(t, embedded, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = "v=1&n=7%&show=answer" })
	v.browser.Pass(0)
	if v.browser.Asked(protocol.MethodEvaluate) != nil {
		t.Error("a run other than the link's is asked for, want no request: the link has a fault")
	}
	told := strings.Join(v.browser.Told, "\n")
	if strings.Contains(told, "1.5") || strings.Contains(told, "ready") {
		t.Errorf("the host hears\n%s", told)
	}
	for _, want := range []string{"n=7%", "“%” is not a valid escape", "state failed"} {
		if !strings.Contains(told, want) {
			t.Errorf("the host does not hear %q:\n%s", want, told)
		}
	}
}

// Where a link could not be read in full, what is answered may be another run: the page
// around an embed hears why there is no answer to its own, and no number.
func TestHostHearsOfARefusedLink(t *testing.T) {
	v := visiting(t, embedded, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = "v=1&show=answer&eta=-0.1" })
	v.browser.Pass(0)
	if v.browser.Asked(protocol.MethodEvaluate) != nil {
		t.Error("a run other than the link's is asked for, want no request: the link is refused")
	}
	told := strings.Join(v.browser.Told, "\n")
	if strings.Contains(told, "1.5") || !strings.Contains(told,
		"failure The link could not be read in full, so it has no answer: at eta=-0.1, ") {
		t.Errorf("the host hears\n%s", told)
	}
}
