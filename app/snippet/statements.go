package snippet

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"lastiterate/bounds/run"
)

// unpacked are the names that the statement at a token gives their values at once, and where each value begins:
// epochs, batch_size = 15, 256. A call is one value, whatever the number of names.
func (r *reader) unpacked(at int) (names []string, values []int) {
	if !r.begins(at) || at < len(r.bracket) && r.bracket[at] >= 0 {
		return nil, nil
	}
	for r.name(at) != "" && r.is(at+1, ",") {
		names = append(names, r.name(at))
		at += 2
	}
	if len(names) == 0 || r.name(at) == "" || !r.is(at+1, "=") || r.is(at+2, "=") {
		return nil, nil
	}
	names = append(names, r.name(at))
	if at += 2; r.is(at, "(") && r.ends(r.closed(at+1)) {
		at++
	}
	for {
		if r.name(at) != "" && r.is(at+1, "=") {
			return nil, nil // prose: MNIST, batch = 256, lr = 0.1
		}
		values = append(values, at)
		if at, _ = r.skip(at); !r.is(at, ",") {
			return names, values
		}
		at++
	}
}

// unpack notes which names the values of a statement are of, and returns where the first begins. If there are not
// as many values as names, it says of which fields.
func (r *reader) unpack(names []string, values []int) (next int) {
	for i, named := range names {
		if len(values) == len(names) {
			r.given[values[i]] = named
		} else if field, known := r.fieldOf(named); known && (len(values) > 1 || !r.ends(values[0]) && r.in[values[0]].kind == numeral) {
			r.leave(strings.Join(names, ", ")+" = …", "the value of "+field+" cannot be told: there are not as many values as names")
		}
	}
	return values[0]
}

// givenAt reads the value at a token where unpack has noted whose it is, and returns the token after it; none after at where
// the value is to be read by itself.
func (r *reader) givenAt(at int) (after int) {
	named, given := r.given[at]
	if !given {
		return at
	}
	delete(r.given, at)
	if isOther(named) {
		after, _ = r.skip(at)
		return after
	}
	return r.pair(named, at)
}

// changed reads what changes a value in place, batch_size *= 4, and returns the token after it. A count of steps or
// examples that is added to is a counter.
func (r *reader) changed(named string, at int) (next int, ok bool) {
	if !(r.is(at, "*") || r.is(at, "/") || r.is(at, "//") || r.is(at, "+") || r.is(at, "-")) || !r.is(at+1, "=") || r.is(at+2, "=") {
		return at, false
	}
	next, raw := r.skip(at + 2)
	field, _ := r.fieldOf(named)
	said := named + " " + r.in[at].text + "= " + raw
	switch field {
	case "eta":
		r.hear(said, mark{departs: "schedule", of: ofRate, why: someSchedule})
	case "b", "clip", multiplier, "sigma":
		r.changes(field, said)
	case "n", "T", "epochs":
		if !r.is(at, "+") && !r.is(at, "-") {
			r.changes(field, said)
		}
	}
	return next, true
}

// changes says that a field's value changes in the text, so that none is taken.
func (r *reader) changes(field, said string) {
	switch field {
	case multiplier:
		field = "sigma"
	case "epochs":
		field = "T"
	}
	r.blanks = append(r.blanks, field)
	r.leave(said, "changes a value that was set before: enter the one that counts")
}

// states reports whether a value is given to its name by a statement of its own, rather than to an argument or a member.
func (r *reader) states(named string, at int) bool {
	return at > 1 && r.is(at-1, "=") && r.name(at-2) == named && r.begins(at-2) && (at >= len(r.bracket) || r.bracket[at-2] < 0)
}

// computedFrom reports whether a value is computed from another name of the same field.
func (r *reader) computedFrom(field string, at, after int) bool {
	return after > at+1 && slices.ContainsFunc(r.in[at:after], func(t token) bool {
		of, ok := r.fieldOf(t.text)
		return t.kind == name && ok && of == field
	})
}

// rebound is the value of a name that a statement computes from the name's own earlier one, args.lr = args.lr * batch / 256.
// It is not ok where that is a counter, or happens under a condition or again and again.
func (r *reader) rebound(named, said, field string, at int) (x float64, ok bool) {
	again := r.repeated(at, "for", "while")
	switch {
	case has([]string{"n", "T", "epochs"}, field) && (again || r.is(at+1, "+")):
		r.aside = append(r.aside, named)
		return 0, false
	case field == "eta" && again:
		r.hear(said, mark{departs: "schedule", of: ofRate, why: someSchedule})
		return 0, false
	case again || r.conditional(at):
		r.changes(field, said)
		return 0, false
	}
	if dot := strings.LastIndexByte(named, '.'); dot >= 0 { // the value that its option or its class gives it
		if stands, option := r.numbers[dashes+plain(named[dot+1:])]; option {
			r.numbers[named] = stands
		} else if stands, member := r.numbers[memberOf+named[dot+1:]]; member && !math.IsNaN(stands) {
			r.numbers[named] = stands
		}
	}
	x, _, ok = r.value(at)
	r.numbers[named] = x
	return x, ok
}

// lastPart is the last part of a dotted name, without marks and in lower case.
func lastPart(named string) string {
	return strings.ToLower(plain(named[strings.LastIndexByte(named, '.')+1:]))
}

// refers reports whether tokens have a name.
func (r *reader) refers(named string, from, to int) bool {
	return slices.ContainsFunc(r.in[from:min(to, len(r.in))], func(t token) bool { return t.kind == name && t.text == named })
}

// heldOut takes back the dataset's size where the text holds a share of it out: the size may be that before or after.
func (r *reader) heldOut() {
	v := r.values["n"]
	if _, settled := r.offered["n"]; settled || !r.says("n") || !(r.share > 0) {
		return
	}
	if !r.ofFit && has(segmentsOf(v.Said), "train") {
		return // the part that is trained on
	}
	n, err := strconv.ParseFloat(v.Value, 64)
	held := r.share // train_test_split(x, y, test_size=10_000)
	if held < 1 {
		held *= n
	}
	if err != nil || held >= n {
		return
	}
	r.blanks = append(r.blanks, "n")
	rest := run.FormatNumber(math.Round(n - held))
	r.offer("n", rest, v.Said+" less what is held out: "+rest)
	r.offer("n", v.Value, v.Said+" without it")
}
