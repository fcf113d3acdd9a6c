package engine

import (
	"math"
	"strings"
	"testing"

	"lastiterate/wasm/protocol"
)

// A fault of the engine is told in words, without what the language says of it.
func TestServedFails(t *testing.T) {
	var none []int
	for name, method := range map[string]func() (any, error){
		"index":     func() (any, error) { return none[len(none)], nil },
		"makeslice": func() (any, error) { return make([]int, len(none)-1), nil },
		"pointer":   func() (any, error) { var r *protocol.Result; return r.Rows, nil },
		"json":      func() (any, error) { return math.Inf(1), nil },
	} {
		text, fault := answerOf(method)
		if text != nil || fault == nil || fault.Code != protocol.CodeFailed {
			t.Fatalf("%s: got %s, %+v", name, text, fault)
		}
		for _, word := range []string{"runtime", "range", "goroutine", "json:", "panic", "nil"} {
			if strings.Contains(fault.Message, word) {
				t.Errorf("%s: a person reads %q", name, fault.Message)
			}
		}
	}
	if text, fault := answerOf(func() (any, error) { return 1, nil }); fault != nil || string(text) != "1" {
		t.Errorf("a method that ends well: %s, %v", text, fault)
	}
}
