package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// ourKey is the key of the calculator's entry, which is cited for the proofs of our own rows.
const ourKey = "lastiterate"

// BibTeX is the bibliography: the sources of the answer's row, of the drawn rows, and of the other rows with a value, and the
// calculator. A comment above each entry names the theorems for which it is cited.
func (d Document) BibTeX() string {
	var b strings.Builder
	var keys []string
	where := map[string][]string{}
	entries := map[string]string{}
	for _, s := range d.cited() {
		key := cmp.Or(s.Key, ourKey)
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
			entries[key] = s.BibTeX
		}
		if text := tex(words.WithProofs(s.Where, d.Link)); text != "" && !slices.Contains(where[key], text) {
			where[key] = append(where[key], text)
		}
	}
	if !slices.Contains(keys, ourKey) {
		keys = append(keys, ourKey)
	}
	entries[ourKey] = d.ourEntry()
	for i, key := range keys {
		if i > 0 {
			b.WriteByte('\n')
		}
		if len(where[key]) > 0 {
			fmt.Fprintf(&b, "%% %s\n", strings.Join(where[key], "; "))
		}
		b.WriteString(entries[key])
	}
	return b.String()
}

// cited lists the sources of the answer's row, of the drawn rows, and of all other rows with a value.
func (d Document) cited() []protocol.Source {
	var sources []protocol.Source
	result := d.Subject.Result
	add := func(id string) {
		i := slices.IndexFunc(result.Rows, func(r protocol.Row) bool { return r.ID == id })
		if i >= 0 {
			sources = append(sources, words.Sources(result.Rows[i])...)
		}
	}
	if result.Answer != nil {
		add(result.Answer.Row)
	}
	for _, id := range d.Drawn {
		add(id)
	}
	for _, row := range result.Rows {
		if row.Epsilon != nil {
			add(row.ID)
		}
	}
	return sources
}

// ourEntry cites the calculator with the exported run.
func (d Document) ourEntry() string {
	return fmt.Sprintf(`@misc{%s,
  author        = {{The Last Iterate authors}},
  title         = {Last {Iterate}: a privacy calculator for {Noisy-SGD} when only the last iterate is released},
  year          = {%d},
  note          = {Version %s. Own results are unpublished; their proofs are at \url{%s}},
  url           = {%s},
}
`, ourKey, bounds.Year, d.Engine, words.WithProofs(claim.Proofs, d.Link), d.Link)
}
