package main

import (
	"fmt"
	"strconv"
	"strings"
)

// span is a stretch of a body: from its byte at from to that before to.
type span struct{ from, to int }

// contentRange says which stretch of how many bytes an answer contains (RFC 9110,
// section 14.4).
func (s span) contentRange(size int) string {
	return fmt.Sprintf("bytes %d-%d/%d", s.from, s.to-1, size)
}

// asked reads a Range field for a body of so many bytes. A field that is not a single range of
// bytes is ignored, as RFC 9110 allows (section 14.2): none is then
// true. A range that begins beyond the end cannot be served: neither is true.
func asked(field string, size int) (s span, some, none bool) {
	text, ofBytes := strings.CutPrefix(field, "bytes=")
	first, last, ranged := strings.Cut(strings.TrimSpace(text), "-")
	if !ofBytes || !ranged {
		return span{}, false, true
	}
	to, err := count(last)
	if first == "" { // the last so many bytes
		if err != nil {
			return span{}, false, true
		}
		return span{max(0, size-to), size}, to > 0 && size > 0, false
	}
	from, wrong := count(first)
	if wrong != nil || last != "" && (err != nil || to < from) {
		return span{}, false, true
	}
	if last == "" || to >= size {
		to = size - 1
	}
	return span{from, to + 1}, from < size, false
}

// count reads digits and nothing else; more of them than any file has bytes are many.
func count(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 62)
	if numeric := strings.Trim(text, "0123456789") == "" && text != ""; numeric && err != nil {
		return 1 << 62, nil
	}
	return int(n), err
}

// sameVariant reports whether an If-Range field, where there is one, names what a range
// is to be taken of. The comparison is the strong one (RFC 9110, section 13.1.5); we send
// no dates, so a date names nothing.
func sameVariant(ifRange, etag string) bool { return ifRange == "" || ifRange == etag }
