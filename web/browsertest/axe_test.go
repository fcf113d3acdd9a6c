//go:build e2e

package browsertest

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// axe-core finds nothing to complain of under WCAG 2.2 AA, in light and dark,
// wide and narrow, with the answer shown and with an error shown.
func TestAccessibility(t *testing.T) {
	axe, err := os.ReadFile("../node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatalf("axe-core is not there: %v\nrun the browser tests by make test-browser, which fetches it", err)
	}
	for _, theme := range []string{"light", "dark"} {
		for _, width := range []int64{1440, 390} {
			t.Run(fmt.Sprint(theme, " ", width), func(t *testing.T) {
				p := newPage(t, site)
				call(p, p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
					Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
				})
				p.do(chromedp.EmulateViewport(width, 900))
				p.goTo("/")
				p.awaitReady()
				p.axe(string(axe))
				for _, tab := range []string{"alpha", "delta", "sweep", "schedule", "parts"} {
					p.look(tab)
					p.axe(string(axe))
				}
				p.enter("eta", "-1")
				p.await(`document.querySelector("#error-eta")?.innerText`)
				p.axe(string(axe))
				p.goTo("/404.html")
				p.goTo("/#v=1&figure=chien-li-1b&open=shift")
				p.awaitReady()
				p.await(figureDone)
				eval[bool](p, `(document.querySelectorAll("#export, #figure-table").forEach((d) => d.open = true), true)`)
				p.axe(string(axe))
			})
		}
	}
}

// violation is what axe-core reports: a rule, and the elements that break it.
type violation struct {
	ID, Impact, Help string
	Nodes            []struct{ HTML, FailureSummary string }
}

func (p *page) axe(script string) {
	p.Helper()
	eval[bool](p, script+"; true")
	report := eval[string](p, `axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
		.then((r) => JSON.stringify({passes: r.passes.length, violations: r.violations}))`)
	var result struct {
		Passes     int
		Violations []violation
	}
	if err := json.Unmarshal([]byte(report), &result); err != nil {
		p.Fatal(err)
	}
	if result.Passes < 10 {
		p.Errorf("axe-core checked next to nothing: %d rules passed", result.Passes)
	}
	for _, v := range result.Violations {
		p.Errorf("%s (%s): %s", v.ID, v.Impact, v.Help)
		for _, n := range v.Nodes {
			p.Logf("  %s\n  %s", n.HTML, n.FailureSummary)
		}
	}
}
