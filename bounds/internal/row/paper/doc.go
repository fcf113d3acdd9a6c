// Package paper has the rows of published theorems, a paper a file: as they are printed, with their
// constants optimised exactly, and with what is wrong in print.
package paper
