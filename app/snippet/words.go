package snippet

import (
	"strings"
	"unicode/utf8"

	"lastiterate/bounds/run"
)

// fillers stand between a name and its number.
var fillers = []string{"of", "is", "at", "to", "with", "a", "the", "and", "size"}

// value is the number that begins at a token, and the token after it.
func (r *reader) value(at int) (x float64, next int, ok bool) {
	at = r.pastType(at)
	if made := r.called(at); made == "field" || made == "option" || made == "argument" { // lr: float = field(default=0.1)
		if stands := r.argument(at+2, 0, "default"); stands >= 0 {
			end, _ := r.skip(stands)
			x, ok = r.part(stands, min(end, len(r.in)))
			return x, r.closed(at + 2), ok
		}
	}
	e := evaluator{in: r.in, at: at, known: r.numbers}
	x, ok = e.sum()
	if next = e.at; r.name(next) == "if" || r.name(next) == "or" { // 1 if args.debug else 30
		ok = false
	}
	return x, next, ok
}

// pastType is the token at which a value begins that says its type first: lr: Optional[float] = 0.1.
func (r *reader) pastType(at int) int {
	if !r.is(at-1, ":") || r.name(at) == "" {
		return at
	}
	after := at + 1
	if r.is(after, "[") {
		after = r.closed(after + 1)
	}
	for r.is(after, "|") && r.name(after+1) != "" { // float | None
		after += 2
	}
	if r.is(after, "=") && !r.is(after+1, "=") {
		return after + 1
	}
	return at
}

// skip is the end of the argument that begins at a token, and its text, or as much as is ever shown of it.
func (r *reader) skip(at int) (next int, text string) {
	if at >= len(r.in) {
		return at, ""
	}
	if len(r.ended) != len(r.in) {
		r.enclose()
	}
	next = r.ended[at]
	var parts []string
	for _, t := range r.in[at:min(next, at+mostShown)] {
		if t.kind != line {
			parts = append(parts, t.text)
		}
	}
	return next, strings.Join(parts, " ")
}

// mostShown is how many tokens of an argument are looked at as a text.
const mostShown = 40

// is reports whether a token is the sign.
//
//go:noinline
func (r *reader) is(at int, text string) bool {
	return at >= 0 && at < len(r.in) && r.in[at].kind == sign && r.in[at].text == text
}

// read walks the text.
func (r *reader) read() {
	r.enclose() // as it is without what is said of the release
	r.findPlans()
	r.marked()
	r.findLibrary()
	for i := 0; i < len(r.in); {
		next := i + 1
		if after, skipped := r.skips[i]; skipped {
			i = after
			continue
		}
		if after, other := r.apart(i); other {
			i = after
			continue
		}
		if r.launches(i) {
			i = r.command(i)
			continue
		}
		if after := r.givenAt(i); after > i {
			i = after
			continue
		}
		if names, values := r.unpacked(i); len(names) > 0 {
			i = r.unpack(names, values)
			continue
		}
		switch r.in[i].kind {
		case name:
			next = r.phrase(i)
		case quoted:
			if r.is(i+1, ":") {
				next = r.pair(r.in[i].text, i+2)
			} else if r.isMember(i) {
				next = r.pair(r.in[i].text, i+3)
			}
		case numeral:
			next = r.counted(i)
		}
		i = max(next, i+1)
	}
}

// findLibrary finds the library whose calls the text has: its name decides what others mean.
func (r *reader) findLibrary() {
	for i, t := range r.in {
		if t.kind != name || !r.is(i+1, "(") && !mentioned(t.text) || r.name(i-1) == "def" {
			continue
		}
		c, ok := calls[strings.ToLower(t.text[strings.LastIndexByte(t.text, '.')+1:])]
		if ok && c.preset != "" && (r.preset == "" || r.preset == "opacus" && c.preset == "jax-privacy") {
			r.preset = c.preset
		}
		r.code = r.code || r.is(i+1, "(") && r.in[i+1].from == t.from+utf8.RuneCountInString(t.text) // prose has a blank there
	}
}

// isMember reports whether a token is the name of a member of a configuration that is given a value: cfg["lr"] = 0.1.
func (r *reader) isMember(at int) bool {
	return r.is(at-1, "[") && r.is(at+1, "]") && r.is(at+2, "=") && !r.is(at+3, "=") &&
		hasAny(configurations, segmentsOf(r.name(at-2)))
}

// mentioned reports whether a name says how a model was trained where it is not called, too: in a list of what was done.
func mentioned(named string) bool {
	return named == "make_private" || named == "make_private_with_epsilon"
}

// phrase reads names that follow one another, and what follows them.
func (r *reader) phrase(at int) (next int) {
	said, next := r.names(at)
	last := said[len(said)-1]
	switch {
	case r.is(next, "("):
		if field := r.loopCounts(said, at); field != "" {
			if last == "tqdm" {
				next += 2
			}
			return r.rounds(field, at, next+1)
		}
		if after, other := r.apart(next - 1); other { // for x, y in DataLoader(test_set)
			return after
		}
		return r.call(last, next+1)
	case r.is(next, "=") && !r.is(next+1, "="), r.is(next, ":"):
		return r.pair(longestField(said), next+1)
	case next < len(r.in) && r.code && r.is(next+1, "="):
		if after, ok := r.changed(last, next); ok {
			return after
		}
	case next < len(r.in) && (r.in[next].kind == numeral || !r.code && r.is(next, "-")):
		if after, ok := r.numbered(said, next); ok {
			return after
		}
	}
	if mentioned(last) {
		return r.call(last, next)
	}
	whole := strings.Join(said, " ")
	// Names of a program are variables: def load(data, shuffle), if shuffle and train.
	if !(r.code && (len(said) == 1 || hasAny(keywords, said))) && r.chosen(whole, whole) {
		return next
	}
	if (next >= len(r.in) || r.in[next].kind == numeral) && !imports(said) && !(r.code && hasAny(keywords, said)) {
		r.leave(whole, "is not recognised")
	}
	return next
}

// keywords are Python's that stand beside names.
var keywords = strings.Fields("if elif else and or not return for in is lambda yield assert while del def class")

// names are those that follow one another from here on, eight at most, joined where a
// sign joins them: add-or-remove, full-batch.
func (r *reader) names(at int) (said []string, next int) {
	is := func(at int) bool { return at < len(r.in) && r.in[at].kind == name }
	for next = at; ; {
		for is(next) && len(said) < 8 {
			said = append(said, r.in[next].text)
			next++
		}
		if !(r.is(next, "-") || r.is(next, "/")) || !is(next+1) {
			return said, next
		}
		said[len(said)-1] += r.in[next].text + r.in[next+1].text
		next += 2
	}
}

// loopCounts is what the words before a bracket count that begin a loop: for epoch in range(15), for step in tqdm(range(2000)).
// Steps within a loop are those of an epoch.
func (r *reader) loopCounts(said []string, at int) (field string) {
	last, of := said[len(said)-1], said[max(len(said)-3, 0)]
	ranged := last == "range" || last == "trange" || last == "tqdm" && r.called(at+len(said)+1) == "range"
	switch field, _ := fieldOf(of); {
	case !ranged || len(said) < 2:
	case strings.HasPrefix(strings.ToLower(of), "epoch"):
		return "epochs"
	case field == "T" && r.begins(at) && !r.repeated(at, "for", "while"):
		return "T"
	case field == "T" && r.begins(at):
		return nested
	}
	return ""
}

// nested is what a loop of steps counts that is in another loop: those of an epoch, perhaps.
const nested = "nested"

// rounds reads how often a loop runs: range(15), range(1, epochs + 1).
func (r *reader) rounds(field string, loop, at int) (next int) {
	from, first := 0.0, at
	x, after, ok := r.value(at)
	if ok && r.is(after, ",") {
		from = x
		x, after, ok = r.value(after + 1)
	}
	if !ok || !r.is(after, ")") {
		if field == nested && r.name(first) != "" {
			r.nested("range("+r.name(first)+")", first, x, false)
		}
		return at
	}
	said := "range(" + text(r.in[at:after]) + ")"
	switch {
	case field == nested:
		r.nested(said, first, x-from, true)
	case field == "epochs":
		if r.trainsIn(loop) && !r.conditional(loop) {
			r.trainings = append(r.trainings, training{loop, said, x - from, true})
		}
		if from > 1 { // after a checkpoint, or the only ones
			r.again(said, "may follow earlier epochs: enter the total number of steps")
			r.offer("epochs", run.FormatNumber(x), said+", and those before")
			r.offer("epochs", run.FormatNumber(x-from), said+" alone")
			return after
		}
		r.number(said, field, x-from)
	case r.repeated(loop, "def"): // of an epoch, or of something else
		r.inFunction = append(r.inFunction, Offer{field, run.FormatNumber(x - from), said + " counts steps"})
	case r.looped.Said == "" && x > from:
		r.looped = Taken{said, field, run.FormatNumber(x - from)}
	}
	return after
}

// text is tokens as they may have been written.
func text(tokens []token) string {
	parts := make([]string, len(tokens))
	for i, t := range tokens {
		parts[i] = t.text
	}
	return strings.Join(parts, " ")
}

// countSteps takes the loop of steps where nothing else says how many there are, and offers those in functions.
func (r *reader) countSteps() {
	switch {
	case r.says("T"), r.says("epochs"):
	case r.looped.Said != "":
		r.take(r.looped.Said, r.looped.Field, r.looped.Value)
	default:
		for _, o := range r.inFunction {
			r.offer(o.Field, o.Value, o.Text)
		}
	}
}
