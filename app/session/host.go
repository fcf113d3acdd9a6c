package session

import (
	"encoding/json"
	"maps"

	"lastiterate/app/link"
	"lastiterate/app/state"
	"lastiterate/wasm/protocol"
)

// The page around an embed is a stranger to whoever types into it. It hears the
// answer to the run that it has set itself; once the visitor has changed
// anything it hears that much and nothing more, until it sets another run. A page
// that sets report=all hears everything, and the embed says so.

// hostAnswer is what the page around an embed is told of an answer.
type hostAnswer struct {
	Epsilon protocol.Number `json:"epsilon"`
	Row     string          `json:"row"`
	Theorem string          `json:"theorem"`
	Alpha   float64         `json:"alpha,omitempty"`
	Delta   float64         `json:"delta,omitempty"`
	Link    string          `json:"link"` // of the calculator on this run
}

// edited is the status that the page around an embed is told once the run is the
// visitor's.
const edited = "edited"

// noteEdit notes that a visitor has changed what the page around an embed set.
// What only concerns the look counts too: it is the visitor's own affair.
func (s *Session) noteEdit(before state.Model) {
	if s.Embedded && (link.Encode(s.Model.State) != link.Encode(before.State) || !maps.Equal(s.Model.Drafts, before.Drafts)) {
		s.edited = true
	}
}

// secret says that the page around must not hear of the run. An entry of the history is
// marked as the visitor's, too: who goes back to it, or reloads the page, has not handed it
// to the page around.
func (s *Session) secret() bool { return s.edited && s.Model.View.Report != link.ReportAll }

// unread says what of the link could not be read, of which the answer is then another
// run's than the page around has asked for; empty if all could be.
func (s *Session) unread() string {
	if !s.Model.Unsure || len(s.Model.Problems) == 0 {
		return ""
	}
	p := s.Model.Problems[0]
	return "The link could not be read in full, so it has no answer: at " + p.Name + "=" + p.Value + ", " + p.Message + "."
}

// tellAnswer tells the page around an embed the answer, or why there is none.
func (s *Session) tellAnswer() {
	if why := s.unread(); why != "" {
		s.tellFailure(why)
		return
	}
	about := s.Subject()
	if about.Result.Answer == nil || about.Contradiction() != "" {
		s.tellFailure(about.Say().Sentence())
		return
	}
	if !s.Embedded || s.secret() {
		return
	}
	name, _, _ := about.Attribution()
	text, err := json.Marshal(hostAnswer{
		Epsilon: about.Result.Answer.Epsilon, Row: about.Result.Answer.Row, Theorem: name,
		Alpha: about.Question.Alpha, Delta: about.Question.Delta,
		Link: s.Home + "#" + link.Encode(state.WithoutFrame(s.Model.State)),
	})
	if err != nil {
		return // numbers and strings always encode
	}
	s.browser.TellAnswer(string(text))
}

// tellFailure tells it why there is no answer.
func (s *Session) tellFailure(why string) {
	if s.Embedded && !s.secret() {
		s.browser.TellFailure(why)
	}
}

// tellStatus tells it the status of the current question.
func (s *Session) tellStatus(status string) {
	if !s.Embedded {
		return
	}
	switch {
	case s.secret():
		status = edited
	case status == "ready" && s.unread() != "":
		status = "failed"
	}
	s.browser.TellState(status)
}
