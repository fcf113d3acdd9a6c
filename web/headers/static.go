package headers

import "strings"

// NetlifyFile is the name of the file in which Netlify and Cloudflare Pages look
// for headers.
const NetlifyFile = "_headers"

// docsFolder holds the pages of documentation.
const docsFolder = "docs/"

// Netlify writes the headers as Netlify and Cloudflare Pages read them, for a
// site at the path base, such as "/" or "/tools/". Where several rules match an
// address they are joined, so the rule for all says nothing of framing and the
// framed pages are told from the others by name. Cloudflare reads a hundred rules
// only, so a folder of pages that are not framed has one.
func Netlify(base string, pages []string) string {
	var out strings.Builder
	rule := func(address string, lines []Header) {
		out.WriteString(address + "\n")
		for _, h := range lines {
			out.WriteString("  " + h.Name + ": " + h.Value + "\n")
		}
	}
	rule(base+"*", common)
	rule(base+HashedFolder+"*", []Header{{"Cache-Control", CacheForever}, framing("'none'")})
	rule(base+docsFolder+"*", For(docsFolder)[len(common):])
	for _, page := range pages {
		if strings.HasPrefix(page, docsFolder) {
			continue
		}
		for _, name := range addresses(page) {
			rule(base+name, For(name)[len(common):])
		}
	}
	for _, name := range ForOthers {
		rule(base+name, append(For(name)[len(common):], Header{"Cache-Control", Cache(name)}))
	}
	return out.String()
}

// addresses are the names under which static hosts answer with a file: a
// folder's index under the folder's name too, a page without its ending.
func addresses(file string) []string {
	names := []string{file}
	if folder, found := strings.CutSuffix(file, "index.html"); found {
		return append(names, folder)
	}
	if page, found := strings.CutSuffix(file, ".html"); found {
		names = append(names, page)
	}
	return names
}
