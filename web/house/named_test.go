package house

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	namedTest   = regexp.MustCompile("`(Test[A-Z]\\w*)")
	definedTest = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
)

// A test that a document names is there.
func TestDocumentsNameTests(t *testing.T) {
	there := map[string]bool{}
	for name := range strings.FieldsSeq(output(t, "git ls-files --cached --others --exclude-standard '*_test.go'")) {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			continue // taken away, and not committed yet
		}
		for _, m := range definedTest.FindAllStringSubmatch(string(text), -1) {
			there[m[1]] = true
		}
	}
	named := 0
	for name := range strings.FieldsSeq(output(t, "git ls-files '*.md'")) {
		for _, m := range namedTest.FindAllStringSubmatch(read(t, name), -1) {
			named++
			if !there[m[1]] {
				t.Errorf("%s names %s, which is not there", name, m[1])
			}
		}
	}
	if named < 70 {
		t.Errorf("the documents name %d tests", named)
	}
}

var namedFile = regexp.MustCompile("`((?:app|bounds|server|wasm|web)/[\\w./-]+\\.(?:css|d\\.ts|go|json|md|sum|tsv|txt))`")

// A file that is named by its whole path is there.
func TestDocumentsNameFiles(t *testing.T) {
	named := 0
	for name := range strings.FieldsSeq(output(t, "git ls-files '*.md'")) {
		for _, m := range namedFile.FindAllStringSubmatch(read(t, name), -1) {
			named++
			if _, err := os.Stat(filepath.Join(root, m[1])); err != nil {
				t.Errorf("%s names %s, which is not there", name, m[1])
			}
		}
	}
	if named < 40 {
		t.Errorf("the documents name %d files", named)
	}
}
