package main

import (
	"fmt"
	"slices"
)

// embedSources are the files of web for use in other sites' pages.
var embedSources = []string{
	"embed/page.html", "embed/frame.js", "embed/engine.html", "embed/engine-frame.js",
	"embed/host.js", "embed/element.js", "embed/api.js", "embed/engine.d.ts",
}

// embedScripts are the scripts of the embed and of the engine's frame, by the key
// with which those refer to them.
var embedScripts = map[string]string{"frame": "embed/frame.js", "engine-frame": "embed/engine-frame.js"}

// The embed's first two scripts carry no hash: a sandboxed frame has an opaque
// origin, where browsers reject all scripts with one, and these scripts
// explain that.

// embedPages are the pages that other pages may frame, by their path, with the
// relative path from there to the root of the site. Static hosts
// read /embed as embed.html or as a folder; both exist.
var embedPages = map[string]struct{ source, root string }{
	"embed.html":        {"embed/page.html", ""},
	"embed/index.html":  {"embed/page.html", "../"},
	"embed/engine.html": {"embed/engine.html", "../"},
}

// addEmbeds adds the embed, the frame of the engine, and the scripts for other
// pages. Those scripts keep their names: other people's pages refer to them.
func addEmbeds(files, sources map[string][]byte, values map[string]string) error {
	for name, page := range embedPages {
		values["root"] = page.root
		filled, err := fill(string(sources[page.source]), values)
		if err != nil {
			return fmt.Errorf("web/%s: %w", page.source, err)
		}
		files[name] = []byte(filled)
	}
	host := sources["embed/host.js"]
	// A classic script, so that it can be loaded from any origin; the braces keep
	// its names to itself.
	files["embed.js"] = slices.Concat([]byte("\"use strict\";\n{\n"), host, []byte("\n"), sources["embed/element.js"], []byte("}\n"))
	files["engine.js"] = slices.Concat(host, []byte("\n"), sources["embed/api.js"])
	files["engine.d.ts"] = sources["embed/engine.d.ts"]
	return nil
}
