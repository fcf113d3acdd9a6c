// Package state holds the page's state, and the named actions that change it. Its valid part (run, question, view) is what a
// link encodes. Beside it are the drafts of half-typed fields, their faults, and the parts of an opened link that could not be
// read. Nothing here knows about browsers.
package state
