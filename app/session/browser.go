package session

import (
	"time"

	"lastiterate/app/engine"
)

// Browser is what a session needs of its surroundings. Callbacks run on the goroutine that
// calls the session, and the screen is drawn after each.
type Browser interface {
	engine.Browser // starts engines, and calls after a while
	Now() time.Time
	Screen
	Address
	Host
	// Withdrawn says why the site has withdrawn this build; it is empty if it has not.
	Withdrawn() string
}

// Screen is where a session shows things.
type Screen interface {
	// Drawn calls f when what has changed is on the screen.
	Drawn(f func())
	// Later calls f in a task of its own, when what has changed is on the screen.
	Later(f func())
	// Unseen says that nothing on the screen changes by what was just received.
	Unseen()
	// Mark tells style sheets and tests the status of the current question.
	Mark(status string)
	// Arrive brings a part of the page to the top of the screen, and keeps it there while what
	// is above it is still to come, until somebody does something.
	Arrive(part string)
}

// Address is the address bar, the history behind it, and what is kept for a reload.
type Address interface {
	// Fragment is the text after "#", and Query that after "?".
	Fragment() string
	Query() string
	// Replace rewrites the text after "#"; Push makes an entry of the history of it. The
	// entry keeps whether its run was edited, and a note.
	Replace(text string, edited bool, note string)
	Push(text string, edited bool, note string)
	// Note is the note of the entry on show; empty if it has none.
	Note() string
	// Edited reports whether the run of the entry on show was edited, and Written whether the page has
	// written the entry: a link that somebody follows makes another.
	Edited() bool
	Written() bool
	// Keep keeps a text for a reload of this tab; Kept is what was kept.
	Keep(name, text string)
	Kept(name string) string
}

// Host is the page around an embed.
type Host interface {
	TellAnswer(text string)
	TellFailure(why string)
	TellState(status string)
}
