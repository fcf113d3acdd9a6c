package hoelder

import (
	"math"
	"math/rand/v2"
)

// Network is a perceptron of two layers: hidden units max(0, W₁x + b₁), outputs
// W₂h + b₂, the cross-entropy of their soft-max times Factor. Its weights are one
// vector: W₁ by rows, b₁, W₂ by rows, b₂.
//
// All of its arithmetic rounds the same way on every platform: a product is
// converted before it is added, so that none is fused, and sums have one order.
// (gonum/mat would add in the order of the machine's vectors.)
type Network struct {
	Data   Data
	Hidden int
	Rate   float64 // η
	Clip   float64 // of each example's gradient, in training
	Factor float64 // of the loss

	columns     []float64 // the features, one after the other, each for all examples
	scales      []float64 // 1 + the squared norm of each example's features
	here, there pass      // at the weight of At, and at the weight of Compare
	mean        []float64 // minus the mean gradient at the weight of At
}

// Size is the number of weights.
func (n *Network) Size() int {
	classes := len(n.Data.Classes)
	return n.Hidden*(n.Data.Width+1) + classes*(n.Hidden+1)
}

// Start draws the weights of each layer uniformly between ±1/√(number of inputs).
func (n *Network) Start(draw *rand.Rand) []float64 {
	w := make([]float64, n.Size())
	first := n.Hidden * (n.Data.Width + 1)
	for i := range w {
		inputs := n.Data.Width
		if i >= first {
			inputs = n.Hidden
		}
		w[i] = float64((2*draw.Float64() - 1) / math.Sqrt(float64(inputs)))
	}
	return w
}

// At prepares for comparisons with w.
func (n *Network) At(w []float64) {
	n.forward(w, &n.here)
	n.mean = make([]float64, len(w))
	n.gradient(&n.here, n.mean, n.shares(-1))
}

// shares divides a sum evenly among the examples.
func (n *Network) shares(sum float64) []float64 {
	each := make([]float64, len(n.Data.Label))
	for e := range each {
		each[e] = sum / float64(len(each))
	}
	return each
}

// prepare fills columns and scales, once.
func (n *Network) prepare() {
	if n.columns != nil {
		return
	}
	examples := len(n.Data.Label)
	n.columns, n.scales = make([]float64, len(n.Data.X)), make([]float64, examples)
	for e := range examples {
		n.scales[e] = 1
		for i, x := range n.Data.X[e*n.Data.Width : (e+1)*n.Data.Width] {
			n.columns[i*examples+e] = x
			n.scales[e] += float64(x * x)
		}
	}
}

// Step moves w by the gradients of one full batch, each clipped, without noise. w must be the weight of At.
func (n *Network) Step(w []float64) {
	sum, share := make([]float64, len(w)), n.shares(1)
	for e, square := range n.squares(&n.here) {
		if norm := math.Sqrt(square); norm > n.Clip {
			share[e] = float64(share[e] * float64(n.Clip/norm))
		}
	}
	n.gradient(&n.here, sum, share)
	for i := range w {
		w[i] -= float64(n.Rate * sum[i])
	}
}

// Compare returns the largest distance of an example's gradient at v from the one at the weight of At, and the distance of the mean
// gradients. An example's distance needs no gradient written out: with x̃ = (x, 1), h̃ = (h, 1)
//
//	‖Δ‖² = ‖Δd₁‖²‖x̃‖² + ‖Δd₂‖²‖h̃‖² + ‖d₂'‖²‖Δh‖² + 2(Δd₂·d₂')(h̃·Δh).
func (n *Network) Compare(v, scratch []float64) (example, mean float64) {
	n.forward(v, &n.there)
	examples := len(n.Data.Label)
	sums := make([]float64, 7*examples)
	first, hh, hd, ddh, dd, qq, dq := of(sums, 0, examples), of(sums, 1, examples), of(sums, 2, examples),
		of(sums, 3, examples), of(sums, 4, examples), of(sums, 5, examples), of(sums, 6, examples)
	fill(hh, 1)
	for j := range n.Hidden {
		a, b := of(n.here.d1, j, examples), of(n.there.d1, j, examples)
		h, g := of(n.here.hidden, j, examples), of(n.there.hidden, j, examples)
		for e := range first {
			d := b[e] - a[e]
			first[e] += float64(d * d)
			d = g[e] - h[e]
			hh[e] += float64(h[e] * h[e])
			hd[e] += float64(h[e] * d)
			ddh[e] += float64(d * d)
		}
	}
	for k := range n.Data.Classes {
		o, q := of(n.here.d2, k, examples), of(n.there.d2, k, examples)
		for e := range dd {
			d := q[e] - o[e]
			dd[e] += float64(d * d)
			qq[e] += float64(q[e] * q[e])
			dq[e] += float64(d * q[e])
		}
	}
	most := 0.0
	for e := range first {
		square := float64(first[e]*n.scales[e]) + float64(dd[e]*hh[e]) + float64(qq[e]*ddh[e]) + float64(2*float64(dq[e]*hd[e]))
		most = max(most, square)
	}
	copy(scratch, n.mean)
	n.gradient(&n.there, scratch, n.shares(1))
	return math.Sqrt(most), math.Sqrt(squared(scratch))
}
