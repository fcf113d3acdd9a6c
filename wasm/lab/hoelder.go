package lab

import (
	"context"

	"lastiterate/bounds/lab/hoelder"
	"lastiterate/wasm/engine"
	"lastiterate/wasm/protocol"
)

// Hoelder answers "lab.hoelder": estimates of the Hölder constant of a network's
// gradient along its training.
type Hoelder struct {
	Orders   []protocol.Number `json:"orders"`
	Example  []protocol.Number `json:"example"` // of single examples' losses
	Mean     []protocol.Number `json:"mean"`    // of the mean loss
	Nearest  protocol.Number   `json:"nearest"` // the least and the largest distance between two weights that were compared
	Furthest protocol.Number   `json:"furthest"`
	Compared int               `json:"compared"` // pairs of weights
	Weights  int               `json:"weights"`  // number of the network's weights
	Examples int               `json:"examples"`
	Features int               `json:"features"`
	Classes  []string          `json:"classes"`
	// Figure is Chien and Li's Figure 2(a) with these constants, at order α = 2.
	Figure HoelderFigure `json:"figure"`
}

// HoelderFigure has the lines of the figure, each with a value for each T.
type HoelderFigure struct {
	T           []protocol.Number `json:"T"`
	Composition []protocol.Number `json:"composition"`
	Output      []protocol.Number `json:"output"`
	Lines       []HoelderLine     `json:"lines"`
}

// HoelderLine is the bound of Theorem 3.7 with the constant that was estimated for one Hölder order.
type HoelderLine struct {
	Order    protocol.Number   `json:"order"`
	Constant protocol.Number   `json:"constant"`
	Epsilon  []protocol.Number `json:"epsilon"`
}

func serveHoelder(ctx context.Context, c call) (any, error) {
	in := c.in
	s := hoelder.A13(uint64(max(0, in.WholeOr("seed", 1))))
	s.Epochs, s.Points, s.Starts = in.WholeOr("epochs", s.Epochs), in.WholeOr("points", s.Points), in.WholeOr("starts", s.Starts)
	s.Radius = in.NumberOr("radius", s.Radius)
	if orders := in.Numbers("orders", 100); orders != nil {
		s.Orders = orders
	}
	table := hoelder.Iris
	if in.Has("table") {
		table = in.Text("table")
	}
	if err := c.alone(); err != nil {
		return nil, err
	}
	d, err := hoelder.ReadData(table)
	if err != nil {
		return nil, err
	}
	n := hoelder.IrisNetwork(d)
	e, err := hoelder.Of(ctx, n, s, engine.Counts(c.Request, c.send, countPause))
	if err != nil {
		return nil, err
	}
	drawn, err := e.Redrawn(ctx)
	if err != nil {
		return nil, err
	}
	figure := HoelderFigure{T: protocol.Numbers(drawn.T), Composition: protocol.Numbers(drawn.Composition),
		Output: protocol.Numbers(drawn.Output)}
	for _, l := range drawn.Lines {
		figure.Lines = append(figure.Lines, HoelderLine{protocol.Number(l.Order), protocol.Number(l.Constant), protocol.Numbers(l.Epsilon)})
	}
	return Hoelder{
		Figure: figure, Orders: protocol.Numbers(e.Orders), Example: protocol.Numbers(e.Example), Mean: protocol.Numbers(e.Mean),
		Nearest: protocol.Number(e.Nearest), Furthest: protocol.Number(e.Furthest), Compared: e.Compared,
		Weights: n.Size(), Examples: len(d.Label), Features: d.Width, Classes: d.Classes,
	}, nil
}
