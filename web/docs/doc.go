// Package docs writes the documentation pages of the site: what hidden state
// is, every theorem with its mathematics, how to embed, the engine's messages.
//
// Text is Markdown beside this file; a theorem's page is written from the
// catalogue, so that it cannot differ from what is computed. Formulas are LaTeX, in
// the notes with the signs of Unicode,
// inline as $`x`$ or in a block fenced as math, and become MathML.
package docs
