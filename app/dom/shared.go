package dom

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/engine"
)

// sharedEngine is one embed's access to an engine that several embeds of a page
// share; web/embed/engine-frame.js describes the messages on its port.
type sharedEngine struct {
	port     app.Value
	listener app.Func
}

// share returns access, through a port, to an engine that several embeds share. Its messages go to line; if
// it crashes, crash gets the reason.
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

// Stop ends the embed's access and its question. The listener is released a second later, because
// messages that have already been sent still call it.
func (s *sharedEngine) Stop() {
	s.port.Call("postMessage", map[string]any{"close": true})
	time.AfterFunc(time.Second, s.listener.Release)
}
