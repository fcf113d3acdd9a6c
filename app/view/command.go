package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/session"
	"lastiterate/app/state"
)

// commandAction is the name under which components send the page a command, a function to
// run on the session. All commands have the same name, so they run in the order in which they were given.
const commandAction = "command"

// Command asks the page to do something to its session.
//
//go:noinline
func Command(ctx app.Context, do func(*session.Session)) {
	ctx.NewActionWithValue(commandAction, do)
}

// OnCommand runs every command on the session.
func OnCommand(ctx app.Context, s *session.Session) {
	ctx.Handle(commandAction, func(_ app.Context, a app.Action) {
		if do, ok := a.Value.(func(*session.Session)); ok {
			do(s)
		}
	})
}

// Act asks the page to change its state.
//
//go:noinline
func Act(ctx app.Context, a state.Action) { Command(ctx, func(s *session.Session) { s.Do(a) }) }

// Flush makes the session write the waiting link at once. Components call it when the visitor leaves a field or presses
// Enter.
func Flush(ctx app.Context) { Command(ctx, (*session.Session).Flush) }

// IDs joins ids for aria-describedby.
func IDs(list ...string) string {
	out := ""
	for _, id := range list {
		if id != "" && out != "" {
			out += " "
		}
		out += id
	}
	return out
}
