// Package reordered averages the program of Chien and Li's Theorem A.1 (package ray) over orders that change every epoch:
// their Corollary A.3 (../rays.md, section 7).
package reordered
