package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lastiterate/web/browser"
)

// tool is a program that tests use.
type tool struct {
	name     string
	covers   string                         // what is tried with it
	packages []string                       // its packages in Debian
	look     func(m machine) (fault string) // why it cannot be used; "" if it can
}

// leastNode is the first version of Node that has all that the tests use.
const leastNode = 20

var (
	node = tool{"node", "the engine in WebAssembly and the rules of accessibility", []string{"nodejs", "npm"}, func(m machine) string {
		version, err := m.run("node", "--version")
		if err != nil {
			return "Node is not installed"
		}
		major, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(version), "v"), ".")
		if n, err := strconv.Atoi(major); err != nil || n < leastNode {
			return fmt.Sprintf("Node is %s and %d is needed (https://nodejs.org)", strings.TrimSpace(version), leastNode)
		}
		if _, err := m.find("npm"); err != nil {
			return "npm is not installed"
		}
		return ""
	}}
	chromium = tool{"chromium", "the page in a browser", []string{"chromium"}, func(m machine) string {
		if _, err := m.chromium(); err == browser.ErrNotFound {
			return "no Chromium is installed (or name one: CHROMIUM=/path/to/it)"
		} else if err != nil {
			return err.Error()
		}
		return ""
	}}
	firefox = command("firefox", "the page and embeds in a second family of browsers", []string{"firefox-esr"}, "firefox-esr", "firefox")
)

// sets are the tools of a target of the Makefile.
var sets = map[string][]tool{
	"test": {node, chromium},
	"hosts": {
		node, chromium, firefox,
		command("hugo", "what the documentation says of Hugo", []string{"hugo"}, "hugo"),
		command("mkdocs", "what the documentation says of MkDocs", []string{"mkdocs"}, "mkdocs"),
		command("sphinx", "what the documentation says of Sphinx", []string{"python3-sphinx"}, "sphinx-build"),
		command("jupyter", "what the documentation says of Jupyter", []string{"jupyter-nbconvert", "python3-ipykernel"},
			"jupyter-nbconvert"),
		command("apache", "the headers written for Apache", []string{"apache2-bin"}, "apache2"),
		command("caddy", "the headers written for Caddy", []string{"caddy"}, "caddy"),
		command("nginx", "the headers written for nginx", []string{"nginx-light"}, "nginx"),
	},
}

// command returns a tool that is found under one of the names, or where its environment variable says, as
// HUGO=/path/to/it.
func command(name, covers string, packages []string, names ...string) tool {
	variable := strings.ToUpper(name)
	return tool{name, covers, packages, func(m machine) string {
		if named := m.variable(variable); named != "" {
			if _, err := m.find(named); err != nil {
				return fmt.Sprintf("%s=%s is no program", variable, named)
			}
			return ""
		}
		if !slices.ContainsFunc(names, func(n string) bool { _, err := m.find(n); return err == nil }) {
			return strings.Join(names, " or ") + " is not installed"
		}
		return ""
	}}
}
