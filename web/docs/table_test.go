package docs

import (
	"context"
	"errors"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// tableOf is what Evaluate reports before it looks for a verdict, which asks about many other runs.
func tableOf(t *testing.T, r run.Run, q claim.Question) (report bounds.Report) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	_, err := bounds.Evaluate(ctx, r, q, bounds.Settings{Partial: func(part bounds.Part) {
		if part.ToCome() == 0 && ctx.Err() == nil {
			report, _ = part.Report()
			stop()
		}
	}})
	if report.Rows == nil || err != nil && !errors.Is(err, context.Canceled) {
		t.Fatalf("%v: %+v %+v", err, r, q)
	}
	return report
}
