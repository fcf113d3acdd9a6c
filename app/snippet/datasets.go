package snippet

import (
	"strconv"
	"strings"
)

// Offer is a value that the text suggests and does not say. A person may take it.
type Offer struct {
	Field, Value string
	Text         string // "CIFAR-10 has 50,000 training examples"
}

// trained are training sets with their sizes, as their libraries load them.
var trained = map[string]struct {
	name string
	n    int
}{
	"mnist": {"MNIST", 60_000}, "fashionmnist": {"Fashion-MNIST", 60_000}, "kmnist": {"KMNIST", 60_000},
	"cifar10": {"CIFAR-10", 50_000}, "cifar100": {"CIFAR-100", 50_000}, "svhn": {"SVHN", 73_257}, "svhncropped": {"SVHN", 73_257},
	"stl10": {"STL-10", 5_000}, "celeba": {"CelebA", 162_770}, "imagenet": {"ImageNet-1k", 1_281_167}, "imagenet2012": {"ImageNet-1k", 1_281_167},
	"imdb": {"IMDB", 25_000}, "imdbreviews": {"IMDB", 25_000}, "agnews": {"AG News", 120_000},
	"sst2": {"SST-2", 67_349}, "qnli": {"QNLI", 104_743}, "qqp": {"QQP", 363_846}, "mnli": {"MNLI", 392_702},
}

// parted are names of what takes a part of a data set.
var parted = []string{"randomsplit", "subset", "traintestsplit", "validationsplit", "kfold", "stratifiedkfold", "take"}

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
		if strings.ContainsAny(t.text, "[%:") { // train[:90%]
			return
		}
		for part := range strings.FieldsFuncSeq(t.text, func(c rune) bool { return c == '.' || c == '/' }) {
			key := strings.ToLower(plain(part))
			for _, p := range parted {
				if key == p && (r.is(i+1, "(") || r.is(i+1, "=")) {
					return
				}
			}
			if d, ok := trained[key]; ok && (len(found) == 0 || found[0].Value != strconv.Itoa(d.n)) {
				found = append(found, Offer{"n", strconv.Itoa(d.n), d.name + " has " + grouped(d.n) + " training examples"})
			}
		}
	}
	r.offers = append(r.offers, found...)
}

// grouped is a whole number with a comma before each group of three digits.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
