// Package docs writes the documentation pages of the site: what hidden state
// is, every theorem with its mathematics, how to embed, the engine's messages.
//
// Text is Markdown beside this file; a theorem's page is written from the
// catalogue, so that it cannot differ from what is computed. Formulas stand inline as
// $`x`$ or in a block fenced as math, and become MathML. They are LaTeX; in the notes
// they may use the signs of Unicode.
package docs
