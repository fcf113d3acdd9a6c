package lab

import (
	"context"

	"lastiterate/bounds/lab/dynamics"
	"lastiterate/wasm/protocol"
)

// Dynamics answers "lab.dynamics": the bounds of Lemma 3.2 of Ye and Shokri for given batches. Each list
// has a value before each step, and one after the last step. Loss and Composed are ε(α)/α.
type Dynamics struct {
	Loss       []protocol.Number `json:"loss"`
	Composed   []protocol.Number `json:"composed"`
	InverseLSI []protocol.Number `json:"inverse_lsi"`
}

func serveDynamics(_ context.Context, c call) (any, error) {
	var uses []int
	for _, u := range c.in.Numbers("uses", dynamics.MaxSteps) {
		uses = append(uses, step(u))
	}
	r, err := c.about("lab.dynamics answers for every order at once, as ε(α)/α")
	if err != nil {
		return nil, err
	}
	p, err := dynamics.Of(r, uses)
	return Dynamics{Loss: protocol.Numbers(p.Loss), Composed: protocol.Numbers(p.Composed), InverseLSI: protocol.Numbers(p.InverseLSI)}, err
}

// step returns x if it is a whole number, and otherwise 0, which is the number of no step.
func step(x float64) int {
	if x != float64(int(x)) {
		return 0
	}
	return int(x)
}
