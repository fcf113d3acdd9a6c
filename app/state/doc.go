// Package state is the one place where the page's state lives, and the named
// actions that change it. The valid part of it (run, question, view) is
// exactly what a link encodes; beside it stand the drafts of half-typed
// fields, what is wrong with them, and what a link that was opened could not
// say. Nothing here knows of a browser.
package state
