// Package hoelder estimates the Hölder constant of the gradient of a loss along a training run, as Chien and Li 2024
// (arXiv:2410.01068), Appendix A.13, do for a small network on Iris.
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

// Model is a loss that is trained and whose gradients are compared.
type Model interface {
	Size() int                       // number of weights
	Start(draw *rand.Rand) []float64 // an initialisation
	At(w []float64)                  // prepares for Step and Compare
	Step(w []float64)                // one step of training, in place
	// Compare returns the largest distance of an example's gradient at v from the one at the weight of At, and the distance of
	// the mean gradients. scratch is as long as v.
	Compare(v, scratch []float64) (example, mean float64)
}

// Protocol holds the settings of an estimate. A13 returns the paper's.
type Protocol struct {
	Epochs int       // steps of training, each over all examples
	Points int       // weights drawn around each weight of the trajectory
	Starts int       // initialisations
	Radius float64   // of the ball from which Points are drawn
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

// LargestRatios holds, for each order λ, the largest ‖Δ∇‖/‖Δw‖^λ found.
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

// Of trains the model from each initialisation, and compares the gradients at each weight of the trajectory with those at points
// around it. progress, if not nil, is called after each weight. The same settings give the same result on every platform, to nine
// digits. The error is run.Errors or that of ctx.
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
		// Each initialisation has its own stream of random numbers, so that more Starts do not change the first ones.
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
		e.Example[i], e.Mean[i] = nineDigits(e.Example[i]), nineDigits(e.Mean[i])
	}
	e.Nearest, e.Furthest = nineDigits(e.Nearest), nineDigits(e.Furthest)
	for _, x := range e.Example {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return LargestRatios{}, run.Errors{{Field: "table", Message: "the training diverges, so no constant can be estimated: are " +
				"the features in a usual unit?"}}
		}
	}
	return e, nil
}

// inBall fills v with a point drawn uniformly from the ball around 0, and returns its norm, which in hundreds of dimensions is
// nearly the radius.
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

// nineDigits rounds x to nine digits: the last ones may differ between platforms, as powers and logarithms do.
func nineDigits(x float64) float64 { return run.Digits(x, 9) }

// mostComparisons is the largest number of pairs of weights that a request may compare, about an hour's work.
const mostComparisons = 20_000_000

func (s Protocol) check() error {
	var errs run.Errors
	whole := func(field string, value, largest int, what string) {
		errs.Need(value >= 1 && value <= largest, field, value, fmt.Sprintf("there must be between 1 and %d %s", largest, what))
	}
	whole("epochs", s.Epochs, 10_000, "epochs")
	whole("points", s.Points, 10_000, "points around a weight")
	whole("starts", s.Starts, 1000, "initialisations")
	errs.Need(len(errs) > 0 || s.Epochs*s.Points*s.Starts <= mostComparisons, "points", s.Points,
		fmt.Sprintf("%d comparisons; at most %d are made", s.Epochs*s.Points*s.Starts, mostComparisons))
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
