package lab

import (
	"context"
	"encoding/json"
	"math"

	"lastiterate/bounds/lab/utility"
	"lastiterate/wasm/protocol"
)

// Utility answers "lab.utility": the shapes of published utility bounds as the diameter or the noise
// varies, each divided by its value at the run's own diameter and noise.
type Utility struct {
	Along  string            `json:"along"`  // diameter, noise
	Factor []protocol.Number `json:"factor"` // multiples of the run's own diameter or noise
	Shapes []UtilityShape    `json:"shapes"`
	Run    json.RawMessage   `json:"run"`
}

// UtilityShape is one bound. Unless Firm, it is known only up to constants.
type UtilityShape struct {
	ID     string            `json:"id"`
	Source string            `json:"source"`
	Of     string            `json:"of"`
	Needs  string            `json:"needs,omitempty"` // the condition that the run does not meet
	Firm   bool              `json:"firm,omitempty"`
	Value  protocol.Number   `json:"value"` // with every unstated constant 1
	Half   protocol.Number   `json:"half"`  // at half the diameter or noise, divided by Value
	Ratios []protocol.Number `json:"ratios"`
}

// factors are the multiples of the run's own diameter or noise, from a thousandth to a thousand.
func factors() (out []float64) {
	for i := range 121 {
		out = append(out, math.Pow(10, -3+float64(i)/20))
	}
	return out
}

func serveUtility(_ context.Context, c call) (any, error) {
	s := utility.Workload{
		Dimension: c.in.Whole("dimension"), Deviation: c.in.Number("deviation"),
		Alpha: c.in.Number("alpha"), Epsilon: c.in.Number("epsilon"), Delta: c.in.Number("delta"),
	}
	noise := c.in.Yes("noise")
	var err error
	if s.Run, err = c.about("lab.utility takes its ε, δ and α from the input"); err != nil {
		return nil, err
	}
	shapes, err := utility.Of(s)
	if err != nil {
		return nil, err
	}
	at := func(shape utility.Shape, factor float64) float64 {
		if noise {
			return shape.At(s, 1, factor)
		}
		return shape.At(s, factor, 1)
	}
	u := Utility{Along: "diameter", Factor: protocol.Numbers(factors()), Run: protocol.EncodeRun(s.Run)}
	if noise {
		u.Along = "noise"
	}
	for _, shape := range shapes {
		own := at(shape, 1)
		ratio := func(factor float64) float64 { return at(shape, factor) / own }
		if math.IsInf(own, 1) {
			ratio = func(float64) float64 { return 1 }
		}
		one := UtilityShape{ID: shape.ID, Source: shape.Source, Of: shape.Of, Needs: shape.Needs, Firm: shape.Firm,
			Value: protocol.Number(own), Half: protocol.Number(ratio(0.5))}
		for _, f := range factors() {
			one.Ratios = append(one.Ratios, protocol.Number(ratio(f)))
		}
		u.Shapes = append(u.Shapes, one)
	}
	return u, nil
}
