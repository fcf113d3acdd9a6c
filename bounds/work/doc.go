// Package work isolates the rows of an answer from each other. If a row panics, only this row fails. A row has a budget of work: its
// inner loops count their work, and the row is given up when the budget is spent.
//
// Work is counted, not timed, so that a row gives up at the same place on every
// machine. One unit is about one evaluation of an elementary function, ten
// nanoseconds on a machine of 2024.
package work
