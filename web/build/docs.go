package main

import (
	"os"

	"lastiterate/web/docs"
)

// repositoryTexts are Markdown files of the repository that the site shows, by
// the name of their page.
var repositoryTexts = map[string]string{
	"engine": "wasm/protocol/README.md",
}

// addDocs adds the pages of documentation.
func (t tree) addDocs(files map[string][]byte, site docs.Site) error {
	others := map[string][]byte{}
	for name, file := range repositoryTexts {
		text, err := os.ReadFile(t.path(file))
		if err != nil {
			return err
		}
		others[name] = text
	}
	pages, err := site.Pages(others)
	if err != nil {
		return err
	}
	for name, page := range pages {
		files[name] = page
	}
	return nil
}
