package claim

import (
	"strings"

	"lastiterate/bounds/run"
)

// Query asks a question about a run.
type Query struct {
	Run      run.Run
	Question Question
}

// Same reports whether two queries have the same answer: their questions are equal, and their runs
// describe the same training.
func (q Query) Same(other Query) bool {
	return q.Question == other.Question && q.Run.Same(other.Run)
}

// Link is the fragment of the page's address that states the run and the question; it begins with "#".
func (q Query) Link() string {
	parts := []string{"#v=1"}
	for _, f := range run.Fields() {
		if q.Run.States(f.Name) {
			parts = append(parts, f.Name+"="+q.Run.Get(f.Name))
		}
	}
	if q.Question.Renyi() {
		return strings.Join(append(parts, "alpha="+run.FormatNumber(q.Question.Alpha)), "&")
	}
	return strings.Join(append(parts, "delta="+run.FormatNumber(q.Question.Delta)), "&")
}
