// Package composition has the row that counts every step as if its iterate were published, of every
// scheme and every schedule, and what other rows take from it: the mechanism of a sampled step.
package composition
