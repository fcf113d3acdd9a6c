// Package export writes what a person takes away from the page: the result as
// JSON, a table of the rows for LaTeX, the bibliography, and the picture with
// its small print. What is written names the engine's version and the link
// that shows the same again.
package export
