// Package extend lets all rows of a list answer for runs that state more than their proofs cover: a position, a deletion,
// weight decay, several releases, several examples of one person, the best of several runs. Each exported function takes a
// list of rows, replaces functions of its rows (Hypotheses, Prove and others) by functions that call the old ones, and
// returns the list. Package catalog says in which order they are called.
package extend
