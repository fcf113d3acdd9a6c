// Package tex turns the small part of LaTeX in which the theorems' formulas
// are written into MathML, which browsers set by themselves: fractions,
// scripts, roots, sums, growing brackets, Greek, named functions, words.
//
// What it does not know is an error and never left out, since a formula with a
// hole in it is another formula. The MathML has no style attribute and no
// class, and depends on nothing but its input.
package tex
