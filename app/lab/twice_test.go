package lab

import (
	"strings"
	"testing"
)

// What is given twice is refused or told, never taken silently.
func TestNothingIsGivenTwice(t *testing.T) {
	for text, says := range map[string]string{
		"scores, epsilon=1, epsilon=0.1":                     "line 1 gives epsilon twice",
		"scores, epsilon=1, ε=0.1":                           "line 1 gives epsilon twice",
		"scores, mean, epsilon=1":                            "line 1 has two names, “scores” and “mean”",
		"scores, epsilon=1\nmean, mu=1\nscores, epsilon=0.1": "line 3: “scores” is on line 1 already",
	} {
		if _, fault := readReleases(text); !strings.Contains(fault, says) {
			t.Errorf("%q: %q, want …%s…", text, fault, says)
		}
	}
	if list, fault := readReleases("epsilon=1\nepsilon=1"); fault != "" || len(list) != 2 {
		t.Errorf("two releases without a name: %v, %q", list, fault)
	}
	for text, name := range map[string]string{"v=1&lab=utility&dimension=5&dimension=7": "dimension", "v=1&lab=utility&lab=audit": "lab"} {
		tool, values, problems := Decode(text)
		if tool.Name != "utility" || len(problems) != 1 || problems[0] != "“"+name+"” is given twice; the first was used" {
			t.Errorf("%s: %s, %v", text, tool.Name, problems)
		}
		if name == "dimension" && values[name] != "5" {
			t.Errorf("%s is %q", name, values[name])
		}
	}
}
