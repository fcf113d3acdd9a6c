package lab

import (
	"context"

	"lastiterate/bounds/lab/dynamics"
	"lastiterate/wasm/engine"
	"lastiterate/wasm/protocol"
)

// Dynamics answers "lab.dynamics": Lemma 3.2 of Ye and Shokri for batches that are
// given, before each step and after the last, as ε(α)/α.
type Dynamics struct {
	Loss     []protocol.Number `json:"loss"`
	Composed []protocol.Number `json:"composed"`
}

func followed(_ context.Context, q protocol.Request, _ engine.Send) (any, *protocol.Error) {
	var uses []int
	r, fault := aboutRun(q, "lab.dynamics is in proportion to the order", func(in *protocol.Input) {
		for _, u := range in.Numbers("uses", dynamics.MaxSteps) {
			uses = append(uses, step(u))
		}
	})
	if fault != nil {
		return nil, fault
	}
	p, err := dynamics.Of(r, uses)
	if err != nil {
		return nil, failed(err)
	}
	return Dynamics{Loss: protocol.Numbers(p.Loss), Composed: protocol.Numbers(p.Composed)}, nil
}

// step is a step's number; 0, which no step has, for what is none.
func step(x float64) int {
	if x != float64(int(x)) {
		return 0
	}
	return int(x)
}
