package dom

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/engine"
)

// Workers starts engines in Web Workers; see web/worker.js for how one becomes
// an engine.
type Workers struct {
	Ctx app.Context // callbacks run on its goroutine
}

// Start starts an engine, in a worker of its own or in one that several embeds share.
func (w Workers) Start(line func(string), crash func(string)) engine.Worker {
	if connect := boot().Get("connect"); connect.Truthy() {
		return w.share(connect.Invoke(), line, crash)
	}
	worker := app.Window().Get("Worker").New(boot().Get("worker"))
	hears := &webWorker{value: worker}
	hears.listen("message", func(e app.Value) {
		text := e.Get("data").String()
		w.Ctx.Dispatch(func(app.Context) { line(text) })
	})
	hears.listen("error", func(e app.Value) {
		e.Call("preventDefault")
		reason := "it stopped without an error message"
		if message := e.Get("message"); message.Truthy() {
			reason = message.String()
		}
		w.Ctx.Dispatch(func(app.Context) { crash(reason) })
	})
	worker.Call("postMessage", map[string]any{"exec": boot().Get("exec"), "module": boot().Get("module")})
	return hears
}

// After calls f once, after d.
func (w Workers) After(d time.Duration, f func()) {
	w.Ctx.After(d, func(app.Context) { f() })
}

// Now is the time.
func (Workers) Now() time.Time { return time.Now() }

// webWorker is one engine in a Web Worker.
type webWorker struct {
	value     app.Value
	listeners []app.Func
}

func (w *webWorker) listen(event string, f func(app.Value)) {
	listener := app.FuncOf(func(_ app.Value, args []app.Value) any {
		f(args[0])
		return nil
	})
	w.listeners = append(w.listeners, listener)
	w.value.Call("addEventListener", event, listener)
}

func (w *webWorker) Post(line string) { w.value.Call("postMessage", line) }

// Stop ends the worker at once. Its listeners are released a second later, because
// events that have already been sent still call them.
func (w *webWorker) Stop() {
	w.value.Call("terminate")
	listeners := w.listeners
	w.listeners = nil
	time.AfterFunc(time.Second, func() {
		for _, l := range listeners {
			l.Release()
		}
	})
}
