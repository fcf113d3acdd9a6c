package words

import (
	"fmt"
	"math"
	"strings"

	"lastiterate/app/form"
	"lastiterate/app/number"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Attribution names the row that gave the answer and where it was published.
func (s Subject) Attribution() (name string, sources []protocol.Source, ok bool) {
	shown := s.Result.Answer
	if shown == nil || s.Contradiction() != "" {
		return "", nil, false
	}
	row, ok := s.RowOf(shown.Row)
	if !ok {
		return shown.Row, nil, true
	}
	return row.Name, Sources(row), true
}

// Of says of which neighbours and batches the answer is: "Add or remove one, batches: Poisson. ".
func (s Subject) Of() string {
	neighbours, batches := run.Words(s.Run.Adjacency), run.Words(s.Run.Scheme)
	if s.Run.Scheme != run.Full {
		batches = "batches: " + batches
	}
	return strings.ToUpper(neighbours[:1]) + neighbours[1:] + ", " + batches + ". "
}

// Sizes say in one line, in the letters of the form, which run the answer is of: "n = 60 · b = 5 · T = 240 · z = 1.1". It
// breaks between them alone.
func (s Subject) Sizes() string {
	var parts []string
	for _, name := range []string{"n", "b", "T", "sigma"} {
		if x, ok := s.Run.Number(name); ok && !(name == "b" && s.Run.Scheme.UsesAll()) { // all n examples
			parts = append(parts, strings.ReplaceAll(form.LabelOf(s.Run, name).Symbol, "_", "")+"\u00a0=\u00a0"+number.Plain(x))
		}
	}
	return strings.Join(parts, " · ")
}

// Sources are what the row's value is cited by: its theorem's source, with the papers of the
// numerical method that found it where the theorem is ours, these alone where it is not; and by the papers on the best of several runs.
func Sources(row protocol.Row) []protocol.Source {
	var sources []protocol.Source
	if row.Source != nil && (len(row.By) == 0 || Ours(row)) {
		sources = append(sources, *row.Source)
	}
	return append(append(sources, row.By...), row.Selection...)
}

// SourcesText is SourceText of each.
func SourcesText(sources []protocol.Source) string {
	texts := make([]string, len(sources))
	for i, s := range sources {
		texts[i] = SourceText(s)
	}
	return strings.Join(texts, "; ")
}

// ourselves is the author of results that are proved beside the code.
const ourselves = "Last Iterate"

// OwnProof marks a result of ours in a small embed, where "unpublished" would be taken for the iterates.
const OwnProof = "own result"

// Literature names there the best that is published.
const Literature = "literature"

// Provenance is whose the answer is, in few words: "own result" of a result of ours, with the
// best that is published, "literature: 0.122", or "by Bok–Su–Altschuler"; and of an answer that may
// yet become smaller that it is one. Both are empty if there is no answer.
func (s Subject) Provenance() (whose, published string) {
	name, _, ok := s.Attribution()
	if !ok {
		return "", ""
	}
	if s.Unfinished {
		return SoFar, ""
	}
	if row, found := s.RowOf(s.Best()); !found || !Ours(row) {
		return "by " + name, ""
	}
	switch least, ok := s.published(); {
	case !ok:
		return OwnProof, ""
	case math.IsInf(least, 1):
		return OwnProof, Literature + ": none"
	default:
		return OwnProof, Literature + ": " + number.Up(least, SentenceDigits)
	}
}

// SourceText is a source in one line: "Chien and Li 2024, Theorem 3.1", or
// "own result, unpublished, proof", for those that are proved beside the code.
func SourceText(s protocol.Source) string {
	if s.Authors == ourselves {
		return "own result, unpublished, proof"
	}
	text := s.Authors
	if s.Year != 0 {
		text = strings.TrimSpace(fmt.Sprintf("%s %d", text, s.Year))
	}
	if s.Where != "" {
		if text != "" {
			text += ", "
		}
		text += s.Where
	}
	return text
}
