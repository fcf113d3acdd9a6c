package link

import (
	"strconv"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// version is the only version. A name may be added to it; changing or removing one makes version 2, which must still read
// version 1.
const version = "1"

// Encode writes the state as the text after "#". A state without Problems (see
// Check) takes at most MaxLength characters, or MaxLengthPinned with pinned
// configurations, and Decode gives the same state back.
func Encode(s State) string {
	w := writer{}
	w.add("v", version)
	if s.View.IsBlank("delta") { // not last, since a link that ends in "=" loses its end where text is made clickable
		w.pair("delta", "")
	}
	w.run(s.Run, "", s.View.IsBlank)
	if !s.View.IsBlank("delta") {
		w.question(s.Question, "")
	}
	for _, p := range viewParams {
		w.add(p.name, p.write(s.View))
	}
	for i, p := range s.View.Pinned {
		suffix := pinSuffix(i)
		w.run(p.Run, suffix, func(string) bool { return false })
		w.question(p.Question, suffix)
		w.add("label"+suffix, p.Label)
	}
	return w.text.String()
}

// pinSuffix is ".1" for the first pinned configuration.
func pinSuffix(i int) string { return "." + strconv.Itoa(i+1) }

type writer struct{ text strings.Builder }

// add writes one pair; an empty value means "not set" and is left out.
func (w *writer) add(name, value string) {
	if value != "" {
		w.pair(name, value)
	}
}

func (w *writer) pair(name, value string) {
	if w.text.Len() > 0 {
		w.text.WriteByte('&')
	}
	w.text.WriteString(name)
	w.text.WriteByte('=')
	escape(&w.text, value)
}

// run writes a blank field without a value.
func (w *writer) run(r run.Run, suffix string, blank func(field string) bool) {
	for _, f := range run.Fields() {
		switch {
		case blank(f.Name):
			w.pair(f.Name+suffix, "")
		case r.States(f.Name):
			w.add(f.Name+suffix, r.Get(f.Name))
		}
	}
}

func (w *writer) question(q claim.Question, suffix string) {
	if q.Renyi() {
		w.add("alpha"+suffix, run.FormatNumber(q.Alpha))
	} else if q.Delta != 0 {
		w.add("delta"+suffix, run.FormatNumber(q.Delta))
	}
}

// escape percent-encodes all characters but letters, digits and the three marks of names. It also encodes a mark at the very
// end, which links in text may lose.
func escape(b *strings.Builder, value string) {
	for i := 0; i < len(value); i++ {
		c := value[i]
		switch {
		case isAlphanumeric(c), strings.IndexByte("-._~", c) >= 0 && i < len(value)-1:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte("0123456789ABCDEF"[c>>4])
			b.WriteByte("0123456789ABCDEF"[c&15])
		}
	}
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}
