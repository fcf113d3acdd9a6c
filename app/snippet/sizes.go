package snippet

import (
	"math"
	"strconv"
	"strings"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/numbers"
	"lastiterate/app/snippet/source"
)

// sizing holds what code shows about its data and their size, as names.
type sizing struct {
	sized   []string // names that are shown to be the dataset's size by their use
	lengths []string // names that are given the length of the data
	loaders []string
	loaded  []string // the data of each loader
	trained []string // the data of the loader that trains; nil if none is known
	named   bool     // trained has names from the text
	parted  []string // data of which another name has a part
	count   float64  // the dataset's size as names state it; 0 if it is not known
}

// sizes finds the dataset's size if code shows it without a name for it: in an asserted or commented length, in the part of a
// data set that it trains on, in a name that it divides by the batch size. Of two sizes neither is taken.
func (r *reader) sizes() {
	r.findTrained()
	for i := 0; i < len(r.Tokens); i++ {
		if after, other := r.apart(i); other {
			i = after - 1
			continue
		}
		r.copiedAt(i)
	}
	if _, settled := r.offered["n"]; settled {
		return
	}
	for i := 0; i < len(r.Tokens); i++ {
		if after, other := r.apart(i); other {
			i = after - 1
			continue
		}
		r.partAt(i)
		r.cutAt(i)
		if r.Begins(i) {
			if !r.Conditional(i) {
				r.assertedAt(i)
				r.notedAt(i)
			}
			r.dividedAt(i)
		}
	}
	known := r.theSize()
	for i := range r.Tokens {
		named := r.Tokens[i].Text
		if !r.Is(i+1, "=") && !r.Is(i+1, ":") {
			continue
		}
		field, _ := lexicon.FieldOf(named)
		if !source.Has(r.sized, named) && (field != "n" || named == anyCount) {
			continue
		}
		x, after, ok := r.Value(i + 2)
		switch broken, _ := r.Broken(i+2, after, r.code); {
		case !ok, broken != "", r.Pointed("n", r.Written(i+2, after), x) != "":
		case source.Has(r.sized, named):
			r.size(i, after, x)
			known = r.theSize()
		case known == 0:
			known = x
		case known != x:
			known = math.NaN()
		}
	}
	r.count = known
	for i := range r.Tokens { // a letter that papers use for the size, if nothing else states it
		if r.Tokens[i].Text != anyCount || !r.Begins(i) || !r.Is(i+1, "=") || r.Conditional(i) {
			continue
		}
		if x, after, ok := r.Value(i + 2); ok && r.Ends(after) && (known == 0 || known == x) {
			note(&r.sized, anyCount)
			r.size(i, after, x)
			r.count = r.theSize()
		}
	}
}

// anyCount is a name for the number of examples that counts only if the text has no better one.
const anyCount = "N"

// size takes the dataset's size that the text between two tokens states.
//
//go:noinline
func (r *reader) size(from, to int, x float64) {
	if x >= 1 && x == math.Trunc(x) {
		r.number(r.Written(from, to), "n", x)
	}
}

// determines lists the numeric fields with the fields of a run that they determine. No value is guessed for them if a text has
// two.
var determines = map[string]string{"n": "n", "b": "b", "T": "T", "epochs": "T", lexicon.Multiplier: "sigma", "sigma": "sigma", "eta": "eta",
	"clip": "clip", "diameter": "diameter"}

// disagree drops a field for which the text has two values: neither is guessed, both are offered.
func (r *reader) disagree(field, said, value string) {
	old, of := r.values[field], determines[field]
	asked := of // the field of the offer: epochs, or a noise multiplier
	if field == "epochs" {
		asked = field
	}
	if !source.Has(r.blanks, of) {
		r.blanks = append(r.blanks, of)
	}
	r.leave(said, "disagrees with "+old.Said+": neither is used")
	const mostOffered = 6 // values offered for a field
	offered := 0
	for _, o := range r.offers {
		if o.Field == asked {
			offered++
		}
	}
	if field != "sigma" && offered < mostOffered { // an offer for σ would be a noise multiplier
		r.offer(asked, old.Value, old.Said)
		r.offer(asked, value, clip(said))
	}
}

// below reports whether a number is below another, both given as texts.
func below(a, b string) bool {
	x, err := strconv.ParseFloat(a, 64)
	y, alsoErr := strconv.ParseFloat(b, 64)
	return err == nil && alsoErr == nil && x < y
}

// partAt reads Subset(data, range(50000)), data.select(range(50000)) and random_split(data, [45000, 5000]).
func (r *reader) partAt(at int) {
	key := r.Called(at)
	first := at + 2
	switch {
	case key == "subset":
		if first = r.Argument(at+2, 1, "indices"); lexicon.IsOther(r.Name(r.Argument(at+2, 0, "dataset"))) {
			return
		}
	case key == "randomsplit":
		r.splitAt(at)
		return
	case key != "select":
		return
	}
	end := r.Closed(at + 2)
	x, after, ok := r.Ranged(first)
	if ok && (r.Is(after, ")") || r.Is(after, ",")) && r.trains(r.targetOf(at, end)) && !r.Conditional(at) {
		r.size(at, end, x)
	}
}

// splitAt reads the part of random_split that becomes the training data.
func (r *reader) splitAt(at int) {
	next := r.Argument(at+2, 1, "lengths")
	if next < 0 || r.Conditional(at) {
		return
	}
	for _, target := range r.TargetsOf(at) {
		if !r.Is(next, "[") && !r.Is(next, ",") {
			return
		}
		first := r.Past(next + 1)
		x, after, ok := r.Value(first)
		if next, _ = r.Skip(first); ok && after == next && r.trains(target) {
			r.size(at, r.Closed(at+2), x)
		}
		next = r.Past(next)
	}
}

// assertedAt reads assert len(train_dataset) == 50000.
func (r *reader) assertedAt(at int) {
	if r.Name(at) != "assert" {
		return
	}
	after, ok := r.lengthAt(at + 1)
	if !ok || !r.Is(after, "=") || !r.Is(after+1, "=") {
		return
	}
	if x, end, ok := r.Value(after + 2); ok && (r.Ends(end) || r.Is(end, ",")) {
		r.size(at, end, x)
	}
}

// notedAt reads a length whose value is in a comment beside it: n = len(train_dataset)  # 50000.
func (r *reader) notedAt(at int) {
	end := at
	for !r.Ends(end) {
		end++
	}
	if end == at || r.Tokens[end-1].Comment == "" {
		return
	}
	first, means, closes := at, false, end
	switch {
	case r.Called(at) == "print":
		first, closes = at+2, end-1
	case r.Is(at+1, "="):
		first = at + 2
		field, _ := r.fieldOf(r.Name(at))
		_, _, isNumber := r.Value(first)
		means = field == "n" && !isNumber
	}
	if after, isLength := r.lengthAt(first); means || isLength && after == closes {
		in, _ := source.Scan(strings.TrimLeft(r.Tokens[end-1].Comment, "=-> "))
		x, next, ok := (&numbers.Script{Text: source.Text{Tokens: in}}).Value(0)
		if ok && next < len(in) { // and the noun after it
			field, _ := lexicon.FieldOf(in[next].Text)
			ok = field == "n" && next+1 == len(in)
		}
		if ok {
			r.size(at, end, x)
		}
	}
}

// lengthAt reports whether the length of the training data begins at a token, and returns the token after it:
// len(train_dataset), x_train.shape[0], or a name for it.
func (r *reader) lengthAt(at int) (after int, ok bool) {
	named := r.Name(at)
	data, shape := strings.CutSuffix(named, ".shape")
	switch {
	case named == "len" && r.Is(at+1, "("):
		return at + 4, r.Name(at+2) != "" && r.Is(at+3, ")") && r.trains(r.Name(at+2))
	case shape:
		return at + 4, r.Is(at+1, "[") && r.Is(at+3, "]") && r.Tokens[at+2].Text == "0" && r.trains(data)
	}
	field, _ := r.fieldOf(named)
	return at + 1, field == "n" || source.Has(r.lengths, named)
}

// theSize is the dataset's size; 0 if it is not known.
func (r *reader) theSize() float64 {
	if source.Has(r.blanks, "n") || math.IsNaN(r.count) {
		return 0
	}
	if n, err := strconv.ParseFloat(r.values["n"].Value, 64); err == nil {
		return n
	}
	return r.count
}
