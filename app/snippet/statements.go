package snippet

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/numbers"
	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// unpack notes to which names the values of a statement belong, and returns where the first value begins. If their numbers
// differ, it remarks on the fields.
func (r *reader) unpack(names []string, values []int) (next int) {
	for i, named := range names {
		if len(values) == len(names) {
			r.given[values[i]] = named
		} else if field, known := r.fieldOf(named); known && (len(values) > 1 || !r.Ends(values[0]) &&
			r.Tokens[values[0]].Kind == source.Numeral) {
			r.leave(strings.Join(names, ", ")+" = …", "the value of "+field+" cannot be told: there are not as many values as names")
		}
	}
	return values[0]
}

// givenAt reads the value at a token if unpack has noted its name, and returns the token after it; otherwise it returns at.
func (r *reader) givenAt(at int) (after int) {
	named, given := r.given[at]
	if !given {
		return at
	}
	delete(r.given, at)
	if lexicon.IsOther(named) {
		after, _ = r.Skip(at)
		return after
	}
	return r.pair(named, at)
}

// changed reads a statement that changes a value in place, batch_size *= 4, and returns the token after it. A number of steps
// or examples that is added to is a counter.
func (r *reader) changed(named string, at int) (next int, ok bool) {
	if !(r.Is(at, "*") || r.Is(at, "/") || r.Is(at, "//") || r.Is(at, "+") || r.Is(at, "-")) || !r.Is(at+1, "=") || r.Is(at+2, "=") {
		return at, false
	}
	next, raw := r.Skip(at + 2)
	field, _ := r.fieldOf(named)
	said := named + " " + r.Tokens[at].Text + "= " + raw
	switch field {
	case "eta":
		r.hear(said, lexicon.Mark{Departs: "schedule", Of: lexicon.OfRate, Why: lexicon.SomeSchedule})
	case "b", "clip", lexicon.Multiplier, "sigma":
		r.changes(field, said)
	case "n", "T", "epochs":
		if !r.Is(at, "+") && !r.Is(at, "-") {
			r.changes(field, said)
		}
	}
	return next, true
}

// changes remarks that a field's value changes in the text, so that none is taken.
func (r *reader) changes(field, said string) {
	switch field {
	case lexicon.Multiplier:
		field = "sigma"
	case "epochs":
		field = "T"
	}
	r.blanks = append(r.blanks, field)
	why := "changes a value that was set before: enter the one that counts"
	if strings.HasSuffix(said, "…") {
		why = "has several values: enter the one that counts"
	}
	r.leave(said, why)
}

// computedFrom reports whether a value is computed from another name of the same field.
func (r *reader) computedFrom(field string, at, after int) bool {
	return after > at+1 && slices.ContainsFunc(r.Tokens[at:after], func(t source.Token) bool {
		of, ok := r.fieldOf(t.Text)
		return t.Kind == source.Name && ok && of == field
	})
}

// recomputation is the value that a statement computes for a name from its earlier value, args.lr = args.lr * batch / 256. ok is
// false for a counter, and if the statement is under a condition or in a loop.
func (r *reader) recomputation(named, said, field string, at int) (x float64, ok bool) {
	again := r.Repeated(at, "for", "while")
	switch {
	case source.Has([]string{"n", "T", "epochs"}, field) && (again || r.Is(at+1, "+")):
		r.aside = append(r.aside, named)
		return 0, false
	case field == "eta" && again:
		r.hear(said, lexicon.Mark{Departs: "schedule", Of: lexicon.OfRate, Why: lexicon.SomeSchedule})
		return 0, false
	case again || r.Conditional(at):
		r.changes(field, said)
		return 0, false
	}
	if dot := strings.LastIndexByte(named, '.'); dot >= 0 { // the value from its option or its class
		if stands, option := r.Numbers[numbers.Option(named[dot+1:])]; option {
			r.Numbers[named] = stands
		} else if stands, member := r.Numbers[numbers.Member(named[dot+1:])]; member && !math.IsNaN(stands) {
			r.Numbers[named] = stands
		}
	}
	x, _, ok = r.Value(at)
	r.Numbers[named] = x
	return x, ok
}

// heldOut drops the dataset's size if the text holds out a share of it: the size may be the one before or after, so both are
// offered. It also offers the sizes of copied data, without and with the copies.
func (r *reader) heldOut() {
	v := r.values["n"]
	if _, settled := r.offered["n"]; settled || !r.says("n") {
		return
	}
	if x, err := strconv.ParseFloat(v.Value, 64); r.copied > 1 && err == nil {
		all := run.FormatNumber(r.copied * x)
		r.offer("n", all, v.Said+" before they are copied: "+all+" with the copies")
		r.offer("n", v.Value, v.Said+" with the copies")
	}
	if !(r.share > 0) {
		return
	}
	if !r.ofFit && source.Has(source.Segments(v.Said), "train") {
		return // the size is that of the training part
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

// members reads a JSON object: a message of the calculator, or a configuration.
func (r *reader) members(object map[string]any) {
	names := make([]string, 0, len(object))
	for member := range object {
		names = append(names, member)
	}
	slices.Sort(names)
	for _, named := range names {
		r.member(named, object[named])
	}
}

// member reads a member of a JSON object.
func (r *reader) member(named string, given any) {
	said := func(value string) string { return named + ": " + value }
	if f, ok := run.FieldByName(named); r.ours && ok && lexicon.OfSchedule(f.Name) {
		r.take(said(fmt.Sprint(given)), named, fmt.Sprint(given))
		return
	}
	if m, ok := lexicon.MarkOf(named, false); ok {
		if value, err := json.Marshal(given); err == nil && !lexicon.Off(string(value)) {
			r.hear(said(string(value)), m)
		}
		return
	}
	field, isNumber := lexicon.FieldOf(named)
	if len(named) == 1 && (source.Has(constants, field) || field == "radius") && !r.ours { // a constant of a model, for example
		isNumber = false
	}
	if named == "sigma" || named == "noise" {
		isNumber, field = named == "sigma", named
	}
	switch value := given.(type) {
	case map[string]any:
		if !lexicon.IsOther(named) {
			r.members(value)
		}
	case json.Number:
		if x, err := value.Float64(); isNumber && err == nil {
			r.number(said(value.String()), field, x)
		} else if named != "v" && named != "id" {
			r.aside = append(r.aside, named)
		}
	case bool:
		if !r.flag(said(strconv.FormatBool(value)), named, strconv.FormatBool(value)) {
			r.aside = append(r.aside, named)
		}
	case string:
		m, adapts := lexicon.Optimiser(named, value)
		switch {
		case adapts:
			r.hear(said(value), m)
		case isNumber && value == "inf":
			r.number(said(value), field, math.Inf(1))
		case !r.flag(said(value), named, value):
			r.aside = append(r.aside, named)
		}
	}
}

// The following functions handle values that are no number, or two: a part of a value is never taken for the whole.

// refuse remarks on a value between two tokens that looks like a number and is none, n = 60O00, and reports whether it is one.
func (r *reader) refuse(named, field string, at, next int) bool {
	at = r.PastType(at)
	if digits := "0123456789"; at >= len(r.Tokens) || r.Tokens[at].Kind != source.Numeral && !(r.Tokens[at].Kind == source.Quoted &&
		strings.ContainsAny(r.Tokens[at].Text, digits) && strings.Trim(r.Tokens[at].Text, digits+".,_ '+-") == "") {
		return false
	}
	why := "is not a number: write it like 0.1, 1e-5, 60,000 or 60k"
	if grouped := r.Grouped(at); grouped != "" {
		why = grouped
	} else if _, ok := r.Part(at, at+1); r.Is(at+1, "%") {
		why = "has a percent sign: write a decimal, like 0.01"
	} else if ok {
		return false
	}
	r.withhold(named+r.Written(at, next), field, why)
	return true
}

// withhold leaves a field blank to which the text gives a value that is no number, or two values.
func (r *reader) withhold(said, field, why string) {
	if of := determines[field]; of != "" {
		r.blanks = append(r.blanks, of)
	} else if field == "delta" {
		r.blanks = append(r.blanks, field)
	}
	r.withheld++
	r.leave(said, why)
}

// countedFields are the fields whose numbers may stand before their nouns.
var countedFields = []string{"n", "T", "epochs"}

// readCount reads a number and the noun after it: 15 epochs.
func (r *reader) readCount(at int) (next int) {
	x, after, ok := r.Value(at)
	named := r.Name(at + 2)
	if ok && after == at+1 && named != "" && r.Tokens[after].Kind == source.Numeral && len(r.Tokens[after].Text) == 3 { // 12 500 examples
		field, _ := lexicon.FieldOf(named)
		r.withhold(r.Written(at, at+3), field, "has a blank in its number: write it without")
		return at + 3
	}
	if !ok {
		if field, _ := lexicon.FieldOf(r.Name(at + 1)); r.Grouped(at) != "" && source.Has(countedFields, field) { // 1.281.167 images
			r.withhold(source.Join(r.Tokens[at:at+2]), field, r.Grouped(at))
		}
		return at + 1
	}
	if after < len(r.Tokens) && r.Tokens[after].Kind == source.Name {
		if field, _ := lexicon.FieldOf(r.Tokens[after].Text); source.Has(countedFields, field) {
			r.number(source.Join(r.Tokens[at:after+1]), field, x)
			return after + 1
		}
	}
	return after
}
