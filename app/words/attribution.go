package words

import (
	"fmt"
	"math"
	"slices"
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

// Of names the adjacency and the batch scheme of the answer: "Add or remove one, Poisson batches. ".
func (s Subject) Of() string {
	neighbours, batches := run.Words(s.Run.Adjacency), run.Words(s.Run.Scheme)
	if s.Run.Scheme == run.Poisson {
		batches += " batches"
	}
	return strings.ToUpper(neighbours[:1]) + neighbours[1:] + ", " + batches + ". "
}

// assumptions are the fields in Sizes, in its order.
var assumptions = []string{"n", "T", "scheme", "b", "sigma", "clip", "eta", "weight_decay", "loss", "diameter", "adjacency"}

// Sizes states in one line what the answer assumes of the run, in the letters of the form: "n = 60 · T = 240 · Poisson · b = 5 · z =
// 1.1 · C = 1 · η = 0.1 · convex, L = 1 · D = 2 · replace one". It leaves out what is blank, and what the answer does not depend on.
// The named fields have values that nobody stated: each is marked at its place, "replace one (assumed)", or at the end if it has
// none. No line of it begins with a dot, and no value is apart from its letter.
func (s Subject) Sizes(assumed ...string) string {
	m := marks{of: assumed}
	var parts []string
	for _, name := range assumptions {
		unstated := !s.Run.States(name) || name == "b" && s.Run.Scheme.UsesAll() // all n examples
		if !unstated && s.matters(name) {
			parts = append(parts, strings.ReplaceAll(s.assumed(name, &m), " = ", "\u00a0=\u00a0"))
		}
	}
	return strings.Join(append(parts, s.unplaced(&m)...), "\u00a0· ")
}

// matters reports whether the answer depends on a field, and the field is not blank.
func (s Subject) matters(name string) bool {
	return !s.Departures.Unused(s.Run, name) && !slices.Contains(s.Departures.Lacking(), name)
}

// marks are the fields that nobody stated, and those of them that are marked already.
type marks struct{ of, placed []string }

// mark marks the value of a field if nobody stated it.
func (m *marks) mark(field, text string) string {
	if !slices.Contains(m.of, field) {
		return text
	}
	m.placed = append(m.placed, field)
	return text + "\u00a0(assumed)"
}

// unplaced are the values that nobody stated and that have no mark yet. That of δ or α stands beside the number.
func (s Subject) unplaced(m *marks) []string {
	var parts []string
	for _, name := range form.Names() {
		asked := name == form.Delta && !s.Question.Renyi() || name == form.Alpha && s.Question.Renyi()
		_, ofRun := run.FieldByName(name)
		switch {
		case slices.Contains(m.placed, name) || !slices.Contains(m.of, name) || !s.matters(name):
		case asked:
			parts = append(parts, m.mark(name, form.LabelOf(s.Run, name).Symbol))
		case ofRun && s.Run.States(name) && s.Run.Uses(name):
			parts = append(parts, m.mark(name, strings.ReplaceAll(Values(s.Query, []string{name}), " = ", "\u00a0=\u00a0")))
		}
	}
	return parts
}

// assumed states one field of the run, the loss with its constants.
func (s Subject) assumed(name string, m *marks) string {
	text := ""
	switch x, ok := s.Run.Number(name); {
	case name == "loss":
		return s.assumedLoss(m)
	case name == "diameter":
		return m.mark(name, form.Domain(s.Run))
	case !ok:
		return m.mark(name, form.Words(name, s.Run.Get(name)))
	default:
		text = m.mark(name, strings.ReplaceAll(form.LabelOf(s.Run, name).Symbol, "_", "")+" = "+number.Plain(x))
	}
	switch {
	case name == "eta" && !s.Run.Steady():
		text += " at most"
	case name == "clip" && s.Run.Clipping == run.ClippingNever:
		text += m.mark("clipping", ", never clipped")
	case name == "clip" && s.Run.Clipping != run.ClippingActive:
		text += m.mark("clipping", ", "+run.Words(s.Run.Clipping))
	}
	return text
}

// assumedLoss states the class of the loss and its constants.
func (s Subject) assumedLoss(m *marks) string {
	parts := strings.Split(form.Loss(s.Run), ", ")
	for i, part := range parts {
		field := "loss"
		for _, constant := range []string{"smoothness", "strong_convexity", "weak_convexity", "holder_constant", "holder_order"} {
			is := form.LabelOf(s.Run, constant).Symbol + " = "
			if s.Run.States(constant) && strings.HasPrefix(part, is) || constant == "smoothness" && part == form.Infinite(constant) {
				field = constant
			}
		}
		parts[i] = m.mark(field, part)
	}
	return strings.Join(parts, ", ")
}

// Holding says in few words with which departures the answer holds: "holds with momentum, a schedule and unknown smoothness";
// empty if there are none. An embed without room for the sentence has it.
func (s Subject) Holding() string {
	with := s.departing(Composition, func(_, condition string) string {
		for _, detail := range []string{" (", " in each", " of the ", " or another", " released or"} {
			condition, _, _ = strings.Cut(condition, detail)
		}
		return strings.TrimPrefix(condition, "a loss of ")
	})
	if with == "" || s.Result.Answer == nil {
		return ""
	}
	return "holds with " + with
}

// HoldsWith comes, in what a number is of, before the departures that Holding names.
const HoldsWith = "; it holds with "

// Sources lists the publications to cite for a row's value. If it was found by a method that the theorem lacks, these are the
// papers of the method, and for a theorem of ours its own source, too; otherwise they are the theorem's source. The papers on the
// best of several runs come last.
func Sources(row protocol.Row) []protocol.Source {
	var sources []protocol.Source
	if row.Source != nil && (len(row.By) == 0 || Ours(row)) {
		sources = append(sources, *row.Source)
	}
	return append(append(sources, row.By...), row.Selection...)
}

// SourcesText joins the SourceText of each source.
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

// Marked is a row's name in a picture, whose lines look alike whoever proved them: "Profile contraction (ours)".
func Marked(row protocol.Row) string {
	if Ours(row) {
		return row.Name + " (ours)"
	}
	return row.Name
}

// Literature names the best published bound in a small embed.
const Literature = "literature"

// Provenance says in few words whose result the answer is: "own result", with the best published bound, "literature: 0.122", or
// "by Bok–Su–Altschuler". While the answer may still become smaller, it says only that. Both texts are empty if there is no
// answer.
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

// Unpublished is the standing of a result that is proved beside the code.
const Unpublished = "own result, unpublished, proof"

// SourceText is a source in one line: "Chien and Li 2024, Theorem 3.1". For a result that is proved beside the code it is
// "own result, unpublished, proof".
func SourceText(s protocol.Source) string {
	if s.Authors == ourselves {
		return Unpublished
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
