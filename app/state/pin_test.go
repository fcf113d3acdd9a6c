package state

import (
	"fmt"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/bounds/run"
)

func TestPin(t *testing.T) {
	m := do(New(figure1), Pin{}, Pin{}) // the second finds it pinned
	if len(m.View.Pinned) != 1 || m.View.Pinned[0].Label != "run 1" {
		t.Fatalf("pinned %+v", m.View.Pinned)
	}
	m = do(m, Type{"T", "90"}, Pin{}, Type{"eta", "0.05"}, Pin{}, Unpin{0}, Type{"clip", "1"}, Pin{})
	var labels []string
	for _, p := range m.View.Pinned {
		labels = append(labels, p.Label)
	}
	if got := strings.Join(labels, ", "); got != "run 2, run 3, run 1" {
		t.Errorf("labels %s", got)
	}
	if label, ok := m.PinnedAs(); !ok || label != "run 1" {
		t.Errorf("the present run is pinned as %q", label)
	}
	before := m
	m = do(m, Rename{1, "small steps"}, Rename{0, strings.Repeat("x", link.MaxLabel+1)}, Rename{7, "nobody"})
	if m.View.Pinned[1].Label != "small steps" || m.View.Pinned[0].Label != "run 2" {
		t.Errorf("renamed: %+v", m.View.Pinned)
	}
	if got := before.View.Pinned[1].Label; got != "run 3" {
		t.Errorf("after renaming, the model before has the label %q, want run 3", got)
	}
	m = do(m, Type{"sigma", "2"}, Pin{}, Type{"sigma", "3"}, Pin{})
	if len(m.View.Pinned) != link.MaxPinned {
		t.Errorf("%d are pinned", len(m.View.Pinned))
	}
	m = do(m, Type{"eta", "wrong"}, Load{1})
	if m.Run.Eta != 0.05 || m.Run.Clip != 2 || m.Run.T != 90 || !m.Settled() || len(m.View.Pinned) != link.MaxPinned {
		t.Errorf("loaded %+v, faults %v", m.Run, m.Faults)
	}
	again, problems := link.DecodeFrom(figure1, link.Encode(m.State))
	if len(problems) > 0 || len(again.View.Pinned) != link.MaxPinned || again.View.Pinned[1].Label != "small steps" {
		t.Errorf("by link: %+v, %v", again.View.Pinned, problems)
	}
	m = do(m, Unpin{0}, Unpin{0}, Unpin{0}, Unpin{0}, Unpin{0})
	if m.View.Pinned != nil {
		t.Errorf("left: %+v", m.View.Pinned)
	}
}

// A new pin takes no name that another pinned run shows, be it that run's label or its number for want of one.
func TestPinsHaveNamesOfTheirOwn(t *testing.T) {
	m := do(New(figure1), Pin{}, Rename{0, ""})
	if name, ok := m.PinnedAs(); !ok || name != "run 1" {
		t.Errorf("without a label it is pinned as %q", name)
	}
	m = do(m, Type{"T", "90"}, Pin{})
	if a, b := m.View.PinName(0), m.View.PinName(1); a != "run 1" || b != "run 2" {
		t.Errorf("they are called %q and %q", a, b)
	}
}

// A pin adds no line to as many as a link can list.
func TestPinBesideAllLines(t *testing.T) {
	rows := make([]string, link.MaxRows)
	for i := range rows {
		rows[i] = fmt.Sprintf("row-%d", i)
	}
	m := do(New(figure1), Draw{rows}, Pin{})
	if len(m.View.Pinned) != 1 || len(m.View.Rows) != link.MaxRows {
		t.Errorf("%d runs are pinned, %d lines drawn", len(m.View.Pinned), len(m.View.Rows))
	}
	if _, problems := link.DecodeFrom(figure1, link.Encode(m.State)); len(problems) > 0 {
		t.Errorf("by link: %v", problems)
	}
}

// The lines of pinned runs follow the runs where lines were chosen.
func TestPinnedLines(t *testing.T) {
	m := do(New(figure1), Pin{})
	if m.View.Rows != nil {
		t.Errorf("nobody chose lines, yet they are %v", m.View.Rows)
	}
	m = do(m, Draw{[]string{"shift", "pin-1"}}, Type{"T", "90"}, Pin{}, Type{"T", "80"}, Pin{})
	if got := strings.Join(m.View.Rows, " "); got != "shift pin-1 pin-2 pin-3" {
		t.Errorf("after pinning: %s", got)
	}
	before := m
	m = do(m, Draw{[]string{"shift", "pin-3", "pin-1"}}, Unpin{1})
	if got := strings.Join(m.View.Rows, " "); got != "shift pin-2 pin-1" {
		t.Errorf("after unpinning the second: %s", got)
	}
	if got := strings.Join(do(m, Unpin{0}).View.Rows, " "); got != "shift pin-1" {
		t.Errorf("after unpinning the first: %s", got)
	}
	if got := strings.Join(before.View.Rows, " "); got != "shift pin-1 pin-2 pin-3" {
		t.Errorf("the model before it changed: %s", got)
	}
	again, problems := link.DecodeFrom(figure1, link.Encode(m.State))
	if len(problems) > 0 || strings.Join(again.View.Rows, " ") != "shift pin-2 pin-1" {
		t.Errorf("by link: %v, %v", again.View.Rows, problems)
	}
}

// Constants that a class of losses does not use tell no runs apart: they are
// not in a link.
func TestPinnedAsIgnoresUnusedConstants(t *testing.T) {
	m := do(New(figure1), Pin{})
	m.Run.WeakConvexity = 7
	if _, ok := m.PinnedAs(); !ok {
		t.Errorf("PinnedAs with another w, which is not used, finds no pin, want the pinned run: %+v", m.Run)
	}
	m.Run.Loss = run.WeaklyConvex
	if at, ok := m.PinnedAs(); ok {
		t.Errorf("PinnedAs with another class of losses = %v, want no pin", at)
	}
}

func TestReset(t *testing.T) {
	m := do(New(figure1), Pin{}, Type{"eta", "-1"}, Type{"T", "3"}, Scale{"x", "log"}, Open{"shift"}, Reset{figure1})
	if m.Run != figure1.Run || !m.Settled() || m.View.Open != "" || m.View.XScale != "" || len(m.View.Pinned) != 1 {
		t.Errorf("after a reset: %+v, faults %v", m.State, m.Faults)
	}
}
