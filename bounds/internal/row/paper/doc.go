// Package paper has the rows of published theorems, in files that begin with the authors' names: as printed, with their
// constants optimised exactly, and with the errors in print.
package paper
