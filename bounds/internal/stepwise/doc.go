// Package stepwise says what one step of a run does, as proofs count it: its moduli with and without
// the differing example, the rate at which it is drawn, and how many steps use it.
package stepwise
