package snippet

import (
	"math"
	"slices"
	"strings"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// This file handles statements that may not be about this run: about the class of the loss, about parts or copies of the data,
// and in prose.

// constants are the loss's constants and the diameter.
var constants = []string{"smoothness", "strong_convexity", "weak_convexity", "holder_order", "diameter"}

// ofOtherThings reports whether a number assigned to a name that could be a constant of the loss means something else: an
// argument of a call, a one-letter key of a configuration, or a count (L = 3 layers).
func (r *reader) ofOtherThings(named, field string, at, after int) bool {
	if !source.Has(constants, field) && field != "radius" {
		return false
	}
	if r.code {
		call := r.Enclosing(at)
		return call >= 0 && !r.configures(at-2)
	}
	letter := len([]rune(named)) == 1
	return letter && (r.Is(at-1, ":") || r.Name(after) != "" && !source.Has(joining, strings.ToLower(r.Name(after))))
}

// joining are words that may follow a complete number.
var joining = strings.Fields("and with on in for where while which but then under over n b t eta sigma c d l m")

// classOfLoss withdraws a convexity that was inferred from a name such as “logistic regression” if the text also names a neural
// network, unless its features are frozen.
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

// speaksOf reports whether a part of a name in the text is one of the words.
func (r *reader) speaksOf(words []string) bool {
	return slices.ContainsFunc(r.Tokens, func(t source.Token) bool {
		return t.Kind == source.Name && source.HasAny(words, source.Segments(t.Text))
	})
}

var (
	layers = strings.Fields("cnn conv relu gelu lstm gru resnet wideresnet wrn vgg transformer bert roberta gpt vit mlp unet densenet " +
		"mobilenet efficientnet")
	frozen = strings.Fields("frozen features probe embeddings pretrained")
)

const aPart = "uses a part of the data: enter how many examples that has"

// cutAt reads the size of the data that a statement keeps for training: train = train.shuffle(0).select(range(5000)), x_train =
// x_train[:10000], data.take(6000).
func (r *reader) cutAt(at int) {
	if r.Name(at) == "" || r.Conditional(at) {
		return
	}
	first := r.LineOf(at)
	if key := r.Called(at); source.Has(cuts, key) {
		end := r.Closed(at + 2)
		if !r.Is(first+1, "=") || !r.trains(r.Name(first)) || key == "subset" {
			return
		}
		x, after, ok := r.Value(at + 2)
		if key == "select" {
			if !r.Is(at-1, ".") && r.Ends(end) {
				return // partAt reads this
			}
			x, after, ok = r.Ranged(at + 2)
		}
		if ok && (key == "take" || key == "select") && r.Is(after, ")") {
			r.size(at, end, x)
			return
		}
		r.hear(r.Written(at, end), lexicon.Mark{Blank: "n", Why: aPart})
		return
	}
	if key := r.Called(at); key == "subsetrandomsampler" {
		r.hear(r.Written(at, r.Closed(at+2)), lexicon.Mark{Blank: "n", Why: aPart})
		return
	}
	sliced := r.Name(at)
	before := slices.ContainsFunc(r.Tokens[first:at], func(t source.Token) bool { return t.Kind == source.Name && t.Text == sliced })
	if !r.Is(at+1, "[") || strings.HasSuffix(sliced, ".shape") || !r.trains(sliced) || !before {
		return
	}
	end := r.Closed(at + 2)
	if x, after, ok := r.Value(at + 3); r.Is(at+2, ":") && ok && r.Is(after, "]") && x >= 1 {
		r.size(at, end, x)
	} else if slices.ContainsFunc(r.Tokens[at:min(end, len(r.Tokens))], func(t source.Token) bool { return source.IsSign(t, ":") }) {
		r.hear(r.Written(at, end), lexicon.Mark{Blank: "n", Why: aPart})
	}
}

// copiedAt finds training data that contain each example several times: ConcatDataset([ds] * 4), np.concatenate([x, x]), ds +
// ds, np.repeat(x, 4). The number of copies is the number of examples of one person.
func (r *reader) copiedAt(at int) {
	k, end := 0.0, at+3
	named, called := r.Name(at), r.Called(at)
	if named == "" {
		return
	}
	if called != "" {
		end = r.Closed(at + 2)
	}
	target := r.targetOf(at, end)
	switch {
	case called == "concatdataset", source.Has(joins, called) && r.trains(target) && r.Argument(at+2, 1, "axis") < 0:
		k = r.copies(r.Past(at + 2))
	case (called == "repeat" || called == "tile") && r.trains(r.Name(at+2)) && r.Is(at+3, ","):
		k, _, _ = r.Value(r.Argument(at+2, 1, ""))
	case r.Is(at+1, "+") && r.Name(at+2) == named && r.Ends(end) && r.trains(target) && target != "" && !lexicon.IsField(named):
		k = 2
	}
	if k == 0 || k == 1 || lexicon.IsOther(target) && target != notAlone {
		return
	}
	said, often := r.Written(at, end), " several times: enter the number of examples including copies, and the number of copies of "+
		"each under “examples of one person”"
	if k > 1 && k == math.Trunc(k) {
		times := run.FormatNumber(k)
		often = " " + times + " times, which count as one person’s: enter the number of examples including copies"
		r.take(said, "group", times)
	}
	r.hear(said, lexicon.Mark{Blank: "n", Why: "has each example" + often})
	r.copied = k
}

// copies is how often a list that begins at a token contains its elements: 4 for [ds] * 4, 2 for [x, x]. It is 1 if no element
// occurs twice, and negative if the text does not show the number.
func (r *reader) copies(at int) float64 {
	if !r.Is(at, "[") && !r.Is(at, "(") {
		return 1
	}
	after, most := r.Closed(at+1), 1.0
	times := map[string]float64{}
	for _, item := range r.ArgumentsIn(at+1, after) {
		named := source.Join(r.Tokens[item.From:item.To])
		times[named]++
		most = max(most, times[named])
	}
	if !r.Is(after, "*") {
		return most
	}
	x, _, ok := r.Value(after + 1)
	if !ok {
		return -1
	}
	return most * x
}

// joins are calls that concatenate data.
var joins = strings.Fields("concatdataset concatenatedatasets concatenate concat vstack cat")

var cuts = strings.Fields("take skip shard sample select")

// prose reads words of a description that change the meaning of its numbers.
func (r *reader) prose() {
	if r.code {
		return
	}
	for i := range r.Tokens {
		word, before := r.Word(i), r.Word(i-1)
		if word == "" || r.InSetting(i) {
			continue
		}
		many := r.Many(i)
		switch {
		case source.Has([]string{"gpu", "device", "worker"}, word) && (before == "per" || many),
			source.Has([]string{"gpus", "devices"}, word) && !r.Single(i):
			said, several := before+" "+r.Tokens[i].Text, lexicon.Mark{Blank: "b", Why: lexicon.SeveralDevices}
			if before == "" && i > 0 {
				said = r.Tokens[i-1].Text + said
			}
			if r.shares(said, several); r.kinds[lexicon.SeveralDevices] == 0 { // the name alone may have been read already
				r.hear(strings.TrimSpace(said), several)
			}
		case strings.HasPrefix(word, "accumulat") && r.Near(i, accumulable...) && r.accrued.Said == "":
			r.hear(r.Tokens[i].Text, lexicon.Mark{Blank: "b", Why: lexicon.Accumulates})
		case word == "best" && r.Word(i+1) == "of":
			r.hear("best of", lexicon.Mark{Departs: "tuning", Why: lexicon.ChosenByResults})
		case source.Has([]string{"runs", "trainings", "stages", "phases"}, word) && many && !r.Near(i, "mean", "average", "averaged"):
			r.dropSteps(before+" "+r.Tokens[i].Text, moreThanOnce)
		case word == "first" && i+2 < len(r.Tokens) && r.Tokens[i+1].Kind == source.Numeral && (before == "the" || before == "for"):
			if field, _ := lexicon.FieldOf(r.Name(i + 2)); field == "epochs" || field == "T" {
				r.hear(source.Join(r.Tokens[i:i+3]), lexicon.Mark{Departs: "schedule", Blank: "sigma", Why: lexicon.SomeSchedule})
			}
		}
	}
}

// accrues finds phrases that state how many batches make a step, "8 accumulation steps" or "gradients accumulated over 8
// batches", and removes them from the text, since their number means nothing else.
func (r *reader) accrues() {
	if r.code {
		return
	}
	for i := range r.Tokens {
		if !strings.HasPrefix(r.Word(i), "accumulat") || r.InSetting(i) || !r.Near(i, accumulable...) {
			continue
		}
		number, from, to := i-1, i-1, i+1
		if i == 0 || r.Tokens[i-1].Kind != source.Numeral {
			for number, from = i+1, i; source.Has(beforeBatches, r.Word(number)); number++ {
			}
			to = number + 1
		}
		for source.Has(accumulable, r.Word(to)) || r.Is(to, "-") {
			to++
		}
		k, _, ok := r.Value(number)
		if !ok || number > i && to == number+1 || r.Tokens[number].Kind != source.Numeral {
			continue
		}
		for source.Has(beforeBatches, r.Word(from-1)) {
			from--
		}
		r.number(source.Join(r.Tokens[from:to]), "accumulation", k)
		r.Tokens = slices.Delete(r.Tokens, from, to)
		return
	}
}

// beforeBatches are words around the number of accumulated batches.
var beforeBatches = strings.Fields("gradient gradients grads over for across every of by from the with and are")

// accumulable are words for the things that are accumulated.
var accumulable = strings.Fields("gradient gradients batch batches steps micro mini microbatches minibatches iterations")

// savedAt finds weights that are saved if results improve, and warns about weights that are saved in each epoch.
func (r *reader) savedAt(at int) {
	if !source.Has([]string{"save", "savecheckpoint", "saveweights", "savepretrained"}, r.Called(at)) {
		return
	}
	end := min(r.Closed(at+2), len(r.Tokens))
	if each := slices.ContainsFunc(r.Tokens[at:end], func(t source.Token) bool { return strings.Contains(t.Text, "epoch") }); each &&
		r.inLoop(at) {
		r.leave(r.Written(at, end), "saves a model in every epoch: if more than the last is released, enter it under Release")
	}
	for outer := r.Around(at); outer >= 0; outer = r.Around(outer) {
		if r.Name(outer) == "if" && slices.ContainsFunc(r.Tokens[outer:r.HeadEnd(outer)], func(t source.Token) bool {
			return t.Kind == source.Name && source.Has(source.Segments(t.Text), "best")
		}) {
			r.hear(r.Name(at)+"(…) "+source.Join(r.Tokens[outer:r.HeadEnd(outer)]), lexicon.Mark{Departs: "stopping",
				Why: lexicon.ChosenIterate})
			return
		}
	}
}
