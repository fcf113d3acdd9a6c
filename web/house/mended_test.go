package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Sentences that were mended, a line each, do not come back: not in what the page
// says, nor in a document. What was built of them is searched by the browser tests.
func TestMendedSentencesAreGone(t *testing.T) {
	list, err := os.ReadFile("mended.txt")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("git", "ls-files")
	cmd.Dir = root
	files, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	searched := 0
	for name := range strings.FieldsSeq(string(files)) {
		if !slices.Contains([]string{".go", ".md", ".html", ".js", ".ts", ".json"}, filepath.Ext(name)) ||
			strings.HasPrefix(name, "web/generators/") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			continue // taken away, and not committed yet
		}
		searched++
		for old := range strings.Lines(string(list)) {
			if old = strings.TrimSpace(old); strings.Contains(string(text), old) {
				t.Errorf("%s says %q again", name, old)
			}
		}
	}
	if searched < 100 {
		t.Fatalf("only %d files were searched", searched)
	}
}
