// Package certify turns numbers with outward rounding (package interval) into
// certificates: a theorem's answer to a question, rounded to the safe
// side. A search starts from a value in floating point but ends by exact
// comparisons, so platforms agree on the float64 that it finds if their starting
// values are close enough.
package certify
