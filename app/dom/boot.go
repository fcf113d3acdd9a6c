package dom

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// boot is the object in which web/boot.js tells the program where it came from and how to start its engine.
func boot() app.Value { return app.Window().Get("lastIterate") }

// Base is the address of the calculator, without a link.
func Base() string { return boot().Get("base").String() }

// Build is the id of the build. The page's engine must be of the same build.
func Build() string { return boot().Get("build").String() }

// IsEmbed reports whether the program runs in the embed, the page that other sites may show in a frame.
func IsEmbed() bool {
	return document().Get("documentElement").Get("dataset").Get("view").String() == "embed"
}

// Recall knows whether the site has withdrawn the build; see web/recall.js.
type Recall struct{}

// Withdrawn is the reason given for withdrawing this build, empty if it is not withdrawn.
func (Recall) Withdrawn() string {
	if recall := app.Window().Get("lastIterateRecall"); recall.Truthy() {
		return recall.Get("why").String()
	}
	return ""
}

// OnRecall calls f whenever the build is withdrawn or restored, and whenever the reason changes.
func OnRecall(ctx app.Context, f func(app.Context)) {
	if recall := app.Window().Get("lastIterateRecall"); recall.Truthy() {
		recall.Get("changed").Call("push", app.FuncOf(func(app.Value, []app.Value) any {
			ctx.Dispatch(f)
			return nil
		}))
	}
}

// Host sends messages to the page around an embed. Outside an embed it does nothing.
type Host struct{}

func (Host) call(method, text string) {
	if host := app.Window().Get("lastIterateFrame"); host.Truthy() {
		host.Call(method, text)
	}
}

// TellAnswer sends an answer, as JSON, to the page around the embed.
func (h Host) TellAnswer(text string) { h.call("answer", text) }

// TellFailure tells the page around the embed, in a sentence, why there is no answer.
func (h Host) TellFailure(why string) { h.call("failed", why) }

// TellState tells the page around the embed the status of the current question.
func (h Host) TellState(status string) { h.call("state", status) }
