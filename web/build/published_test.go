package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"lastiterate/web/headers"
)

// checkPublished holds the published sums to the files, one line each, and the pages to
// what lets a browser hold them to it.
func checkPublished(t *testing.T, site map[string][]byte) {
	t.Helper()
	listed := map[string]string{}
	for line := range strings.Lines(string(site[sumsFile])) {
		sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		listed[name] = sum
	}
	served := len(site) - len(headers.Written) - 2 // the sums themselves, and the list that hosts edit
	if len(listed) != served {
		t.Errorf("%d sums of %d files", len(listed), served)
	}
	for name, sum := range listed {
		if want := fmt.Sprintf("%x", sha256.Sum256(site[name])); site[name] == nil || sum != want {
			t.Errorf("%s is published as %s, want %s", name, sum, want)
		}
	}
	for name, page := range site {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		if policy := `<meta http-equiv="Content-Security-Policy" content="` + headers.Meta() + `">`; !bytes.Contains(page, []byte(policy)) {
			t.Errorf("%s does not state the policy", name)
		}
	}
	for page, programs := range map[string][]string{"index.html": {"app"}, "embed.html": {"app"}, "lab/index.html": {"lab"},
		"embed/engine.html": {"app", "lab"}} {
		for _, program := range programs {
			for name, content := range site {
				if plainName(name) == program+".wasm" && !bytes.Contains(site[page], []byte(sha256Text(content))) {
					t.Errorf("%s does not know what %s is", page, name)
				}
			}
		}
	}
	if strings.Contains(headers.Meta(), `"`) || strings.Contains(headers.Meta(), "frame-ancestors") {
		t.Errorf("a page cannot state the policy %s", headers.Meta())
	}
}

func TestWithdrawnIsRead(t *testing.T) {
	const id = "0123456789abcdef"
	entry := func(build, since, why string) string {
		return fmt.Sprintf(`{"v": 1, "withdrawn": [{"build": %q, "since": %q, "why": %q}]}`, build, since, why)
	}
	const why = "The bound of A.4 was a tenth too low."
	for text, fault := range map[string]string{
		`{"v": 1, "withdrawn": []}`:                      "",
		entry("feedfacefeedface", "2026-11-24", why):     "",
		entry(id, "2026-11-24", why):                     "the one being built",
		entry("FEEDFACEFEEDFACE", "2026-11-24", why):     "not the id of a build",
		entry("feedfacefeedface", "yesterday", why):      "not a date",
		entry("feedfacefeedface", "2026-11-24", "wrong"): "not a sentence",
		`{"v": 1}`:                  "it must be",
		`{"v": 2, "withdrawn": []}`: "it must be",
		`{"v": 1, "withdrawn": [{"id": "feedfacefeedface"}]}`: "unknown field",
		`[]`: "cannot unmarshal",
	} {
		err := checkWithdrawn([]byte(text), id)
		if fault == "" && err != nil || fault != "" && (err == nil || !strings.Contains(err.Error(), fault)) {
			t.Errorf("%s: %v, want …%s…", text, err, fault)
		}
	}
}

func TestContact(t *testing.T) {
	for _, c := range []struct{ address, until, fault string }{
		{"", "", ""},
		{"https://code.example/issues", "2027-11-24", ""},
		{"mailto:reports@calculator.example", "2027-11-24", ""},
		{"https://code.example/issues", "", "together"},
		{"", "2027-11-24", "together"},
		{"code.example", "2027-11-24", "want https://… or mailto:…"},
		{"http://code.example/", "2027-11-24", "want https://… or mailto:…"},
		{"https://code.example/\nContact: https://other.example/", "2027-11-24", "want https://… or mailto:…"},
		{"https://code.example/", "24.11.2027", "want a date"},
	} {
		err := contactOf{c.address, c.until}.check()
		if c.fault == "" && err != nil || c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)) {
			t.Errorf("%q until %q: %v, want …%s…", c.address, c.until, err, c.fault)
		}
	}
	text := string(contactOf{"https://code.example/issues", "2027-11-24"}.text())
	for _, line := range []string{"\nContact: https://code.example/issues\n", "\nExpires: 2027-11-24T00:00:00Z\n", "wrong number"} {
		if !strings.Contains(text, line) {
			t.Errorf("security.txt lacks %q:\n%s", line, text)
		}
	}
}
