package claim

import "lastiterate/bounds/run"

// Query asks a question about a run.
type Query struct {
	Run      run.Run
	Question Question
}

// Same reports whether two queries have one answer: their questions are equal, and
// their runs are of one training.
func (q Query) Same(other Query) bool {
	return q.Question == other.Question && q.Run.Same(other.Run)
}
