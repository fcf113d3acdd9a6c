package catalog

import (
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// No row applies to a new scheme, nor is a row asked about such a run under another scheme's name. Rows that looked
// at nothing but the order of the batches once treated drawing with replacement as drawing without, and were below the
// loss of its runs.
func TestNewSchemesHaveNoRows(t *testing.T) {
	r := rowtest.ChienLiRun(run.Full, 1)
	r.Scheme = "with-replacement"
	for _, th := range All() {
		for _, q := range []claim.Question{{Alpha: 3}, {Delta: 1e-5}} {
			refused := false
			for _, h := range th.Hypotheses(r, q) {
				refused = refused || h.Name == "batch scheme" && !h.Holds && h.Detail != ""
			}
			if !refused {
				t.Errorf("%s applies to batches that its proof was not checked for", th.ID)
			}
		}
		for _, r.T = range []int{1, 200} {
			if names := th.OtherNames(r); len(names) > 0 {
				t.Errorf("%s is asked about %v", th.ID, names[0].Run.Scheme)
			}
		}
	}
	r.Scheme = run.Full
	for _, th := range All() {
		if th.ID == "profile" && !theorem.Applies(th.Hypotheses(r, claim.Question{Alpha: 3})) {
			t.Errorf("%s does not apply to %s, want it to: its proof was checked for this scheme", th.ID, r.Scheme)
		}
	}
}
