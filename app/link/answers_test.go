//go:build !js

package link

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
)

// answersFile holds, for every golden link that can be answered, what each row
// said when the link was written down. It is kept for ever: what a paper's
// theorem gives does not change, and bounds of our own may only improve.
const answersFile = "testdata/answers-v1.json"

// kept is how far a theorem's value may move, relatively.
const kept = 1e-9

// answer is what was said to one link.
type answer struct {
	Link string             `json:"link"`
	Rows map[string]float64 `json:"rows"` // ε by row; rows that failed or do not apply are left out
}

// TestGoldenAnswers evaluates the golden links. UPDATE_SNAPSHOTS=1 adds new
// links and rows, and values that have improved; it never lets one get worse.
func TestGoldenAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	var written []answer
	if raw, err := os.ReadFile(answersFile); err != nil {
		t.Fatal(err)
	} else if err := json.Unmarshal(raw, &written); err != nil {
		t.Fatalf("%s: %v", answersFile, err)
	}
	before := map[string]map[string]float64{}
	for _, a := range written {
		before[a.Link] = a.Rows
	}
	var now []answer
	for _, b := range golden(t) {
		s, _ := DecodeFrom(base(), b.text)
		if s.View.Blank != nil {
			continue // it has no answer
		}
		said, err := bounds.Rows(t.Context(), s.Run, s.Question, bounds.Settings{})
		if err != nil {
			continue // the link shows a run that is not valid, and says so
		}
		rows := map[string]float64{}
		for _, row := range said {
			if row.Applies && row.Err == nil && !math.IsInf(row.Epsilon, 0) {
				rows[row.Theorem.ID] = row.Epsilon
			}
		}
		now = append(now, answer{b.text, rows})
		for id, old := range before[b.text] {
			if new, computed := rows[id]; !computed {
				t.Errorf("%s\n%s said %v and is not computed any more", b.text, id, old)
			} else if worse(id, new, old) {
				t.Errorf("%s\n%s says %v and said %v", b.text, id, new, old)
			}
		}
		if before[b.text] == nil && os.Getenv("UPDATE_SNAPSHOTS") == "" {
			t.Errorf("%s\nhas no answer in %s: UPDATE_SNAPSHOTS=1 adds it", b.text, answersFile)
		}
		delete(before, b.text)
	}
	for link := range before {
		t.Errorf("%s\nis not among the golden links any more", link)
	}
	if os.Getenv("UPDATE_SNAPSHOTS") == "" || t.Failed() {
		return
	}
	raw, err := json.MarshalIndent(now, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(answersFile, append(raw, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

// gridded are rows of papers that are evaluated on a grid, so that a finer one
// may give less.
var gridded = []string{"composition", "chien-li-A.3", "chien-li-A.1", "chien-li-3.12"}

// worse reports whether a row may not say new where it said old.
func worse(id string, new, old float64) bool {
	th, known := catalog.ByID(id)
	moved := math.Abs(new-old) > kept*old
	switch ours := known && (th.Source.Ours() || slices.Contains(gridded, id)); {
	case !ours:
		return moved
	case th.Status == claim.Estimate:
		return false // a floor that is no proof
	case th.Side == claim.Lower:
		return moved && new < old
	default:
		return moved && new > old
	}
}
