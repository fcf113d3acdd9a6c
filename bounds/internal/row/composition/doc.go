// Package composition has the row that counts every step as if its iterate were published, for every
// scheme and schedule, and what other rows use of it: the mechanism of a sampled step.
package composition
