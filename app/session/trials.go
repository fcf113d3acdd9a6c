package session

import (
	"slices"

	"lastiterate/app/engine"
	"lastiterate/wasm/protocol"
)

// Trials are changes that are tried one after another, with their progress and results.
type Trials[T any] struct {
	Status   engine.Status
	Done, Of int // Done is less than Of at the end if the visitor has stopped the trials
	Found    []T // the changes that made the number smaller by 1 % or more, the smallest number first
}

// trials tries changes with an engine of its own, so that no answer waits for it.
type trials[T any] struct {
	client *engine.Client
	least  float64                          // the largest value with which a change is listed
	most   int                              // the largest number of changes in Found
	ask    func(T) (protocol.Request, bool) // ok is false for a change that makes no valid run
	value  func(T) float64
	left   []T // the changes to be tried; the first is being tried
	Trials[T]
}

// enough is the share of the number that a change must not exceed to be listed.
const enough = 0.99

// start tries the changes of a list, in place of any others; number is the value that they may lower.
func (t *trials[T]) start(list []T, number float64) {
	t.client.Cancel()
	t.least, t.left, t.Trials = enough*number, list, Trials[T]{Status: engine.Running, Of: len(list)}
	t.next()
}

// next requests the number with the next change.
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

// expects reports whether an outcome ends the current trial.
func (t *trials[T]) expects(answered bool, o engine.Outcome) bool {
	return t.Status == engine.Running && len(t.left) > 0 && (answered || o.Status == engine.Failed)
}

// tried notes the result of the current change. A change without a number, such as an invalid run, is skipped.
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

// stop ends the trials and keeps their results.
func (t *trials[T]) stop() {
	if t.Status == engine.Running {
		t.client.Cancel()
		t.left, t.Status = nil, engine.Done
	}
}

// drop ends the trials and forgets their results.
func (t *trials[T]) drop() {
	if t.Status != engine.Idle {
		t.stop()
		t.left, t.Trials = nil, Trials[T]{}
	}
}
