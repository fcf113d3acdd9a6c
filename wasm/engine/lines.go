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

// Lines serves one request a line from r and writes one message a line to w: first the ready message, then for every request
// its partial results, if requested, and exactly one result or error. Empty lines are skipped. It returns when r ends, or when
// w fails. Of a line that is too long for a request, it keeps only enough to show this.
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
		line, err := readLine(in)
		if len(line) > 0 {
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

// readLine reads up to the end of a line, without the blanks around it. A line that is cut keeps its blanks: without them it
// could look like a shorter line.
func readLine(in *bufio.Reader) (line []byte, err error) {
	const most = protocol.MaxBytes + len("\r\n")
	cut := false
	for {
		part, err := in.ReadSlice('\n')
		if left := most - len(line); len(part) > left {
			part, cut = part[:left], true
		}
		line = append(line, part...)
		switch {
		case err == bufio.ErrBufferFull:
		case cut:
			return line, err
		default:
			return bytes.TrimSpace(line), err
		}
	}
}
