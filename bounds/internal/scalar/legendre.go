package scalar

// The nodes below ½ and their weights are those of Gauss and Legendre's rule with 16 nodes on [0, 1], which is exact for
// polynomials up to degree 31. The other nodes mirror them.
var (
	legendreNodes = [8]float64{0.0052995325041750337019, 0.027712488463383711961006, 0.067184398806084128059766, 0.12229779582249848305245,
		0.19106187779867812577666, 0.27099161117138630682879, 0.35919822461037054338477, 0.45249374508118127990734}
	legendreWeights = [8]float64{0.01357622970587704742589, 0.03112676196932394643142, 0.04757925584124639240496, 0.06231448562776693602624,
		0.07479799440828836604075, 0.08457825969750126909466, 0.09130170752246179443338, 0.09472530522753424814270}
)

// Legendre calls node with the nodes of [from, to] and their weights, each with a relative error of at most 8u.
func Legendre(from, to float64, node func(at, weight float64)) {
	wide := to - from
	for i, t := range legendreNodes {
		node(from+float64(wide*t), wide*legendreWeights[i])
	}
	for i := len(legendreNodes) - 1; i >= 0; i-- {
		node(from+float64(wide*(1-legendreNodes[i])), wide*legendreWeights[i])
	}
}

const (
	// LegendreSpan is the length of a panel, over √(2/g), for integrands that grow like
	// e^{gy²/8} off the real line, and LegendreError the error of the rule per length, if
	// they are at most φ(0) on it (contraction.md, section 10).
	LegendreSpan  = 5
	LegendreError = 2e-19
)
