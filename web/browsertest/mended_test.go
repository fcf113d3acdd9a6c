//go:build e2e

package browsertest

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Nothing that a visitor downloads, the program among it, says a sentence that was
// mended.
func TestMendedSentencesAreNotBuilt(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile("../house/mended.txt")
	if err != nil {
		t.Fatal(err)
	}
	built := *staticSite
	if built == "" {
		built = "../dist"
	}
	pages, programs := 0, 0
	err = filepath.WalkDir(built, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		switch filepath.Ext(name) {
		case ".html":
			pages++
		case ".wasm":
			programs++
		case ".js", ".ts", ".json":
		default:
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for old := range strings.Lines(string(list)) {
			if old = strings.TrimSpace(old); bytes.Contains(text, []byte(old)) {
				t.Errorf("%s says %q", name, old)
			}
		}
		return nil
	})
	if err != nil || pages < 20 || programs != 2 {
		t.Fatalf("%d pages and %d programs were searched: %v", pages, programs, err)
	}
}
