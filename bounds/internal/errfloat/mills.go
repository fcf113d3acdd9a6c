package errfloat

import "math"

const (
	// spacing is the distance of the nodes of the sum in Mills; terms is their number.
	spacing = 0.6
	terms   = 15
	// poles is the x from which on the sum needs no correction.
	poles     = 6
	rootTwoPi = 2.50662827463100050242 // √(2π)
)

// nodes are s_j = (j+½)·spacing squared, and weights 2·spacing·φ(s_j).
var nodes, weights = func() (n, w [terms]float64) {
	for j := range n {
		s := (float64(j) + 0.5) * spacing
		n[j] = float64(s * s)
		w[j] = 2 * spacing / rootTwoPi * Exp(-n[j]/2)
	}
	return n, w
}()

// mills is the Mills ratio R(x) = Φ(−x)/φ(x) with a relative error of at most
// millsError for 0 ≤ x ≤ 1e100: R(x) = ∫ xφ(s)/(s²+x²) ds, by the midpoint rule and
// the residue of the pole at ix.
func mills(x float64) float64 {
	square, sum := float64(x*x), 0.0
	for j := terms - 1; j >= 0; j-- {
		sum += weights[j] / (nodes[j] + square)
	}
	sum = float64(sum * x)
	if x < poles {
		sum += float64(rootTwoPi*Exp(square/2)) / (1 + Exp(float64(2*math.Pi/spacing*x)))
	}
	return sum
}
