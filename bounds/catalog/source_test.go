package catalog

import (
	"strings"
	"testing"

	"lastiterate/bounds/internal/row/composition"
)

// Every row that others have published can be cited; ours are cited with the
// calculator. One paper has one entry, whatever theorem of it a row is.
func TestSourcesCanBeCited(t *testing.T) {
	entries := map[string]string{}
	for _, row := range All() {
		s := row.Source
		if s.Ours() {
			if s.Key != "" || s.BibTeX() != "" {
				t.Errorf("%s is ours and has a bibliography", row.ID)
			}
			continue
		}
		// The authors of the table, by their last names.
		names := strings.Split(s.Names, " and ")
		short := strings.Split(strings.ReplaceAll(s.Authors, " and ", ", "), ", ")
		if len(names) != len(short) {
			t.Errorf("%s: %d authors in the entry, %d in the table", row.ID, len(names), len(short))
			continue
		}
		for i, name := range names {
			last, first, found := strings.Cut(name, ", ")
			if !found || first == "" || last != short[i] {
				t.Errorf("%s: author %d is %q in the entry and %q in the table", row.ID, i+1, name, short[i])
			}
		}
		entry := s.BibTeX()
		if before, seen := entries[s.Key]; seen && before != entry {
			t.Errorf("%s: another entry has the key %s", row.ID, s.Key)
		}
		entries[s.Key] = entry
	}
	if len(entries) < 10 {
		t.Errorf("only %d papers", len(entries))
	}
	urls := map[string]string{}
	for key, entry := range entries {
		if strings.Count(entry, "{") != strings.Count(entry, "}") || strings.ContainsFunc(entry, func(r rune) bool { return r > 126 }) {
			t.Errorf("not plain BibTeX:\n%s", entry)
		}
		_, url, _ := strings.Cut(entry, "url ")
		if other, seen := urls[url]; seen {
			t.Errorf("%s and %s are one paper", key, other)
		}
		urls[url] = key
	}
}

func TestBibTeX(t *testing.T) {
	got := composition.Composition.Source.BibTeX()
	want := `@inproceedings{mironov2017renyi,
  author        = {Mironov, Ilya},
  title         = {{R{\'e}nyi} differential privacy},
  booktitle     = {IEEE 30th Computer Security Foundations Symposium},
  pages         = {263--275},
  year          = {2017},
  eprint        = {1702.07476},
  archiveprefix = {arXiv},
  url           = {https://arxiv.org/abs/1702.07476},
}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
