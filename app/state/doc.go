// Package state is the one place where the page's state lives, and the named
// actions that change it. The valid part of it (run, question, view) is
// exactly what a link encodes; beside it are the drafts of half-typed
// fields, their faults, and the parts of an opened link that could not be read. Nothing here knows of a browser.
package state
