package house

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds/catalog"
)

var (
	definesRow = regexp.MustCompile(`= (?:proof\.InWhole\()?&theorem\.Theorem\{\s+ID:\s+"([^"]+)"`)
	namesProof = regexp.MustCompile(`([a-z]+)\.md`)
	leadsTo    = regexp.MustCompile("\\[`([^`]+)`\\]\\(([^)]+)\\)")
)

// A stranger finds the way in the files too. Every row is defined in one file of
// a room of bounds/internal/row; the file names the paper or the note with the proof. Every note
// beside the engine says from its third line on which rows' files name it, or, where it is
// about arithmetic, which code it is about.
func TestFilesLeadToProofsAndBack(t *testing.T) {
	var notes []string
	for _, pattern := range []string{"bounds/*/*.md", "bounds/internal/*/*.md", "bounds/internal/row/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		notes = append(notes, found...)
	}
	if len(notes) < 15 {
		t.Fatalf("%d notes", len(notes))
	}
	noteOf := map[string]string{} // by its name, without .md
	for _, note := range notes {
		rel, err := filepath.Rel(root, note)
		if err != nil {
			t.Fatal(err)
		}
		noteOf[strings.TrimSuffix(filepath.Base(note), ".md")] = filepath.ToSlash(rel)
	}
	if len(noteOf) != len(notes) {
		t.Errorf("%d notes have %d names", len(notes), len(noteOf))
	}

	sources, err := filepath.Glob(filepath.Join(root, "bounds/internal/row/*/*.go"))
	if err != nil {
		t.Fatal(err)
	}
	defined := map[string]int{}
	namedBy := map[string][]string{} // the files of rows that name a note
	proved := map[string]bool{}      // rows whose file names a note
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		rel, err := filepath.Rel(root, source)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.ToSlash(rel)
		text := read(t, file)
		rows := names(definesRow, text)
		named := names(namesProof, text)
		slices.Sort(named)
		for _, name := range slices.Compact(named) {
			if noteOf[name] == "" {
				t.Errorf("%s names %s.md, which is not there", file, name)
			}
			if len(rows) > 0 {
				namedBy[name] = append(namedBy[name], file)
			}
		}
		for _, row := range rows {
			defined[row]++
			proved[row] = len(named) > 0
		}
	}
	for _, th := range catalog.All() {
		if defined[th.ID] != 1 {
			t.Errorf("%s is defined in %d files", th.ID, defined[th.ID])
		}
		if th.Source.Ours() && !proved[th.ID] {
			t.Errorf("%s is ours, and its file names no proof", th.ID)
		}
	}
	if len(defined) != len(catalog.All()) {
		t.Errorf("%d rows are defined, %d are in the catalogue", len(defined), len(catalog.All()))
	}

	for name, note := range noteOf {
		lines := strings.SplitN(read(t, note), "\n", 3)
		if len(lines) < 3 {
			t.Errorf("%s has %d lines", note, len(lines))
			continue
		}
		lines[2], _, _ = strings.Cut(lines[2], "\n\n")
		var to []string
		for _, m := range leadsTo.FindAllStringSubmatch(lines[2], -1) {
			file := path.Join(path.Dir(note), m[2])
			if _, err := os.Stat(filepath.Join(root, file)); err != nil || m[1] != m[2] {
				t.Errorf("%s says %s, which leads nowhere", note, m[0])
			}
			to = append(to, file)
		}
		kind := "Code: "
		if len(namedBy[name]) > 0 {
			kind = "Rows: "
			slices.Sort(to)
			if !slices.Equal(to, namedBy[name]) {
				t.Errorf("%s leads to %q; it is named by %q", note, to, namedBy[name])
			}
		}
		if !strings.HasPrefix(lines[2], kind) || len(to) == 0 {
			t.Errorf("the paragraph from the third line of %s on is %q; it should say %q and the files", note, lines[2], kind)
		}
	}
}
