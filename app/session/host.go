package session

import (
	"encoding/json"
	"maps"

	"lastiterate/app/link"
	"lastiterate/app/state"
	"lastiterate/wasm/protocol"
)

// The page around an embed is a stranger to the visitor who types into it. It receives the answer to the run that it has set
// itself. Once the visitor has changed anything, it is told only that, until it sets another run. A page that sets report=all
// receives everything, and the embed says so.

// hostAnswer is the part of an answer that the page around an embed receives.
type hostAnswer struct {
	Epsilon protocol.Number `json:"epsilon"`
	Row     string          `json:"row"`
	Theorem string          `json:"theorem"`
	Alpha   float64         `json:"alpha,omitempty"`
	Delta   float64         `json:"delta,omitempty"`
	Link    string          `json:"link"` // the calculator's link for this run
}

// edited is the status that the page around an embed receives once the visitor has changed the run.
const edited = "edited"

// noteEdit notes that the visitor has changed the state that the page around an embed set. A change of the look counts too.
func (s *Session) noteEdit(before state.Model) {
	if s.Embedded && (link.Encode(s.Model.State) != link.Encode(before.State) || !maps.Equal(s.Model.Drafts, before.Drafts)) {
		s.edited = true
	}
}

// secret reports whether the page around must not receive the run. An entry of the history is marked too: returning to it, or a
// reload, does not hand the run to the page around.
func (s *Session) secret() bool { return s.edited && s.Model.View.Report != link.ReportAll }

// unread says which part of the link could not be read, so that the answer is for another run than the page around asked for;
// empty if all could be read.
func (s *Session) unread() string {
	if !s.Model.Unsure || len(s.Model.Problems) == 0 {
		return ""
	}
	p := s.Model.Problems[0]
	return "The link could not be read in full, so it has no answer: at " + p.Name + "=" + p.Value + ", " + p.Message + "."
}

// tellAnswer sends the page around an embed the answer, or the reason why there is none.
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

// tellFailure sends the page around an embed the reason why there is no answer.
func (s *Session) tellFailure(why string) {
	if s.Embedded && !s.secret() {
		s.browser.TellFailure(why)
	}
}

// tellStatus sends the page around an embed the status of the current question.
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
