package lab

import (
	"context"

	"lastiterate/bounds/lab/replay"
	"lastiterate/wasm/protocol"
)

// Replay answers "lab.replay": two runs on a line, and a third that the payments of a schedule
// lead from the one to the other. Each list has a value before each step from number First on,
// counted from 0, and one after the last step.
type Replay struct {
	Row     string            `json:"row"`
	Tau     int               `json:"tau"`
	First   int               `json:"first"`
	T       int               `json:"T"`
	With    []protocol.Number `json:"with"`
	Without []protocol.Number `json:"without"`
	Shifted []protocol.Number `json:"shifted"`
	Left    []protocol.Number `json:"left"`
	Allowed []protocol.Number `json:"allowed"`
	Spent   []protocol.Number `json:"spent"`
}

func serveReplay(ctx context.Context, c call) (any, error) {
	seed := c.in.WholeOr("seed", 1)
	r, err := c.about("lab.replay shows a schedule that is the same at every order")
	if err != nil {
		return nil, err
	}
	p, err := replay.Of(ctx, r, uint64(seed), c.settings())
	return Replay{Row: p.Row, Tau: p.Tau, First: p.First, T: p.T, With: protocol.Numbers(p.With), Without: protocol.Numbers(p.Without),
		Shifted: protocol.Numbers(p.Shifted),
		Left:    protocol.Numbers(p.Left()), Allowed: protocol.Numbers(p.Allowed), Spent: protocol.Numbers(p.Spent)}, err
}
