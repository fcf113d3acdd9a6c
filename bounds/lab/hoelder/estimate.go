// Package hoelder estimates the Hölder constant of a loss's gradient along a
// training, as Chien and Li 2024 (arXiv:2410.01068), Appendix A.13, do it for a
// small network on Iris.
//
// An estimate from samples is not a bound: the true constant is at least as large, and a privacy bound
// that uses the estimate depends on it.
package hoelder

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"lastiterate/bounds/run"
)

// Model is a loss that is trained and looked at.
type Model interface {
	Size() int                       // number of weights
	Start(draw *rand.Rand) []float64 // an initialisation
	At(w []float64)                  // prepares for Step and Compare
	Step(w []float64)                // one step of training, in place
	// Compare is how far the gradients at v are from those at the weight of At: the
	// largest distance of one example's, and that of the mean. scratch is as long as v.
	Compare(v, scratch []float64) (example, mean float64)
}

// Protocol is how an estimate is made. A13 has the paper's.
type Protocol struct {
	Epochs int       // steps of training, each over all examples
	Points int       // weights drawn around each weight of the trajectory
	Starts int       // initialisations
	Radius float64   // of the ball that they are drawn from
	Orders []float64 // λ, each in (0, 1]
	Seed   uint64
}

// A13 is the setting of Appendix A.13: 200 epochs, 100 points in the unit ball, 20
// initialisations, λ from 0.5 to 1.
func A13(seed uint64) Protocol {
	s := Protocol{Epochs: 200, Points: 100, Starts: 20, Radius: 1, Seed: seed}
	for i := range 11 {
		s.Orders = append(s.Orders, float64(10+i)/20)
	}
	return s
}

// IrisNetwork is the network of Appendix A.13: 64 hidden units, learning rate 0.1,
// gradients clipped at 1, cross-entropy times 0.1.
func IrisNetwork(d Data) *Network {
	return &Network{Data: d, Hidden: 64, Rate: 0.1, Clip: 1, Factor: 0.1}
}

// LargestRatios is the largest ‖Δ∇‖/‖Δw‖^λ found.
type LargestRatios struct {
	Orders []float64
	// Example has the constants of single examples' losses, which theorems on
	// per-example gradients need, and Mean those of the mean loss.
	Example, Mean []float64
	// Nearest and Furthest are the smallest and the largest ‖Δw‖ tried: the estimate says nothing about
	// other distances.
	Nearest, Furthest float64
	Compared          int // pairs of weights
}

// Of trains the model from each initialisation and compares the gradients at each
// weight of the trajectory with those around it. progress, if not nil, counts
// the weights. The same setting gives the same result on every platform to the nine
// digits that are kept. The error is run.Errors or that of ctx.
func Of(ctx context.Context, m Model, s Protocol, progress func(done, of int)) (LargestRatios, error) {
	if errs := s.check(); errs != nil {
		return LargestRatios{}, errs
	}
	orders := len(s.Orders)
	e := LargestRatios{Orders: s.Orders, Example: make([]float64, orders), Mean: make([]float64, orders), Nearest: math.Inf(1)}
	size := m.Size()
	v, scratch := make([]float64, size), make([]float64, size)
	total := s.Starts * s.Epochs
	for start := range s.Starts {
		// A stream for each initialisation: more of them leave the first ones as they are.
		draw := rand.New(rand.NewPCG(s.Seed, uint64(start)))
		w := m.Start(draw)
		for epoch := range s.Epochs {
			if err := ctx.Err(); err != nil {
				return LargestRatios{}, err
			}
			m.At(w)
			for range s.Points {
				length := inBall(draw, v, s.Radius)
				for i := range v {
					v[i] += w[i]
				}
				example, mean := m.Compare(v, scratch)
				e.Compared++
				e.Nearest, e.Furthest = min(e.Nearest, length), max(e.Furthest, length)
				for i, order := range s.Orders {
					scale := math.Pow(length, order)
					e.Example[i] = max(e.Example[i], example/scale)
					e.Mean[i] = max(e.Mean[i], mean/scale)
				}
			}
			m.Step(w)
			if done := start*s.Epochs + epoch + 1; progress != nil {
				progress(done, total)
			}
		}
	}
	for i := range s.Orders {
		e.Example[i], e.Mean[i] = kept(e.Example[i]), kept(e.Mean[i])
	}
	e.Nearest, e.Furthest = kept(e.Nearest), kept(e.Furthest)
	for _, x := range e.Example {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return LargestRatios{}, run.Errors{{Field: "table", Message: "the training diverges, so no constant can be estimated: are " +
				"the features in a usual unit?"}}
		}
	}
	return e, nil
}

// inBall fills v with a point drawn uniformly from the ball around 0 and returns
// its distance from there. In hundreds of dimensions that is nearly the radius.
func inBall(draw *rand.Rand, v []float64, radius float64) (length float64) {
	for length == 0 {
		for i := range v {
			v[i] = draw.NormFloat64()
		}
		length = math.Sqrt(squared(v))
	}
	want := float64(radius * math.Pow(1-draw.Float64(), 1/float64(len(v))))
	scale := want / length
	for i := range v {
		v[i] = float64(v[i] * scale)
	}
	return want
}

// kept is x to nine digits: the last ones may differ between platforms, whose
// powers and logarithms do.
func kept(x float64) float64 { return run.Digits(x, 9) }

// most is how many pairs of weights a request may compare: an hour's work.
const most = 20_000_000

func (s Protocol) check() error {
	var errs run.Errors
	whole := func(field string, value, largest int, what string) {
		errs.Need(value >= 1 && value <= largest, field, value, fmt.Sprintf("there must be between 1 and %d %s", largest, what))
	}
	whole("epochs", s.Epochs, 10_000, "epochs")
	whole("points", s.Points, 10_000, "points around a weight")
	whole("starts", s.Starts, 1000, "initialisations")
	errs.Need(len(errs) > 0 || s.Epochs*s.Points*s.Starts <= most, "points", s.Points,
		fmt.Sprintf("%d comparisons; at most %d are made", s.Epochs*s.Points*s.Starts, most))
	errs.Need(s.Radius > 0 && s.Radius <= 1e6, "radius", s.Radius, "the radius must be positive, and at most 10⁶")
	errs.Need(len(s.Orders) > 0 && len(s.Orders) <= 100, "orders", len(s.Orders), "there must be between 1 and 100 orders λ")
	for _, o := range s.Orders {
		if !(o > 0 && o <= 1) {
			errs.Add("orders", o, "an order λ must be above 0 and at most 1")
			break
		}
	}
	return errs.OrNil()
}
