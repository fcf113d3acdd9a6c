package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	aStatement = regexp.MustCompile(`(?m)^\*\*(Theorem|Lemma|Proposition|Corollary|Remark) ?(\d*)`)
	ofAnother  = regexp.MustCompile("(Theorem|Lemma|Proposition|Corollary|Remark)s? (\\d+) of (?:`|\\[)[a-z./]*?([a-z]+)\\.md|`[a-z./]*?([a-z]+)\\.md`, (Theorem|Lemma|Proposition|Corollary|Remark) (\\d+)")
)

// notes are the files of the notes beside the engine.
func notes(t *testing.T) []string {
	var files []string
	for _, pattern := range []string{"../../bounds/*/*.md", "../../bounds/internal/*/*.md", "../../bounds/internal/row/*/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 20 {
		t.Fatalf("only %d notes: %v", len(files), files)
	}
	return files
}

// Statements are numbered through each note, theorems and lemmas have their proofs, which
// end where they end, and a statement that another note names is there.
func TestStatementsAreNumbered(t *testing.T) {
	files := notes(t)
	known, texts := map[string]bool{}, map[string]string{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(content)
		texts[file] = text
		starts := aStatement.FindAllStringSubmatchIndex(text, -1)
		if len(starts) == 0 && filepath.Base(file) != "attack.md" {
			t.Errorf("%s states nothing", file)
		}
		for i, at := range starts {
			end := len(text)
			if i+1 < len(starts) {
				end = starts[i+1][0]
			}
			kind, number := text[at[2]:at[3]], text[at[4]:at[5]]
			if number != strconv.Itoa(i+1) {
				t.Errorf("%s: %s %s is number %d", file, kind, number, i+1)
			}
			known[proofName(file)+" "+kind+" "+number] = true
			part := text[at[0]:end]
			proved := strings.Contains(part, "*Proof") || strings.Contains(text, "claim of "+kind+" "+number+".*")
			if (kind == "Theorem" || kind == "Lemma") && !proved {
				t.Errorf("%s: %s %s has no proof", file, kind, number)
			}
		}
		if begun, ended := strings.Count(text, "*Proof"), strings.Count(text, "∎"); begun != ended {
			t.Errorf("%s: %d proofs begin, %d end", file, begun, ended)
		}
	}
	named := 0
	for file, text := range texts {
		for _, of := range ofAnother.FindAllStringSubmatch(text, -1) {
			named++
			if name := of[3] + of[4] + " " + of[1] + of[5] + " " + of[2] + of[6]; !known[name] {
				t.Errorf("%s names %s, which is not there", file, name)
			}
		}
	}
	if named < 5 {
		t.Errorf("only %d statements of other notes are named", named)
	}
}

// A note that a row names opens with what it proves, and its page does after the summary: a reader comes for the statement. It
// stands for itself, and names the statement that follows in the note.
func TestNotesOpenWithTheirStatement(t *testing.T) {
	opening := regexp.MustCompile(`^# .+\n\nRows: .+\n\n\*\*What is proved\.\*\* ((?:.+\n){2,7})\n`)
	theirs := regexp.MustCompile(`\((Theorem|Proposition|Lemma) (\d+)\)`)
	seen, all := 0, pages(t)
	for _, file := range notes(t) {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(content)
		if !strings.Contains(text, "\nRows: ") {
			continue
		}
		seen++
		found := opening.FindStringSubmatch(text)
		if found == nil {
			t.Errorf("%s does not open with what it proves", file)
			continue
		}
		if strings.Contains(found[1], ".md") {
			t.Errorf("%s: what it proves needs another note", file)
		}
		named := theirs.FindAllStringSubmatch(found[1], -1)
		if len(named) == 0 {
			t.Errorf("%s: what it proves names no statement", file)
		}
		for _, of := range named {
			if !regexp.MustCompile(`(?m)^\*\*` + of[1] + " " + of[2] + `\b`).MatchString(text) {
				t.Errorf("%s has no %s %s", file, of[1], of[2])
			}
		}
		page := string(all["docs/proofs/"+proofName(file)+".html"])
		_, body, _ := strings.Cut(page, "</h1>")
		if parts := strings.SplitN(body, "</p>\n", 3); !strings.HasPrefix(parts[2], "<p><strong>What is proved.</strong>") {
			t.Errorf("after the summary and the rows, the page of %s goes on with %.60q", file, parts[2])
		}
	}
	if seen < 17 {
		t.Errorf("%d notes of rows", seen)
	}
}
