package lab

import (
	"context"
	"encoding/json"

	"lastiterate/bounds"
	"lastiterate/bounds/lab/kongribero"
	"lastiterate/wasm/protocol"
)

// Noise answers "lab.noise": the noise of Corollary C.2 of Kong and Ribero, and the noise found by solving for it.
type Noise struct {
	Eta      protocol.Number `json:"eta"`
	Printed  protocol.Number `json:"printed"`  // the corollary's noise as printed, which is too small
	Costs    protocol.Number `json:"costs"`    // ε by Theorem 2.3 at the printed noise
	Repaired protocol.Number `json:"repaired"` // the noise that the corollary's proof needs
	Batches  protocol.Number `json:"batches"`  // least number of batches in a pass
	Theorem  Solved          `json:"theorem"`  // solving Theorem 2.3
	Best     Solved          `json:"best"`     // solving with every row
	Run      json.RawMessage `json:"run"`      // with the best noise
}

// Solved is a noise that meets the target, and the theorem by which it does.
type Solved struct {
	Sigma   protocol.Number `json:"sigma"`
	Epsilon protocol.Number `json:"epsilon"`
	Row     string          `json:"row"`
}

func serveNoise(ctx context.Context, c call) (any, error) {
	in := c.in
	s := kongribero.Training{
		N: in.Whole("n"), B: in.Whole("b"), Epochs: in.Whole("epochs"), Clip: in.Number("clip"),
		Smoothness: in.Number("smoothness"), Weak: in.Number("weak_convexity"),
		Alpha: in.Number("alpha"), Epsilon: in.Number("epsilon"),
	}
	if err := c.alone(); err != nil {
		return nil, err
	}
	found, err := kongribero.Compare(ctx, s)
	solved := func(s bounds.SolvedValue) Solved {
		return Solved{protocol.Number(s.Value), protocol.Number(s.Epsilon), s.Row}
	}
	return Noise{
		Eta: protocol.Number(found.Eta), Printed: protocol.Number(found.Printed), Costs: protocol.Number(found.Costs),
		Repaired: protocol.Number(found.Repaired), Batches: protocol.Number(found.Batches),
		Theorem: solved(found.Theorem), Best: solved(found.Best), Run: protocol.EncodeRun(found.Run),
	}, err
}

// Operators answers "lab.operators": the bound of Proposition A.5(a) of Kong and Ribero.
type Operators struct {
	Epsilon protocol.Number `json:"epsilon"` // at the order, without the divergence of the starts
	Printed protocol.Number `json:"printed"` // equation (26) as printed
}

func serveOperators(_ context.Context, c call) (any, error) {
	in := c.in
	o := kongribero.Operators{
		Lipschitz: in.Number("lipschitz"), Apart: in.Number("apart"), Start: in.NumberOr("start", 0),
		Sigma: in.Number("sigma"), Cycle: in.Whole("cycle"), Steps: in.Whole("steps"),
	}
	alpha := in.Number("alpha")
	if err := c.alone(); err != nil {
		return nil, err
	}
	bound, err := o.Bound()
	if err != nil {
		return nil, err
	}
	if err := orderFault(alpha); err != nil {
		return nil, err
	}
	printed, err := o.Printed()
	return Operators{protocol.Number(alpha * bound), protocol.Number(alpha * printed)}, err
}
