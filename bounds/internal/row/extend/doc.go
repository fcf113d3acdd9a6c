// Package extend lets all rows of a list answer for runs that state more than their proofs cover: a
// position, a deletion, weight decay, several releases, several examples of one person, the best of
// several runs. Each function completes the rows of the list in place.
package extend
