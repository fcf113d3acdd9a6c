package app

import (
	"encoding/json"
	"maps"

	"lastiterate/app/dom"
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
func (p *page) noteEdit(before state.Model) {
	if p.embedded && (link.Encode(p.model.State) != link.Encode(before.State) || !maps.Equal(p.model.Drafts, before.Drafts)) {
		p.edited = true
	}
}

// secret says that the page around must not hear of the run. An entry of the history is
// marked as the visitor's, too: who goes back to it, or reloads the page, has not handed it
// to the page around.
func (p *page) secret() bool { return p.edited && p.model.View.Report != link.ReportAll }

// tellHost tells the page around an embed the answer, or why there is none.
func (p *page) tellHost(failure string) {
	if !p.embedded || p.secret() {
		return
	}
	host := dom.Host{}
	if failure != "" {
		host.Failed(failure)
		return
	}
	s := p.subject()
	if s.Result.Answer == nil || s.Contradiction() != "" {
		host.Failed(s.Say().Sentence())
		return
	}
	name, _, _ := s.Attribution()
	text, err := json.Marshal(hostAnswer{
		Epsilon: s.Result.Answer.Epsilon, Row: s.Result.Answer.Row, Theorem: name,
		Alpha: s.Question.Alpha, Delta: s.Question.Delta,
		Link: dom.Base() + "#" + link.Encode(withoutFrame(p.model.State)),
	})
	if err != nil {
		return // numbers and strings always encode
	}
	host.Answer(string(text))
}

// tellStatus tells how the question under way stands.
func (p *page) tellStatus(status string) {
	if !p.embedded {
		return
	}
	if p.secret() {
		status = edited
	}
	dom.Host{}.State(status)
}
