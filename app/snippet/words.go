package snippet

import "strings"

// fillers stand between a name and its number.
var fillers = []string{"of", "is", "at", "to", "with", "a", "the", "and", "size"}

// known notes every name that is given a number, so that others may refer to it.
func (r *reader) known() {
	r.numbers = map[string]float64{}
	if n := r.theSize(); n > 0 {
		r.numbers[theCount] = n
	}
	if r.loader > 0 {
		r.numbers[theBatches] = r.loader
	}
	for range 4 {
		r.options()
		before := len(r.numbers)
		for i, t := range r.in {
			if t.kind != name && t.kind != quoted || i+1 >= len(r.in) || r.in[i+1].kind != sign ||
				r.in[i+1].text != "=" && r.in[i+1].text != ":" {
				continue
			}
			x, _, ok := r.value(i + 2)
			if !ok {
				continue
			}
			if _, twice := r.numbers[t.text]; !twice {
				r.numbers[t.text] = x
			}
		}
		if len(r.numbers) == before {
			return
		}
	}
}

// value is the number that begins at a token, and the token after it.
func (r *reader) value(at int) (x float64, next int, ok bool) {
	// "lr: float = 0.1" says its type first.
	if at > 0 && r.is(at-1, ":") && at < len(r.in) && r.in[at].kind == name && r.is(at+1, "=") {
		at += 2
	}
	e := evaluator{in: r.in, at: at, known: r.numbers}
	x, ok = e.sum()
	return x, e.at, ok
}

// skip is the end of the argument that begins at a token, and its text.
func (r *reader) skip(at int) (next int, text string) {
	depth := 0
	var parts []string
	for ; at < len(r.in); at++ {
		t := r.in[at]
		if t.kind == line && depth == 0 {
			break
		}
		if t.kind == sign {
			switch t.text {
			case "(", "[", "{":
				depth++
			case ")", "]", "}":
				depth--
			}
			if depth < 0 || depth == 0 && t.text == "," {
				break
			}
		}
		if t.kind != line {
			parts = append(parts, t.text)
		}
	}
	return at, strings.Join(parts, " ")
}

// is reports whether a token is the sign.
//
//go:noinline
func (r *reader) is(at int, text string) bool {
	return at >= 0 && at < len(r.in) && r.in[at].kind == sign && r.in[at].text == text
}

// read walks the text.
func (r *reader) read() {
	r.findPlans()
	r.marked()
	for i := 0; i < len(r.in); i++ { // a library's name decides what others mean
		if t := r.in[i]; t.kind == name && (r.is(i+1, "(") || mentioned(t.text)) {
			c, ok := calls[strings.ToLower(t.text[strings.LastIndexByte(t.text, '.')+1:])]
			if ok && c.preset != "" && (r.preset == "" || r.preset == "opacus" && c.preset == "jax-privacy") {
				r.preset = c.preset
			}
			r.code = r.code || r.is(i+1, "(")
		}
	}
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
		switch r.in[i].kind {
		case name:
			next = r.phrase(i)
		case quoted:
			if r.is(i+1, ":") {
				next = r.pair(r.in[i].text, i+2)
			}
		case numeral:
			next = r.counted(i)
		}
		i = max(next, i+1)
	}
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
		if last == "range" && len(said) > 1 && strings.HasPrefix(strings.ToLower(said[max(len(said)-3, 0)]), "epoch") {
			return r.epochs(next + 1)
		}
		return r.call(last, next+1)
	case r.is(next, "=") && !r.is(next+1, "="), r.is(next, ":"):
		return r.pair(longestField(said), next+1)
	case next < len(r.in) && (r.in[next].kind == numeral || r.is(next, "-")):
		if after, ok := r.numbered(said, next); ok {
			return after
		}
	}
	if mentioned(last) {
		return r.call(last, next)
	}
	whole := strings.Join(said, " ")
	if !r.chosen(whole, whole) && (next >= len(r.in) || r.in[next].kind == numeral) && !imports(said) {
		r.leave(whole, "is not recognised")
	}
	return next
}

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

// epochs reads how often a loop over epochs runs: range(15), range(1, epochs + 1).
func (r *reader) epochs(at int) (next int) {
	from := 0.0
	x, after, ok := r.value(at)
	if ok && r.is(after, ",") {
		from = x
		x, after, ok = r.value(after + 1)
	}
	if !ok || !r.is(after, ")") {
		return at
	}
	r.number("range("+text(r.in[at:after])+")", "epochs", x-from)
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
