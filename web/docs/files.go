package docs

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"lastiterate/bounds/catalog"
)

// files are the source files of the theorems. They link a row's page to its file, the file to the proof that it names, and a
// proof to the rows.
type files struct {
	texts  map[string][]byte   // by path in the repository
	of     map[string]string   // the file that defines the row, by the row's id
	proofs map[string][]string // the rows whose files name the proof, by the proof's name
}

// defined matches the definition of a row in a file.
var defined = regexp.MustCompile(`= (?:proof\.InWhole\()?&theorem\.Theorem\{\s+ID:\s+"([^"]+)"`)

// newFiles reads the files of rows. It returns an error if a row is in none.
func newFiles(texts map[string][]byte) (files, error) {
	f := files{texts, map[string]string{}, map[string][]string{}}
	for _, file := range slices.Sorted(maps.Keys(texts)) {
		for _, row := range defined.FindAllSubmatch(texts[file], -1) {
			f.of[string(row[1])] = file
		}
	}
	pages := map[string]string{}
	for _, t := range catalog.All() {
		file, found := f.of[t.ID]
		if !found {
			return files{}, fmt.Errorf("no file defines the row %s", t.ID)
		}
		if other := pages[stem(file)]; other != "" && other != file {
			return files{}, fmt.Errorf("%s and %s would have the same page: give one of them another name", other, file)
		}
		pages[stem(file)] = file
		for _, name := range namedProofs(texts[file]) {
			f.proofs[name] = append(f.proofs[name], t.ID)
		}
	}
	return f, nil
}

// namedProofs lists the proofs that a text names, each once.
func namedProofs(text []byte) []string {
	var names []string
	for _, found := range reference.FindAllSubmatch(text, -1) {
		names = append(names, string(found[1]))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// listing links to a row's source file and to the proofs that the file names.
func (f files) listing(id string, proofs map[string]string) string {
	file := f.of[id]
	var links []string
	for _, name := range namedProofs(f.texts[file]) {
		if title := proofs[name]; title != "" {
			links = append(links, `<a href="../proofs/`+name+`.html">`+escape(title)+`</a>`)
		}
	}
	said := ""
	switch len(links) {
	case 0:
	case 1:
		said = " It cites the proof " + links[0] + "."
	default:
		said = " It cites the proofs " + strings.Join(links, "; ") + "."
	}
	return `<h2 id="file">Source code</h2><p><a href="../files/` + stem(file) + `.html"><code>` + escape(file) +
		`</code></a> defines the row: its statement, its assumptions and the solver it calls.` + said + `</p>`
}

func stem(file string) string { return strings.TrimSuffix(path.Base(file), ".go") }

// sources adds a page for each file that defines rows. The names of proofs in the file become links.
func (s Site) sources(pages map[string][]byte, f files, proofs map[string]bool) {
	defined := map[string][]string{}
	for _, t := range catalog.All() {
		defined[f.of[t.ID]] = append(defined[f.of[t.ID]], `<a href="../theorems/`+t.ID+`.html">`+escape(t.Name)+`</a>`)
	}
	for file, rows := range defined {
		code := reference.ReplaceAllStringFunc(escape(string(f.texts[file])), func(named string) string {
			if name := proofName(named); proofs[name] {
				return `<a href="../proofs/` + name + `.html">` + named + `</a>`
			}
			return named
		})
		address := "docs/files/" + stem(file) + ".html"
		pages[address] = s.page(address, file, "The source file of "+rowsCounted(rows)+".",
			`<article class="text"><h1>`+strings.ReplaceAll(escape(file), "/", "/<wbr>")+`</h1><p>Defines `+strings.Join(rows,
				", ")+`.</p><pre tabindex="0"><code>`+code+`</code></pre></article>`)
	}
}

// rowsCounted is the number of these rows in words.
func rowsCounted(rows []string) string {
	if len(rows) == 1 {
		return "one row of the calculator"
	}
	return fmt.Sprintf("%d rows of the calculator", len(rows))
}

// inProofs matches a source file that a proof names.
var inProofs = regexp.MustCompile(`<code>([a-z_./]+\.go)</code>`)

// linkSources links each source file that a proof in the folder dir names to the page of the first row in this file.
func (f files) linkSources(body, dir string) string {
	return inProofs.ReplaceAllStringFunc(body, func(code string) string {
		file := path.Join(dir, inProofs.FindStringSubmatch(code)[1])
		for _, t := range catalog.All() {
			if f.of[t.ID] == file {
				return `<a href="../theorems/` + t.ID + `.html#file">` + code + `</a>`
			}
		}
		return code
	})
}

// rows lists the rows whose files name a proof; it is empty if there are none.
func (f files) rows(proof string) string {
	var links []string
	for _, id := range f.proofs[proof] {
		t, _ := catalog.ByID(id)
		links = append(links, `<a href="../theorems/`+id+`.html">`+escape(t.Name)+`</a>`)
	}
	if len(links) == 0 {
		return ""
	}
	if len(links) == 1 {
		return `<p>Cited by the row ` + links[0] + `.</p>`
	}
	return `<p>Cited by the rows ` + strings.Join(links, ", ") + `.</p>`
}
