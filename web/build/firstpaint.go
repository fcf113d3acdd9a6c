package main

import (
	"context"
	"html"

	"lastiterate/app/firstpaint"
	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/app/picture"
	"lastiterate/bounds"
	"lastiterate/wasm/engine"
)

// painted is the opening run as markup, with which a first visit shows its answer before any WebAssembly has arrived.
type painted struct {
	page   string // markup of the page: answer, picture and form
	answer string // markup of the embed
	link   string // the run's link, as an attribute's value

	epsilon string // the answer's ε as shown
}

func firstPaint(ctx context.Context) (painted, error) {
	var asked bounds.Engine // one engine, which remembers results from question to question
	ctx = asked.Context(ctx)
	state := link.State{Query: bounds.DefaultQuery()}
	report, err := bounds.Evaluate(ctx, state.Run, state.Question, bounds.Settings{})
	if err != nil {
		return painted{}, err
	}
	values := picture.Values(state.Run.T)
	series, err := bounds.Curve(ctx, state.Run, state.Question, "T", values, bounds.Settings{})
	if err != nil {
		return painted{}, err
	}
	levelsOff, err := bounds.LevelledOff(ctx, state.Run, state.Question, values, series, bounds.Settings{})
	if err != nil {
		return painted{}, err
	}
	result := engine.FromReport(report)
	return painted{
		page:   firstpaint.HTML(state, result, engine.FromCurve(series, levelsOff)),
		answer: firstpaint.Answer(state, result),
		link:   html.EscapeString(link.Encode(state)),

		epsilon: number.Up(report.Answer.Epsilon, 3),
	}, nil
}
