package dom

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/engine"
)

// sharedEngine is a place in the queue of an engine that several embeds of one
// page share; see web/embed/engine-frame.js for what its port says and hears.
type sharedEngine struct {
	port     app.Value
	listener app.Func
}

func (w Workers) share(port app.Value, line func(string), crash func(string)) engine.Worker {
	s := &sharedEngine{port: port}
	s.listener = app.FuncOf(func(_ app.Value, args []app.Value) any {
		data := args[0].Get("data")
		if data.Type() == app.TypeString {
			text := data.String()
			w.Ctx.Dispatch(func(app.Context) { line(text) })
			return nil
		}
		reason := data.Get("crash").String()
		w.Ctx.Dispatch(func(app.Context) { crash(reason) })
		return nil
	})
	port.Call("addEventListener", "message", s.listener)
	port.Call("start")
	return s
}

func (s *sharedEngine) Post(line string) { s.port.Call("postMessage", line) }

// Stop gives up what was asked. The listener is released a little later: events
// that are under way still find it.
func (s *sharedEngine) Stop() {
	s.port.Call("postMessage", map[string]any{"close": true})
	time.AfterFunc(time.Second, s.listener.Release)
}
