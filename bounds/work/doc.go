// Package work keeps one row of an answer apart from the others. A row that
// panics costs that row only, and a row has a budget of work: what its inner
// loops do is counted, and the row is given up when the budget is spent.
//
// Work is counted, not timed, so that a row gives up at the same place on every
// machine. One unit is about one evaluation of an elementary function, ten
// nanoseconds on a machine of 2024.
package work
