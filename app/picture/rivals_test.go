package picture

import (
	"slices"
	"testing"

	"lastiterate/app/link"
	"lastiterate/wasm/protocol"
)

// A row that lies on the answer's at the run's own value is drawn where it beats it elsewhere. One that comes close is not.
func TestRivalsAreDrawn(t *testing.T) {
	line := func(row string, e ...protocol.Number) protocol.Series {
		s := protocol.Series{Row: row}
		for i := range e {
			s.Epsilon = append(s.Epsilon, &e[i])
			if e[i] == 0 {
				s.Epsilon[i] = nil
			}
		}
		return s
	}
	row := func(id, side string, e protocol.Number) protocol.Row {
		return protocol.Row{ID: id, Side: side, Status: "proved", HiddenState: true, Applies: true, Epsilon: &e}
	}
	s := Scene{}
	s.Result.Answer = &protocol.Answer{Row: "a", Epsilon: 1}
	s.Result.Rows = []protocol.Row{row("a", "upper", 1), row("beats", "upper", 1), row("equals", "upper", 1), row("coarse", "upper", 1),
		row("one", "lower", 0.1), row("floor", "lower", 0.1)}
	s.Result.Lower = &protocol.Answer{Row: "one", Epsilon: 0.1}
	s.Curve.Series = []protocol.Series{line("a", 1, 0, 2), line("beats", 0.5, 1, 2), line("equals", 0.9999, 1, 2), line("coarse", 1, 0.3, 2),
		line("one", 0.1, 0.1, 0.1), line("floor", 0.1, 0.1, 0.3)}
	for _, c := range []struct {
		view link.View
		want []string
	}{
		{link.View{}, []string{"a", "one", "beats", "floor"}},
		{link.View{Rows: []string{"a"}}, []string{"a"}},
		{link.View{Pinned: make([]link.Pinned, 1)}, []string{"a"}},
	} {
		s.View = c.view
		if got := s.DrawnRows(); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.view, got, c.want)
		}
	}
}
