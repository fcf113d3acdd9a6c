// Package affine has affine majorants of moduli, and bounds for several steps under one majorant: how a [Stretch] of
// steps mixes the points of a domain, and how a [Tail] of steps pays a distance off, that is, hides it in its noise
// (../contraction.md, sections 3 and 8). Lengths are in units of the noise, except those of Lines and Lowest, whose unit is
// the caller's. Results are rounded so that bounds err upward.
package affine
