package session

import (
	"strings"
	"time"

	"lastiterate/app/engine"
	"lastiterate/app/link"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// Setting holds the surroundings of a session.
type Setting struct {
	Base     link.State // what an address without a link shows
	Home     string     // the address of the calculator, without a link
	Build    string     // of the page, which its engines share
	Embedded bool       // in a frame of another page; see host.go
	// FirstAnswer and FirstChart are the markup of the first paint, which stays on the screen until the engine has
	// answered; empty if there is none.
	FirstAnswer, FirstChart string
}

// Session is one visit.
type Session struct {
	Model   state.Model // the question, as the form holds it
	Setting             // its first paint is emptied once there is known to be no answer

	browser Browser
	edited  bool // the visitor has changed an embed's run; see host.go

	client    *engine.Client
	asked     map[int]query // by the client's question numbers
	displayed displayed
	job       Job
	partial   *protocol.Partial // a part of the answer that is not displayed yet
	head      *head             // the sentence of an answer whose rest is still to come

	began time.Time // when the computation of the current picture began
	// drawing is the picture that the engine is computing, nil if none. halted is a picture that the visitor has stopped.
	drawing, halted *query
	shelf           []drawn // finished pictures, the latest last; see shelf.go
	count           Count
	dragging        bool // the visitor drags a handle of the chart

	address     address
	solving     solving
	lowering    lowering
	comparing   comparing
	sketching   sketching
	reproducing reproducing
	announced   announcement

	reading reading
	texts   map[int64]reading // readings of this visit, by the time at which they were made
	beside  beside            // the remarks beside the latest answer; see origin.go
	origin  *origin           // the origin of the run; nil if somebody has stated the run
}

// New returns a session that opens on the setting's base unless the address has a link. Open reads the address, and Start asks
// the engine for the first time.
func New(b Browser, setting Setting) *Session {
	return &Session{Setting: setting, Model: state.New(setting.Base), browser: b, asked: map[int]query{}}
}

// Start starts the engine and asks it for the first time.
func (s *Session) Start() {
	start := engine.New
	if s.Embedded {
		start = engine.NewLone // without a spare engine, since a page may hold several embeds
	}
	s.client = start(s.browser, s.Build, s.receive)
	s.solving.client = engine.NewLone(s.browser, s.Build, s.receiveSolved)
	s.lowering.client = engine.NewLone(s.browser, s.Build, s.receiveLowered)
	s.comparing.client = engine.NewLone(s.browser, s.Build, s.receiveCompared)
	s.sketching.client = engine.NewLone(s.browser, s.Build, s.receiveSketch)
	s.reproducing.client = engine.NewLone(s.browser, s.Build, s.receiveFigure)
	s.ask()
	s.comparePinned()
	s.drawFigure()
	s.arrive()
}

// Do changes the state and updates everything that follows from it.
func (s *Session) Do(action state.Action) {
	before := s.Model
	s.keepShown()
	if _, deliberate := action.(state.Deliberate); deliberate || s.address.fresh && stepOf(action) != s.address.step {
		s.Flush() // Back must return to the state before
	}
	s.Model = action.Do(before)
	s.forget(action)
	s.reread(before, action)
	s.carryAssumed()
	s.noteEdit(before)
	switch action.(type) {
	case state.Start, state.Reset:
		s.announced.text = words.Taken
	}
	drag, isDrag := action.(state.Drag)
	s.dragging = isDrag && drag.Held
	if s.Model.Asks(before) {
		s.plot() // lines may be drawn now that were not drawn before
	} else {
		s.ask()
	}
	s.follow()
	s.noteAddress(before, action)
	s.mark()
}

// follow updates everything that follows from the state except the answer and its picture.
func (s *Session) follow() {
	s.followSolution()
	s.followLowering()
	s.comparePinned()
	s.drawPinned()
	s.drawFigure()
}

// Reset shows the run of a first visit.
func (s *Session) Reset() { s.Do(state.Reset{To: s.Base}) }

// Again asks the same question again, after a failure.
func (s *Session) Again() { s.ask() }

// Computing is the status of a question whose answer or picture is still to come.
const Computing = "computing"

// Status is the status of the current question: computing, failed, or ready once answer and picture belong to the form.
func (s *Session) Status() string {
	switch {
	case s.FigureAlone():
		return s.figureStatus()
	case s.job.Status == engine.Failed, !s.Model.Settled():
		return "failed"
	case s.current() && !s.displayed.listed.behind && (s.drawn() || s.job.CurveErr != "" || s.halted != nil):
		return "ready"
	}
	return Computing
}

// mark tells the screen and the page around an embed the status of the question. An end is told once it is on the screen.
func (s *Session) mark() {
	status := s.Status()
	tell := func() {
		if s.Status() == status {
			s.browser.SetStatus(status)
			s.tellStatus(status)
		}
	}
	if status == Computing {
		tell()
		return
	}
	s.browser.AfterDraw(tell)
}

// announcement is the sentence for the live region. It waits until the answer has rested, so that screen readers do not talk
// while the visitor types.
type announcement struct {
	text string
	turn int
}

const restBeforeSpeaking = 700 * time.Millisecond

func (s *Session) announce() {
	s.announced.turn++
	turn := s.announced.turn
	s.browser.After(restBeforeSpeaking, func() {
		if turn == s.announced.turn && !s.Stale() {
			s.announced.text = strings.TrimSpace(s.Subject().Say().Sentence() + " " + s.Assumed(""))
		}
	})
}

// Announced is what screen readers announce.
func (s *Session) Announced() string { return s.announced.text }
