package lettering

import (
	"slices"
	"testing"
)

// A word of many authors is broken behind a dash; shorter ones are not, and no letter is lost.
func TestLongNamesBreakBehindADash(t *testing.T) {
	for _, c := range []struct {
		text  string
		lines int // at most
		want  []string
	}{
		{"Feldman–Mironov–Talwar–Thakurta", 2, []string{"Feldman–Mironov–", "Talwar–Thakurta"}},
		{"by Feldman–Mironov–Talwar–Thakurta 23", 2, []string{"by Feldman–Mironov–", "Talwar–Thakurta 23"}},
		{"Bok–Su–Altschuler, Theorem 4", 2, []string{"Bok–Su–Altschuler,", "Theorem 4"}},
		{"Bok–Su–Altschuler", 2, []string{"Bok–Su–Altschuler"}},
		{"of at most 1.36\u00a0%", 2, []string{"of at most", "1.36\u00a0%"}}, // a number keeps its unit
	} {
		width := Narrowest(c.text, c.lines, Size, false)
		if got := Balanced(c.text, width, Size, false); !slices.Equal(got, c.want) {
			t.Errorf("%q in %v pixels: %q, want %q", c.text, width, got, c.want)
		}
		if got := Wrap(c.text, 1e4, Size, false); len(got) != 1 || got[0] != c.text {
			t.Errorf("%q with room: %q", c.text, got)
		}
	}
}
