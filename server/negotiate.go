package main

import (
	"strconv"
	"strings"
)

// choose returns the first variant, in the site's order of preference, that
// the request's Accept-Encoding allows; the file as it is when none is.
//
// A client that refuses even that ("identity;q=0") still gets it: RFC 9110
// section 12.5.3 lets a server answer without regard to the field.
func (f *file) choose(acceptEncoding string) variant {
	accepts := parseAccept(acceptEncoding)
	for _, v := range f.variants[:len(f.variants)-1] {
		quality, named := accepts[v.encoding]
		if !named {
			quality = accepts["*"]
		}
		if quality > 0 {
			return v
		}
	}
	return f.variants[len(f.variants)-1]
}

// parseAccept reads a list such as "gzip, br;q=0.5, *;q=0" into qualities. A
// quality that cannot be read counts as a refusal.
func parseAccept(header string) map[string]float64 {
	accepts := map[string]float64{}
	for item := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(item, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "" {
			continue
		}
		quality := 1.0
		for p := range strings.SplitSeq(parameters, ";") {
			key, value, found := strings.Cut(strings.TrimSpace(p), "=")
			if !found || !strings.EqualFold(strings.TrimSpace(key), "q") {
				continue
			}
			q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil {
				q = 0
			}
			quality = q
		}
		accepts[name] = quality
	}
	return accepts
}

// matches reports whether an If-None-Match field names the tag. The comparison
// is the weak one, as RFC 9110 section 13.1.2 asks.
func matches(ifNoneMatch, etag string) bool {
	for item := range strings.SplitSeq(ifNoneMatch, ",") {
		item = strings.TrimSpace(item)
		if item == "*" || strings.TrimPrefix(item, "W/") == etag {
			return true
		}
	}
	return false
}
