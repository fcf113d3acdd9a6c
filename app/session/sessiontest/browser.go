// Package sessiontest is a browser for tests of sessions: its engines answer what a test
// says, and its time passes when the test says so.
package sessiontest

import (
	"encoding/json"
	"slices"
	"time"

	"lastiterate/app/engine"
	"lastiterate/wasm/protocol"
)

// Browser is where a session takes place. Its zero value has an empty address.
type Browser struct {
	Engines []*Engine // in the order in which they were started
	Status  string    // of the page, as style sheets are told
	Unmoved int       // how many messages changed nothing on the screen
	Told    []string  // to the page around an embed

	Text, Search string   // of the address, after "#" and after "?"
	History      []string // the texts of the entries of the history
	WasEdited    bool     // the run of the entry on show was edited
	Ours         bool     // the session has written it
	Noted        string   // its note
	Arrived      []string // the parts of the page that were brought to the top of the screen
	Store        map[string]string

	Recalled string // why the build was withdrawn

	passed time.Duration
	due    []timer
}

// Withdrawn says why the build was withdrawn.
func (b *Browser) Withdrawn() string { return b.Recalled }

type timer struct {
	at time.Duration
	do func()
}

// Engine is one engine. It records what it is asked.
type Engine struct {
	Asked   []protocol.Request
	Stopped bool
	line    func(string)
	crash   func(string)
}

// Start starts an engine that is ready at once.
func (b *Browser) Start(line func(string), crash func(string)) engine.Worker {
	e := &Engine{line: line, crash: crash}
	b.Engines = append(b.Engines, e)
	b.After(0, func() { e.say(protocol.Response{Ready: &protocol.Ready{}}) })
	return e
}

// After calls f when so much time has passed.
func (b *Browser) After(d time.Duration, f func()) { b.due = append(b.due, timer{b.passed + d, f}) }

// Now is the time.
func (b *Browser) Now() time.Time { return time.Time{}.Add(b.passed) }

// Pass has time pass, and what is due in it done in order. Of engines that are stopped
// nothing is heard.
func (b *Browser) Pass(d time.Duration) {
	end := b.passed + d
	for {
		next := -1
		for i, t := range b.due {
			if t.at <= end && (next < 0 || t.at < b.due[next].at) {
				next = i
			}
		}
		if next < 0 {
			b.passed = end
			return
		}
		t := b.due[next]
		b.due = slices.Delete(b.due, next, next+1)
		b.passed = max(b.passed, t.at)
		t.do()
	}
}

// AfterDraw and Later call f as soon as time passes.
func (b *Browser) AfterDraw(f func())      { b.After(0, f) }
func (b *Browser) Later(f func())          { b.After(0, f) }
func (b *Browser) SkipDraw()               { b.Unmoved++ }
func (b *Browser) SetStatus(status string) { b.Status = status }
func (b *Browser) Arrive(part string)      { b.Arrived = append(b.Arrived, part) }

func (b *Browser) Fragment() string { return b.Text }
func (b *Browser) Query() string    { return b.Search }
func (b *Browser) Edited() bool     { return b.WasEdited }
func (b *Browser) Written() bool    { return b.Ours }

func (b *Browser) Note() string { return b.Noted }

func (b *Browser) Replace(text string, edited bool, note string) {
	b.Text, b.Search, b.WasEdited, b.Ours, b.Noted = text, "", edited, true, note
	if len(b.History) == 0 {
		b.History = []string{""}
	}
	b.History[len(b.History)-1] = text
}

func (b *Browser) Push(text string, edited bool, note string) {
	b.History = append(b.History, "")
	b.Replace(text, edited, note)
}

// Follow shows an entry that somebody else has made: a link that was followed.
func (b *Browser) Follow(text string) { b.Text, b.WasEdited, b.Ours, b.Noted = text, false, false, "" }

// Entry is an entry of the history with its note.
type Entry struct{ Text, Note string }

// Shown is the entry on show, and Back shows one again that the session has written.
func (b *Browser) Shown() Entry { return Entry{b.Text, b.Noted} }
func (b *Browser) Back(e Entry) { b.Text, b.Noted, b.Ours = e.Text, e.Note, true }

func (b *Browser) Keep(name, text string) {
	if b.Store == nil {
		b.Store = map[string]string{}
	}
	b.Store[name] = text
}
func (b *Browser) Kept(name string) string { return b.Store[name] }

func (b *Browser) TellAnswer(text string)  { b.Told = append(b.Told, "answer "+text) }
func (b *Browser) TellFailure(why string)  { b.Told = append(b.Told, "failure "+why) }
func (b *Browser) TellState(status string) { b.Told = append(b.Told, "state "+status) }

// Asked finds the engine that was asked last by a method; nil if none was.
func (b *Browser) Asked(method string) *Engine {
	for _, e := range slices.Backward(b.Engines) {
		if n := len(e.Asked); n > 0 && e.Asked[n-1].Method == method && !e.Stopped {
			return e
		}
	}
	return nil
}

// Requests is how many requests there were, to all engines.
func (b *Browser) Requests() (n int) {
	for _, e := range b.Engines {
		n += len(e.Asked)
	}
	return n
}

func (e *Engine) Post(line string) {
	var r protocol.Request
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		panic(err)
	}
	e.Asked = append(e.Asked, r)
}

func (e *Engine) Stop() { e.Stopped = true }

// Last is what the engine was asked last.
func (e *Engine) Last() protocol.Request { return e.Asked[len(e.Asked)-1] }

func (e *Engine) say(r protocol.Response) {
	r.V = protocol.Version
	text, err := json.Marshal(r)
	if err != nil {
		panic(err)
	}
	e.line(string(text))
}

func (e *Engine) about(r protocol.Response) {
	r.ID = e.Last().ID
	e.say(r)
}

// Part sends a part of an answer, Count how far it has come.
func (e *Engine) Part(p protocol.Partial) { e.about(protocol.Response{Partial: &p}) }
func (e *Engine) Count(done, of int) {
	e.about(protocol.Response{Progress: &protocol.Progress{Done: done, Of: of}})
}

// Lines sends lines that are complete with the count.
func (e *Engine) Lines(done, of int, lines ...protocol.Series) {
	e.about(protocol.Response{Progress: &protocol.Progress{Done: done, Of: of, Lines: lines}})
}

// FigureLines sends a figure's complete lines with the count.
func (e *Engine) FigureLines(done, of int, figure protocol.FigureResult) {
	e.about(protocol.Response{Progress: &protocol.Progress{Done: done, Of: of, Figure: &figure}})
}
func (e *Engine) Fail(code, message string) {
	e.about(protocol.Response{Error: &protocol.Error{Code: code, Message: message}})
}
func (e *Engine) Crash(reason string) { e.crash(reason) }

// Answer sends what was asked for.
func (e *Engine) Answer(result any) {
	text, err := json.Marshal(result)
	if err != nil {
		panic(err)
	}
	e.about(protocol.Response{Result: text})
}
