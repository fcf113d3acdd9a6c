package engine

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"

	"lastiterate/bounds"
	"lastiterate/wasm/protocol"
)

// Lines serves one request a line from r and writes one message a line to w:
// the ready message first, then for every request its partial results, if
// asked for, and exactly one result or error. Empty lines are passed over. It
// returns when r ends, or when w fails.
func Lines(r io.Reader, w io.Writer) error {
	out := bufio.NewWriter(w)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	var failed error
	send := func(m protocol.Response) {
		if failed != nil {
			return
		}
		if failed = encoder.Encode(m); failed == nil {
			failed = out.Flush()
		}
	}
	send(Ready())
	in, ctx := bufio.NewReader(r), new(bounds.Engine).Context(context.Background())
	for failed == nil {
		line, err := in.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			Handle(ctx, line, send)
		}
		if err == io.EOF {
			return failed
		}
		if err != nil {
			return err
		}
	}
	return failed
}
