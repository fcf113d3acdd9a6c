// Package need has the hypotheses that theorems share: a requirement of a proof on a run, with the run's own numbers and
// whether it holds, decided on the decimals as they were stated.
package need
