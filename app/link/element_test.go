package link

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"lastiterate/bounds/run"
)

// Every name of a link is a parameter of the custom element: none is taken for HTML's own, for an
// event handler or for a tool's, and its capitals, which attributes have not, are given back.
func TestElementTakesEveryName(t *testing.T) {
	script, err := os.ReadFile("../../web/embed/element.js")
	if err != nil {
		t.Fatal(err)
	}
	found := func(pattern string) string {
		m := regexp.MustCompile(pattern).FindSubmatch(script)
		if m == nil {
			t.Fatalf("element.js has no %s", pattern)
		}
		return string(m[1])
	}
	own := found(`(?s)ownAttributes = new Set\(\[(.*?)\]\)`)
	rule := found(`isParameter = \(name\) => (.*);`)
	foreign := regexp.MustCompile(found(`&& !/(.*)/\.test\(name\)`))
	names := []string{"delta", "alpha", "label"}
	for _, f := range run.Fields() {
		names = append(names, f.Name)
	}
	for _, p := range viewParams {
		names = append(names, p.name)
	}
	for _, name := range names {
		attribute := strings.ToLower(name)
		if strings.Contains(own, `"`+attribute+`"`) || foreign.MatchString(attribute) && !strings.Contains(rule, `name === "`+attribute+`"`) {
			t.Errorf("an element leaves %s out", name)
		}
		if attribute != name && name != "T" {
			t.Errorf("an element takes %s for %s", name, attribute)
		}
	}
	if !foreign.MatchString("onclick") || !foreign.MatchString("data-x") {
		t.Errorf("%s takes a page's own attributes for parameters", foreign)
	}
}
