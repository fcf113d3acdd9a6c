// Package dom is the browser as the page uses it: elements by their ids, workers, the
// clipboard, files, the address, sizes, what was done before the program came. No other
// package of the page asks for the window or hands functions to scripts; web/house tests it.
package dom
