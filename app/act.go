package app

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/state"
)

// doAction is the name under which components send the page a state.Action.
const doAction = "do"

// act asks the page to change its state.
func act(ctx app.Context, a state.Action) { ctx.NewActionWithValue(doAction, a) }

// ids joins ids for aria-describedby.
func ids(list ...string) string {
	out := ""
	for _, id := range list {
		if id != "" && out != "" {
			out += " "
		}
		out += id
	}
	return out
}
