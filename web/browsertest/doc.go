// Package browsertest drives the real page in a real Chromium.
//
//	make test-browser
//
// The tests are behind the build tag e2e, because they need the built site and
// a browser. Every test visits in a fresh profile, and fails when the page writes
// an error to the console or asks for anything outside its own origin.
package browsertest
