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
	// AfterDraw calls f once the changes so far are on the screen.
	AfterDraw(f func())
	// Later does the same in a task of its own.
	Later(f func())
	// SkipDraw says that the callback that is running changes nothing on the screen.
	SkipDraw()
	// SetStatus shows style sheets and tests the status of the current question.
	SetStatus(status string)
	// Arrive scrolls a part of the page to the top of the screen, and keeps it there while the parts
	// above it are still loading, until the visitor does something.
	Arrive(part string)
}

// Address is the address bar, the history behind it, and what is kept for a reload.
type Address interface {
	// Fragment is the text after "#", and Query that after "?".
	Fragment() string
	Query() string
	// Replace rewrites the text after "#"; Push adds it to the history as a new entry. The entry keeps
	// whether its run was edited, and a note: where the run's values come from, as Session.note writes it.
	Replace(text string, edited bool, note string)
	Push(text string, edited bool, note string)
	// Note is the note of the current entry; empty if it has none.
	Note() string
	// Edited reports whether the run of the current entry was edited. Written reports whether the page has
	// written the entry; it has not if the visitor followed a link.
	Edited() bool
	Written() bool
	// Keep keeps a text for a reload of this tab; Kept is what was kept, and nothing where the visitor has opened the page anew.
	Keep(name, text string)
	Kept(name string) string
}

// Host is the page around an embed.
type Host interface {
	TellAnswer(text string)
	TellFailure(why string)
	TellState(status string)
}
