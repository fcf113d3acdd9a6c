// Package export writes the files and texts that a visitor can keep: the result as JSON, a table of the rows for LaTeX, the
// bibliography, and the picture with its small print. Each states the engine's version and a link that reproduces it.
package export
