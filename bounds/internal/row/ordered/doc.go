// Package ordered has the rows for batches in an order, known or secret, that solve the shift program
// (package shift): its optimum, its averages over orders that change every epoch, and its last step.
package ordered
