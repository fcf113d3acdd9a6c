package view

import (
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/state"
	"lastiterate/app/view/viewtest"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/figure"
	"lastiterate/wasm/protocol"
)

// Without an answer the dialog holds the link of the form, blank fields and all, and says why
// there is no more; what the link opens has the same fields blank.
func TestShareWithoutAnAnswer(t *testing.T) {
	base := link.State{Query: bounds.DefaultQuery()}
	form := state.Opened(base, "v=1&n=&b=512&sigma=&figure=chien-li-1a").State
	page := viewtest.HTML(t, &shareDialog{open: true, Of: Sharing{Form: form, Waiting: "No answer yet: dataset size is needed."}})
	_, text, found := strings.Cut(page, `id="share-link"`)
	_, text, _ = strings.Cut(text, ">")
	text, _, _ = strings.Cut(text, "<")
	_, text, _ = strings.Cut(strings.TrimSpace(strings.ReplaceAll(text, "&amp;", "&")), "#")
	form.View.Figure = ""
	if opened := state.Opened(base, text); !found || len(opened.Problems) > 0 || link.Encode(opened.State) != link.Encode(form) {
		t.Errorf("the link is %q, want %q", text, link.Encode(form))
	}
	if !strings.Contains(page, words.OnlyTheLink("No answer yet: dataset size is needed.", false)) {
		t.Errorf("the dialog does not say what is missing: %s", page)
	}
	for _, id := range []string{"share-frame", "share-element", "share-markdown", "share-citation", "share-preview"} {
		if strings.Contains(page, `id="`+id+`"`) {
			t.Errorf("there is a %s without an answer", id)
		}
	}
}

// While the answer is being computed the frame can be copied, since it does not depend on it. It has the form's run, not that of the
// older answer, and no preview starts a second calculator.
func TestShareWhileComputing(t *testing.T) {
	form := link.State{Query: bounds.DefaultQuery()}
	older := words.Subject{Query: form.Query}
	form.Run.T, older.Run.T = 77, 88
	page := viewtest.HTML(t, &shareDialog{open: true, Of: Sharing{Form: form, Subject: older, Waiting: words.ShareWait}})
	for part, want := range map[string]bool{`id="share-link"`: true, `id="share-frame"`: true, `id="share-sizes"`: true, "T=77": true,
		words.OnlyTheLink(words.ShareWait, true): true, "T=88": false, `id="share-element"`: false, `id="share-citation"`: false,
		`<iframe`: false} {
		if strings.Contains(page, part) != want {
			t.Errorf("%q is there: %v, want %v: %s", part, !want, want, page)
		}
	}
}

// A figure that the page is about is shared before it is drawn, too: by its link, whatever becomes of the run's answer.
func TestShareAFigureThatIsComing(t *testing.T) {
	f, _ := figure.ByID("chien-li-1a")
	for _, c := range []struct {
		name string
		of   Sharing
		all  bool
	}{
		{"being computed", Sharing{AtFigure: true, Ready: true}, false},
		{"drawn", Sharing{AtFigure: true, Figure: &protocol.FigureResult{Figure: f.ID}}, true},
	} {
		c.of.Form = state.Reproduce{Figure: f.ID}.Do(state.New(link.State{Query: bounds.DefaultQuery()})).State
		page := viewtest.HTML(t, &shareDialog{open: true, figure: true, Of: c.of})
		if !strings.Contains(page, "Share this figure") || !strings.Contains(page, "&amp;figure="+f.ID) {
			t.Errorf("%s: the dialog is not the figure’s: %s", c.name, page)
		}
		if all, waits := strings.Contains(page, `id="share-lines"`), strings.Contains(page, words.FigureWait); all != c.all || waits == c.all {
			t.Errorf("%s: the lines are there: %v, want %v; the dialog waits: %v", c.name, all, c.all, waits)
		}
	}
}
