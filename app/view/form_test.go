package view

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/link"
	"lastiterate/app/state"
	"lastiterate/app/view/viewtest"
	"lastiterate/bounds"
)

// The fields that a class of losses does not use are not in the form.
func TestFormFollowsTheLoss(t *testing.T) {
	m := state.New(link.State{Query: bounds.DefaultQuery()})
	for class, field := range map[string]string{"weakly-convex": "weak_convexity", "holder": "holder_order",
		"strongly-convex": "strong_convexity"} {
		m := state.Choose{Field: "loss", Value: class}.Do(m)
		page := viewtest.HTML(t, &Form{Query: m.Query, Entries: Entries(m, dom.NewEdits())})
		for _, other := range []string{"weak_convexity", "holder_order", "strong_convexity"} {
			if got := strings.Contains(page, `id="field-`+other+`"`); got != (other == field) {
				t.Errorf("%s: field %s is there: %v", class, other, got)
			}
		}
	}
	m = state.Project{On: false}.Do(m)
	if page := viewtest.HTML(t, &Form{Query: m.Query, Entries: Entries(m, dom.NewEdits())}); strings.Contains(page, `id="field-diameter"`) {
		t.Error("a domain without projection has a diameter")
	}
}

func TestSymbolsAndProse(t *testing.T) {
	if got := app.HTMLString(app.P().Body(Symbol("σ_DP")...)); !strings.Contains(got, "<sub>DP</sub>") {
		t.Error(got)
	}
	if got := app.HTMLString(app.P().Body(Prose("`lr=` in your optimiser")...)); !strings.Contains(got, "<code>lr=</code>") {
		t.Error(got)
	}
}
