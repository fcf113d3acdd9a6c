package docs

import (
	"crypto/sha512"
	_ "embed"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lastiterate/bounds/catalog"
)

// Scripts of the documentation, in the folder of its index: the search of the index, and the script that puts the site's own
// address into samples.
const (
	SearchScript  = "search.js"
	AddressScript = "address.js"
)

//go:embed search.js
var searching []byte

//go:embed address.js
var addressing []byte

// Integrity is the integrity attribute of a script: browsers run a script only if it has this SHA-384
// (https://www.w3.org/TR/sri-2/).
func Integrity(content []byte) string {
	sum := sha512.Sum384(content)
	return "sha384-" + base64.StdEncoding.EncodeToString(sum[:])
}

// script loads a script, by the path from the page to the site's root, with its integrity attribute.
func script(root, name string, content []byte) string {
	return fmt.Sprintf(`<script src="%sdocs/%s" integrity="%s" defer></script>`, root, name, Integrity(content))
}

// otherPages are the pages that are neither an article nor a theorem, each with a sentence.
var otherPages = map[string]string{
	"docs/theorems/index.html": "Every row of the calculator: its statement, its assumptions and its source.",
	"docs/proofs/index.html":   "The calculator's own results, derived in full.",
	"docs/errata.html":         "Errors in papers: the printed text, the correction, and how to check it.",
	"docs/engine.html":         "The messages with which a page or a program uses the engine alone.",
	"docs/licences.html":       "The licences of the program, its fonts and the modules in it.",
}

// glossary is the page of terms.
const glossary = "docs/glossary.html"

// contents is the index: the pages that every page links to, for each kind of reader in order and each with a sentence, then
// theorems and proofs, two long lists that open. It adds the script with the words of the guides. said has the sentences of the
// articles by their addresses.
func (s Site) contents(pages map[string][]byte, said map[string]string, derivations map[string][]byte) string {
	var out strings.Builder
	list := func(title, what, kind string) {
		fmt.Fprintf(&out, "<details class=\"chapter\"><summary><h2>%s</h2> <span>%s</span></summary>\n"+
			"<ul class=\"list found\" data-kind=\"%s\">\n", escape(title), escape(what), kind)
	}
	inIndex := func(address string) string { return strings.TrimPrefix(address, "docs/") }
	item := func(address, title, text, data string) {
		fmt.Fprintf(&out, `<li%s><a href="%s">%s</a><br>%s</li>`+"\n", data, inIndex(address), escape(title),
			escape(text))
	}
	out.WriteString(`<article class="text"><h1>Documentation</h1>` +
		`<p class="search" hidden><label for="search">Search the documentation</label> <input type="search" id="search" ` +
		`autocomplete="off" spellcheck="false"` + attribute("names", longNames()) + `> <span id="search-found" role="status"></span></p>` +
		"\n<ul class=\"list found\" id=\"results\" hidden></ul>\n")
	guides, known := map[string]string{}, map[string]bool{}
	for _, c := range chapters {
		fmt.Fprintf(&out, "<section class=\"chapter\"><h2>%s</h2>\n<ul class=\"list found\">\n", escape(c.reader))
		for _, e := range c.entries {
			text := said[e.address]
			if text == "" {
				text = otherPages[e.address]
			}
			page := pages[e.address]
			if page == nil {
				continue
			}
			words := searched(e.address, page)
			item(e.address, e.title, text, searchData(e.address, page, words))
			if words != "" {
				guides[inIndex(e.address)] = words
			}
			for word := range strings.FieldsSeq(words) {
				known[word] = true
			}
		}
		out.WriteString("</ul></section>\n")
	}
	words := rareWords(inFolder(pages, "docs/theorems/"), known)
	list("Theorems", fmt.Sprintf("%d rows", len(catalog.All())), "theorem")
	for _, t := range catalog.All() {
		address := "docs/theorems/" + t.ID + ".html"
		item(address, t.Name, t.Note, shortNames(t.Note)+attribute("words", wordsOf(authors(t)+" "+words[address])))
	}
	out.WriteString("</ul></details>\n")
	words = rareWords(inFolder(pages, "docs/proofs/"), known)
	list("Proofs", fmt.Sprintf("%d derivations", len(derivations)), "proof")
	for _, file := range slices.Sorted(maps.Keys(derivations)) {
		name, text := proofName(file), string(derivations[file])
		address := "docs/proofs/" + name + ".html"
		item(address, proofTitle(text), summaries[name],
			shortNames(summaries[name])+attribute("heads", headingsOf(text))+attribute("words", words[address]))
	}
	pages["docs/"+WordsScript] = wordsScript(guides)
	out.WriteString("</ul></details>\n" + script("../", WordsScript, pages["docs/"+WordsScript]) +
		script("../", SearchScript, searching) + "</article>")
	return out.String()
}

// inFolder are the pages of a folder but its index.
func inFolder(pages map[string][]byte, folder string) map[string][]byte {
	out := map[string][]byte{}
	for address, page := range pages {
		if strings.HasPrefix(address, folder) && address != folder+"index.html" {
			out[address] = page
		}
	}
	return out
}

// searchData are the attributes of a guide's entry that the search reads besides its text and the words of its page.
func searchData(address string, page []byte, words string) string {
	if words == "" {
		return ""
	}
	data := attribute("heads", named(page, aHeading))
	if address == glossary {
		data += attribute("terms", named(page, toTerm))
	}
	return data
}

// shortNames are the abbreviations that find an entry by its sentence.
func shortNames(sentence string) string {
	return attribute("short", strings.Join(abbreviated(sentence), " "))
}

// attribute is a data attribute; empty if its text is.
func attribute(name, text string) string {
	if text == "" {
		return ""
	}
	return ` data-` + name + `="` + escape(text) + `"`
}
