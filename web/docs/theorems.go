package docs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"lastiterate/app/link"
	"lastiterate/app/tex"
	"lastiterate/bounds"
	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// example is the run whose numbers the assumptions show: the calculator's opening run.
var example = link.State{Query: bounds.DefaultQuery()}

// theorems adds a page for each theorem of the catalogue, and a list of them. proofs has the titles of the derivations with
// pages, by their names.
func (s Site) theorems(pages map[string][]byte, rows files, proofs map[string]string) error {
	var list strings.Builder
	list.WriteString("<article class=\"text\"><h1>All theorems and their assumptions</h1>\n" +
		"<p>Each row of the calculator is a statement from a paper, or one of our own with <a href=\"../proofs/index.html\">a " +
		"proof</a>. " +
		sharedLetters + "</p>\n<ul class=\"list\">\n")
	for _, t := range catalog.All() {
		address := "docs/theorems/" + t.ID + ".html"
		body, err := s.theorem(t, proofs, rows.listing(t.ID, proofs), func(name string) (text, place string) {
			return statementIn(string(pages["docs/proofs/"+name+".html"]))
		})
		if err != nil {
			return fmt.Errorf("%s: %w", t.ID, err)
		}
		pages[address] = s.page(address, t.Name, t.Note, body)
		fmt.Fprintf(&list, "<li><a href=\"%s.html\">%s</a> <span class=\"muted\">%s</span><br>%s</li>\n",
			escape(t.ID), escape(t.Name), escape(kind(t)), escape(t.Note))
	}
	list.WriteString("</ul></article>")
	const address = "docs/theorems/index.html"
	pages[address] = s.page(address, "Theorems", "The theorems on the privacy of the last iterate of noisy SGD that the calculator "+
		"evaluates, with their assumptions and errata.", list.String())
	return nil
}

// sharedLetters explains the symbols that all formulas share.
const sharedLetters = "Symbols in all formulas: <i>n</i> examples, batch size <i>b</i>, <i>B</i> steps an epoch, <i>T</i> " +
	"iterations, learning rate <i>η</i>, clipping norm <i>C</i>, noise <i>σ</i> on the iterate, sensitivity <i>s</i> of a step, " +
	"diameter <i>D</i> of the domain, smoothness <i>L</i>, strong convexity <i>m</i>, weak convexity <i>w</i>, Hölder order <i>λ</i>, " +
	"sampling rate <i>q</i>, Rényi order <i>α</i>."

// theorem is the page of one theorem. proofs has the titles of the derivations, listing is the link to the source file, and
// statement returns the statement that a derivation proves.
func (s Site) theorem(t *theorem.Theorem, proofs map[string]string, listing string,
	statement func(name string) (text, place string)) (string, error) {
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	line(`<article class="text"><h1>%s</h1>`, escape(t.Name))
	line(`<p class="muted">%s</p>`, escape(kind(t)))
	line(`<p>%s</p>`, tex.Prose(t.Note))
	if kinds := when(t); len(kinds) > 0 {
		line(`<p><strong>When it applies.</strong> To runs of these kinds, within the assumptions below.</p><ul class="list">`)
		for _, kind := range kinds {
			line(`<li>%s</li>`, escape(kind))
		}
		line(`</ul>`)
	}
	line(`<p><strong>How it is used.</strong> %s</p>`, escape(use(t)))
	if t.Formula != "" {
		line(`<h2>Statement</h2>`)
		set, err := tex.Display(t.Formula)
		if err != nil {
			return "", err
		}
		line(`<div class="formula" tabindex="0" role="group" aria-label="formula">%s</div>`, set)
		if t.Symbols != "" {
			line(`<p>%s</p>`, tex.Prose(t.Symbols))
		}
		line(`<p class="muted">%s</p>`, sharedLetters)
	}
	if t.Source.Ours() {
		line(`%s`, proof(t, proofs, statement))
	}
	line(`<h2>Assumptions</h2>`)
	sets := assumptions(t)
	for _, set := range sets {
		if len(sets) > 1 || ofSome(t, set) {
			line(`<p>%s:</p>`, escape(strings.Join(set.batches, "; ")))
		}
		line(`<ul class="list">`)
		for _, h := range set.needed {
			line(`<li>%s%s</li>`, escape(h.Name), tex.Prose(detail(h)))
		}
		line(`</ul>`)
	}
	if text := numbersFrom(sets); text != "" {
		line(`<p class="muted">%s</p>`, text)
	}
	if t.Errata != "" {
		line(`<h2>A remark on the printed text</h2><p>%s</p><p class="muted">We make mistakes too: <a `+
			`href="../what-we-got-wrong.html">what we got `+
			`wrong</a>.</p>`, reference.ReplaceAllStringFunc(tex.Prose(t.Errata), func(named string) string {
			name := proofName(named)
			if proofs[name] == "" {
				return named
			}
			return `<a href="../proofs/` + name + `.html"><cite>` + escape(proofs[name]) + `</cite></a>`
		}))
	}
	line(`%s`, sourcesOf(t))
	state := exampleOf(t)
	state.View.Open = t.ID
	line(`<p><a href="CALCULATOR#%s">Open it in the calculator</a></p>`, escape(link.Encode(state)))
	line(`%s</article>`, listing)
	return out.String(), nil
}

// assumptionSet lists the assumptions of a theorem for some batch schemes.
type assumptionSet struct {
	batches []string
	needed  []claim.Hypothesis
}

// assumptions lists the assumptions of a theorem for the opening run's batch scheme and for every other scheme for which it
// applies. Schemes with the same assumptions share one list.
func assumptions(t *theorem.Theorem) []assumptionSet {
	same := func(a, b []claim.Hypothesis) bool {
		return slices.EqualFunc(a, b, func(x, y claim.Hypothesis) bool { return x.Name == y.Name && x.Needed == y.Needed })
	}
	sets := []assumptionSet{{[]string{run.Words(example.Run.Scheme)}, t.Hypotheses(example.Run, example.Question)}}
	if !theorem.Applies(sets[0].needed) {
		return sets
	}
	for _, scheme := range choices("scheme") {
		for _, adjacency := range choices("adjacency") {
			state, ok := openingWith(scheme, adjacency)
			if !ok {
				continue
			}
			needed := t.Hypotheses(state.Run, state.Question)
			if !theorem.Applies(needed) {
				continue
			}
			i := slices.IndexFunc(sets, func(set assumptionSet) bool { return same(set.needed, needed) })
			if i < 0 {
				sets, i = append(sets, assumptionSet{needed: needed}), len(sets)
			}
			name := run.Words(state.Run.Scheme)
			if slices.Contains(sets[i].batches, name) {
				continue
			}
			if slices.ContainsFunc(sets, func(set assumptionSet) bool { return slices.Contains(set.batches, name) }) {
				name += ", " + run.Words(state.Run.Adjacency) // the theorem needs other neighbours here
			}
			sets[i].batches = append(sets[i].batches, name)
		}
	}
	return sets
}

// ofSome says whether these are the assumptions for only some of the batches to which the theorem applies, and do not say so.
func ofSome(t *theorem.Theorem, set assumptionSet) bool {
	all := distinct(settings()[t.ID], func(s setting) string { return s.batches })
	said := slices.ContainsFunc(set.needed, func(h claim.Hypothesis) bool { return h.Name == "batch scheme" })
	return !said && slices.Contains(all, set.batches[0]) && len(set.batches) < len(all)
}

// choices lists the values of a run's field.
func choices(field string) []string {
	f, _ := run.FieldByName(field)
	return f.Choices
}

// openingWith is the opening run with another batch scheme, with batches of one example, and other neighbours; ok is false if
// that run is not valid.
func openingWith(scheme, adjacency string) (state link.State, ok bool) {
	state, problems := link.DecodeFrom(example, "v=1&b=1&scheme="+scheme+"&adjacency="+adjacency)
	return state, len(problems) == 0 && state.Run.Validate() == nil
}

// exampleOf is a run for which the theorem applies: the opening run or a run of openingWith. If there is none, it is the opening
// run.
func exampleOf(t *theorem.Theorem) link.State {
	applies := func(s link.State) bool { return theorem.Applies(t.Hypotheses(s.Run, s.Question)) }
	if applies(example) {
		return example
	}
	for _, scheme := range choices("scheme") {
		for _, adjacency := range choices("adjacency") {
			if state, ok := openingWith(scheme, adjacency); ok && applies(state) {
				return state
			}
		}
	}
	return example
}

var (
	// ofTheRun matches a value in an assumption that depends on the run.
	ofTheRun = regexp.MustCompile(`= [0-9]`)
	// aCase matches a value that an assumption names as a case of its own: D < ∞, or T = 1.
	aCase = regexp.MustCompile(`, or \w+ = [0-9]+`)
)

// numbersFrom says which runs the numbers in the assumptions are of, or nothing if there are none. The first set is that of the
// opening run, whose batches are full; the others are those of openingWith.
func numbersFrom(sets []assumptionSet) string {
	numbers := func(set assumptionSet) bool {
		return slices.ContainsFunc(set.needed, func(h claim.Hypothesis) bool {
			return ofTheRun.MatchString(aCase.ReplaceAllString(h.Needed, ""))
		})
	}
	const of = "The numbers in the assumptions are from the calculator's opening run"
	n := example.Run.N
	switch first, others := numbers(sets[0]), slices.ContainsFunc(sets[1:], numbers); {
	case first && others:
		return fmt.Sprintf("%s, in which n = b = %d; those for other batches are from that run with b = 1.", of, n)
	case first:
		return fmt.Sprintf("%s, in which n = b = %d.", of, n)
	case others:
		return fmt.Sprintf("%s with batches of one example: n = %d, b = 1.", of, n)
	}
	return ""
}

// detail states an assumption in the numbers of the example.
func detail(h claim.Hypothesis) string {
	if h.Needed == "" {
		return ""
	}
	return ": " + h.Needed
}

// kind names the kind of a statement.
func kind(t *theorem.Theorem) string {
	side := "upper bound"
	if t.Side == claim.Lower {
		side = "lower bound"
	}
	switch t.Status {
	case claim.NotValid:
		return side + ", not valid as printed"
	case claim.Reference:
		return "reference line: a bound on another mechanism"
	case claim.Estimate:
		return side + ", a numerical estimate, not a proof"
	}
	if t.Side == claim.Lower {
		return side + ", proved"
	}
	if !t.HiddenState {
		return side + ", holds even if every iterate is public"
	}
	return side
}

// use says what the calculator does with a theorem, and what its value means.
func use(t *theorem.Theorem) string {
	switch {
	case t.Status == claim.NotValid:
		return "The calculator evaluates the statement as printed, to compare, and never answers with it: the privacy loss may be larger."
	case t.Status == claim.Reference:
		return "The calculator draws it to compare, and never answers with it: it bounds another mechanism."
	case t.Status == claim.Estimate:
		return "The calculator draws it to compare. The value is computed without a bound on its error, so it proves nothing."
	case t.Side == claim.Lower:
		return "If the assumptions hold, some run that meets them loses at least the row’s value, so no valid upper bound is below it. " +
			"The calculator shows the largest such value as the floor: the distance to the answer is all that a better theorem could gain."
	case t.HiddenState:
		return "If the assumptions hold and nobody sees more iterates than are released, the privacy loss is at most the row’s value. " +
			"The calculator answers with the smallest upper bound among the rows whose assumptions hold."
	}
	return "If the assumptions hold, the privacy loss is at most the row’s value, even for an observer of every iterate. The calculator " +
		"answers with the smallest upper bound among the rows whose assumptions hold."
}

// proof is the part of the page of one of our theorems to which the calculator links: the statement that is proved, and a link
// to the proof with the title of the note. statement returns a note's statement and its anchor.
func proof(t *theorem.Theorem, titles map[string]string, statement func(name string) (text, place string)) string {
	title, what := "Proof", "proved in full"
	if t.Status == claim.Estimate {
		title, what = "Derivation", "derived in full"
	}
	where, name, found := t.Source.Where, "", reference.FindStringSubmatch(t.Source.Where)
	if found != nil {
		name = found[1]
		where, _, _ = strings.Cut(where, found[0])
	}
	text, place := statement(name)
	return fmt.Sprintf(`<h2 id="proof">%s</h2><p><a href="../proofs/%s.html#%s">%s</a>: %s, %s. Our own result, unpublished. It `+
		`begins with:</p><blockquote>%s</blockquote>`, title, name, place, escape(titles[name]),
		escape(strings.TrimSuffix(where, ", ")), what, text)
}

// statementIn returns the first theorem or proposition on a proof's page, for use on a page in another folder, and its anchor.
func statementIn(page string) (text, place string) {
	at := firstStatement.FindStringSubmatchIndex(page)
	if at == nil {
		return "", ""
	}
	place, text = page[at[2]:at[3]], "<p"+page[at[1]:]
	if end := afterStatement.FindStringIndex(text[1:]); end != nil {
		text = text[:1+end[0]]
	}
	return besideProof.ReplaceAllString(text, `href="../proofs/$1`), place
}

var (
	firstStatement = regexp.MustCompile(`<p id="((?:theorem|proposition)-[0-9]+)"`)
	afterStatement = regexp.MustCompile(`<p><em>Proof|<h[23]|<p id="|</article>`)
	besideProof    = regexp.MustCompile(`href="([a-z]+\.html[^"]*")`)
)
