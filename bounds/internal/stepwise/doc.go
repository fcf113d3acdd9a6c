// Package stepwise derives from a run the quantities of a step that proofs use: its moduli with and without
// the differing example, the rate at which that example is drawn, and how many steps use it.
package stepwise
