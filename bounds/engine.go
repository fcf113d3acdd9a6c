package bounds

import (
	"context"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/figure"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
)

// Engine answers questions and remembers what it computed for them, so that the next
// question about a similar run takes less time. Answers do not depend on what is
// remembered. The zero value is ready to use. Several goroutines may use one Engine at
// once; none waits for another.
//
// Its methods are the package's functions of the same names, which use a new Engine for each question.
type Engine struct{ memory memo.Store }

// Context returns a context with which the functions of this package use this engine, for code that passes
// requests on, such as package wasm/engine.
func (e *Engine) Context(ctx context.Context) context.Context { return memo.With(ctx, &e.memory) }

// Remembered returns the value that the context's engine remembers for a key, or the one that compute returns. The engine then
// remembers that value, one of the latest 16, unless the context has ended. The value must depend on the key alone; the key is
// comparable, and its type is the caller's own. It is for code that computes slow things from the engine's answers.
func Remembered(ctx context.Context, key any, compute func(context.Context) any) any {
	return othersValues.Get(ctx, key, compute)
}

// othersValues are values that code outside of this package computes.
var othersValues = memo.Kind[any, any]{Most: 16}

// Evaluate is the package's Evaluate with this engine's cache.
func (e *Engine) Evaluate(ctx context.Context, r run.Run, q claim.Question, settings Settings) (Report, error) {
	return Evaluate(e.Context(ctx), r, q, settings)
}

// Rows is the package's Rows with this engine's cache.
func (e *Engine) Rows(ctx context.Context, r run.Run, q claim.Question, settings Settings) ([]Row, error) {
	return Rows(e.Context(ctx), r, q, settings)
}

// Curve is the package's Curve with this engine's cache.
func (e *Engine) Curve(ctx context.Context, r run.Run, q claim.Question, parameter string, values []float64,
	settings Settings) ([]Series, error) {
	return Curve(e.Context(ctx), r, q, parameter, values, settings)
}

// LevelledOff is the package's LevelledOff with this engine's cache.
func (e *Engine) LevelledOff(ctx context.Context, r run.Run, q claim.Question, values []float64, series []Series,
	settings Settings) (int, error) {
	return LevelledOff(e.Context(ctx), r, q, values, series, settings)
}

// Solve is the package's Solve with this engine's cache.
func (e *Engine) Solve(ctx context.Context, r run.Run, field string, target Target, settings Settings) (SolvedValue, error) {
	return Solve(e.Context(ctx), r, field, target, settings)
}

// MakeSchedule is the package's MakeSchedule with this engine's cache.
func (e *Engine) MakeSchedule(ctx context.Context, r run.Run, row string, q claim.Question) (Schedule, error) {
	return MakeSchedule(e.Context(ctx), r, row, q)
}

// Draw is the package's Draw with this engine's cache.
func (e *Engine) Draw(ctx context.Context, f figure.Figure, progress func(complete []DrawnLine)) ([]DrawnLine, error) {
	return Draw(e.Context(ctx), f, progress)
}
