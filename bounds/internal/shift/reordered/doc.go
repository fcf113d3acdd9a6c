// Package reordered averages the shift program under concave moduli over orders that change every epoch.
package reordered
