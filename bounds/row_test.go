package bounds

import (
	"context"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// evaluateRow is a theorem's row, as it is found and not certified.
func evaluateRow(ctx context.Context, t *theorem.Theorem, r run.Run, q claim.Question) Row {
	row, _ := proveRow(ctx, t, r, q)
	return row
}
