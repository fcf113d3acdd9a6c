// Package affine has moduli that are lines, and what steps leave of a distance: a stretch of steps that
// forget, and a tail of steps that pay.
package affine
