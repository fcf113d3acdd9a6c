package hoelder

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
)

// pass holds the factors of all examples' gradients at one weight: the values of hidden units, and the slopes d1 and d2 of the loss
// at hidden units and outputs. Each is stored unit by unit, so that inner loops run over the examples. The sums of one example still
// add the units in order.
type pass struct {
	hidden, d1 []float64 // hidden × examples
	d2         []float64 // classes × examples
	loss       float64   // mean
}

// of returns the part of a table that belongs to unit i.
func of(table []float64, i, examples int) []float64 {
	return table[i*examples : (i+1)*examples : (i+1)*examples]
}

// add adds a·x to sum.
func add(sum []float64, a float64, x []float64) {
	x = x[:len(sum)]
	for e := range sum {
		sum[e] += float64(a * x[e])
	}
}

// dot is start plus the products of x and y, in their order.
func dot(start float64, x, y []float64) float64 {
	y = y[:len(x)]
	for e := range x {
		start += float64(x[e] * y[e])
	}
	return start
}

func fill(v []float64, x float64) {
	for e := range v {
		v[e] = x
	}
}

// forward computes a pass at w.
func (n *Network) forward(w []float64, p *pass) {
	n.prepare()
	examples, classes, width := len(n.Data.Label), len(n.Data.Classes), n.Data.Width
	if p.hidden == nil {
		p.hidden = make([]float64, examples*n.Hidden)
		p.d1 = make([]float64, examples*n.Hidden)
		p.d2 = make([]float64, examples*classes)
	}
	w1, b1, w2, b2 := n.parts(w)
	for k := range classes {
		fill(of(p.d2, k, examples), b2[k])
	}
	for j := range n.Hidden {
		h := of(p.hidden, j, examples)
		fill(h, b1[j])
		for i := range width {
			add(h, w1[j*width+i], of(n.columns, i, examples))
		}
		for e := range h {
			h[e] = max(h[e], 0)
		}
		for k := range classes {
			add(of(p.d2, k, examples), w2[k*n.Hidden+j], h)
		}
	}
	p.loss = n.slopes(p)
	for j := range n.Hidden {
		d1, h := of(p.d1, j, examples), of(p.hidden, j, examples)
		clear(d1)
		for k := range classes {
			add(d1, w2[k*n.Hidden+j], of(p.d2, k, examples))
		}
		for e := range d1 {
			if h[e] <= 0 {
				d1[e] = 0
			}
		}
	}
}

// slopes turns the outputs of all examples into the slopes of the loss there and
// returns the mean loss.
func (n *Network) slopes(p *pass) float64 {
	examples, classes := len(n.Data.Label), len(n.Data.Classes)
	total := 0.0
	for e, label := range n.Data.Label {
		top := math.Inf(-1)
		for k := range classes {
			top = max(top, p.d2[k*examples+e])
		}
		sum, at := 0.0, p.d2[label*examples+e]-top
		for k := range classes {
			out := errfloat.Exp(p.d2[k*examples+e] - top)
			p.d2[k*examples+e] = out
			sum += out
		}
		total += math.Log(sum) - at
		for k := range classes {
			out := float64(n.Factor * float64(p.d2[k*examples+e]/sum))
			if k == label {
				out -= n.Factor
			}
			p.d2[k*examples+e] = out
		}
	}
	return n.Factor * total / float64(examples)
}

// parts are the views of a weight vector.
func (n *Network) parts(w []float64) (w1, b1, w2, b2 []float64) {
	classes, width := len(n.Data.Classes), n.Data.Width
	w1, w = w[:n.Hidden*width], w[n.Hidden*width:]
	b1, w = w[:n.Hidden], w[n.Hidden:]
	w2, b2 = w[:classes*n.Hidden], w[classes*n.Hidden:]
	return
}

// gradient adds each example's gradient times its share to sum.
func (n *Network) gradient(p *pass, sum, share []float64) {
	examples, classes, width := len(n.Data.Label), len(n.Data.Classes), n.Data.Width
	w1, b1, w2, b2 := n.parts(sum)
	part := make([]float64, examples)
	times := func(d []float64) []float64 {
		for e := range part {
			part[e] = float64(d[e] * share[e])
		}
		return part
	}
	for j := range n.Hidden {
		d := times(of(p.d1, j, examples))
		for _, x := range d {
			b1[j] += x
		}
		for i := range width {
			w1[j*width+i] = dot(w1[j*width+i], d, of(n.columns, i, examples))
		}
	}
	for k := range classes {
		d := times(of(p.d2, k, examples))
		for _, x := range d {
			b2[k] += x
		}
		for j := range n.Hidden {
			w2[k*n.Hidden+j] = dot(w2[k*n.Hidden+j], d, of(p.hidden, j, examples))
		}
	}
}

// squares returns the squared norms of the examples' gradients, which consist of d₁(x, 1) and d₂(h, 1).
func (n *Network) squares(p *pass) []float64 {
	examples := len(n.Data.Label)
	first, second, h := make([]float64, examples), make([]float64, examples), make([]float64, examples)
	fill(h, 1)
	for j := range n.Hidden {
		for e, d := range of(p.d1, j, examples) {
			first[e] += float64(d * d)
		}
		for e, x := range of(p.hidden, j, examples) {
			h[e] += float64(x * x)
		}
	}
	for k := range n.Data.Classes {
		for e, d := range of(p.d2, k, examples) {
			second[e] += float64(d * d)
		}
	}
	for e := range first {
		first[e] = float64(first[e]*n.scales[e]) + float64(second[e]*h[e])
	}
	return first
}

func squared(v []float64) float64 { return dot(0, v, v) }
