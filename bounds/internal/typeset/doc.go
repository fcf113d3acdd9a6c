// Package typeset writes numbers and answers: short in sentences, and in LaTeX.
package typeset
