// Package dom is the browser as the page uses it: elements by their ids, workers, the
// clipboard, files, the address, sizes, and what the visitor did before the program had loaded. A test of
// web/house checks that no other package of the page uses the window or passes functions to scripts.
package dom
