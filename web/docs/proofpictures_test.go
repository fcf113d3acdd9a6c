package docs

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/bounds"
)

// The picture of a proof stands below its statement. It shows a run that a row of the proof answers, or whose floor by such a
// row meets the answer, and says what composition proves.
func TestProofPictures(t *testing.T) {
	all := pages(t)
	for name, p := range proofPictures {
		page := string(all["docs/proofs/"+name+".html"])
		_, rest, found := strings.Cut(page, "<strong>What is proved.</strong>")
		if _, next, _ := strings.Cut(rest, "</p>\n"); !found || !strings.HasPrefix(next, `<figure class="live">`) {
			t.Errorf("%s: no picture below what is proved", name)
		}
		s, problems := link.DecodeFrom(link.State{}, p.run)
		if problems != nil {
			t.Fatal(name, problems)
		}
		report := tableOf(t, s.Run, s.Question)
		if !slices.ContainsFunc(report.Rows, func(row bounds.Row) bool {
			return row.Applies && row.Err == nil && strings.Contains(page, "theorems/"+row.Theorem.ID+".html") &&
				math.Abs(row.Epsilon/report.Answer.Epsilon-1) < 1e-3
		}) {
			t.Errorf("%s: the run is answered by %s, and no row of the note says the same", name, report.Answer.Row)
		}
		if e := number.Up(report.AllIterates.Epsilon, 3); !strings.Contains(p.says, e) {
			t.Errorf("%s: composition proves %s, which is not said: %s", name, e, p.says)
		}
	}
}
