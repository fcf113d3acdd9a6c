// Package dom gives the page access to the browser: to elements by their ids, workers, the clipboard, files, the address,
// sizes, and the visitor's edits from before the program had loaded. A test of
// web/house checks that no other package of the page uses the window or passes functions to scripts.
package dom
