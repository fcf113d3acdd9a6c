package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

// ofTheLaboratory is a package of the laboratory's. The calculator shares the one that
// says what a guarantee leaves to an attacker.
var ofTheLaboratory = regexp.MustCompile(`lastiterate/(?:bounds|app|wasm)/lab/?([a-z]*)`)

// checkLaboratoryApart holds the laboratory's program to being nothing that a visit
// to the calculator loads: neither its page nor its service worker asks for it, and
// the calculator's own program has nothing of it.
func checkLaboratoryApart(t *testing.T, site map[string][]byte) {
	t.Helper()
	words := []string{"Clopper", "lab.audit", "lastiterate/bounds/lab/audit"}
	seen := map[string]int{}
	for name, content := range site {
		if !strings.HasSuffix(name, ".wasm") {
			continue
		}
		for _, word := range words {
			if bytes.Contains(content, []byte(word)) {
				seen[plainName(name)]++
			}
		}
		if plainName(name) == "app.wasm" {
			for _, found := range ofTheLaboratory.FindAllSubmatch(content, -1) {
				if string(found[1]) != "tradeoff" {
					t.Errorf("the calculator's program has %s", found[0])
				}
			}
		}
	}
	if seen["lab.wasm"] != len(words) {
		t.Errorf("the laboratory's program has %d of %q: this test looks for the wrong words", seen["lab.wasm"], words)
	}
	if seen["app.wasm"] != 0 {
		t.Errorf("the calculator's program has %d of %q", seen["app.wasm"], words)
	}
	if index := site["index.html"]; bytes.Contains(index, []byte("assets/lab-")) {
		t.Error("the calculator's page loads what is the laboratory's")
	}
	needed, others := offlineFiles(site)
	if strings.Contains(needed, "lab") || !strings.Contains(others, `"lab/index.html"`) || !strings.Contains(others, `"assets/lab-`) {
		t.Error("the service worker fetches the laboratory before anybody asks for it, or never keeps it")
	}
}
