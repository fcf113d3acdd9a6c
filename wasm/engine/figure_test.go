package engine

import (
	"encoding/json"
	"slices"
	"testing"

	"lastiterate/bounds/figure"
	"lastiterate/wasm/protocol"
)

// The counts of a figure carry its complete lines, if they are asked for, and no check before all lines can be checked.
func TestCountsCarryLinesOfFigures(t *testing.T) {
	pause := linesPause
	linesPause = 0
	defer func() { linesPause = pause }()
	f, _ := figure.ByID("kong-ribero-table-2")
	for more, want := range map[string]int{"": 0, `,"lines":true`: len(f.Lines) - 1} {
		carried, counts := 0, 0
		for _, m := range serve(t, `{"v":1,"id":"f","method":"figure","progress":true,"figure":"kong-ribero-table-2"`+more+`}`) {
			if m.Progress == nil {
				continue
			}
			if counts++; m.Progress.Done != counts || m.Progress.Of != len(f.Lines) {
				t.Errorf("count %d is %d of %d", counts, m.Progress.Done, m.Progress.Of)
			}
			if part := m.Progress.Figure; part != nil {
				carried++
				if len(part.Lines) != counts || part.Checks == nil || len(part.Checks) > 0 {
					t.Errorf("count %d carries %d lines and the checks %v", counts, len(part.Lines), part.Checks)
				}
			}
		}
		if carried != want || counts != len(f.Lines) || len(f.Checks) == 0 {
			t.Errorf("with %q %d of %d counts carry lines, want %d; the figure has %d checks", more, carried, counts, want, len(f.Checks))
		}
	}
}

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
