package catalog

import (
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
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

// TestBibTeX writes proceedings, a journal, and proceedings of a later year than the preprint's.
func TestBibTeX(t *testing.T) {
	direct := claim.Bound{Question: claim.Question{Delta: 1e-6}, Epsilon: 1, Converted: math.NaN()}
	gaussian := composition.Composition.Method(run.Run{Scheme: run.Full}, direct, 1)
	if len(gaussian) != 2 {
		t.Fatalf("%d papers on the profile of a Gaussian mechanism, want 2", len(gaussian))
	}
	for _, c := range []struct {
		source theorem.Source
		want   string
	}{{composition.Composition.Source, `@inproceedings{mironov2017renyi,
  author        = {Mironov, Ilya},
  title         = {{R{\'e}nyi} differential privacy},
  booktitle     = {IEEE 30th Computer Security Foundations Symposium},
  pages         = {263--275},
  year          = {2017},
  eprint        = {1702.07476},
  archiveprefix = {arXiv},
  url           = {https://arxiv.org/abs/1702.07476},
}
`}, {gaussian[1], `@article{dong2022gaussian,
  author        = {Dong, Jinshuo and Roth, Aaron and Su, Weijie J.},
  title         = {Gaussian differential privacy},
  journal       = {Journal of the Royal Statistical Society: Series B},
  volume        = {84},
  number        = {1},
  pages         = {3--37},
  year          = {2022},
  eprint        = {1905.02383},
  archiveprefix = {arXiv},
  url           = {https://arxiv.org/abs/1905.02383},
}
`}, {proof.ChienLi("Theorem 3.1"), `@inproceedings{chien2024convergent,
  author        = {Chien, Eli and Li, Pan},
  title         = {Convergent privacy loss of {Noisy-SGD} without convexity and smoothness},
  booktitle     = {International Conference on Learning Representations},
  year          = {2025},
  eprint        = {2410.01068},
  archiveprefix = {arXiv},
  url           = {https://arxiv.org/abs/2410.01068},
}
`}} {
		if got := c.source.BibTeX(); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	}
}
