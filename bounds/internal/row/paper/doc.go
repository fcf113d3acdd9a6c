// Package paper has the rows of published theorems, whose files begin with their authors' names: as they are printed, with their
// constants optimised exactly, and with what is wrong in print.
package paper
