package docs

import (
	"embed"
	"fmt"
	"regexp"
	"strings"

	"lastiterate/bounds/catalog"
)

//go:embed *.md
var texts embed.FS

// articles are the pages written by hand: the file in this folder, and the description for search engines.
var articles = []struct{ file, description string }{
	{"hidden-state", "Why releasing only the final model of noisy training leaks less than composition says, how much less, and when it " +
		"does not help."},
	{"reporting", "What to state with ε: the privacy unit, the release, the sampler, the assumptions and the theorem."},
	{"loader", "What the data loaders of PyTorch, Opacus, TensorFlow, JAX Privacy and Grain do, which sampler that is (Poisson, " +
		"shuffled, a fixed order), and what it costs to account for another."},
	{"pitfalls", "What makes a stated ε wrong, and by how much: samplers, neighbouring datasets, δ, tuning, checkpoints, guessed " +
		"constants."},
	{"laboratory", "What each tool of the laboratory computes, by which statement, and what its number does not say."},
	{"unlearning", "How little a model can reveal about a deleted example after further noisy steps without it, when that is certified " +
		"unlearning, and what it does not cover."},
	{"glossary", "The terms of the calculator and its proofs, each in a sentence or two."},
	{"embedding", "How to put the calculator into a page: a frame, an element or the engine alone, in VitePress, Hugo, MkDocs, Sphinx, " +
		"Docusaurus and Jupyter."},
	{"what-we-got-wrong", "Runs for which an earlier version of the calculator answered below the true privacy loss, why no test found " +
		"it, and what guards against it now."},
	{"history", "What changed in each version: rows, fields of a run, corrections."},
	{"coverage", "Which batch schemes, releases and classes of losses have a bound, and which row answers."},
	{"rows", "Every row of the calculator with its source: what the papers prove, and what is ours."},
	{"certificates", "What a certified answer promises, how it is evaluated, and which rows are certified."},
	{"tightness", "How far the calculator's answers are above the largest proved lower bound, measured."},
	{"hosting", "How to serve the calculator from a static host, with its headers, or from its one-file server."},
	{"architecture", "How the calculator is built: its principles, its packages, the path of a number from keystroke to proof, and the " +
		"reasons for unusual choices."},
	{"browsers", "Which browsers run the calculator, what is stored, and what is sent: nothing."},
}

// Pages returns the documentation pages by their paths from the root of the site. others are Markdown texts from elsewhere in
// the repository, by the names of their pages; derivations are the notes with proofs, by file; sources are the files of rows.
func (s Site) Pages(others, derivations, sources map[string][]byte) (map[string][]byte, error) {
	pages := map[string][]byte{}
	add := func(name, text, description string) error {
		body, err := render(text)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		address := "docs/" + name + ".html"
		if address == glossary {
			body = termPlaces(body)
		}
		if address == coveragePage {
			body = foldTables(body)
		}
		pages[address] = s.page(address, heading(text), description, `<article class="text">`+body+`</article>`)
		return nil
	}
	for _, a := range articles {
		text, err := texts.ReadFile(a.file + ".md")
		if err != nil {
			return nil, err
		}
		if err := add(a.file, onTheSite(string(text)), a.description); err != nil {
			return nil, err
		}
	}
	for name, text := range others {
		description := otherPages["docs/"+name+".html"]
		if description == "" {
			return nil, fmt.Errorf("otherPages has no sentence on %s", name)
		}
		if err := add(name, string(text), description); err != nil {
			return nil, err
		}
	}
	rows, err := newFiles(sources)
	if err != nil {
		return nil, err
	}
	known, titles := map[string]bool{}, map[string]string{}
	for file, text := range derivations {
		if known[proofName(file)] {
			return nil, fmt.Errorf("two derivations are called %s.md", proofName(file))
		}
		known[proofName(file)], titles[proofName(file)] = true, proofTitle(string(text))
	}
	if err := s.proofs(pages, derivations, rows, known); err != nil {
		return nil, err
	}
	if err := s.theorems(pages, rows, titles); err != nil {
		return nil, err
	}
	s.sources(pages, rows, known)
	if err := s.errata(pages); err != nil {
		return nil, err
	}
	said := map[string]string{}
	for _, a := range articles {
		said["docs/"+a.file+".html"] = a.description
	}
	pages["docs/index.html"] = s.page("docs/index.html", "Documentation", "What the calculator computes, why it holds, and how to use it.",
		s.contents(pages, said, derivations))
	pages["docs/"+SearchScript], pages["docs/"+AddressScript], pages["docs/"+ReplayScript] = searching, addressing, replaying
	return pages, nil
}

var (
	toRow     = regexp.MustCompile(`\[([A-Za-z0-9.-]+)\]\(theorems/([A-Za-z0-9.-]+)\.html\)`)
	toNote    = regexp.MustCompile(`\]\(\.\./\.\./bounds/(?:[a-z]+/)+([a-z]+)\.md(#[^)]*)?\)`)
	toArticle = regexp.MustCompile(`\]\(([a-z-]+)\.md(#[^)]*)?\)`)
)

// onTheSite changes an article's links to files of notes and articles into links to the pages that show these files. A link to a row
// whose text is the row's id has the row's name instead, as everywhere on the site.
func onTheSite(text string) string {
	text = toRow.ReplaceAllStringFunc(text, func(s string) string {
		found := toRow.FindStringSubmatch(s)
		if row, known := catalog.ByID(found[2]); known && found[1] == found[2] {
			return strings.Replace(s, found[1], row.Name, 1)
		}
		return s
	})
	text = toNote.ReplaceAllString(text, "](proofs/$1.html$2)")
	return toArticle.ReplaceAllString(text, "]($1.html$2)")
}
