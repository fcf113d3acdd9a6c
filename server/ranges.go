package main

import (
	"fmt"
	"strconv"
	"strings"
)

// span is a stretch of a body: its bytes from … to−1.
type span struct{ from, to int }

// contentRange is the Content-Range field for a span of a body of size bytes (RFC 9110, section 14.4).
func (s span) contentRange(size int) string {
	return fmt.Sprintf("bytes %d-%d/%d", s.from, s.to-1, size)
}

// parseRange parses a Range field for a body of size bytes. If the range can be served, served is true. If the field is not a single
// range of bytes, it is to be ignored, as RFC 9110 allows (section 14.2): ignored is true. If the range holds no byte of the body,
// neither is true.
func parseRange(field string, size int) (s span, served, ignored bool) {
	text, ofBytes := strings.CutPrefix(field, "bytes=")
	first, last, ranged := strings.Cut(strings.TrimSpace(text), "-")
	if !ofBytes || !ranged {
		return span{}, false, true
	}
	to, err := count(last)
	if first == "" { // "-n" asks for the last n
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

// count parses a number of digits only. A number too large becomes 2⁶², more bytes than any file has.
func count(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 62)
	if numeric := strings.Trim(text, "0123456789") == "" && text != ""; numeric && err != nil {
		return 1 << 62, nil
	}
	return int(n), err
}

// sameVariant reports whether an If-Range field is absent or is the etag of the body to be sent. The comparison is the strong one
// (RFC 9110, section 13.1.5); we send no dates, so a date matches nothing.
func sameVariant(ifRange, etag string) bool { return ifRange == "" || ifRange == etag }
