package main

import (
	"io/fs"
	"os"
	"path"
	"strings"

	"lastiterate/web/docs"
	"lastiterate/web/parts"
)

// repositoryTexts are Markdown files of the repository that the site shows, by the names of their pages.
var repositoryTexts = map[string]string{
	"engine": "wasm/protocol/README.md",
}

// addDocs adds the pages of documentation.
func (t tree) addDocs(files map[string][]byte, site docs.Site, shipped []parts.Part) error {
	page, err := t.licences(shipped)
	if err != nil {
		return err
	}
	others := map[string][]byte{licencesPage: page}
	for name, file := range repositoryTexts {
		text, err := os.ReadFile(t.path(file))
		if err != nil {
			return err
		}
		others[name] = text
	}
	derivations, err := t.textsIn("bounds", ".md")
	if err != nil {
		return err
	}
	sources, err := t.textsIn("bounds/internal/row", ".go")
	if err != nil {
		return err
	}
	pages, err := site.Pages(others, derivations, sources)
	if err != nil {
		return err
	}
	for name, page := range pages {
		files[name] = page
	}
	return nil
}

// textsIn returns the files below a folder whose names have the extension, except tests.
func (t tree) textsIn(folder, ext string) (map[string][]byte, error) {
	texts := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(t.path(folder)), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "testdata":
			return fs.SkipDir
		case path.Ext(name) != ext || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(t.path(path.Join(folder, name)))
		texts[path.Join(folder, name)] = text
		return err
	})
	return texts, err
}
