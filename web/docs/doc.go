// Package docs writes the documentation pages of the site: the meaning of hidden state, every theorem with its mathematics,
// embedding, and the engine's messages.
//
// Texts are Markdown beside this file; a theorem's page is generated from the catalogue, so it cannot differ from the
// computation. Formulas are written inline as $`x`$ or in a block fenced as math, and become MathML. They are LaTeX; in the
// notes they may use Unicode symbols.
package docs
