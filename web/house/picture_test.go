package house

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// rooms are the parts of the house in the picture of architecture.md; the longest prefix counts.
var rooms = []string{"app", "bounds", "server", "wasm", "wasm/engine", "wasm/lab", "wasm/lab/program", "wasm/protocol", "web"}

var drawnArrow = regexp.MustCompile(`(?m)^    (\S+) +→ (.+)$`)

// The picture of architecture.md has every import between two rooms, and no other.
func TestPictureOfTheHouse(t *testing.T) {
	room := func(name string) (found string) {
		for _, r := range rooms {
			if holds(module+"/"+r+"/...", name) && len(r) > len(found) {
				found = r
			}
		}
		return found
	}
	there := map[string]bool{}
	for _, env := range [][]string{nil, {"GOOS=js", "GOARCH=wasm"}} {
		for _, p := range packages(t, env...) {
			for _, name := range p.Imports {
				if to := room(name); to != "" && to != room(p.ImportPath) {
					there[room(p.ImportPath)+" → "+to] = true
				}
			}
		}
	}
	drawn := map[string]bool{}
	for _, line := range drawnArrow.FindAllStringSubmatch(read(t, "web/docs/architecture.md"), -1) {
		for _, to := range strings.Split(line[2], ", ") {
			drawn[line[1]+" → "+to] = true
		}
	}
	if got, want := slices.Sorted(maps.Keys(drawn)), slices.Sorted(maps.Keys(there)); !slices.Equal(got, want) {
		t.Errorf("architecture.md draws\n\t%s\nand the imports are\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// mostWords is the largest number of words in the glossary.
const mostWords = 40

var glossaryRow = regexp.MustCompile("(?m)^\\| ([^|]+) \\|[^|]+\\|[^|]*\\| `(\\w+)(?:\\.(\\w+))?` \\|$")

// The glossary of CONTRIBUTING is short, has no word twice, and its last column names declarations that
// exist.
func TestGlossary(t *testing.T) {
	_, table, _ := strings.Cut(read(t, "CONTRIBUTING.md"), "### Words\n")
	table, _, _ = strings.Cut(table, "\n## ")
	rows := glossaryRow.FindAllStringSubmatch(table, -1)
	if lines := strings.Count(table, "\n| ") - 1; len(rows) != lines {
		t.Errorf("%d of %d rows of the glossary can be read", len(rows), lines)
	}
	if len(rows) < 20 || len(rows) > mostWords {
		t.Errorf("the glossary has %d words; at most %d are allowed", len(rows), mostWords)
	}
	all, seen := packages(t), map[string]bool{}
	for _, row := range rows {
		if seen[row[1]] {
			t.Errorf("%q has two meanings", row[1])
		}
		seen[row[1]] = true
		folders := []string{"bounds/" + row[2], "bounds/internal/" + row[2], "bounds/internal/shift/" + row[2],
			"bounds/internal/contraction/" + row[2]}
		if row[2] == "bounds" {
			folders = []string{"bounds"}
		}
		var declared bool
		declaration := regexp.MustCompile(`(?m)^(?:type |func (?:\([^)]*\) )?|\t)` + row[3] + `\b`)
		for _, p := range all {
			folder := strings.TrimPrefix(p.ImportPath, module+"/")
			if !slices.Contains(folders, folder) {
				continue
			}
			declared = row[3] == ""
			for _, f := range p.GoFiles {
				declared = declared || declaration.MatchString(read(t, folder+"/"+f))
			}
		}
		if !declared {
			t.Errorf("%s: bounds has no %s.%s", row[1], row[2], row[3])
		}
	}
}
