package main

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
)

// notOffline are files that a visitor without a network does without: pages that are not the calculator's. The font of formulas is
// kept when it is first needed.
var notOffline = []string{"404.html", serviceWorker, schemaFile, fontLicence}

// offlineFiles is the list of the files that the service worker keeps, as JSON.
func offlineFiles(files map[string][]byte) string {
	var kept []string
	for _, name := range sortedKeys(files) {
		if !slices.Contains(notOffline, name) && !strings.HasPrefix(name, "docs/") && path.Ext(name) != ".otf" && path.Ext(name) != ".woff2" {
			kept = append(kept, name)
		}
	}
	text, err := json.Marshal(kept)
	if err != nil {
		panic(err) // strings are never refused
	}
	return string(text)
}
