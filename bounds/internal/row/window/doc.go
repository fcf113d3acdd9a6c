// Package window has the rows that charge only the last steps of a run on a bounded domain: the noise of these steps makes
// the run forget what came before them (window.md).
package window
