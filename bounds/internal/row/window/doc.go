// Package window has the rows that charge only the last steps of a run on a bounded domain, its window: the noise of these
// steps makes the run forget the steps before them (window.md). The difference of the runs before a window contracts over the
// window; the part that remains after it is its remnant.
package window
