package lab

import (
	"context"

	"lastiterate/bounds/lab/dynamics"
	"lastiterate/wasm/protocol"
)

// Dynamics answers "lab.dynamics": Lemma 3.2 of Ye and Shokri for batches that are
// given, before each step and after the last, as ε(α)/α.
type Dynamics struct {
	Loss       []protocol.Number `json:"loss"`
	Composed   []protocol.Number `json:"composed"`
	InverseLSI []protocol.Number `json:"inverse_lsi"`
}

func followed(_ context.Context, c call) (any, error) {
	var uses []int
	for _, u := range c.in.Numbers("uses", dynamics.MaxSteps) {
		uses = append(uses, step(u))
	}
	r, err := c.about("lab.dynamics is in proportion to the order")
	if err != nil {
		return nil, err
	}
	p, err := dynamics.Of(r, uses)
	return Dynamics{Loss: protocol.Numbers(p.Loss), Composed: protocol.Numbers(p.Composed), InverseLSI: protocol.Numbers(p.InverseLSI)}, err
}

// step is the number of a step. It is 0, which no step has, if x is not a valid number of a step.
func step(x float64) int {
	if x != float64(int(x)) {
		return 0
	}
	return int(x)
}
