package main

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
)

// notOffline are files that are not available without a network.
var notOffline = []string{"404.html", serviceWorker, schemaFile, withdrawnFile, sumsFile}

// isOther reports whether the calculator works without a file: pages of
// documentation, and files that are cached when first needed, fonts and the laboratory.
func isOther(name string) bool {
	return name == labPage || strings.HasPrefix(name, "assets/lab-") || strings.HasPrefix(name, "docs/") ||
		strings.HasPrefix(name, "fonts/") || path.Ext(name) == ".otf"
}

// offlineFiles are the files that the service worker may cache, with their SHA-256,
// as JSON: those that the calculator needs, and the others.
func offlineFiles(files map[string][]byte) (needed, others string) {
	sums := [2]map[string]string{{}, {}}
	for name, content := range files {
		if slices.Contains(notOffline, name) {
			continue
		}
		kind := 0
		if isOther(name) {
			kind = 1
		}
		sums[kind][name] = sha256Text(content)
	}
	var texts [2]string
	for i := range sums {
		text, err := json.Marshal(sums[i]) // in the order of the names
		if err != nil {
			panic(err) // strings are never refused
		}
		texts[i] = string(text)
	}
	return texts[0], texts[1]
}
