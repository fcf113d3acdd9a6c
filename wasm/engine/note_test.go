package engine

import "testing"

func TestNotesAreSentences(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"One.", "the worst order", "One. The worst order."},
		{"One.", "c = 0.9", "One. c = 0.9."},
		{"One.", "b distinct examples are drawn", "One. b distinct examples are drawn."},
		{"One.", "a projection moves it.", "One. A projection moves it."},
		{"One.", "", "One."},
	} {
		if got := joinNotes(c.a, c.b); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
