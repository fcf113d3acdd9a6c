package bounds

import (
	"context"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
)

// Rows evaluates each row by itself, and certifies it if it can. It chooses no answer, and keeps values that contradict each other. It
// is for testing rows; Evaluate answers questions. It returns the errors that Evaluate returns.
func Rows(ctx context.Context, r run.Run, q claim.Question, settings Settings) ([]Row, error) {
	ctx = memo.Remembering(ctx)
	theorems, err := settings.selected()
	if err != nil {
		return nil, err
	}
	if err := validate(r, q); err != nil {
		return nil, err
	}
	var rows []Row
	for _, t := range theorems {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rows = append(rows, certifiedRow(ctx, t, r, q))
	}
	return rows, ctx.Err()
}

// NameOf returns the name of the row with this id; for an unknown id, the id itself.
func NameOf(id string) string {
	if t, ok := catalog.ByID(id); ok {
		return t.Name
	}
	return id
}

// Unpublished reports whether the row with this id is a result of ours, which no paper has.
func Unpublished(id string) bool {
	t, ok := catalog.ByID(id)
	return ok && t.Source.Ours()
}
