package main

import "testing"

func TestChoose(t *testing.T) {
	f := &file{variants: []variant{{encoding: "br"}, {encoding: "gzip"}, {}}}
	for header, want := range map[string]string{
		"":                           "",
		"br":                         "br",
		"gzip":                       "gzip",
		"gzip, br":                   "br", // the site's preference, both are wanted
		"gzip;q=1.0, br;q=0.1":       "br", // small but not refused
		"br;q=0, gzip":               "gzip",
		"br;q=0,gzip;q=0":            "",
		"*":                          "br",
		"*;q=0":                      "",
		"br;q=0, *":                  "gzip",
		"BR":                         "br",
		"zstd, deflate":              "",
		"identity":                   "",
		"identity;q=0":               "",
		"br;q=nonsense, gzip; q=0.2": "gzip",
		" , ,;q=1":                   "",
	} {
		if got := f.choose(header).encoding; got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
}

func TestMatches(t *testing.T) {
	const tag = `"12ab-br"`
	for header, want := range map[string]bool{
		"":                      false,
		tag:                     true,
		"W/" + tag:              true,
		`"x", ` + tag + `, "y"`: true,
		"*":                     true,
		`"12ab"`:                false,
		`12ab-br`:               false,
	} {
		if got := matches(header, tag); got != want {
			t.Errorf("%q: %v, want %v", header, got, want)
		}
	}
}
