//go:build e2e

package browsertest

import (
	"encoding/json"
	"os"
	"testing"
)

// axeCore is the script of axe-core, or, where WITHOUT_AXE says that it could not
// be fetched, nothing; make test then names what was left out.
func axeCore(t testing.TB) string {
	t.Helper()
	if os.Getenv("WITHOUT_AXE") != "" {
		return "true"
	}
	script, err := os.ReadFile("../node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatalf("axe-core is not there: %v\nrun the browser tests by make test-browser, which fetches it", err)
	}
	return string(script) + "; true"
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
	if os.Getenv("WITHOUT_AXE") != "" {
		return
	}
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
