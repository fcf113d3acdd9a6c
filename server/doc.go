// Command server serves the built site: a handful of static files, compressed
// ahead of time, with the headers that keep the page to its own origin.
//
// It computes nothing and logs no request; the state of a calculation is in the
// fragment of the address, which a browser never sends. A link in the query form
// (/?v=1&…) gets the same page, whose first script moves the query to the fragment.
package main
