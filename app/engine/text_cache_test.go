package engine

import (
	"testing"

	"lastiterate/wasm/protocol"
)

// TestTextsAreAskedForOnce: only the first request asks for the texts of the rows. Later answers are brief, and the
// client adds the texts to them and to their parts, also if another engine answers.
func TestTextsAreAskedForOnce(t *testing.T) {
	const (
		whole = `{"id":"shift","name":"","side":"upper","status":"proved","hidden_state":true,"applies":true,"hypotheses":[],"certified":false,"source":{"authors":"A"},"formula":"F","symbols":"S","errata":"E"}`
		brief = `{"id":"shift","name":"","side":"upper","status":"proved","hidden_state":true,"applies":true,"hypotheses":[],"certified":true}`
	)
	result := func(row string) string {
		return `"result":{"verdict":{"helps":true,"changes":[]},"warnings":[],"statement":"","rows":[` + row + `]}`
	}
	s := newScene()
	worker := s.workers[0]
	worker.ready()
	s.Ask(evaluate)
	worker.answers(result(whole))
	s.Ask(evaluate)
	worker.crash("test")
	again := s.workers[1]
	again.ready()
	again.answers(`"partial":{"rows":[` + brief + `],"pending":["joint"]}`)
	again.answers(result(brief))
	if worker.posted[0].Brief || !worker.posted[1].Brief || !again.posted[0].Brief {
		t.Errorf("brief: %v, then %v, then %v; want false, true, true", worker.posted[0].Brief, worker.posted[1].Brief, again.posted[0].Brief)
	}
	var rows []protocol.Row
	for _, o := range s.outcomes {
		if o.Partial != nil {
			rows = append(rows, o.Partial.Rows...)
		}
		if o.Result != nil {
			rows = append(rows, o.Result.Rows...)
		}
	}
	if len(rows) != 3 {
		t.Fatalf("%d rows were delivered, want 3: %s", len(rows), s.heard())
	}
	for i, row := range rows {
		if row.Source == nil || row.Source.Authors != "A" || row.Formula != "F" || row.Symbols != "S" || row.Errata != "E" ||
			row.Certified != (i > 0) {
			t.Errorf("row %d: %+v, want the texts of the whole one, certified in all but the first", i, row)
		}
	}
}

// After a request for published theorems only, the client lacks the texts of the others, so that the next request for all
// rows is not brief.
func TestTextsOfAllRowsAreAskedFor(t *testing.T) {
	s := newScene()
	worker := s.workers[0]
	worker.ready()
	published := evaluate
	published.PublishedOnly = true
	const answer = `"result":{"verdict":{"helps":true,"changes":[]},"warnings":[],"statement":"","rows":[]}`
	for _, request := range []protocol.Request{published, evaluate, published, evaluate} {
		s.Ask(request)
		worker.answers(answer)
	}
	for i, brief := range []bool{false, false, true, true} {
		if got := worker.posted[i].Brief; got != brief {
			t.Errorf("question %d is brief: %v, want %v", i, got, brief)
		}
	}
}
