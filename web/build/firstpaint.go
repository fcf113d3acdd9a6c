package main

import (
	"context"

	"lastiterate/app/firstpaint"
	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/bounds"
	"lastiterate/wasm/protocol"
)

// firstPaint is the default run's answer and picture as markup, so that a first
// visit shows them before any WebAssembly has arrived.
func firstPaint(ctx context.Context) (string, error) {
	state := link.State{Run: bounds.DefaultRun(), Question: bounds.DefaultQuestion()}
	report, err := bounds.Evaluate(ctx, state.Run, state.Question, bounds.Settings{})
	if err != nil {
		return "", err
	}
	series, err := bounds.Curve(ctx, state.Run, state.Question, "T", picture.Values(state.Run.T), bounds.Settings{})
	if err != nil {
		return "", err
	}
	return firstpaint.HTML(state, protocol.FromReport(report), protocol.FromCurve(series)), nil
}
