package house

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	// widest is how many columns a line of a program has at most, where a tab takes four.
	widest = 140
	// fullest is how many Go files a folder has at most, tests aside: a room has one idea, and its
	// files can be seen at once.
	fullest = 25
)

// programs calls see with every Go file of ours that is no test.
func programs(t *testing.T, see func(path string)) {
	t.Helper()
	seen := 0
	for _, folder := range []string{"app", "bounds", "server", "wasm", "web"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && (d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2) {
				return filepath.SkipDir
			}
			if !d.IsDir() && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				seen++
				see(path)
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

// Lines are at most so wide that two files can be read side by side. Tests may be wider: they hold links and
// scripts that are copied verbatim.
func TestLinesAreNotWide(t *testing.T) {
	programs(t, func(path string) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if n := utf8.RuneCountInString(line) + 3*strings.Count(line, "\t"); n > widest {
				t.Errorf("%s:%d has %d columns, at most %d are read at once", path, i+1, n, widest)
			}
		}
	})
}

// tooFull are the folders with more files than a room may have.
func tooFull(files map[string]int) (folders []string) {
	for folder, n := range files {
		if n > fullest {
			folders = append(folders, folder)
		}
	}
	return folders
}

func TestRoomsAreNotFull(t *testing.T) {
	files := map[string]int{}
	programs(t, func(path string) { files[filepath.Dir(path)]++ })
	for _, folder := range tooFull(files) {
		t.Errorf("%s has %d files, at most %d are allowed: move an idea of its own into another folder", folder, files[folder], fullest)
	}
	if full := tooFull(map[string]int{"a": fullest, "b": fullest + 1}); len(full) != 1 || full[0] != "b" {
		t.Errorf("of rooms with %d and %d files %v are too full", fullest, fullest+1, full)
	}
}
