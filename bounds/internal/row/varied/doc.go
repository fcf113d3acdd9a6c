// Package varied is the shift program of a run whose steps have learning rates of their own. Several rows ask
// it, so that it has no row itself.
package varied
