package engine

import (
	"encoding/json"
	"slices"
	"testing"

	"lastiterate/bounds/figure"
	"lastiterate/wasm/protocol"
)

// A figure's intervals and the quantity that it is of travel with it, as they are.
func TestIntervalsTravel(t *testing.T) {
	f, _ := figure.ByID("liang-4")
	messages := serve(t, `{"v":1,"id":"f","method":"figure","figure":"liang-4"}`)
	var answer struct {
		Result protocol.FigureResult `json:"result"`
	}
	text, err := json.Marshal(messages[len(messages)-1])
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatal(err)
	}
	r := answer.Result
	if r.Quantity != "training loss" || !slices.Equal(r.Ends, []string{"2.5 %", "97.5 %"}) || len(r.Lines) != len(f.Lines) {
		t.Fatalf("%q within %q, %d lines", r.Quantity, r.Ends, len(r.Lines))
	}
	for i, l := range r.Lines {
		if want := f.Lines[i]; !slices.Equal(protocol.Floats(l.Low), want.Low) || !slices.Equal(protocol.Floats(l.High), want.High) ||
			len(l.Low) != len(l.At) {
			t.Errorf("%s lies within %v and %v", l.ID, l.Low, l.High)
		}
	}
}
