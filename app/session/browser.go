package session

import (
	"time"

	"lastiterate/app/engine"
)

// Browser is the part of a browser that a session needs. It must run callbacks on the goroutine that calls the session, and
// draw the screen after each.
type Browser interface {
	engine.Browser // starts engines and timers
	Now() time.Time
	Screen
	Address
	Host
	// Withdrawn says why the site has withdrawn this build; it is empty if it has not.
	Withdrawn() string
}

// Screen is the part of the browser that shows the session.
type Screen interface {
	// AfterDraw calls f once the changes so far are on the screen.
	AfterDraw(f func())
	// Later is AfterDraw in a task of its own.
	Later(f func())
	// SkipDraw says that the callback that is running changes nothing on the screen.
	SkipDraw()
	// SetStatus shows style sheets and tests the status of the current question.
	SetStatus(status string)
	// Arrive scrolls a part of the page to the top of the screen, and keeps it there while the parts above it are loading,
	// until the visitor uses the page.
	Arrive(part string)
}

// Address is the address bar, the browser's history, and the texts kept for a reload.
type Address interface {
	// Fragment is the text after "#", and Query the text after "?".
	Fragment() string
	Query() string
	// Replace rewrites the text after "#"; Push adds it to the history as a new entry. The entry also stores whether its
	// run was edited, and a note that says where the run's values come from (Session.note).
	Replace(text string, edited bool, note string)
	Push(text string, edited bool, note string)
	// Note is the note of the current entry; empty if it has none.
	Note() string
	// Edited reports whether the run of the current entry was edited. Written reports whether the page has
	// written the entry; it has not if the visitor followed a link.
	Edited() bool
	Written() bool
	// Keep stores a text for a reload of this tab. Kept returns that text, and nothing if the visitor has opened the page anew.
	Keep(name, text string)
	Kept(name string) string
}

// Host is the page around an embed.
type Host interface {
	TellAnswer(text string)
	TellFailure(why string)
	TellState(status string)
}
