// Package extend lets all rows of a list answer for runs that state more than their proofs are about:
// a position, a deletion, weight decay, several releases, several people, the best of several runs. Each
// function completes the rows of the list in place.
package extend
