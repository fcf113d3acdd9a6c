package bounds

import (
	"context"

	"pgregory.net/rapid"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// evaluateRow is a theorem's row, as it is found and not certified.
func evaluateRow(ctx context.Context, t *theorem.Theorem, r run.Run, q claim.Question) Row {
	row, _ := proveRow(memo.Remembering(ctx), t, r, q)
	return row
}

// tester is what *testing.T and *rapid.T have in common.
type tester interface {
	rapid.TB
	Context() context.Context
}

// tableOf is what Evaluate reports before it looks for a verdict, which asks about many
// other runs: of all rows, or of some.
func tableOf(t tester, r run.Run, q claim.Question, ids ...string) Report {
	t.Helper()
	theorems, err := Settings{Rows: ids}.selected()
	if err != nil {
		t.Fatal(err)
	}
	if err := validate(r, q); err != nil {
		t.Fatal(err)
	}
	rows := newTable(memo.Remembering(t.Context()), theorems, catalog.All(), r, q)
	rows.fill(func(Part) {})
	return rows.report((*entry).isComplete)
}
