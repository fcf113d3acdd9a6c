package snippet

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"lastiterate/bounds/run"
)

// unpacked are the names that the statement at a token gives their values at once, and where each value begins:
// epochs, batch_size = 15, 256. Those of a call are unpacked from one value.
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
		} else if field, known := r.fieldOf(named); known && len(values) > 1 {
			r.leave(strings.Join(names, ", ")+" = …", "the value of "+field+" cannot be told: there are not as many values as names")
		}
	}
	return values[0]
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
	case "b", "clip", multiplier:
		r.changes(field, said)
	}
	return next, true
}

// changes says that a field's value changes in the text, so that none is taken.
func (r *reader) changes(field, said string) {
	if field == multiplier {
		field = "sigma"
	}
	r.blanks = append(r.blanks, field)
	r.leave(said, "changes a value that was set before: enter the one that counts")
}

// again is the value of a name that is computed from the name's own earlier one: args.lr = args.lr * batch / 256.
func (r *reader) again(named string, at int) (x float64, ok bool) {
	if stands, option := r.numbers[dashes+plain(named[strings.LastIndexByte(named, '.')+1:])]; option {
		r.numbers[named] = stands
	}
	x, _, ok = r.value(at)
	r.numbers[named] = x
	return x, ok
}

// refers reports whether tokens have a name.
func (r *reader) refers(named string, from, to int) bool {
	return slices.ContainsFunc(r.in[from:min(to, len(r.in))], func(t token) bool { return t.kind == name && t.text == named })
}

// heldOut takes back the dataset's size where the text holds a share of it out: the size may be that before or after.
func (r *reader) heldOut() {
	v := r.values["n"]
	if _, settled := r.offered["n"]; settled || !r.says("n") || !(r.share > 0 && r.share < 1) {
		return
	}
	if !r.ofFit && has(segmentsOf(v.Said), "train") {
		return // the part that is trained on
	}
	n, err := strconv.ParseFloat(v.Value, 64)
	if err != nil {
		return
	}
	r.blanks = append(r.blanks, "n")
	rest := run.FormatNumber(math.Round(n * (1 - r.share)))
	r.offer("n", rest, v.Said+" less the share that is held out: "+rest)
	r.offer("n", v.Value, v.Said+" without it")
}
