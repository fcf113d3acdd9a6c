package docs

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// reference matches the file of a note in a text: `shift.md` or `../shift/shift.md` in another note,
// bounds/internal/shift/shift.md in a source.
var reference = regexp.MustCompile(`[a-z./]*?([a-z]+)\.md`)

// inProof matches a reference in a note, which is set as code.
var inProof = regexp.MustCompile("<code>(" + reference.String() + ")</code>")

// A numbered statement, and references to statements of other notes, whose files have become links already.
var (
	numbered = regexp.MustCompile(`<p><strong>(Theorem|Lemma|Proposition|Corollary|Remark) (\d+)`)
	namedOf  = regexp.MustCompile(`(Theorem|Lemma|Proposition|Corollary|Remark) (\d+)\s+of\s+<a href="([a-z]+\.html)">`)
	ofNamed  = regexp.MustCompile(`<a href="([a-z]+\.html)">(<code>[^<]*</code></a>,\s+)(Theorem|Lemma|Proposition|Corollary|Remark) (\d+)`)
)

// toNotes matches a link between notes whose text is a phrase; codedNote matches one whose text is the file's name.
var (
	toNotes   = regexp.MustCompile(`\[([^\]` + "`" + `]+)\]\([a-z./]*?([a-z]+)\.md\)`)
	codedNote = regexp.MustCompile(`(<a href="([a-z]+)\.html(?:#[a-z0-9-]+)?">)(?:<code>)?[a-z./]+\.md(?:</code>)?</a>`)
)

// sourceLine matches the paragraph below a note's title that names its files. On the site it comes last, since readers come for
// the statement.
var sourceLine = regexp.MustCompile(`(?s)(</h1>\n)<p>((?:Code|Rows): .*?)</p>\n`)

// places gives each statement of a note an anchor, and makes references to statements of other notes point to theirs.
func places(body string) string {
	place := func(kind, number string) string { return strings.ToLower(kind) + "-" + number }
	body = numbered.ReplaceAllStringFunc(body, func(s string) string {
		found := numbered.FindStringSubmatch(s)
		return `<p id="` + place(found[1], found[2]) + `"` + strings.TrimPrefix(s, "<p")
	})
	body = namedOf.ReplaceAllStringFunc(body, func(s string) string {
		found := namedOf.FindStringSubmatch(s)
		return strings.Replace(s, found[3], found[3]+"#"+place(found[1], found[2]), 1)
	})
	return ofNamed.ReplaceAllStringFunc(body, func(s string) string {
		found := ofNamed.FindStringSubmatch(s)
		return strings.Replace(s, found[1], found[1]+"#"+place(found[3], found[4]), 1)
	})
}

// proofs adds a page for each note, and a list of them. texts maps each note's path in the repository to its text; known holds
// the names of all notes.
func (s Site) proofs(pages, texts map[string][]byte, rows files, known map[string]bool) error {
	var list strings.Builder
	titles := map[string]string{}
	for file, text := range texts {
		titles[proofName(file)] = proofTitle(string(text))
	}
	list.WriteString("<article class=\"text\"><h1>Proofs</h1>\n<p>The calculator's own results, derived in full, and the error " +
		"bounds of its arithmetic. Each note says what it assumes, what is classical and what is new.</p>\n<ul class=\"list\">\n")
	for _, file := range slices.Sorted(maps.Keys(texts)) {
		name, text := proofName(file), string(texts[file])
		if summaries[name] == "" {
			return fmt.Errorf("summaries has no sentence on %s", file)
		}
		title := proofTitle(text)
		text = strings.Replace(text, "# "+heading(text), "# "+title, 1)
		body, err := render(toNotes.ReplaceAllString(text, "[$1]($2.html)"))
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		sourceFiles, begin := "", opening(name, nil)
		if found := sourceLine.FindStringSubmatch(body); found != nil {
			sourceFiles = `<p class="muted">` + rows.linkSources(found[2], path.Dir(file)) + "</p>"
			body = sourceLine.ReplaceAllString(body, "$1")
			if strings.HasPrefix(found[2], "Rows: ") {
				begin = opening(name, rows.rowsOf(found[2]))
			}
		}
		body = inProof.ReplaceAllStringFunc(body, func(code string) string {
			found := inProof.FindStringSubmatch(code)
			if !known[found[2]] {
				return code
			}
			return `<a href="` + found[2] + `.html">` + code + "</a>"
		})
		body = codedNote.ReplaceAllStringFunc(rows.linkSources(places(body), path.Dir(file)), func(s string) string {
			found := codedNote.FindStringSubmatch(s)
			return found[1] + "<cite>" + escape(titles[found[2]]) + "</cite></a>"
		})
		body = strings.Replace(illustrated(name, body), "</h1>\n", "</h1>\n"+begin, 1)
		address := "docs/proofs/" + name + ".html"
		pages[address] = s.page(address, title, summaries[name], `<article class="text">`+body+
			rows.rows(name)+sourceFiles+`<p class="muted">In the repository: `+escape(file)+`</p></article>`)
		fmt.Fprintf(&list, "<li><a href=\"%s.html\">%s</a><br>%s</li>\n", name, escape(title), escape(summaries[name]))
	}
	list.WriteString("</ul></article>")
	const address = "docs/proofs/index.html"
	pages[address] = s.page(address, "Proofs", "Derivations of the calculator's own bounds on the privacy of the last iterate, and of the "+
		"error bounds of its arithmetic.", list.String())
	return nil
}

func proofName(file string) string { return strings.TrimSuffix(path.Base(file), ".md") }
