//go:build e2e

package browsertest

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// axe-core finds nothing to complain of under WCAG 2.2 AA in any view, in light
// and dark on a desk's screen and in dark on a telephone's.
func TestAccessibility(t *testing.T) {
	axe, err := os.ReadFile("../node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatalf("axe-core is not there: %v\nrun the browser tests by make test-browser, which fetches it", err)
	}
	for _, v := range views {
		t.Run(v.name, func(t *testing.T) {
			p := v.newPage(t)
			p.inTheme("light")
			p.show(v)
			eval[bool](p, string(axe)+"; true")
			p.axe("light")
			p.inTheme("dark")
			p.axe("dark")
			if v.width == 0 {
				p.do(chromedp.EmulateViewport(390, 844))
				p.await(`document.documentElement.clientWidth <= 390`)
				p.axe("dark and narrow")
			}
		})
	}
}

// violation is what axe-core reports: a rule, and the elements that break it.
type violation struct {
	ID, Impact, Help string
	Nodes            []struct{ HTML, FailureSummary string }
}

// axe checks the page as it stands, from its top, where the answer that stays in
// sight covers nothing; axe-core is there already.
func (p *page) axe(where string) {
	p.Helper()
	report := eval[string](p, `scrollTo(0, 0); axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
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
		p.Errorf("%s: %s (%s): %s", where, v.ID, v.Impact, v.Help)
		for _, n := range v.Nodes {
			p.Logf("  %s\n  %s", n.HTML, n.FailureSummary)
		}
	}
}
