package snippet

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/numbers"
	"lastiterate/app/snippet/source"
)

// numbered reads a number after words that end with a field's name.
func (r *reader) numbered(words []string, at int) (next int, ok bool) {
	for len(words) > 0 && source.Has(fillers, words[len(words)-1]) && (words[len(words)-1] != "size" || len(words) == 1) {
		words = words[:len(words)-1]
	}
	for first := range words {
		named := strings.Join(words[first:], " ")
		field, ok := r.fieldOf(named)
		if !ok {
			continue
		}
		before := strings.Join(words[:first], " ")
		if !r.chosen(before, before) && !r.code && slices.ContainsFunc(words[:first], lexicon.IsField) {
			r.leave(before, "is not recognised") // fifteen epochs with lots of 600
		}
		x, after, ok := r.Value(at)
		switch why, end := r.Broken(at, after, r.code); {
		case !ok:
			next, _ := r.Skip(at)
			return next, r.refuse(named+" ", field, at, next)
		case why != "":
			r.withhold(named+" "+r.Written(at, end), field, why)
			after = end
		case r.progress(named+" ", field, at, after), r.logged(named+" ", field, at, after):
		default:
			r.number(named+" "+source.Join(r.Tokens[at:after]), field, x)
		}
		return after, true
	}
	return at, false
}

// likeCode reports whether words are code rather than prose.
func (r *reader) likeCode(said []string) bool {
	return slices.ContainsFunc(said, func(s string) bool {
		return r.code && source.Has([]string{"import", "from", "for", "in", "as", "def"}, s) || strings.ContainsAny(s, "._")
	})
}

// fieldOf is the field that a name means in this text. In a program a letter other than n, and the name alpha, may mean
// anything.
//
//go:noinline
func (r *reader) fieldOf(named string) (field string, ok bool) {
	field, ok = lexicon.FieldOf(named)
	last := named[strings.LastIndexByte(named, '.')+1:]
	if r.code && (utf8.RuneCountInString(last) == 1 && last != "n" || last == "alpha") {
		return "", false
	}
	return field, ok
}

// restated is the value of a name that had another value before, or that is computed from its own field; ok is false if it is
// not known.
func (r *reader) restated(named, said, field string, at, after int, given float64) (x float64, ok bool) {
	x, ok = given, true
	if _, settled := r.offered[field]; settled || !r.States(named, at) {
		return x, ok
	}
	switch {
	case r.Refers(named, at, after):
		if x, ok = r.recomputation(named, said, field, at); ok {
			r.unsay(field)
		}
	case r.computedFrom(field, at, after): // lr = base_lr * batch_size / 256
		r.unsay(field)
	}
	return x, ok
}

// perhapsDefault reads an option's default also if a condition decides whether a member of an object is given another value.
func (r *reader) perhapsDefault(named, field string, at int) {
	if d, option := r.defaults[field]; option && strings.Contains(named, ".") && r.States(named, at) && !r.Settles(at-2) {
		r.number(d.named+" (its default)", field, d.x)
	}
}

// changesNoise reports whether a loop gives a member of an object another noise: engine.noise_multiplier = …
func (r *reader) changesNoise(named, field string, at int) bool {
	noise := field == lexicon.Multiplier || field == "sigma"
	return noise && strings.Contains(named, ".") && r.States(named, at) && r.Repeated(at, "for", "while")
}

// pair reads the value that a name is given. An expression without a number may contain settings: optimizer = Adam(lr = 0.1).
func (r *reader) pair(named string, at int) (next int) {
	if r.foreign(at) {
		return r.ofAnother(named, at)
	}
	field, known := r.fieldOf(named)
	next, raw := r.Skip(at)
	said := named + " = " + raw
	key := source.Plain(named[strings.LastIndexByte(named, '.')+1:])
	switch {
	case lexicon.Switches[key] && (at >= len(r.Tokens) || r.Tokens[at].Kind != source.Numeral):
		r.switched(named, key, said, at)
		return next
	case field == "T" && next == at+1 && source.Has(lexicon.EpochLengths, source.LastPart(r.Name(at))): // train(steps=steps_per_epoch)
		return next
	case key == "stddev" && r.addsNoise(at):
		return r.deviation(said, at)
	case key == "sigma" || key == "σ":
		field = "sigma"
	case source.Has(r.sized, named):
		field, known = "n", true
	}
	x, after, ok := r.Value(at)
	if why, end := r.Broken(at, after, r.code); known && ok && why != "" {
		r.withhold(named+" = "+r.Written(at, end), field, why)
		return end
	}
	if r.changesNoise(named, field, at) {
		r.changes(field, said)
		return next
	}
	if known && ok {
		if x, ok = r.restated(named, said, field, at, after, x); !ok {
			return after
		}
	}
	switch {
	case known && ok && r.ofOtherThings(named, field, at, after):
		r.aside = append(r.aside, named)
		return after
	case known && ok && r.Defined(at) != "":
		r.argumentDefault(named, field, at, x)
		return after
	case known && ok && (r.progress(named+" = ", field, at, after) || r.logged(named+" ", field, at, after)):
		return after
	case known && ok:
		r.perhapsDefault(named, field, at)
		r.defaulted = r.defaulted || r.ofOptions(at, after)
		r.number(named+" = "+source.Join(r.Tokens[r.PastType(at):after]), field, x)
		return after
	case known && r.refuse(named+" = ", field, at, next):
		return next
	case known:
		r.unread(named, field, raw, at)
		return at
	case key == bufferSize:
		return at // the argument of a call that is read by itself
	case ok && lexicon.IsField(named):
		r.leave(said, couldMean)
		return after
	case ok && !strings.Contains(raw, "("):
		if _, heard := lexicon.MarkOf(named, false); heard {
			return after
		}
		if after < len(r.Tokens) && r.Tokens[after].Kind == source.Name {
			return at // as in MNIST: 60,000 examples
		}
		r.aside = append(r.aside, named)
		return after
	}
	return at
}

// switched reads the value of a switch.
func (r *reader) switched(named, key, said string, at int) {
	_, value := r.Skip(r.PastType(at)) // poisson_sampling: bool = True
	switch flagged := r.flag(said, named, strings.Trim(value, " ")); {
	case flagged, key == "loss" && at < len(r.Tokens) && r.Tokens[at].Kind == source.Name && isLower(r.Tokens[at].Text):
		// loss = criterion(output, target) is a step of the program.
	case key == "clipping" && strings.Trim(value, " ") == "adaptive":
		if m, _ := lexicon.MarkOf("targetunclippedquantile", false); r.kinds[m.Why] == 0 {
			r.hear(said, m)
		}
	case key == "loss":
		r.leave(said, "does not tell the class of this model’s loss: choose it under Model")
	default:
		r.leave(said, "is not recognised")
	}
}

// unread notes that the name of a field is given no number that can be read.
func (r *reader) unread(named, field, raw string, at int) {
	said := named + " = " + raw
	counts := field == "accumulation" || field == "microbatches"
	switch {
	case raw == "None" || raw == "" || field == "target", !counts && r.isData(named, at), field == "b" && !r.code && lexicon.Chooses(raw):
		return
	case field == "accumulation":
		r.blanks = append(r.blanks, "b")
	case field == "microbatches":
		r.blanks = append(r.blanks, "sigma")
	case field == "eta" && r.planned(at) != nil: // the schedule states the learning rate
		return
	case field == "n" && (source.LastPart(named) == "dataset" || source.Has(r.blanks, "n")):
		return // the data, not their number, which is read elsewhere; or one of two sizes
	case field == "weight_decay": // an empty field would mean no weight decay
		r.hear(said, lexicon.UnknownDecay)
		return
	}
	if field == "delta" && !r.namesakes(field, at) {
		r.blanks = append(r.blanks, field)
	}
	r.openDelta = r.openDelta || field == "delta"
	if x, number := r.Numbers[named]; number && math.IsNaN(x) && r.States(named, at) && determines[field] != "" {
		r.blanks = append(r.blanks, determines[field]) // another statement gives it a number
	}
	if _, trains := lexicon.CallOf(r.Name(r.Enclosing(at))); trains && field != "clip" && field != "eta" && determines[field] != "" &&
		!r.namesakes(field, at) {
		r.blanks = append(r.blanks, determines[field]) // whatever else has the field's name
	}
	why := "its value is not in the text"
	if strings.Contains(raw, " if ") || strings.Contains(raw, " or ") {
		why = "depends on a condition: enter it in the form"
	}
	r.leave(said, why)
	if r.namesakes(field, at) {
		if r.echoes == nil {
			r.echoes = map[string]Left{}
		}
		r.echoes[field] = Left{Said: clip(said), Why: why}
	}
}

// namesakes reports whether the value at a token is another name of the same field, to which the text does not give two
// numbers. A remark about the field elsewhere may then be about this value.
func (r *reader) namesakes(field string, at int) bool {
	named, end := r.Name(at), r.Past(at+1)
	of, _ := lexicon.FieldOf(named)
	last := named[strings.LastIndexByte(named, '.')+1:]
	for _, key := range []string{named, numbers.Option(last), numbers.Member(last)} {
		if x, known := r.Numbers[key]; known && math.IsNaN(x) {
			return false
		}
	}
	return of == field && (r.Is(end, ",") || r.Is(end, ")"))
}

// isLower reports whether the last part of a name begins with a small letter, as in functions and values but not in classes.
func isLower(named string) bool {
	first, _ := utf8.DecodeRuneInString(named[strings.LastIndexByte(named, '.')+1:])
	return unicode.IsLower(first)
}

// isData reports whether a name is given data, a type or a text rather than an unknown number: batch = next(batches), images =
// images.to(device), epochs: int, dataset = "cifar10".
func (r *reader) isData(named string, at int) bool {
	end, _ := r.Skip(at)
	first := strings.ToLower(r.Name(at))
	switch {
	case at < len(r.Tokens) && r.Tokens[at].Kind == source.Quoted,
		r.Is(at-1, ":") && (source.Has(source.Types, first) || first == "optional" || r.Refers(named, at, end)):
		return true
	case !source.Has([]string{"batch", "batches", "images", "examples", "example", "samples", "records", "dataset"},
		strings.ToLower(named)):
		return false
	}
	return strings.HasPrefix(first, strings.ToLower(named)+".") || r.Is(at+1, "(") || r.Is(at+1, "[")
}

// call reads the name of a constructor, and its unnamed arguments.
func (r *reader) call(named string, at int) (next int) {
	r.draws(strings.ToLower(named[strings.LastIndexByte(named, '.')+1:]), named, at)
	c, ok := lexicon.CallOf(named)
	if !ok {
		return at
	}
	for _, field := range c.Places {
		if at < len(r.Tokens) && r.Tokens[at].Kind == source.Line {
			at++
		}
		x, after, ok := r.Value(at)
		if !ok || !r.Is(after, ",") && !r.Is(after, ")") {
			break // the named arguments begin
		}
		r.number(named+": "+source.Join(r.Tokens[at:after]), field, x)
		if at = after; r.Is(at, ",") {
			at++
		}
	}
	return at
}
