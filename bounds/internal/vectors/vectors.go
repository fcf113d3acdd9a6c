// Package vectors holds the reference values that tests of several packages read. They stand in the program and not beside it,
// because Go repeats a test in every new clone if it opens a file.
package vectors

import _ "embed"

// Reference holds values of published theorems, computed independently of this program; see bounds/reference_test.go.
//
//go:embed reference.json
var Reference []byte

// Distributions holds values that other programs print in their tests and that package pld meets; see bounds/peers_methods_test.go.
//
//go:embed distributions.json
var Distributions []byte
