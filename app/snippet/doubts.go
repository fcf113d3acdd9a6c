package snippet

import (
	"slices"
	"strconv"
	"strings"

	"lastiterate/bounds/run"
)

// What a text seems to say of the loss, of a part of the data or in prose, and may not say of this run.

// constants are fields that count for a class of losses only.
var constants = []string{"smoothness", "strong_convexity", "weak_convexity", "holder_order", "diameter"}

// ofOtherThings reports whether what gives a number to a constant of the loss is something else: an argument of some call of a
// program, a letter of a configuration, or one whose number counts things, L = 3 layers.
func (r *reader) ofOtherThings(named, field string, at, after int) bool {
	if !has(constants, field) && field != "radius" {
		return false
	}
	if r.code {
		call := r.enclosing(at)
		return call >= 0 && !r.configures(at-2)
	}
	letter := len([]rune(named)) == 1
	return letter && (r.is(at-1, ":") || r.name(after) != "" && !has(joining, strings.ToLower(r.name(after))))
}

// joining are words that go on after a number is complete.
var joining = strings.Fields("and with on in for where while which but then under over n b t eta sigma c d l m")

// classOfLoss takes back that the loss is convex where that is said of another model than the text has, one with layers.
func (r *reader) classOfLoss() {
	said := r.values["loss"]
	if said.Value != string(run.Convex) || strings.Contains(strings.ToLower(said.Said), "convex") || !r.speaksOf(layers) ||
		r.speaksOf(frozen) {
		return
	}
	r.leave(said.Said, "the text has a network, whose loss is not convex: choose the class of the loss under Model")
	r.unsay("loss")
	if r.values["smoothness"].Value == "inf" {
		r.unsay("smoothness")
	}
}

// speaksOf reports whether a part of a name of the text is one of some words.
func (r *reader) speaksOf(words []string) bool {
	return slices.ContainsFunc(r.in, func(t token) bool { return t.kind == name && hasAny(words, segmentsOf(t.text)) })
}

var (
	layers = strings.Fields("cnn conv relu gelu lstm gru resnet wideresnet wrn vgg transformer bert roberta gpt vit mlp unet densenet " +
		"mobilenet efficientnet")
	frozen = strings.Fields("frozen features probe embeddings pretrained")
)

const aPart = "uses a part of the data: enter how many examples that has"

// cutAt reads what a statement leaves of the data trained on: train = train.shuffle(0).select(range(5000)),
// x_train = x_train[:10000], data.take(6000).
func (r *reader) cutAt(at int) {
	if r.name(at) == "" || r.conditional(at) {
		return
	}
	first := r.lineOf(at)
	if key := r.called(at); has(cuts, key) {
		end := r.closed(at + 2)
		if !r.is(first+1, "=") || !r.trains(r.name(first)) || key == "subset" {
			return
		}
		x, after, ok := r.value(at + 2)
		if key == "select" {
			if !r.is(at-1, ".") && r.ends(end) {
				return // partAt has it
			}
			x, after, ok = r.ranged(at + 2)
		}
		if ok && (key == "take" || key == "select") && r.is(after, ")") {
			r.size(at, end, x)
			return
		}
		r.hear(r.written(at, end), mark{blank: "n", why: aPart})
		return
	}
	if key := r.called(at); key == "subsetrandomsampler" {
		r.hear(r.written(at, r.closed(at+2)), mark{blank: "n", why: aPart})
		return
	}
	sliced := r.name(at)
	before := slices.ContainsFunc(r.in[first:at], func(t token) bool { return t.kind == name && t.text == sliced })
	if !r.is(at+1, "[") || strings.HasSuffix(sliced, ".shape") || !r.trains(sliced) || !before {
		return
	}
	end := r.closed(at + 2)
	if x, after, ok := r.value(at + 3); r.is(at+2, ":") && ok && r.is(after, "]") && x >= 1 {
		r.size(at, end, x)
	} else if slices.ContainsFunc(r.in[at:min(end, len(r.in))], func(t token) bool { return isSign(t, ":") }) {
		r.hear(r.written(at, end), mark{blank: "n", why: aPart})
	}
}

var cuts = strings.Fields("take skip shard sample select")

// prose hears words of a description that change what its numbers mean.
func (r *reader) prose() {
	if r.code {
		return
	}
	for i := range r.in {
		word, before := r.word(i), r.word(i-1)
		if word == "" || r.inSetting(i) {
			continue
		}
		many := r.many(i)
		switch {
		case has([]string{"gpu", "device", "worker"}, word) && (before == "per" || many),
			has([]string{"gpus", "devices"}, word) && !r.single(i):
			r.hear(before+" "+r.in[i].text, mark{blank: "b", why: severalDevices})
		case strings.HasPrefix(word, "accumulat") && r.near(i, accumulable...):
			r.hear(r.in[i].text, mark{blank: "b", why: accumulates})
		case word == "best" && r.word(i+1) == "of":
			r.hear("best of", mark{departs: "tuning", why: chosenByResults})
		case has([]string{"runs", "trainings", "stages", "phases"}, word) && many && !r.near(i, "mean", "average", "averaged"):
			r.again(before+" "+r.in[i].text, moreThanOnce)
		case word == "first" && i+2 < len(r.in) && r.in[i+1].kind == numeral && (before == "the" || before == "for"):
			if field, _ := fieldOf(r.name(i + 2)); field == "epochs" || field == "T" {
				r.hear(text(r.in[i:i+3]), mark{departs: "schedule", blank: "sigma", why: someSchedule})
			}
		}
	}
}

// accumulable are words of what is accumulated.
var accumulable = strings.Fields("gradient gradients batch batches steps micro-steps micro")

// inSetting reports whether a word is a part of a setting or of a path rather than of a sentence: device: cuda, runs/a, --gpu 0.
func (r *reader) inSetting(at int) bool {
	for _, beside := range []int{at - 1, at + 1} {
		if beside >= 0 && beside < len(r.in) && isSign(r.in[beside], "-/:=_.") {
			return true
		}
	}
	first := r.lineOf(at)
	if !r.is(first+1, ":") && !r.is(first+1, "=") {
		return false
	}
	for i := first; !r.ends(i); i++ {
		if r.is(i, ",") {
			return false // n=50000, batches of 500
		}
	}
	return true
}

// near reports whether one of some words is among the three tokens before a token or after it.
func (r *reader) near(at int, words ...string) bool {
	for i := at - 3; i <= at+3; i++ {
		if i != at && has(words, r.word(i)) {
			return true
		}
	}
	return false
}

// many reports whether more than one are counted by the token before, or by that before an adjective.
func (r *reader) many(at int) bool {
	for _, i := range []int{at - 1, at - 2} {
		if i < 0 {
			break
		}
		if x, err := strconv.ParseFloat(r.in[i].text, 64); r.in[i].kind == numeral && err == nil {
			return x > 1
		}
		if has(strings.Fields("two three four five six seven eight nine ten several multiple"), r.word(i)) {
			return true
		}
	}
	return false
}

// single reports whether one is counted by the tokens before.
func (r *reader) single(at int) bool {
	return r.near(at, "one", "single") || at > 0 && r.in[at-1].text == "1"
}

// kept hears weights that are saved where results are better than before, and tells of those that are saved in each epoch.
func (r *reader) kept(at int) {
	if !has([]string{"save", "savecheckpoint", "saveweights", "savepretrained"}, r.called(at)) {
		return
	}
	end := min(r.closed(at+2), len(r.in))
	if each := slices.ContainsFunc(r.in[at:end], func(t token) bool { return strings.Contains(t.text, "epoch") }); each && r.inLoop(at) {
		r.leave(r.written(at, end), "saves a model in every epoch: if more than the last is released, enter it under Release")
	}
	for outer := r.around(at); outer >= 0; outer = r.around(outer) {
		if r.name(outer) == "if" && slices.ContainsFunc(r.in[outer:r.headEnd(outer)], func(t token) bool {
			return t.kind == name && has(segmentsOf(t.text), "best")
		}) {
			r.hear(r.name(at)+"(…) "+text(r.in[outer:r.headEnd(outer)]), mark{departs: "stopping", why: chosenIterate})
			return
		}
	}
}
