// Package house tests the repository itself: the directions of imports, the output of documented commands, and the sources of
// the tools that tests download.
package house
