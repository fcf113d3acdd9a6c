package snippet

import (
	"slices"
	"strconv"
	"strings"

	"lastiterate/bounds/run"
)

// Offer is a value that the text suggests and does not say. A person may take it.
type Offer struct {
	Field, Value string
	Text         string // "CIFAR-10 has 50,000 training examples"
}

// OfSchedule reports whether the offer says when the learning rate changes, which is no field of a run.
func (o Offer) OfSchedule() bool { return o.Field == paced }

// Numeric reports whether the offer is a number of a run, rather than one of its choices.
func (o Offer) Numeric() bool { return disputed[o.Field] != "" }

// counts reports whether it is one of a training's lengths.
func (o Offer) counts() bool { return has([]string{"n", "b", "T", "epochs"}, o.Field) }

// offer offers a value, unless it is offered already.
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

// trained are training sets with their sizes, as their libraries load them.
var trained = []struct {
	keys, name string
	n          int
}{
	{"mnist", "MNIST", 60_000}, {"fashionmnist", "Fashion-MNIST", 60_000}, {"kmnist", "KMNIST", 60_000},
	{"cifar10", "CIFAR-10", 50_000}, {"cifar100", "CIFAR-100", 50_000}, {"svhn svhncropped", "SVHN", 73_257},
	{"stl10", "STL-10", 5_000}, {"celeba", "CelebA", 162_770}, {"imagenet imagenet2012", "ImageNet-1k", 1_281_167},
	{"imdb imdbreviews", "IMDB", 25_000}, {"agnews", "AG News", 120_000},
	{"sst2", "SST-2", 67_349}, {"qnli", "QNLI", 104_743}, {"qqp", "QQP", 363_846}, {"mnli", "MNLI", 392_702},
}

// parted are names of what takes a part of a data set.
var parted = []string{"randomsplit", "subset", "traintestsplit", "validationsplit", "kfold", "stratifiedkfold", "take",
	"skip", "shard", "sample", "select", "subsetrandomsampler"}

// dataset offers the size of a data set that the text names, unless it takes a part.
func (r *reader) dataset() {
	if r.says("n") {
		return
	}
	var found []Offer
	for i, t := range r.in {
		if t.kind != name && t.kind != quoted {
			continue
		}
		if strings.Contains(t.text, "[") && strings.HasSuffix(t.text, "]") && !strings.Contains(t.text, " ") { // train[:90%]
			return
		}
		shape := strings.HasSuffix(t.text, ".shape")
		if !shape && r.is(i+1, "[") && (r.is(i+2, ":") || r.is(i+3, ":")) && has(segmentsOf(t.text), "train") { // x_train[:10000]
			return
		}
		for _, part := range strings.FieldsFunc(t.text, func(c rune) bool { return c == '.' || c == '/' }) {
			key := strings.ToLower(plain(part))
			if has(parted, key) && (r.is(i+1, "(") || r.is(i+1, "=")) {
				return
			}
			for _, d := range trained {
				offer := Offer{"n", strconv.Itoa(d.n), d.name + " has " + grouped(d.n) + " training examples"}
				if has(strings.Fields(d.keys), key) && !slices.Contains(found, offer) {
					found = append(found, offer)
				}
			}
		}
	}
	r.offers = append(append(r.offers, found...), r.made...)
}

// grouped is a whole number with a comma before each group of three digits.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// commented offers what comments say of the lengths of a training that its code does not say: a
// comment may be of another run, so it is never taken unasked.
func (r *reader) commented(comments []string) {
	for _, text := range comments {
		of := newReader()
		of.in, _ = scan(text)
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

// choices offers what trainings usually do where the text leaves open which noise its σ is, how it forms
// its batches, then what neighbouring datasets are: only what fits those batches.
func (r *reader) choices(blank []string) {
	offer := func(field, of, value, words string) {
		r.offer(field, value, of+": "+words)
	}
	if has(blank, "noise") && r.says("sigma") {
		for _, c := range []run.Convention{run.NoiseMultiplier, run.GradientNoise} {
			offer("noise", r.values["sigma"].Said, string(c), run.Words(c))
		}
	}
	scheme := run.Scheme(r.values["scheme"].Value)
	switch {
	case has(blank, "scheme"):
		if has(r.blanks, "scheme") || r.sampling.buffer.Said != "" {
			return // the text says how: no scheme here does that, or the dataset size decides
		}
		for _, s := range []run.Scheme{run.Poisson, run.Reshuffle} {
			if s != run.Poisson || r.sampling.poisson.said == "" || r.sampling.poisson.why != "" {
				offer("scheme", "batches", string(s), run.Words(s))
			}
		}
	case !has(blank, "adjacency") || scheme == "":
	case scheme == run.Poisson:
		offer("adjacency", neighbours, string(run.AddRemove), run.Words(run.AddRemove))
		offer("adjacency", neighbours, string(run.Replace), run.Words(run.Replace))
	default:
		offer("adjacency", neighbours, string(run.Replace), run.Words(run.Replace))
		offer("adjacency", neighbours, string(run.ZeroOut), run.Words(run.ZeroOut))
	}
}

const neighbours = "neighbouring datasets"
