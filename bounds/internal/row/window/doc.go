// Package window has the rows that bound the last steps of a run on a bounded domain, whose noise makes it forget what came
// before them (window.md).
package window
