package session

import (
	"slices"

	"lastiterate/app/engine"
	"lastiterate/wasm/protocol"
)

// Trials are changes that are tried one after another: how far that has come, and which made a number smaller.
type Trials[T any] struct {
	Status   engine.Status
	Done, Of int // Done is less than Of at the end if a person has stopped it
	Found    []T // those that made the number smaller by 1 % or more, the smallest first
}

// trials tries changes with an engine of its own, so that no answer waits for it.
type trials[T any] struct {
	client *engine.Client
	least  float64                          // what the number must fall below
	most   int                              // how many changes are told
	ask    func(T) (protocol.Request, bool) // ok is false for a change that makes no valid run
	value  func(T) float64
	left   []T // those to be tried, the first of them under way
	Trials[T]
}

// enough is what a number must fall to for a change to be told.
const enough = 0.99

// start tries the changes of a list, in place of any others, with a number that they may make smaller.
func (t *trials[T]) start(list []T, number float64) {
	t.client.Cancel()
	t.least, t.left, t.Trials = enough*number, list, Trials[T]{Status: engine.Running, Of: len(list)}
	t.next()
}

// next asks about the next change.
func (t *trials[T]) next() {
	for len(t.left) > 0 {
		if request, ok := t.ask(t.left[0]); ok {
			request.Progress = false // it is short
			t.client.Ask(request)
			return
		}
		t.left = t.left[1:]
		t.Done++
	}
	t.Status = engine.Done
}

// expects reports whether what an engine says ends the trial under way.
func (t *trials[T]) expects(answered bool, o engine.Outcome) bool {
	return t.Status == engine.Running && len(t.left) > 0 && (answered || o.Status == engine.Failed)
}

// tried notes what came of the change under way. One that gave no number, such as a run that is not valid, is passed over.
func (t *trials[T]) tried(with T, found bool) {
	t.left = t.left[1:]
	t.Done++
	if found && t.value(with) < t.least {
		at := 0
		for at < len(t.Found) && t.value(t.Found[at]) <= t.value(with) {
			at++
		}
		found := slices.Insert(slices.Clone(t.Found), at, with)
		t.Found = found[:min(len(found), t.most)]
	}
	t.next()
}

// stop ends the trials and keeps what they found.
func (t *trials[T]) stop() {
	if t.Status == engine.Running {
		t.client.Cancel()
		t.left, t.Status = nil, engine.Done
	}
}

// drop forgets them.
func (t *trials[T]) drop() {
	if t.Status != engine.Idle {
		t.stop()
		t.left, t.Trials = nil, Trials[T]{}
	}
}
