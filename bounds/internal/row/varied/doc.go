// Package varied has the shift program of a run whose steps have different learning rates. Several rows use it; it has no row
// itself.
package varied
