package snippet

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/preset"
	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// fillers may stand between a name and its number.
var fillers = []string{"of", "is", "at", "to", "with", "a", "the", "and", "size"}

// read goes through the text.
func (r *reader) read() {
	r.Enclose() // without the phrases about the release
	r.findPlans()
	r.readMarks()
	r.findLibrary()
	for i := 0; i < len(r.Tokens); {
		next := i + 1
		if after, skipped := r.skips[i]; skipped {
			i = after
			continue
		}
		if after, other := r.apart(i); other {
			i = after
			continue
		}
		if r.replaced(i) {
			i, _ = r.Skip(i + 2)
			continue
		}
		if r.Launches(i+1) && r.Begins(i) { // srun python train.py
			i++
		}
		if r.Launches(i) {
			i = r.command(i)
			continue
		}
		if after := r.givenAt(i); after > i {
			i = after
			continue
		}
		if names, values := r.Unpacked(i); len(names) > 0 {
			i = r.unpack(names, values)
			continue
		}
		switch r.Tokens[i].Kind {
		case source.Name:
			next = r.phrase(i)
		case source.Quoted:
			if r.Is(i+1, ":") {
				next = r.pair(r.Tokens[i].Text, i+2)
			} else if r.isMember(i) {
				next = r.pair(r.Tokens[i].Text, i+3)
			}
		case source.Numeral:
			next = r.readCount(i)
		}
		i = max(next, i+1)
	}
}

// findLibrary finds the library whose calls the text has: it determines the meaning of other names.
func (r *reader) findLibrary() {
	for i, t := range r.Tokens {
		if t.Kind != source.Name || !r.Is(i+1, "(") && !lexicon.Mentioned(t.Text) || r.Name(i-1) == "def" {
			continue
		}
		c, ok := lexicon.CallOf(t.Text)
		if ok && c.Preset != "" && (r.preset == "" || r.preset == "opacus" && c.Preset == "jax-privacy") {
			r.preset = c.Preset
		}
		if x, _, whole := r.Value(r.Argument(i+2, -1, "batch_size")); whole && r.Called(i) == "privacyengine" &&
			(r.Argument(i+2, -1, "sample_size") >= 0 || r.Argument(i+2, -1, "sample_rate") >= 0) {
			r.logical = x
		}
		r.code = r.code || r.Is(i+1, "(") && r.Tokens[i+1].From == t.From+utf8.RuneCountInString(t.Text) // prose has a blank here
	}
	if r.preset == "" && !r.code {
		r.findNamedLibrary()
	}
}

// findNamedLibrary finds the library that a sentence names, unless it names several.
func (r *reader) findNamedLibrary() {
	var found, said []string
	for i := range r.Tokens {
		if id := r.libraryAt(i); id != "" && !lexicon.Denied([]string{r.Word(i - 1)}, nil) && !source.Has(found, id) {
			found, said = append(found, id), append(said, strings.TrimSuffix(preset.Name(id), "-style"))
		}
	}
	switch {
	case len(found) == 1:
		r.preset = found[0]
		r.sampling.training = true // the sentence is about a training, not only its account
	case len(found) > 1:
		r.leave(strings.Join(said, ", "), "are several libraries: nothing is assumed from their conventions")
	}
}

// libraryAt is the preset of the library whose name ends at a token of a sentence; empty if none does.
func (r *reader) libraryAt(at int) string {
	word, before := r.Word(at), r.Word(at-1)
	if r.Is(at-1, "-") {
		before = r.Word(at - 2)
	}
	switch {
	case word == "opacus":
		return "opacus"
	case word == "privacy" && (before == "tf" || before == "tensorflow"), word == "tensorflow_privacy":
		return "tf-privacy"
	case word == "privacy" && before == "jax", word == "jax_privacy":
		return "jax-privacy"
	}
	return ""
}

// isMember reports whether a token is the name of a member of a configuration that is given a value: cfg["lr"] = 0.1.
func (r *reader) isMember(at int) bool {
	return r.Is(at-1, "[") && r.Is(at+1, "]") && r.Is(at+2, "=") && !r.Is(at+3, "=") &&
		source.HasAny(lexicon.Configurations, source.Segments(r.Name(at-2)))
}

// phrase reads consecutive names, and the value after them.
func (r *reader) phrase(at int) (next int) {
	said, next := r.names(at)
	last := said[len(said)-1]
	switch {
	case r.Is(next, "("):
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
	case r.Is(next, "=") && !r.Is(next+1, "="), r.Is(next, ":"):
		return r.pair(lexicon.LongestField(said), next+1)
	case next < len(r.Tokens) && r.code && r.Is(next+1, "="):
		if after, ok := r.changed(last, next); ok {
			return after
		}
	case next < len(r.Tokens) && (r.Tokens[next].Kind == source.Numeral || !r.code && r.Is(next, "-")):
		if after, ok := r.numbered(said, next); ok {
			return after
		}
	}
	if lexicon.Mentioned(last) {
		return r.call(last, next)
	}
	whole := strings.Join(said, " ")
	// In a program a name is a variable: def load(data, shuffle), if shuffle and train.
	if !(r.code && (len(said) == 1 || source.HasAny(keywords, said))) && r.chosen(whole, whole) {
		return next
	}
	if r.heard(at, next) {
		return next
	}
	if (next >= len(r.Tokens) || r.Tokens[next].Kind == source.Numeral) && !r.likeCode(said) && !(r.code && source.HasAny(keywords, said)) {
		return r.unknown(said, at, next)
	}
	return next
}

// unknown remarks on names of which nothing was read, with the number after them unless that has a name of its own, and returns the
// place after both. In a sentence, words that only join others say nothing: lr 0.1 for 15 epochs. The number in "batch 512 of
// 45000" may be the dataset's size, which is offered.
func (r *reader) unknown(said []string, at, next int) int {
	whole, after := strings.Join(said, " "), next
	joins := !r.code && !slices.ContainsFunc(said, func(word string) bool { return !source.Has(joiners, word) })
	if x, end, ok := r.Value(next); ok && !r.code && !lexicon.IsField(r.Name(end)) {
		whole, after = whole+" "+source.Join(r.Tokens[next:end]), end
		if b, err := strconv.ParseFloat(r.values["b"].Value, 64); joins && said[len(said)-1] == "of" && err == nil && x >= b && at > 0 &&
			r.Tokens[at-1].Kind == source.Numeral && x == math.Trunc(x) {
			r.offer("n", run.FormatNumber(x), r.values["b"].Said+" "+whole)
		}
		joins = false
	}
	if !joins {
		r.leave(whole, "is not recognised")
	}
	return after
}

// joiners are words that only join others.
var joiners = append(strings.Fields("for in on from as then we over out by per an each every using"), fillers...)

// heard reports whether the names between two tokens of a sentence have been read as a feature or a library.
func (r *reader) heard(at, next int) bool {
	for i := at; i < next && !r.code; i++ {
		if _, marked := lexicon.MarkOf(r.Name(i), false); marked || r.libraryAt(i) != "" {
			return true
		}
	}
	return false
}

// keywords are Python's keywords that may stand beside names.
var keywords = strings.Fields("if elif else and or not return for in is lambda yield assert while del def class")

// names returns the consecutive names from here on, at most eight, joined if a sign joins them: add-or-remove, full-batch.
func (r *reader) names(at int) (said []string, next int) {
	is := func(at int) bool { return at < len(r.Tokens) && r.Tokens[at].Kind == source.Name }
	for next = at; ; {
		for is(next) && len(said) < 8 {
			said = append(said, r.Tokens[next].Text)
			next++
		}
		if !(r.Is(next, "-") || r.Is(next, "/")) || !is(next+1) {
			return said, next
		}
		said[len(said)-1] += r.Tokens[next].Text + r.Tokens[next+1].Text
		next += 2
	}
}

// loopCounts is the field counted by a loop whose words come before a bracket: for epoch in range(15), for step in
// tqdm(range(2000)). Steps in another loop are those of an epoch.
func (r *reader) loopCounts(said []string, at int) (field string) {
	last, of := said[len(said)-1], said[max(len(said)-3, 0)]
	ranged := last == "range" || last == "trange" || last == "tqdm" && r.Called(at+len(said)+1) == "range"
	switch field, _ := lexicon.FieldOf(of); {
	case !ranged || len(said) < 2:
	case strings.HasPrefix(strings.ToLower(of), "epoch"), r.countsEpochs(at):
		return "epochs"
	case field == "T" && r.Begins(at) && !r.Repeated(at, "for", "while"):
		return "T"
	case field == "T" && r.Begins(at):
		return nested
	}
	return ""
}

// nested is the field of a loop of steps in another loop, which perhaps counts the steps of an epoch.
const nested = "nested"

// rounds reads the number of iterations of a loop: range(15), range(1, epochs + 1).
func (r *reader) rounds(field string, loop, at int) (next int) {
	from, first := 0.0, at
	x, after, ok := r.Value(at)
	if ok && r.Is(after, ",") {
		from = x
		x, after, ok = r.Value(after + 1)
	}
	if !ok || !r.Is(after, ")") {
		if field == nested && r.Name(first) != "" {
			r.dropNested("range("+r.Name(first)+")", first, x, false)
		}
		if sum, said := r.Skip(first); field == "epochs" && sum > first+1 && r.Is(sum, ")") && r.operates(first, sum) && r.trainsIn(loop) {
			r.dropSteps("range("+said+")", "is not in the text as a number: enter the total number of steps")
			return sum
		}
		return at
	}
	said := "range(" + source.Join(r.Tokens[at:after]) + ")"
	switch {
	case field == nested:
		r.dropNested(said, first, x-from, true)
	case field == "epochs":
		if r.trainsIn(loop) && !r.Conditional(loop) {
			r.trainings = append(r.trainings, training{loop, said, x - from, true})
		}
		if from > 1 { // it starts after a checkpoint, or does only these
			r.dropSteps(said, "may follow earlier epochs: enter the total number of steps")
			r.offer("epochs", run.FormatNumber(x), said+", and those before")
			r.offer("epochs", run.FormatNumber(x-from), said+" alone")
			return after
		}
		r.number(said, field, x-from)
	case r.Repeated(loop, "def"): // the steps of an epoch, or something else
		r.inFunction = append(r.inFunction, Offer{field, run.FormatNumber(x - from), said + " counts steps"})
	case r.looped.Said == "" && x > from:
		r.looped = Taken{said, field, run.FormatNumber(x - from)}
	}
	return after
}

// operates reports whether a sum, a product or a quotient is computed between two tokens.
func (r *reader) operates(from, to int) bool {
	return slices.ContainsFunc(r.Tokens[from:to], func(t source.Token) bool {
		return t.Kind == source.Sign && source.Has(strings.Fields("+ - * / //"), t.Text)
	})
}

// countSteps takes the number of a loop of steps if nothing else states the number of steps, and offers the numbers of such
// loops in functions. A log shows only a lower bound.
func (r *reader) countSteps() {
	switch {
	case r.says("T"), r.says("epochs"):
	case r.looped.Said != "":
		r.take(r.looped.Said, r.looped.Field, r.looped.Value)
	case r.reached.Said != "":
		least := r.reached.Value + " epochs"
		if r.reached.Field == "T" {
			least = r.reached.Value + " steps"
		}
		r.withhold(r.reached.Said, r.reached.Field, "is of a log: there were at least "+least+"; enter how many in all")
	default:
		for _, o := range r.inFunction {
			r.offer(o.Field, o.Value, o.Text)
		}
	}
}

// chosen takes the choices that words name, unless the words deny them, and reports whether there are any.
func (r *reader) chosen(said, text string) (found bool) {
	text = strings.ToLower(text)
	for _, c := range lexicon.Choices {
		at := strings.Index(text, c.Words)
		if at < 0 {
			continue
		}
		before := strings.FieldsFunc(text[:at], func(c rune) bool { return !unicode.IsLetter(c) && c != '|' })
		text = text[:at] + "|" + text[at+len(c.Words):]
		found = true
		if lexicon.Denied(before, strings.FieldsFunc(text[at+1:], func(c rune) bool { return !unicode.IsLetter(c) && c != '|' })) {
			r.leave(said, "says what the run is not: choose what it is")
			continue
		}
		r.take(said, c.Field, c.Value)
		if source.Has(lexicon.NotSmooth, c.Words) {
			r.take(said, "smoothness", "inf")
		}
	}
	return found
}
