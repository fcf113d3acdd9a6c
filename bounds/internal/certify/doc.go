// Package certify turns numbers with outward rounding (package interval) into
// certificates: what a theorem answers to a question, rounded to its safe
// side. Searches start from what was found in floating point, but end where an
// exact comparison says so, so that every platform finds the same float64.
package certify
