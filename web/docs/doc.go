// Package docs writes the documentation pages of the site: what hidden state
// is, every theorem with its mathematics, how to embed, the engine's messages.
//
// Texts are Markdown beside this file; a theorem's page is generated from the
// catalogue, so it cannot differ from what is computed. Formulas are written inline as
// $`x`$ or in a block fenced as math, and become MathML. They are LaTeX; in the notes
// they may use Unicode symbols.
package docs
