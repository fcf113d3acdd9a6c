package snippet

import (
	"math"
	"strconv"
	"strings"
)

// sizing is what code shows of its data and their size. All are names.
type sizing struct {
	source  []rune
	sized   []string // shown to be the dataset's size by their use
	lengths []string // given the length of the data
	loaders []string
	loaded  []string // of the data that each loader has
	trained []string // of the data that the loader has that trains; nil where none is known
	named   bool     // trained has names of the text
	parted  []string // of data of which another name has a part
	count   float64  // the dataset's size as names give it; 0 where it is not known
}

// sizes finds the dataset's size where the code shows it in another way than by a name that means it:
// in the length that it asserts or notes, in the part of a data set that it trains on, in a name that it
// divides by the batch size. Of two sizes neither is taken.
func (r *reader) sizes() {
	if _, settled := r.offered["n"]; settled {
		return
	}
	r.findTrained()
	for i := 0; i < len(r.in); i++ {
		if after, other := r.apart(i); other {
			i = after - 1
			continue
		}
		r.partAt(i)
		r.cutAt(i)
		if r.begins(i) {
			if !r.conditional(i) {
				r.assertedAt(i)
				r.notedAt(i)
			}
			r.dividedAt(i)
		}
	}
	known := r.theSize()
	for i := range r.in {
		named := r.in[i].text
		if !r.is(i+1, "=") && !r.is(i+1, ":") {
			continue
		}
		field, _ := fieldOf(named)
		if !has(r.sized, named) && (field != "n" || named == anyCount) {
			continue
		}
		x, after, ok := r.value(i + 2)
		switch {
		case !ok:
		case has(r.sized, named):
			r.size(i, after, x)
			known = r.theSize()
		case known == 0:
			known = x
		case known != x:
			known = math.NaN()
		}
	}
	r.count = known
	for i := range r.in { // a letter that papers use for it, where nothing else says it
		if r.in[i].text != anyCount || !r.begins(i) || !r.is(i+1, "=") || r.conditional(i) {
			continue
		}
		if x, after, ok := r.value(i + 2); ok && r.ends(after) && (known == 0 || known == x) {
			note(&r.sized, anyCount)
			r.size(i, after, x)
			r.count = r.theSize()
		}
	}
}

// anyCount is a name that counts the examples, unless the text has a better one.
const anyCount = "N"

// size takes the dataset's size that tokens say.
//
//go:noinline
func (r *reader) size(from, to int, x float64) {
	if x >= 1 && x == math.Trunc(x) {
		r.number(r.written(from, to), "n", x)
	}
}

// written is what stands from one token to another, with what follows on the same line.
func (r *reader) written(from, to int) string {
	end := len(r.source)
	if to < len(r.in) {
		end = r.in[to].from
	}
	return strings.Join(strings.Fields(string(r.source[r.in[from].from:end])), " ")
}

// disputed are the fields of which no value is guessed where a text has two, with the fields of a run that they say.
var disputed = map[string]string{"n": "n", "b": "b", "T": "T", "epochs": "T", multiplier: "sigma", "sigma": "sigma", "eta": "eta",
	"clip": "clip", "diameter": "diameter"}

// disagree takes back a field of which the text has two values: neither is guessed to be meant, both are offered.
func (r *reader) disagree(field, said, value string) {
	old, of := r.values[field], disputed[field]
	asked := of // what is offered: a number of epochs, a noise multiplier
	if field == "epochs" {
		asked = field
	}
	if !has(r.blanks, of) {
		r.blanks = append(r.blanks, of)
	}
	r.leave(said, "disagrees with "+old.Said+": neither is used")
	const mostOffered = 6 // values of a field that are offered
	offered := 0
	for _, o := range r.offers {
		if o.Field == asked {
			offered++
		}
	}
	if field != "sigma" && offered < mostOffered { // what is offered as σ is a noise multiplier
		r.offer(asked, old.Value, old.Said)
		r.offer(asked, value, clip(said))
	}
}

// below reports whether one number is below another, both written out.
func below(a, b string) bool {
	x, err := strconv.ParseFloat(a, 64)
	y, alsoErr := strconv.ParseFloat(b, 64)
	return err == nil && alsoErr == nil && x < y
}

// partAt reads Subset(data, range(50000)), data.select(range(50000)) and random_split(data, [45000, 5000]).
func (r *reader) partAt(at int) {
	key := r.called(at)
	first := at + 2
	switch {
	case key == "subset":
		if first = r.argument(at+2, 1, "indices"); isOther(r.name(r.argument(at+2, 0, "dataset"))) {
			return
		}
	case key == "randomsplit":
		r.splitAt(at)
		return
	case key != "select":
		return
	}
	end := r.closed(at + 2)
	x, after, ok := r.ranged(first)
	if ok && (r.is(after, ")") || r.is(after, ",")) && r.trains(r.targetOf(at, end)) && !r.conditional(at) {
		r.size(at, end, x)
	}
}

// splitAt reads the part of random_split that is given to data trained on.
func (r *reader) splitAt(at int) {
	next := r.argument(at+2, 1, "lengths")
	if next < 0 || r.conditional(at) {
		return
	}
	for _, target := range r.targetsOf(at) {
		if !r.is(next, "[") && !r.is(next, ",") {
			return
		}
		first := r.past(next + 1)
		x, after, ok := r.value(first)
		if next, _ = r.skip(first); ok && after == next && r.trains(target) {
			r.size(at, r.closed(at+2), x)
		}
		next = r.past(next)
	}
}

// ranged is how many indices begin at a token: range(50000), list(range(N)), np.arange(10_000, 60_000).
func (r *reader) ranged(at int) (x float64, after int, ok bool) {
	switch r.called(at) {
	case "list":
		x, after, ok = r.ranged(at + 2)
		return x, after + 1, ok && r.is(after, ")")
	case "range", "arange":
	default:
		return 0, at, false
	}
	from := 0.0
	x, after, ok = r.value(at + 2)
	if ok && r.is(after, ",") {
		from = x
		x, after, ok = r.value(after + 1)
	}
	return x - from, after + 1, ok && from >= 0 && r.is(after, ")")
}

// assertedAt reads assert len(train_dataset) == 50000.
func (r *reader) assertedAt(at int) {
	if r.name(at) != "assert" {
		return
	}
	after, ok := r.lengthAt(at + 1)
	if !ok || !r.is(after, "=") || !r.is(after+1, "=") {
		return
	}
	if x, end, ok := r.value(after + 2); ok && (r.ends(end) || r.is(end, ",")) {
		r.size(at, end, x)
	}
}

// notedAt reads a length beside which a comment has nothing but its value: n = len(train_dataset)  # 50000.
func (r *reader) notedAt(at int) {
	end := at
	for !r.ends(end) {
		end++
	}
	if end == at || r.in[end-1].comment == "" {
		return
	}
	first, means, closes := at, false, end
	switch {
	case r.called(at) == "print":
		first, closes = at+2, end-1
	case r.is(at+1, "="):
		first = at + 2
		field, _ := r.fieldOf(r.name(at))
		_, _, isNumber := r.value(first)
		means = field == "n" && !isNumber
	}
	if after, isLength := r.lengthAt(first); means || isLength && after == closes {
		in, _ := scan(strings.TrimLeft(r.in[end-1].comment, "=-> "))
		x, next, ok := (&reader{in: in}).value(0)
		if ok && next < len(in) { // and what it counts
			field, _ := fieldOf(in[next].text)
			ok = field == "n" && next+1 == len(in)
		}
		if ok {
			r.size(at, end, x)
		}
	}
}

// lengthAt reports whether the length of the data that the training uses begins at a token, and the token
// after it: len(train_dataset), x_train.shape[0], or a name that means it.
func (r *reader) lengthAt(at int) (after int, ok bool) {
	named := r.name(at)
	data, shape := strings.CutSuffix(named, ".shape")
	switch {
	case named == "len" && r.is(at+1, "("):
		return at + 4, r.name(at+2) != "" && r.is(at+3, ")") && r.trains(r.name(at+2))
	case shape:
		return at + 4, r.is(at+1, "[") && r.is(at+3, "]") && r.in[at+2].text == "0" && r.trains(data)
	}
	field, _ := r.fieldOf(named)
	return at + 1, field == "n" || has(r.lengths, named)
}

// theSize is the dataset's size as far as it is known; 0 where it is not.
func (r *reader) theSize() float64 {
	if has(r.blanks, "n") || math.IsNaN(r.count) {
		return 0
	}
	if n, err := strconv.ParseFloat(r.values["n"].Value, 64); err == nil {
		return n
	}
	return r.count
}
