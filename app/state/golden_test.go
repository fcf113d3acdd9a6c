package state

import (
	"os"
	"strings"
	"testing"

	"lastiterate/app/picture"
	"lastiterate/app/words"
)

// The golden links use every tab, every part and size of an embed, and every
// departure from the run; what is added is added to them.
func TestGoldenLinksCoverTheView(t *testing.T) {
	text, err := os.ReadFile("../link/testdata/links-v1.txt")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		for pair := range strings.SplitSeq(strings.TrimSpace(line), "&") {
			name, value, _ := strings.Cut(pair, "=")
			for part := range strings.SplitSeq(value, "~") {
				used[name+"="+part] = true
			}
		}
	}
	var wanted []string
	for _, tab := range picture.Tabs() {
		wanted = append(wanted, "tab="+string(tab))
	}
	for _, part := range embedParts {
		wanted = append(wanted, "show="+part)
	}
	for _, size := range embedSizes {
		wanted = append(wanted, "size="+size)
	}
	for _, d := range words.AllDepartures {
		wanted = append(wanted, "differs="+string(d.ID))
	}
	for _, name := range wanted {
		if !used[name] {
			t.Errorf("no golden link has %s", name)
		}
	}
}
