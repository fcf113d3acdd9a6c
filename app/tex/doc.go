// Package tex turns the part of LaTeX that the theorems' formulas use into MathML: fractions, scripts, roots, sums, growing
// brackets, Greek letters, named functions, words.
//
// Unknown commands are errors and never left out, since a formula with a gap is another formula. The MathML has no style
// attribute and no class, and depends only on the formula.
package tex
