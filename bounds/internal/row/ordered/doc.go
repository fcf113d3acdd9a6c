// Package ordered has the rows of batches in an order, known or secret, that solve the shift program
// (package shift): its optimum, its averages over orders that change, and its last step.
package ordered
