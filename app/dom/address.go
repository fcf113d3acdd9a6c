package dom

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func location(name string) string { return app.Window().Get("location").Get(name).String() }

// Address is the address bar, the browser's history, and the texts that are kept for a reload of the tab.
type Address struct{}

// Fragment is the text after "#", as it stands in the address bar.
func (Address) Fragment() string {
	_, text, _ := strings.Cut(location("href"), "#")
	return text
}

// Query is the text after "?".
func (Address) Query() string { return strings.TrimPrefix(location("search"), "?") }

// Here is the address of the page up to "?" or "#".
func Here() string { return location("origin") + location("pathname") }

// Replace writes the text after "#" without a new entry in the history, and drops the text after "?". The history's entry
// keeps two things, also through a reload: whether its run was edited, and the session's note about the entry.
func (Address) Replace(text string, edited bool, note string) {
	write("replaceState", text, edited, note)
}

// Push writes the text after "#" as a new entry of the history, so that Back returns to the previous one.
func (Address) Push(text string, edited bool, note string) { write("pushState", text, edited, note) }

// editedKey and noteKey are the keys of these two things in an entry of the history.
const editedKey, noteKey = "edited", "note"

func write(method, text string, edited bool, note string) {
	app.Window().Get("history").Call(method, map[string]any{editedKey: edited, noteKey: note}, "", Here()+"#"+text)
}

// Note is the note of the current entry of the history; empty if it has none.
func (Address) Note() string {
	if entry := app.Window().Get("history").Get("state"); entry.Truthy() {
		if note := entry.Get(noteKey); note.Truthy() {
			return note.String()
		}
	}
	return ""
}

// Written reports whether the page has written the current entry of the history. An entry that was made by following a
// link was not written by the page.
func (Address) Written() bool { return app.Window().Get("history").Get("state").Truthy() }

// Edited reports whether the run of the current entry of the history was edited.
func (Address) Edited() bool {
	entry := app.Window().Get("history").Get("state")
	return entry.Truthy() && entry.Get(editedKey).Truthy()
}

// OnAddress calls f when the visitor has changed the address: by a link in the address bar, or a step through the history.
func OnAddress(ctx app.Context, f func(app.Context)) {
	listen(ctx, app.Window(), "popstate", f)
	listen(ctx, app.Window(), "hashchange", f)
}

// OnLeave calls f when the page is left or hidden.
func OnLeave(ctx app.Context, f func(app.Context)) {
	listen(ctx, app.Window(), "pagehide", f)
	listen(ctx, document(), "visibilitychange", func(ctx app.Context) {
		if document().Get("visibilityState").String() == "hidden" {
			f(ctx)
		}
	})
}

// Keep stores a text under a name for a reload of this tab; an empty text removes it.
func (Address) Keep(name, text string) {
	switch store := app.Window().Get("sessionStorage"); {
	case !store.Truthy():
	case text == "":
		store.Call("removeItem", name)
	default:
		store.Call("setItem", name, text)
	}
}

// Kept is the text stored under a name; empty if there is none, or if the visitor has opened the page anew, by its address or a
// link: only a reload and a step through the history lead back to what was typed.
func (Address) Kept(name string) string {
	arrivals := app.Window().Get("performance").Call("getEntriesByType", "navigation")
	if arrivals.Length() > 0 && arrivals.Index(0).Get("type").String() == "navigate" {
		return ""
	}
	if store := app.Window().Get("sessionStorage"); store.Truthy() {
		if item := store.Call("getItem", name); item.Truthy() {
			return item.String()
		}
	}
	return ""
}
