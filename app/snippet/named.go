package snippet

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestField is the longest end of the names that names a field, the last name where
// none does.
func longestField(said []string) string {
	if last := len(said) - 1; last > 0 && utf8.RuneCountInString(said[last]) == 1 { // lot size L = 256
		for first := range last {
			if named := strings.Join(said[first:last], " "); isField(named) {
				return named
			}
		}
	}
	for ; len(said) > 1; said = said[1:] {
		if named := strings.Join(said, " "); isField(named) {
			return named
		}
	}
	return said[0]
}

func isField(named string) bool {
	_, ok := fieldOf(named)
	return ok
}

// numbered reads a number after words that end with a field's name.
func (r *reader) numbered(words []string, at int) (next int, ok bool) {
	for len(words) > 0 && has(fillers, words[len(words)-1]) && (words[len(words)-1] != "size" || len(words) == 1) {
		words = words[:len(words)-1]
	}
	for first := range words {
		named := strings.Join(words[first:], " ")
		field, ok := r.fieldOf(named)
		if !ok {
			continue
		}
		before := strings.Join(words[:first], " ")
		r.chosen(before, before)
		x, after, ok := r.value(at)
		if ok {
			r.number(named+" "+text(r.in[at:after]), field, x)
		}
		return after, ok
	}
	return at, false
}

// imports reports whether words are of a script rather than of a person.
func imports(said []string) bool {
	return slices.ContainsFunc(said, func(s string) bool {
		return s == "import" || s == "from" || s == "for" || s == "in" || s == "as" || s == "def" || strings.ContainsAny(s, "._")
	})
}

// fieldOf is the field that a name means in this text. In a program a letter may be
// anything, but n, and so may alpha.
//
//go:noinline
func (r *reader) fieldOf(named string) (field string, ok bool) {
	field, ok = fieldOf(named)
	last := named[strings.LastIndexByte(named, '.')+1:]
	if r.code && (utf8.RuneCountInString(last) == 1 && last != "n" || last == "alpha") {
		return "", false
	}
	return field, ok
}

// pair reads what a name is given. What holds no value may say something itself: optimizer = Adam(lr = 0.1).
func (r *reader) pair(named string, at int) (next int) {
	if r.foreign(at) {
		return r.ofAnother(named, at)
	}
	field, known := r.fieldOf(named)
	next, raw := r.skip(at)
	said := named + " = " + raw
	key := plain(named[strings.LastIndexByte(named, '.')+1:])
	switch {
	case switches[key] && (at >= len(r.in) || r.in[at].kind != numeral):
		r.switched(named, key, said, at)
		return next
	case field == "T" && next == at+1 && has(epochLengths, lastPart(r.name(at))): // train(steps=steps_per_epoch)
		return next
	case key == "stddev" && r.addsNoise(at):
		return r.deviation(said, at)
	case key == "sigma" || key == "σ":
		field = "sigma"
	case has(r.sized, named):
		field, known = "n", true
	}
	x, after, ok := r.value(at)
	if noise := field == multiplier || field == "sigma"; noise && strings.Contains(named, ".") && r.states(named, at) &&
		r.repeated(at, "for", "while") {
		r.changes(field, said)
		return next
	}
	if _, settled := r.offered[field]; known && ok && !settled && r.states(named, at) {
		switch {
		case r.refers(named, at, after):
			if x, ok = r.rebound(named, said, field, at); !ok {
				return after
			}
			r.unsay(field)
		case r.computedFrom(field, at, after): // lr = base_lr * batch_size / 256
			r.unsay(field)
		}
	}
	switch {
	case known && ok && r.ofOtherThings(named, field, at, after):
		r.aside = append(r.aside, named)
		return after
	case known && ok && r.defined(at) != "":
		r.argumentDefault(named, field, at, x)
		return after
	case known && ok:
		r.defaulted = r.defaulted || r.ofOptions(at, after)
		r.number(named+" = "+text(r.in[at:after]), field, x)
		return after
	case known:
		r.unread(named, field, raw, at)
		return at
	case key == bufferSize:
		return at // of a call that is read by itself
	case ok && isField(named):
		r.leave(said, "could mean anything in a program: enter it in the form if it belongs to this run")
		return after
	case ok && !strings.Contains(raw, "("):
		if _, heard := markOf(named, false); heard {
			return after
		}
		if after < len(r.in) && r.in[after].kind == name {
			return at // MNIST: 60,000 examples
		}
		r.aside = append(r.aside, named)
		return after
	}
	return at
}

// switched reads what a switch is given.
func (r *reader) switched(named, key, said string, at int) {
	_, value := r.skip(r.pastType(at)) // poisson_sampling: bool = True
	switch flagged := r.flag(said, named, strings.Trim(value, " ")); {
	case flagged, key == "loss" && at < len(r.in) && r.in[at].kind == name && isLower(r.in[at].text):
		// loss = criterion(output, target) is a step of the program
	case key == "loss":
		r.leave(said, "does not tell the class of this model’s loss: choose it under Model")
	default:
		r.leave(said, "is not recognised")
	}
}

// unread says of a field that its name is given no number that can be read.
func (r *reader) unread(named, field, raw string, at int) {
	said := named + " = " + raw
	counts := field == "accumulation" || field == "microbatches"
	switch {
	case raw == "None" || raw == "" || field == "target", !counts && r.isData(named, at), field == "b" && !r.code && chooses(raw):
		return
	case field == "accumulation":
		r.blanks = append(r.blanks, "b")
	case field == "microbatches":
		r.blanks = append(r.blanks, "sigma")
	case field == "eta" && r.planned(at) != nil: // which says it itself
		return
	case field == "n" && (lastPart(named) == "dataset" && strings.Contains(raw, "(") || has(r.blanks, "n")):
		return // the data, not their number: what makes them is read by itself; or one of two sizes
	case field == "weight_decay": // which an empty field would deny
		r.hear(said, unknownDecay)
		return
	}
	why := "its value is not in the text"
	if strings.Contains(raw, " if ") || strings.Contains(raw, " or ") {
		why = "depends on a condition: enter it in the form"
	}
	r.leave(said, why)
}

// isLower reports whether the last part of a name begins with a small letter, as those of functions and
// values do and those of classes do not.
func isLower(named string) bool {
	first, _ := utf8.DecodeRuneInString(named[strings.LastIndexByte(named, '.')+1:])
	return unicode.IsLower(first)
}

// addsNoise reports whether the argument at a token is of a call that adds noise to gradients; a
// standard deviation is of weights at their start elsewhere.
func (r *reader) addsNoise(at int) bool {
	return has(segmentsOf(r.name(r.enclosing(at))), "privatizer")
}

// isData reports whether what a name is given is data, a type or a text rather than a number that is not known:
// batch = next(batches), images = images.to(device), epochs: int, dataset = "cifar10".
func (r *reader) isData(named string, at int) bool {
	end, _ := r.skip(at)
	first := strings.ToLower(r.name(at))
	switch {
	case at < len(r.in) && r.in[at].kind == quoted,
		r.is(at-1, ":") && (has(types, first) || first == "optional" || r.refers(named, at, end)):
		return true
	case !has([]string{"batch", "batches", "images", "examples", "example", "samples", "records", "dataset"}, strings.ToLower(named)):
		return false
	}
	return strings.HasPrefix(first, strings.ToLower(named)+".") || r.is(at+1, "(") || r.is(at+1, "[")
}

// deviation reads the standard deviation of the noise, which is a multiplier where it is a multiple of
// what JAX Privacy calls the sensitivity, the clipping norm: stddev = grad_fn.sensitivity() * 0.8.
func (r *reader) deviation(said string, at int) (next int) {
	next, _ = r.skip(at)
	for i := at; i+2 < next; i++ {
		if r.in[i].kind != name || !strings.HasSuffix(r.in[i].text, ".sensitivity") || !r.is(i+1, "(") || !r.is(i+2, ")") {
			continue
		}
		first, last := i == at && r.is(i+3, "*"), i+3 == next && r.is(i-1, "*")
		from, to := i+4, next
		if last {
			from, to = at, i-1
		}
		if !first && !last {
			break
		}
		e := evaluator{in: r.in[:to], at: from, known: r.numbers}
		if x, ok := e.product(); ok && e.at == to {
			r.number(said, multiplier, x)
			return next
		}
	}
	if named := next == at+1 && r.in[at].kind == name; !named && !r.says(multiplier) { // what has a name is read where it gets its value
		r.leave(said, "is not written as a multiple of the clipping norm: enter the noise multiplier")
	}
	return next
}

// call reads what a constructor's name says, and its arguments without names.
func (r *reader) call(named string, at int) (next int) {
	last := strings.ToLower(named[strings.LastIndexByte(named, '.')+1:])
	r.draws(last, named, at)
	c, ok := calls[last]
	if !ok {
		return at
	}
	for _, field := range c.places {
		if at < len(r.in) && r.in[at].kind == line {
			at++
		}
		x, after, ok := r.value(at)
		if !ok || !r.is(after, ",") && !r.is(after, ")") {
			break // the arguments with names begin
		}
		r.number(named+": "+text(r.in[at:after]), field, x)
		if at = after; r.is(at, ",") {
			at++
		}
	}
	return at
}

// counted reads a number and what it counts: 15 epochs.
func (r *reader) counted(at int) (next int) {
	x, after, ok := r.value(at)
	if !ok {
		return at + 1
	}
	if after < len(r.in) && r.in[after].kind == name {
		switch field, _ := fieldOf(r.in[after].text); field {
		case "epochs", "T", "n":
			r.number(text(r.in[at:after+1]), field, x)
			return after + 1
		}
	}
	return after
}
