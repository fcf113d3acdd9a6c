package engine

import (
	"context"
	"fmt"

	"lastiterate/bounds"
	"lastiterate/wasm/protocol"
)

// compare evaluates several configurations, one after the other.
func compare(ctx context.Context, q protocol.Request, send Send) (any, error) {
	if len(q.Runs) == 0 {
		return nil, &protocol.Error{Code: protocol.CodeBadRequest,
			Message: `compare needs runs: a list of {"label":…,"run":…,"question":…}`}
	}
	if len(q.Runs) > protocol.MaxRuns {
		return nil, &protocol.Error{Code: protocol.CodeBadRequest,
			Message: fmt.Sprintf("at most %d runs are compared in one request; this one has %d", protocol.MaxRuns, len(q.Runs))}
	}
	if q.Run != nil || q.Question != nil {
		return nil, &protocol.Error{Code: protocol.CodeBadRequest, Message: "the run and the question of compare belong inside its runs"}
	}
	result := protocol.CompareResult{Runs: make([]protocol.Compared, len(q.Runs))}
	for i, raw := range q.Runs {
		entry, fault := protocol.DecodeEntry(raw)
		compared := protocol.Compared{Label: entry.Label, Error: protocol.Clipped(fault)}
		if fault == nil {
			report, err := bounds.Evaluate(ctx, entry.Run, entry.Question, bounds.Settings{Rows: q.Rows, PublishedOnly: q.PublishedOnly})
			if err != nil {
				compared.Error = protocol.Clipped(FromError(err))
			} else {
				evaluation := FromReport(report)
				compared.Result = &evaluation
			}
		}
		result.Runs[i] = compared
		if q.Progress {
			send(protocol.Response{Progress: &protocol.Progress{Done: i + 1, Of: len(q.Runs)}})
		}
	}
	return result, nil
}
