package words

import (
	"strings"
	"testing"

	"lastiterate/wasm/protocol"
)

// The second number is the smallest that anybody else has proved. It is shown only beside a result
// of ours, and only once all rows are computed.
func TestByPublished(t *testing.T) {
	other := func(x float64) protocol.Result {
		r := result()
		r.Rows = append(r.Rows, protocol.Row{ID: "feldman", Side: "upper", Status: "proved", HiddenState: true, Applies: true,
			Epsilon: eps(x)})
		return r
	}
	unfinished, theirs, infinite := about(other(1.5)), result(), result()
	unfinished.Unfinished = true
	theirs.Answer = theirs.Published
	infinite.Published, infinite.Rows = nil, infinite.Rows[1:]
	for name, c := range map[string]struct {
		s           Subject
		want, short string
	}{
		"composition":    {about(result()), "3.94 by published theorems", "own result, literature: 3.94"},
		"a theorem":      {about(other(1.4991)), "1.50 by published theorems", "own result, literature: 1.50"},
		"worse than it":  {about(other(7)), "3.94 by published theorems", "own result, literature: 3.94"},
		"nothing finite": {about(infinite), "no finite bound by published theorems", "own result, literature: none"},
		"not all known":  {unfinished, "", SoFar},
		"published":      {about(theirs), "", "by Composition"},
		"a departure":    {about(result(), Averaging), "", "by Composition"},
		"no answer":      {about(protocol.Result{}), "", ""},
	} {
		if got := c.s.ByPublished(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		whose, published := c.s.Provenance()
		if got := strings.TrimSuffix(whose+", "+published, ", "); got != c.short {
			t.Errorf("%s: %q, want %q", name, got, c.short)
		}
	}
}

// Among published bounds that are equal but for rounding the oldest is named; within a paper, the first.
func TestRivalOnATie(t *testing.T) {
	of := func(id string, year int, epsilon float64) protocol.Row {
		return protocol.Row{ID: id, Side: "upper", Status: "proved", HiddenState: true, Applies: true, Epsilon: eps(epsilon),
			Source: &protocol.Source{Authors: "Somebody", Year: year}}
	}
	own := of("own", 0, 0.1)
	own.Source.Authors = ourselves
	for want, rows := range map[string][]protocol.Row{
		"first": {of("first", 2024, 0.5), of("second", 2024, 0.5*(1-1e-13))},
		"older": {of("newer", 2024, 0.5), of("older", 2022, 0.5*(1+1e-13))},
		"less":  {of("more", 2018, 0.5), of("less", 2024, 0.49)},
	} {
		s := Subject{Result: protocol.Result{Answers: protocol.Answers{Answer: answerOf("own", 0.1), Rows: append(rows, own)}}}
		if got, ok := s.Rival(); !ok || got.ID != want {
			t.Errorf("%s is named, want %s", got.ID, want)
		}
	}
}
