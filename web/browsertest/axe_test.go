//go:build e2e

package browsertest

import (
	"encoding/json"
	"fmt"
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

const (
	allRules = `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]`
	// Of these the theme of the page may change the outcome: nothing else of a page
	// knows which it is in.
	colourRules = `{type: "rule", values: ["color-contrast", "link-in-text-block"]}`
)

// axe checks the page as it stands, from its top, where the answer that stays in
// sight covers nothing; axe-core is there already.
func (p *page) axe(where string) {
	p.Helper()
	p.axeRules(where, allRules, 10)
}

// axeRules has some of the rules checked, of which at least so many must have found
// something to look at.
func (p *page) axeRules(where, rules string, least int) {
	p.Helper()
	if os.Getenv("WITHOUT_AXE") != "" {
		return
	}
	report := eval[string](p, fmt.Sprintf(`scrollTo(0, 0); axe.run({runOnly: %s, resultTypes: ["violations"]})
		.then((r) => JSON.stringify({passes: r.passes.length, violations: r.violations}))`, rules))
	var result struct {
		Passes     int
		Violations []violation
	}
	if err := json.Unmarshal([]byte(report), &result); err != nil {
		p.Fatal(err)
	}
	if result.Passes < least {
		p.Errorf("axe-core checked next to nothing: %d rules passed", result.Passes)
	}
	for _, v := range result.Violations {
		p.Errorf("%s: %s (%s): %s", where, v.ID, v.Impact, v.Help)
		for _, n := range v.Nodes {
			p.Logf("  %s\n  %s", n.HTML, n.FailureSummary)
		}
	}
}
