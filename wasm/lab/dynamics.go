package lab

import (
	"context"
	"slices"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/lab/dynamics"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Dynamics answers "lab.dynamics": the bounds of Lemma 3.2 of Ye and Shokri for given batches. Each list
// has a value before each step, and one after the last step. Loss and Composed are ε(α)/α.
type Dynamics struct {
	Loss       []protocol.Number `json:"loss"`
	Composed   []protocol.Number `json:"composed"`
	InverseLSI []protocol.Number `json:"inverse_lsi"`
}

func serveDynamics(ctx context.Context, c call) (any, error) {
	var uses []int
	for _, u := range c.in.Numbers("uses", dynamics.MaxSteps) {
		uses = append(uses, step(u))
	}
	r, err := c.about("lab.dynamics answers for every order at once, as ε(α)/α")
	if err != nil {
		return nil, err
	}
	p, err := dynamics.Of(r, uses)
	if err != nil {
		return nil, err
	}
	certify(ctx, r, uses, p)
	return Dynamics{Loss: protocol.Numbers(p.Loss), Composed: protocol.Numbers(p.Composed), InverseLSI: protocol.Numbers(p.InverseLSI)}, nil
}

// certify replaces the last values by the certified ones of the calculator's row, if these are smaller: the recursion adds to each
// of its values more than all of its roundings, so that one of few digits, 1.28, would be shown as 1.281. The row composes as many
// steps of a batch of all examples as there are uses. The last iterate loses no more than all iterates.
func certify(ctx context.Context, r run.Run, uses []int, p dynamics.Trajectory) {
	r.N, r.Scheme, r.Position = r.B, run.Full, 0
	slices.Sort(uses)
	r.T = len(slices.Compact(uses))
	const alpha = 2
	report, err := bounds.Evaluate(ctx, r, claim.Question{Alpha: alpha}, bounds.Settings{Rows: []string{"composition"}})
	if err != nil || report.Answer == nil {
		return
	}
	end, composed := len(p.Loss)-1, report.Answer.Epsilon/alpha
	p.Composed[end] = min(p.Composed[end], composed)
	p.Loss[end] = min(p.Loss[end], composed)
}

// step returns x if it is a whole number, and otherwise 0, which is the number of no step.
func step(x float64) int {
	if x != float64(int(x)) {
		return 0
	}
	return int(x)
}
