//go:build !js

package link

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/figure"
	"lastiterate/bounds/run"
)

// The golden links use every name, every choice of the run, every figure and
// every row, so that none can change its meaning unseen. What is added to the
// calculator is added to them.
func TestGoldenLinksCoverEverything(t *testing.T) {
	used := map[string]bool{} // "name" and "name=value"
	for _, b := range golden(t) {
		if len(b.problems) > 0 {
			continue
		}
		for pair := range strings.SplitSeq(b.text, "&") {
			name, value, _ := strings.Cut(strings.TrimLeft(pair, "#?"), "=")
			name, _, _ = strings.Cut(name, ".")
			used[name] = true
			for part := range strings.SplitSeq(value, "~") {
				used[name+"="+part] = true
			}
		}
	}
	wanted := []string{"alpha", "delta", "label", "noise=langevin", "diameter=inf"}
	for _, f := range run.Fields() {
		wanted = append(wanted, f.Name)
		for _, c := range f.Choices {
			wanted = append(wanted, f.Name+"="+c)
		}
	}
	for _, p := range viewParams {
		wanted = append(wanted, p.name)
	}
	for _, f := range figure.All() {
		wanted = append(wanted, "figure="+f.ID)
	}
	for _, name := range wanted {
		if !used[name] {
			t.Errorf("no golden link has %s", name)
		}
	}

	raw, err := os.ReadFile(answersFile)
	if err != nil {
		t.Fatal(err)
	}
	var answers []answer
	if err := json.Unmarshal(raw, &answers); err != nil {
		t.Fatal(err)
	}
	for _, row := range catalog.All() {
		if !slices.ContainsFunc(answers, func(a answer) bool { _, said := a.Rows[row.ID]; return said }) {
			t.Errorf("no golden answer has the row %s", row.ID)
		}
	}
}
