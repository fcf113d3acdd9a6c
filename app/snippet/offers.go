package snippet

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"lastiterate/app/link"
	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// Offer is a value that the text suggests but does not state. The visitor may take it.
type Offer struct {
	Field, Value string
	Text         string // "CIFAR-10 has 50,000 training examples"
}

// OfSchedule reports whether the offer says when the learning rate changes, which is no field of a run.
func (o Offer) OfSchedule() bool { return o.Field == paced }

// Asked is the field of a run that the offer gives a value, directly or by another: epochs give T.
func (o Offer) Asked() string { return cmp.Or(determines[o.Field], o.Field) }

// Open reports whether the form still lacks what is offered, and its batches allow the offer.
func (o Offer) Open(form link.State) bool {
	if o.OfSchedule() {
		return slices.Contains(form.View.Differs, "schedule")
	}
	return form.View.IsBlank(o.Asked()) && (o.Field != "adjacency" || form.View.IsBlank("scheme") ||
		compatible(form.Run.Scheme, run.Adjacency(o.Value)))
}

// Numeric reports whether the offer is a number of a run, rather than one of its choices.
func (o Offer) Numeric() bool { return determines[o.Field] != "" }

// counts reports whether the offer is a count: dataset size, batch size, steps or epochs.
func (o Offer) counts() bool { return source.Has([]string{"n", "b", "T", "epochs"}, o.Field) }

// offer adds an offer, unless it exists already.
//
//go:noinline
func (r *reader) offer(field, value, text string) bool {
	for _, o := range r.offers {
		if o.Field == field && o.Value == value {
			return false
		}
	}
	r.offers = append(r.offers, Offer{field, value, text})
	return true
}

// Resized reads the text again with another dataset size than its own, and with the batch size of the form unless that is the one
// that follows from the size was. fields names what the form gives.
func (r Reading) Resized(form link.State, was int) (with Reading, fields []string) {
	n := func(n int, more ...Offer) Reading {
		accepted := slices.DeleteFunc(slices.Clone(r.accepted), func(o Offer) bool { return o.Field == "n" })
		return Read(r.base, r.text, append(append(accepted, Offer{"n", strconv.Itoa(n), entered}), more...)...)
	}
	if n(was).State.Run.B == form.Run.B {
		return n(form.Run.N), []string{"n"}
	}
	return n(form.Run.N, Offer{"b", strconv.Itoa(form.Run.B), entered}), []string{"n", "b"}
}

// dataset offers the size of a data set that the text names, unless the text takes a part of it.
func (r *reader) dataset() {
	if r.says("n") || r.copied != 0 {
		return
	}
	var found []Offer
	for i := 0; i < len(r.Tokens); i++ {
		t := r.Tokens[i]
		if t.Kind != source.Name && t.Kind != source.Quoted {
			continue
		}
		if strings.Contains(t.Text, "[") && strings.HasSuffix(t.Text, "]") && !strings.Contains(t.Text, " ") { // train[:90%]
			return
		}
		shape := strings.HasSuffix(t.Text, ".shape")
		if !shape && r.Is(i+1, "[") && (r.Is(i+2, ":") || r.Is(i+3, ":")) && source.Has(source.Segments(t.Text),
			"train") { // x_train[:10000]
			return
		}
		from, parts := i, strings.FieldsFunc(t.Text, func(c rune) bool { return c == '.' || c == '/' })
		if spelled, next := r.spelledOut(i); next > i { // CIFAR-10 in a sentence
			parts, i = []string{spelled}, next
		}
		for _, part := range parts {
			key := strings.ToLower(source.Plain(part))
			if source.Has(lexicon.Parted, key) && (r.Is(i+1, "(") || r.Is(i+1, "=")) {
				return
			}
			d := dataSetOf(key)
			if d.N > 0 && r.partOf(from) {
				return
			}
			offer := Offer{"n", strconv.Itoa(d.N), d.Name + " has " + grouped(d.N) + " training examples"}
			if d.N > 0 && !slices.Contains(found, offer) {
				found = append(found, offer)
			}
		}
	}
	r.offers = append(append(r.offers, found...), r.made...)
}

// spelledOut joins the name at a token with the word or number after it, if these are the name of a data set: CIFAR-10, AG News.
// next is the last token of the name, at if that is the token alone.
func (r *reader) spelledOut(at int) (name string, next int) {
	for _, last := range []int{at + 2, at + 1} {
		if last >= len(r.Tokens) || last == at+2 && !r.Is(at+1, "-") {
			continue
		}
		if name = r.Tokens[at].Text + r.Tokens[last].Text; dataSetOf(strings.ToLower(source.Plain(name))).N > 0 {
			return name, last
		}
	}
	return "", at
}

// partOf reports whether a sentence takes a part of the data set whose name begins at a token: half of CIFAR-10, 10% of MNIST.
func (r *reader) partOf(at int) bool {
	return !r.code && (r.Near(at, "half", "part", "subset", "fraction", "third", "quarter") || r.Near(at, "of") &&
		slices.ContainsFunc(r.Tokens[max(at-5, 0):at], func(t source.Token) bool { return source.IsSign(t, "%") }))
}

// dataSetOf returns the data set with a key; it has no examples if there is none.
func dataSetOf(key string) (of lexicon.DataSet) {
	for _, d := range lexicon.DataSets {
		if source.Has(strings.Fields(d.Keys), key) {
			return d
		}
	}
	return of
}

// grouped writes a whole number with a comma before each group of three digits.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// commented offers counts that only comments state: a comment may be about another run, so it is never taken by itself.
func (r *reader) commented(comments []string) {
	for _, text := range comments {
		of := newReader()
		of.Tokens, _ = source.Scan(text)
		of.Scanned = source.Runes(text)
		of.FindPoints()
		of.known()
		of.read()
		for _, field := range of.order {
			said := of.values[field]
			offer := Offer{field, said.Value, "A comment says " + said.Said}
			length := field == "T" || field == "epochs"
			if !offer.counts() || r.says(field) || length && (r.says("T") || r.says("epochs")) ||
				slices.ContainsFunc(r.offers, func(o Offer) bool { return o.Field == field }) {
				continue
			}
			r.offer(offer.Field, offer.Value, offer.Text)
		}
	}
}

// offerSteps offers lengths of a training whose epochs are not passes. It offers the stated T; otherwise epochs × steps per
// epoch, if the text has the latter; otherwise the epochs as passes. Epochs offered from a comment become steps likewise.
func (r *reader) offerSteps() {
	if r.kinds[lexicon.OwnEpochs] == 0 {
		return
	}
	total := func(epochs string) (steps, text string) {
		x, _ := strconv.ParseFloat(epochs, 64)
		steps = run.FormatNumber(x * r.ownEpoch)
		return steps, epochs + " epochs × " + run.FormatNumber(r.ownEpoch) + " steps = " + steps
	}
	for i, o := range r.offers { // an offer from a comment
		if o.Field == "epochs" && r.ownEpoch > 0 {
			value, text := total(o.Value)
			r.offers[i] = Offer{"T", value, o.Text + ": " + text}
		}
	}
	epochs := r.values["epochs"]
	switch T := r.values["T"]; {
	case strings.HasSuffix(T.Said, T.Value) && T.Said != "":
		r.offer("T", T.Value, T.Said)
	case T.Said != "":
		r.offer("T", T.Value, T.Said+" = "+T.Value)
	case epochs.Said == "":
	case r.ownEpoch > 0:
		value, text := total(epochs.Value)
		r.offer("T", value, text)
	default:
		r.offerPasses()
	}
}

// offerPasses offers the epochs of the text as passes over the data.
func (r *reader) offerPasses() {
	epochs := r.values["epochs"]
	r.offer("epochs", epochs.Value, epochs.Said+", each a pass over the data")
}

// choices offers the usual choices for what the text leaves open: which noise its σ is, how batches are formed, then what
// neighbouring datasets are, as far as these fit the batches.
func (r *reader) choices(blank []string) {
	offer := func(field, of, value, words string) {
		r.offer(field, value, of+": "+words)
	}
	if source.Has(blank, "noise") && r.says("sigma") {
		for _, c := range []run.Convention{run.NoiseMultiplier, run.GradientNoise} {
			offer("noise", r.values["sigma"].Said, string(c), run.Words(c))
		}
	}
	var schemes []run.Scheme
	if source.Has(blank, "scheme") {
		schemes = r.schemes()
		for _, s := range schemes {
			offer("scheme", "batches", string(s), run.Words(s))
		}
	} else if r.says("scheme") {
		schemes = []run.Scheme{run.Scheme(r.values["scheme"].Value)}
	}
	for _, a := range []run.Adjacency{run.AddRemove, run.Replace, run.ZeroOut} {
		if source.Has(blank, "adjacency") && slices.ContainsFunc(schemes, func(s run.Scheme) bool { return compatible(s, a) }) {
			offer("adjacency", neighbours, string(a), run.Words(a))
		}
	}
}

// schemes returns the schemes to offer when the text does not state one. There are none if the text's batches fit no scheme
// here, or if a shuffle buffer decides once n is known. Poisson is left out if the text sets its switch.
func (r *reader) schemes() []run.Scheme {
	may := r.sampling.may
	switch {
	case source.Has(r.blanks, "scheme") || may == nil && r.sampling.buffer.Said != "":
		return nil
	case may == nil:
		may = []run.Scheme{run.Poisson, run.Reshuffle}
	}
	return slices.DeleteFunc(slices.Clone(may), func(s run.Scheme) bool {
		return s == run.Poisson && r.sampling.poisson.said != "" && r.sampling.poisson.why == ""
	})
}

// compatible reports whether an adjacency is offered with a scheme: add-remove with Poisson batches only, zero-out with other
// batches only, replace with all.
func compatible(s run.Scheme, a run.Adjacency) bool {
	return a == run.Replace || (a == run.AddRemove) == (s == run.Poisson)
}

const neighbours = "neighbouring datasets"
