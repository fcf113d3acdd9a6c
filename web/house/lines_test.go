package house

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// widest is how many characters a line of a program has at most, a tab being one of them.
const widest = 140

// Lines of programs are read beside each other. Tests hold links and scripts that are copied
// as they are, and may be wider.
func TestLinesAreNotWide(t *testing.T) {
	seen := 0
	for _, folder := range []string{"app", "bounds", "server", "wasm", "web"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && (d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2) {
				return filepath.SkipDir
			}
			if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			seen++
			for i, line := range strings.Split(string(text), "\n") {
				if n := utf8.RuneCountInString(line); n > widest {
					t.Errorf("%s:%d has %d characters, at most %d are read at once", path, i+1, n, widest)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 400 {
		t.Fatalf("only %d files were looked at", seen)
	}
}
