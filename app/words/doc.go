// Package words turns an answer of the engine into sentences. The page, the
// first paint and the exports say the same thing because they ask here.
//
// Upper bounds are rounded up and lower bounds down. A bound is stated as a
// fact with its theorem, an estimate is called one, and where hiding the
// iterates does not help, the first sentence says so.
package words
