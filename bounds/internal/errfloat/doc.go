// Package errfloat has the functions that certificates of whole curves need, in float64 and with proved error bounds. Package
// interval, which rounds outward at 128 bits, is a thousand times slower.
//
// The bounds are proved in errfloat.md. They rest on IEEE 754 arithmetic alone, not on package math, whose functions differ
// between platforms. Products are converted where a compiler might fuse them into a sum. So every platform computes the same
// bits.
package errfloat
