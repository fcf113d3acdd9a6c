// Package affine has affine majorants of moduli, and what numbers of steps do under one: a [Stretch] of steps mixes
// the points of a domain, and a [Tail] of steps pays a distance off (../contraction.md, sections 3 and 8). Lengths are in units
// of the noise, but for Lines and Lowest, whose unit is the caller's. Results are rounded so that bounds err upward.
package affine
