package main

import (
	"regexp"
	"strings"
	"testing"

	"lastiterate/web/docs"
)

var script = regexp.MustCompile(`<script ([^>]*)>`)

// checkScripts holds the scripts of the calculator's pages to their hashes, where
// they carry one, and all of them to one.
func checkScripts(t *testing.T, site map[string][]byte) {
	t.Helper()
	hashed := 0
	for name, content := range site {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, match := range script.FindAllStringSubmatch(string(content), -1) {
			attributes := map[string]string{}
			for _, pair := range regexp.MustCompile(`([a-z-]+)="([^"]*)"`).FindAllStringSubmatch(match[1], -1) {
				attributes[pair[1]] = pair[2]
			}
			file := strings.TrimPrefix(attributes["src"], "../")
			switch {
			case site[file] == nil:
				t.Errorf("%s has the script %q, which is not there", name, attributes["src"])
			case attributes["integrity"] == docs.Integrity(site[file]):
				hashed++
			case strings.HasPrefix(name, "embed") && attributes["integrity"] == "" && !strings.Contains(match[1], "defer"):
				// see embedScripts
			default:
				t.Errorf("%s: %s has the hash %q, want %q", name, file, attributes["integrity"], docs.Integrity(site[file]))
			}
		}
	}
	if hashed < 4 {
		t.Errorf("%d scripts carry a hash", hashed)
	}
}

// Our scripts use nothing by which text becomes code or markup, nothing that other
// tabs or origins share, and listen to no message whose origin they do not look at.
func checkReach(t *testing.T, site map[string][]byte) {
	t.Helper()
	forbidden := regexp.MustCompile(`\b(eval|innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|document\.domain|BroadcastChannel|SharedWorker|opener|createContextualFragment|DOMParser|importScripts)\b|new Function|javascript:|setTimeout\("`)
	heard := regexp.MustCompile(`addEventListener\("message"`)
	for name, content := range site {
		if !strings.HasSuffix(name, ".js") || strings.Contains(name, "wasm_exec") {
			continue
		}
		text := regexp.MustCompile(`(?m)^\s*//.*$`).ReplaceAllString(string(content), "")
		for _, found := range forbidden.FindAllString(text, -1) {
			if found == "importScripts" && strings.Contains(name, "assets/worker-") {
				continue // of the address that the page has given it
			}
			t.Errorf("%s uses %s", name, found)
		}
		// A service worker hears pages of its own origin only.
		if name != serviceWorker && heard.MatchString(text) && !strings.Contains(text, "source") {
			t.Errorf("%s hears messages of anybody", name)
		}
	}
}

// checkLicences looks for the licences of what is shipped on their page, and for
// the way there.
func checkLicences(t *testing.T, site map[string][]byte) {
	t.Helper()
	page := string(site["docs/"+licencesPage+".html"])
	for _, words := range []string{"gonum.org/v1/gonum v", "go-app/v10 v", "google/uuid v", "go-fonts/stix v", "<h2", "The Go Authors",
		"SIL OPEN FONT LICENSE", "Permission is hereby granted", "Cephes"} {
		if !strings.Contains(page, words) {
			t.Errorf("the page of licences lacks %q", words)
		}
	}
	if !strings.Contains(string(site["docs/index.html"]), "docs/licences.html") {
		t.Error("the documentation does not lead to the licences")
	}
}
