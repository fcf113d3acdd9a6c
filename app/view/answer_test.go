package view

import (
	"strings"
	"testing"

	"lastiterate/app/view/viewtest"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/wasm/protocol"
)

// The theorem's name leads to its open row, and the mark of a certified answer to what that means.
func TestAttributionLeadsOn(t *testing.T) {
	epsilon := protocol.Number(0.405)
	row := protocol.Row{ID: "profile", Name: "Profile contraction", Applies: true, Certified: true, Epsilon: &epsilon, Side: "upper",
		Status: "proved"}
	about := words.Subject{Query: bounds.DefaultQuery(), Result: protocol.Result{Answers: protocol.Answers{Rows: []protocol.Row{row},
		Answer: &protocol.Answer{Row: "profile", Epsilon: epsilon, Certified: true}}}}
	for embedded, blank := range map[bool]int{false: 1, true: 2} {
		html := viewtest.HTML(t, &Answer{Subject: about, Known: true, Opens: "https://calculator.example/#v=1&open=profile", Embedded: embedded})
		_, html, _ = strings.Cut(html, `id="attribution"`)
		html, _, _ = strings.Cut(html, "</p>")
		for _, want := range []string{`href="https://calculator.example/#v=1&open=profile"`, `docs/certificates.html"`, words.CertifiedMark} {
			if !strings.Contains(html, want) {
				t.Errorf("embedded %t: the attribution has no %s: %s", embedded, want, html)
			}
		}
		if got := strings.Count(html, `target="_blank"`); got != blank {
			t.Errorf("embedded %t: %d links open beside the page, want %d", embedded, got, blank)
		}
	}
	if html := viewtest.HTML(t, &rowView{Row: row}); !strings.Contains(html, `id="`+openerOf("profile")+`"`) {
		t.Errorf("a row's button cannot be led to: %s", html)
	}
}
