//go:build e2e

package browsertest

import (
	"context"
	"encoding/json"
	"math"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/debugger"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// engines attaches to the page's workers, once there are as many as wanted.
func (p *page) engines(wanted int) []context.Context {
	p.Helper()
	var ids []target.ID
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		infos, err := chromedp.Targets(p.ctx)
		if err != nil {
			p.Fatal(err)
		}
		own := chromedp.FromContext(p.ctx).BrowserContextID
		ids = ids[:0]
		for _, info := range infos {
			if info.Type == "worker" && info.BrowserContextID == own {
				ids = append(ids, info.TargetID)
			}
		}
		if len(ids) >= wanted {
			break
		}
		if time.Now().After(deadline) {
			p.Fatalf("%d workers, want %d", len(ids), wanted)
		}
	}
	var workers []context.Context
	for _, id := range ids {
		worker, detach := chromedp.NewContext(p.ctx, chromedp.WithTargetID(id), chromedp.WithDetachOnCancel())
		p.Cleanup(detach)
		if err := chromedp.Do(worker); err == nil { // the page may have ended it meanwhile
			workers = append(workers, worker)
		}
	}
	if len(workers) < wanted {
		p.Fatalf("%d workers can be reached, want %d", len(workers), wanted)
	}
	return workers
}

// active is the worker that answers; its spare was started later.
func (p *page) active(workers []context.Context) context.Context {
	p.Helper()
	oldest, since := workers[0], math.Inf(1)
	for _, w := range workers {
		r := call(p, w, runtime.Evaluate, runtime.EvaluateParams{Expression: "performance.timeOrigin", ReturnByValue: ptr(true)})
		var started float64
		if err := json.Unmarshal(r.Result.Value, &started); err != nil {
			p.Fatalf("performance.timeOrigin is %s: %v", r.Result.Value, err)
		}
		if started < since {
			oldest, since = w, started
		}
	}
	return oldest
}

// call runs a protocol command on a target.
func call[P, R any](p *page, ctx context.Context, command cdp.Command[P, R], params P) R {
	p.Helper()
	result, err := chromedp.Call(ctx, command, params)
	if err != nil {
		p.Fatalf("%s: %v", command.Method, err)
	}
	return result
}

// numbers is every number of the answer, the table and the picture, as shown. That the run is an example
// is said in other words once something is typed.
const numbers = `JSON.stringify([
	document.querySelector("#answer").dataset.epsilon,
	document.querySelector("#answer-sentence").innerText.replace(/Toy run: n = 5(, a paper’s figure)?|Example run, changed/, "").replace(/\s+/g, " "),
	[...document.querySelectorAll("#rows [data-row]")].map((r) => [r.dataset.row, r.dataset.epsilon]),
	document.querySelector("#chart svg").innerHTML,
])`

// Typing never waits for computing: with every engine stopped in the debugger
// each keystroke is in its field at once, and no number changes until an engine
// runs again.
func TestTypingWhileTheEngineIsPaused(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	// Engines started from now on wait for the debugger too.
	call(p, p.ctx, target.SetAutoAttach, target.SetAutoAttachParams{AutoAttach: true, WaitForDebuggerOnStart: true, Flatten: ptr(true)})
	paused := p.engines(2) // the one at work and its spare
	for _, worker := range paused {
		call(p, worker, debugger.Enable, debugger.EnableParams{})
		call(p, worker, debugger.Pause, cdp.Empty{})
	}
	shown := eval[string](p, numbers)
	before := p.answer()

	p.choose("eta")
	typed := ""
	for _, key := range "0.0375" {
		typed += string(key)
		p.do(chromedp.KeyEvent(string(key)))
		if got := p.text("eta"); got != typed {
			t.Fatalf("after typing %q the field holds %q", typed, got)
		}
		p.do(chromedp.Sleep(60 * time.Millisecond)) // longer than a frame, as a person types
		if now := eval[string](p, numbers); now != shown {
			t.Fatalf("a number changed while no engine ran:\n%s\n%s", shown, now)
		}
	}
	if state := eval[string](p, `document.documentElement.dataset.state`); state != "computing" {
		t.Errorf("the page says it is %q", state)
	}

	// Engines that were started meanwhile and wait are let go with the debugger.
	call(p, p.ctx, target.SetAutoAttach, target.SetAutoAttachParams{Flatten: ptr(true)})
	for _, worker := range paused {
		// The page may have ended this one meanwhile; then there is nothing to release.
		ctx, cancel := context.WithTimeout(worker, 2*time.Second)
		_, _ = chromedp.Call(ctx, debugger.Disable, cdp.Empty{})
		cancel()
	}
	p.awaitOther(before)
	if got := p.text("eta"); got != typed {
		t.Errorf("the field holds %q after the answer came", got)
	}
}

// An engine that dies over a question is reported, replaced, and the question
// is answered by the next; the form stays as typed.
func TestKilledEngine(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	p.expect("the engine has stopped")
	before := p.answer()
	// The next message makes the Go program in the active worker panic: its
	// handler is called without the event it reads the message from.
	call(p, p.active(p.engines(2)), runtime.Evaluate, runtime.EvaluateParams{Expression: `(() => {
		const handler = self.onmessage;
		self.onmessage = () => handler.call(self);
	})()`})
	p.enter("eta", "0.05")
	p.await(`/engine stopped/.test(document.querySelector("#restarted")?.innerText ?? "")`)
	p.awaitOther(before)
	if got := p.text("eta"); got != "0.05" {
		t.Errorf("the field holds %q", got)
	}
	// The replacement goes on working.
	second := p.answer()
	p.enter("eta", "0.06")
	p.awaitOther(second)
}

func ptr[T any](v T) *T { return &v }
