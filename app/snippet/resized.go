package snippet

import (
	"slices"
	"strconv"

	"lastiterate/app/link"
)

// Resized reads the text again with another dataset size than its own, and with the batch size of the form unless that is the one
// that follows from the size was. fields names what the form gives.
func (r Reading) Resized(form link.State, was int) (with Reading, fields []string) {
	n := func(n int, more ...Offer) Reading {
		accepted := slices.DeleteFunc(slices.Clone(r.accepted), func(o Offer) bool { return o.Field == "n" })
		return Read(r.base, r.text, append(append(accepted, Offer{"n", strconv.Itoa(n), entered}), more...)...)
	}
	if n(was).State.Run.B == form.Run.B {
		return n(form.Run.N), []string{"n"}
	}
	return n(form.Run.N, Offer{"b", strconv.Itoa(form.Run.B), entered}), []string{"n", "b"}
}
