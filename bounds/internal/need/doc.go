// Package need has the hypotheses that theorems share: what a proof needs of a run, with the run's
// own numbers and whether it holds, decided on the decimals as they were stated.
package need
