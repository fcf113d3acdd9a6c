//go:build e2e && hosts

package browsertest

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// tool makes pages of what the text shows for it, in a folder that holds that.
type tool struct {
	name    string
	command string // that must be installed
	install string // how, on Debian
	pages   func(t *testing.T, dir string) (folder string)
	settled string // what holds once the page's own scripts are through with it; "" where it has none
}

var tools = []tool{
	{"mkdocs", "mkdocs", "mkdocs", func(t *testing.T, dir string) string {
		runIn(t, dir, "mkdocs", "build", "--quiet")
		return "site"
	}, ""},
	{"sphinx", "sphinx-build", "python3-sphinx", func(t *testing.T, dir string) string {
		runIn(t, dir, "sphinx-build", "-q", "-b", "html", ".", "site")
		return "site"
	}, ""},
	{"jupyter", "jupyter-nbconvert", "jupyter-nbconvert python3-ipykernel", notebook, ""},
	// React takes over what was rendered ahead.
	{"docusaurus", "node", "nodejs", docusaurus, `document.documentElement.dataset.hasHydrated === "true"`},
}

// The pages that the text shows for other tools hold a frame and an element,
// which show the number of the calculator's own page. A tool that is not
// installed is named loudly, here and at the end of make hosts.
func TestSnippets(t *testing.T) {
	t.Parallel()
	want := answerTo(t, "/#"+documented)
	for _, tool := range tools {
		t.Run(tool.name, func(t *testing.T) {
			if _, err := exec.LookPath(tool.command); err != nil {
				t.Skipf("%s IS NOT INSTALLED, so what the documentation says of %s was not tried. Debian: sudo apt-get install %s",
					strings.ToUpper(tool.command), tool.name, tool.install)
			}
			dir := t.TempDir()
			for name, content := range listings(t, tool.name) {
				write(t, filepath.Join(dir, filepath.FromSlash(name)), content)
			}
			origin := serveHost(t, http.FileServer(http.Dir(filepath.Join(dir, tool.pages(t, dir)))))
			p := visitEmbedder(t, origin, "/")
			if tool.settled != "" {
				p.await(tool.settled)
			}
			p.await(`(document.querySelector("last-iterate")?.scrollIntoView(), document.querySelector("last-iterate")?.answer)`)
			if got := eval[float64](p, `document.querySelector("last-iterate").answer.epsilon`); got != want {
				t.Errorf("the element says %v, the page %v", got, want)
			}
			eval[bool](p, `(document.querySelector("iframe").scrollIntoView(), true)`)
			for _, f := range p.frames(site+"/embed/", 3) { // the engine's among them
				if f.awaitReady(); strings.Contains(eval[string](f, `location.pathname`), "engine") {
					continue
				}
				if got := f.answer(); got != want {
					t.Errorf("an embed shows %v, the page %v", got, want)
				}
			}
		})
	}
}

// notebook runs the cell as a notebook's and writes what comes out as a page.
func notebook(t *testing.T, dir string) string {
	t.Helper()
	cell, err := os.ReadFile(filepath.Join(dir, "cell.py"))
	if err != nil {
		t.Fatal(err)
	}
	type object = map[string]any
	text, err := json.Marshal(object{
		"nbformat": 4, "nbformat_minor": 4,
		"metadata": object{"kernelspec": object{"name": "python3", "display_name": "Python 3", "language": "python"}},
		"cells": []object{{"cell_type": "code", "execution_count": nil, "metadata": object{}, "outputs": []any{},
			"source": string(cell)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "notebook.ipynb"), string(text))
	// The basic template: the others load scripts from elsewhere.
	runIn(t, dir, "jupyter-nbconvert", "--to", "html", "--template", "basic", "--execute", "--output-dir", "site", "--output", "index.html",
		"notebook.ipynb")
	return "site"
}

// docusaurus builds the page without what it keeps between builds and without
// asking whether there is a newer version.
func docusaurus(t *testing.T, dir string) string {
	t.Helper()
	tools, err := filepath.Abs("../generators/docusaurus/node_modules")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(tools, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "package.json"), `{"private": true}`)
	runIn(t, dir, "env", "DOCUSAURUS_NO_PERSISTENT_CACHE=true", "NO_UPDATE_NOTIFIER=1",
		"node", "node_modules/@docusaurus/core/bin/docusaurus.mjs", "build", "--out-dir", "site")
	return "site"
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func runIn(t *testing.T, dir, command string, args ...string) {
	t.Helper()
	cmd := exec.Command(command, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s\nmake hosts fetches what npm has and says what else to install", command, err, out)
	}
}
