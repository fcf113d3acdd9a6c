package session

import (
	"time"

	"lastiterate/app/engine"
	"lastiterate/app/form"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// displayed is the answer and the picture on the screen, with their questions. They stay, greyed, until newer ones arrive.
type displayed struct {
	known      bool
	of         query
	result     protocol.Result
	unfinished bool // rows or the verdict are missing from the result

	drawn     *drawn
	fine      bool            // no finer picture is expected
	plotted   protocol.Result // the latest answer that belongs to the picture
	plottedOf query
	last      pictured // the latest picture that belonged to the form
	listed    listing
}

// Job is the progress of the current question.
type Job struct {
	Status   engine.Status
	Err      string
	Needs    string   // the values that the answer waits for, in words, if fields are blank
	CurveErr string   // why there is no picture
	Restart  string   // why the engine was started again
	Pending  []string // rows still being computed
}

// Job is the progress of the current question.
func (s *Session) Job() Job { return s.job }

// ask sends the state's question to the engine, in place of any older one. The picture is requested after the answer has
// arrived.
func (s *Session) ask() {
	s.dropSketch()
	if s.FigureAlone() {
		s.client.Cancel()
		clear(s.asked)
		if s.Model.View.Figure == "" {
			s.tellFailure(s.unread())
		}
		s.mark()
		return
	}
	if s.isWithheld() {
		s.withhold()
		return
	}
	s.job, s.partial, s.head, s.drawing, s.halted, s.count = Job{Status: engine.Running}, nil, nil, nil, nil, Count{}
	s.post(s.query())
	s.mark()
}

// query is the state's question.
func (s *Session) query() query {
	return query{Query: s.Model.Query, publishedOnly: s.Published()}
}

// post sends the question. The client may deliver an outcome inside Ask, so the query is stored first.
func (s *Session) post(q query) {
	next := s.client.Next()
	for number := range s.asked {
		if number < next-1 {
			delete(s.asked, number)
		}
	}
	s.asked[next] = q
	s.client.Ask(q.request())
}

// receive handles an outcome of the engine.
func (s *Session) receive(o engine.Outcome) {
	q, ok := s.asked[o.Question]
	if !ok {
		return
	}
	latest := o.Question == s.client.Next()-1
	if o.Restarted == "" && o.Method != protocol.MethodEvaluate {
		s.receivePicture(o, q, latest)
		s.drawPinned()
		s.mark()
		return
	}
	switch {
	case o.Partial != nil:
		if latest {
			s.receivePart(o.Question, q, *o.Partial)
		}
	case o.Restarted != "":
		s.job.Restart = o.Restarted
		s.announced.text = "The engine stopped and was restarted."
	case o.Result != nil:
		s.show(q, s.withRecall(*o.Result), false)
		s.partial, s.job.Pending = nil, nil
		if latest {
			s.job.Status = engine.Done
			s.tellAnswer()
			s.announce()
			s.plot()
			s.drawPinned()
			s.trySampling()
		}
	case o.Status == engine.Failed && latest:
		s.fail(o.Err.Error())
	}
	s.mark()
}

// fail shows that there is no answer. It removes older answers and parts of this one, so that none appears beside the error or
// later.
func (s *Session) fail(why string) {
	s.job.Status, s.job.Err, s.job.Pending = engine.Failed, why, nil
	s.displayed, s.partial, s.head = displayed{}, nil, nil
	s.FirstAnswer, s.FirstChart = "", ""
	s.announced.text = "No answer for this run: " + why
	if of := s.unread(); of != "" && s.isWithheld() {
		s.tellFailure(of)
		return
	}
	s.tellFailure(s.announced.text)
}

// isWithheld reports whether there is no answer because fields of the run are blank, or because a link gives them values that
// cannot be read.
func (s *Session) isWithheld() bool { return s.Model.Needs() != nil }

// withhold shows which values are needed for an answer. It cancels the current question and removes the answer on the screen,
// which belong to another run.
func (s *Session) withhold() {
	s.client.Cancel()
	clear(s.asked)
	s.drawing, s.halted, s.count = nil, nil, Count{}
	s.job = Job{Needs: form.Needed(s.Model.Run, s.Model.Needs())}
	s.fail(s.job.Needs)
	s.mark()
}

// show displays an answer.
func (s *Session) show(q query, r protocol.Result, unfinished bool) {
	s.displayed.known, s.displayed.of, s.displayed.result, s.displayed.unfinished, s.head = true, q, r, unfinished, nil
	s.replot()
	s.list()
}

// quickEnough is the time for which the old answer stays before a part of the new one replaces it: parts that the whole answer
// follows at once would only flicker.
const quickEnough = 250 * time.Millisecond

// receivePart keeps a partial answer and shows it if the whole one is slow.
func (s *Session) receivePart(asking int, q query, partial protocol.Partial) {
	waiting := s.partial != nil
	slow := waiting && (s.head == nil || s.head.part != s.partial) // parts other than the head arrive only if the whole is slow
	s.partial = &partial
	first := s.head == nil && partial.Answered && partial.Contradiction == nil && s.displayed.known && !s.answers()
	if first {
		s.head = &head{q, s.partial}
	}
	now := func() {
		if s.partial == nil || asking != s.client.Next()-1 || !s.displayed.known && s.firstServes() {
			return // the first paint's answer is complete
		}
		s.show(q, engine.Provisional(*s.partial), true)
		s.job.Pending = s.partial.Pending
		s.dotsOfParts()
		s.plot()
	}
	switch {
	case len(s.job.Pending) > 0, slow && len(partial.Pending) == 0:
		now() // parts are displayed already
	case !waiting:
		s.browser.After(quickEnough, now)
		fallthrough
	default:
		if !first {
			s.browser.SkipDraw()
		}
	}
}

// head is the sentence of an answer whose rest is still being computed. It replaces an older answer's sentence.
type head struct {
	of   query
	part *protocol.Partial
}

// Head is the subject of the head if it answers the state, otherwise nil. A run that is not valid has no head, since its
// warnings come with the rest of the answer.
func (s *Session) Head() *words.Subject {
	if s.head == nil || !s.asks(s.head.of) || !s.Model.Settled() {
		return nil
	}
	about := words.About(s.head.of.Query, engine.Provisional(*s.head.part), s.Model.Departures())
	if about.Impossible() != "" || s.Subject().Impossible() != "" {
		return nil
	}
	return &about
}

// Subject is the answer on the screen with all that its words depend on.
func (s *Session) Subject() words.Subject {
	about := words.About(s.displayed.of.Query, s.displayed.result, s.Model.Departures())
	about.Drops, about.InEpochs = s.Read().Drops(), s.Model.View.Steps == form.Epochs
	about.Unfinished, about.PublishedOnly = s.displayed.unfinished, s.displayed.of.publishedOnly
	about.Profile = s.profile(about)
	return about
}

// Known reports whether there is an answer to show, perhaps to an older question.
func (s *Session) Known() bool { return s.displayed.known }

// answers reports whether the displayed answer, perhaps unfinished, belongs to the state.
func (s *Session) answers() bool { return s.displayed.known && s.asks(s.displayed.of) }

// asks reports whether a query is the state's question.
func (s *Session) asks(q query) bool {
	now := s.query()
	return q.publishedOnly == now.publishedOnly && q.Query == now.Query
}

// Published reports whether only published theorems are used.
func (s *Session) Published() bool { return s.Model.View.Only != "" }

// current reports whether the displayed answer is the whole answer to the state.
func (s *Session) current() bool { return s.answers() && !s.displayed.unfinished }

// Shareable reports whether the displayed answer is the form's, complete and with a picture, so that it can be shared.
func (s *Session) Shareable() bool { return s.current() && s.Model.Settled() && s.Drawing().Shown }

// Unshareable says why the answer is not Shareable, in words.
func (s *Session) Unshareable() string {
	switch {
	case s.isWithheld():
		return words.Needed(s.job.Needs)
	case !s.Model.Settled():
		return words.InLink(s.held())
	case s.job.Status == engine.Failed:
		return words.NoAnswer + ": " + s.job.Err + "."
	case s.answers() || !s.displayed.known && s.firstServes():
		return words.ShareRest
	}
	return words.ShareWait
}

// firstServes reports whether the first paint's answer is still the state's.
func (s *Session) firstServes() bool {
	return s.FirstAnswer != "" && s.Model.Run == s.Base.Run && s.Model.Question == s.Base.Question && s.Model.View.Differs == nil &&
		s.Model.View.Blank == nil && !s.Published()
}

// firstDrawn reports whether the first paint's chart is displayed and still belongs to the state.
func (s *Session) firstDrawn() bool {
	v, base := s.Model.View, s.Base.View
	return s.displayed.drawn == nil && s.FirstChart != "" && s.firstServes() && v.Tab == base.Tab && v.From == base.From && v.To == base.To
}

// Stale reports whether the displayed answer belongs to another question than the form's, which may have half-typed fields.
func (s *Session) Stale() bool {
	return !(s.answers() || !s.displayed.known && s.firstServes()) || !s.Model.Settled()
}

// Waiting says in words for which values, other than the engine's, the answer waits.
func (s *Session) Waiting() string {
	if s.Model.Settled() || s.isWithheld() {
		return ""
	}
	return words.Waiting(s.held())
}

// held lists, in words, the fields whose texts are not taken over yet.
func (s *Session) held() []string {
	var held []string
	for _, name := range s.Model.Untaken() {
		held = append(held, words.Holding(s.Model.Run, name, s.Model.Held(name)))
	}
	return held
}
