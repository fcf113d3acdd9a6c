package docs

import (
	"strings"
	"testing"
)

// The tables at the head of the page have the numbers of the commands at its end, whose output package house compares.
func TestTightnessLeadsWithWhatTheCommandsPrint(t *testing.T) {
	raw, err := texts.ReadFile("tightness.md")
	if err != nil {
		t.Fatal(err)
	}
	lead, commands, found := strings.Cut(string(raw), "## Run it again")
	if !found || strings.Contains(lead, "```") {
		t.Fatal("the commands are not at the end")
	}
	table, _, _ := strings.Cut(lead, "\n## A known order")
	compared := 0
	for line := range strings.Lines(commands) {
		line = strings.TrimSpace(line)
		class, numbers, isRow := strings.Cut(line, "convex ")
		if isRow {
			compared++
			row := "| " + class + "convex | " + strings.Join(strings.Fields(numbers), " | ") + " |"
			if !strings.Contains(table, "\n"+row+"\n") {
				t.Errorf("no table has the line %s", row)
			}
		}
	}
	if compared != 6 {
		t.Errorf("%d lines of the tables are compared, want 6", compared)
	}
	_, said, _ := strings.Cut(lead, "## Averages over orders")
	for _, number := range []string{"at most 6.1 %", "at most 15.6 %", "at most 0.7 %", "4.9 %"} {
		if !strings.Contains(said, number) || !strings.Contains(commands, strings.TrimPrefix(number, "at most ")) {
			t.Errorf("%s is not in the text and in the output", number)
		}
	}
}
