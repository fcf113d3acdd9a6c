package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"lastiterate/bounds"
	"lastiterate/wasm/protocol"
)

func BenchmarkKey(b *testing.B) {
	r := bounds.DefaultRun()
	q := protocol.EncodeQuestion(bounds.DefaultQuestion())
	i := 0
	var eval, total time.Duration
	size := 0
	for b.Loop() {
		i++
		r.Eta = 0.1 + float64(i)/1e4
		line, _ := json.Marshal(protocol.Request{V: 1, ID: json.RawMessage("1"), Method: "evaluate", Progress: true, Brief: true, Run: protocol.EncodeRun(r), Question: q})
		t0 := time.Now()
		bounds.Evaluate(context.Background(), r, bounds.DefaultQuestion(), bounds.Settings{})
		eval += time.Since(t0)
		r.Eta += 1e-5
		line, _ = json.Marshal(protocol.Request{V: 1, ID: json.RawMessage("1"), Method: "evaluate", Progress: true, Brief: true, Run: protocol.EncodeRun(r), Question: q})
		t0 = time.Now()
		Handle(context.Background(), line, func(m protocol.Response) {
			s, _ := json.Marshal(m)
			size = len(s)
		})
		total += time.Since(t0)
	}
	b.ReportMetric(float64(eval.Microseconds())/float64(i)/1000, "ms-eval")
	b.ReportMetric(float64(total.Microseconds())/float64(i)/1000, "ms-handle")
	b.ReportMetric(float64(size), "bytes")
	fmt.Println(r)
}
