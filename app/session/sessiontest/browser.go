// Package sessiontest is a browser for tests of sessions. A test decides what its engines answer and when its time passes.
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
	Status  string    // the page's status
	Unmoved int       // how many messages changed nothing on the screen
	Told    []string  // messages to the page around an embed

	Text, Search string   // of the address, after "#" and after "?"
	History      []string // the texts of the entries of the history
	WasEdited    bool     // the run of the current entry was edited
	Ours         bool     // the session has written the current entry
	Noted        string   // the note of the current entry
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

// Engine is an engine that records its requests.
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

// After calls f once the time d has passed.
func (b *Browser) After(d time.Duration, f func()) { b.due = append(b.due, timer{b.passed + d, f}) }

// Now is the time.
func (b *Browser) Now() time.Time { return time.Time{}.Add(b.passed) }

// Pass lets time pass, and runs in order all that is due meanwhile. Stopped engines send nothing.
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

// Follow shows an entry that the session has not written: a link that was followed.
func (b *Browser) Follow(text string) { b.Text, b.WasEdited, b.Ours, b.Noted = text, false, false, "" }

// Entry is an entry of the history with its note.
type Entry struct{ Text, Note string }

// Shown is the current entry, and Back shows an earlier entry that the session has written.
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

// Asked returns the engine that was last asked by a method; nil if there is none.
func (b *Browser) Asked(method string) *Engine {
	for _, e := range slices.Backward(b.Engines) {
		if n := len(e.Asked); n > 0 && e.Asked[n-1].Method == method && !e.Stopped {
			return e
		}
	}
	return nil
}

// Requests is the number of requests to all engines.
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

// Last is the engine's latest request.
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

// Part sends a part of an answer, and Count the progress.
func (e *Engine) Part(p protocol.Partial) { e.about(protocol.Response{Partial: &p}) }
func (e *Engine) Count(done, of int) {
	e.about(protocol.Response{Progress: &protocol.Progress{Done: done, Of: of}})
}

// Lines sends complete lines with the progress.
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

// Answer sends a result.
func (e *Engine) Answer(result any) {
	text, err := json.Marshal(result)
	if err != nil {
		panic(err)
	}
	e.about(protocol.Response{Result: text})
}
