package words

import (
	"strings"

	"lastiterate/wasm/protocol"
)

// Refused says why nothing is drawn if no bound applies, and what would make one apply: why nothing covers the
// training, or why not even composition, which assumes the least, applies.
func (s Subject) Refused() string {
	if why := s.Uncovered(); why != "" {
		return "no bound here covers training with " + s.ticked(Nothing) + ", so there is nothing to draw. " + strings.TrimSuffix(why, ".")
	}
	text := "no bound here applies to this run, so there is nothing to draw"
	row, ok := s.RowOf("composition")
	if !ok {
		return text
	}
	if missing := unmet(row); len(missing) > 0 {
		text += ". Even composition, which assumes the least, does not apply: " + strings.Join(missing, "; ")
	}
	return text
}

// unmet describes the hypotheses of a row that fail.
func unmet(row protocol.Row) []string {
	var out []string
	for _, h := range row.Hypotheses {
		switch {
		case h.Holds:
		case h.Detail != "":
			out = append(out, h.Detail)
		default:
			out = append(out, h.Name+": "+h.Needed+"; here "+h.Actual)
		}
	}
	return out
}
