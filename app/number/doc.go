// Package number reads numbers as people write them, and writes numbers as they are printed on paper.
//
// Reading accepts 0.1, 1e-5, 60_000, 60,000, 60'000, 60k, 2M, 1/256, 10⁻⁵,
// 2.5 × 10^-7 and inf or ∞. A comma only groups thousands: 0,1 is refused with
// the advice to write 0.1, because half of the world would read it as a tenth
// and the other half as a slip. For the same reason a count of 1.000 and a
// length of 1,100 are refused: either may be two numbers.
//
// Showing never flatters a bound: Up rounds an upper bound up, Down a lower
// bound down, and what they print reads back, through Parse, to a float64 on
// the safe side of the one that was given.
package number
