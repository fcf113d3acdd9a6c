package headers

import (
	"slices"
	"strings"
)

// Written are the files of a site that tell its host which headers to send. They
// are not for visitors.
var Written = []string{NetlifyFile, VercelFile, ApacheFile, CaddyFile, NginxFile}

// folders are told apart from the rest of the site as a whole: none of their
// files is framed or loaded by others, and Cloudflare reads a hundred rules only.
var folders = []string{HashedFolder, "docs/", "fonts/"}

// rule is what a host says with an address, or with all that begin with it.
type rule struct {
	address string
	all     bool
	lines   []Header
}

// joined are the rules for hosts that join all those that match an address, for
// a site of these files at the path base, such as "/" or "/tools/". No address
// gets a header twice, since hosts differ in what they make of that: the rule for
// all says nothing of framing, and the framed pages are told from the others by
// name.
func joined(base string, files []string) []rule {
	rules := []rule{{base, true, common}}
	add := func(name string, all bool) {
		lines := For(name)[len(common):]
		if cache := Cache(name); cache != CacheWithTags { // which is what hosts do by themselves
			lines = append(lines, Header{"Cache-Control", cache})
		}
		rules = append(rules, rule{base + name, all, lines})
	}
	for _, folder := range folders {
		add(folder, true)
	}
	for _, file := range files {
		if slices.Contains(Written, file) || slices.ContainsFunc(folders, func(f string) bool { return strings.HasPrefix(file, f) }) {
			continue
		}
		for _, name := range addresses(file) {
			add(name, false)
		}
	}
	return rules
}

// addresses are the names under which static hosts answer with a file: a
// folder's index under the folder's name too, a page without its ending.
func addresses(file string) []string {
	names := []string{file}
	if folder, found := strings.CutSuffix(file, "index.html"); found {
		names = append(names, folder)
	}
	if page, found := strings.CutSuffix(file, ".html"); found {
		names = append(names, page)
	}
	return names
}
