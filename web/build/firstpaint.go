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
	values := picture.Values(state.Run.T)
	series, err := bounds.Curve(ctx, state.Run, state.Question, "T", values, bounds.Settings{})
	if err != nil {
		return "", err
	}
	levelsOff, err := bounds.LevelledOff(ctx, state.Run, state.Question, values, series, bounds.Settings{})
	if err != nil {
		return "", err
	}
	return firstpaint.HTML(state, protocol.FromReport(report), protocol.FromCurve(series, levelsOff)), nil
}
