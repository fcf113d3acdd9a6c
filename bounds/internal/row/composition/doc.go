// Package composition has the row that counts every step as if its iterate were released, for every scheme and schedule. It
// also has the mechanism of a sampled step, which other rows use too.
package composition
