package snippet

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/source"
)

// apart returns the end of a statement that states nothing about the training data: one about other data, test_loader =
// DataLoader(test_dataset, batch_size=1000), or the definition of an option.
func (r *reader) apart(at int) (after int, other bool) {
	t := r.Tokens[at]
	if t.Kind == source.Name && (strings.HasSuffix(t.Text, "add_argument") || strings.Contains(t.Text, "DEFINE_")) && r.Is(at+1, "(") {
		return r.Closed(at + 2), true // options reads it
	}
	if t.Text == "def" && lexicon.IsOther(r.Name(at+1)) && source.HasAny([]string{"loader", "dataloader"}, source.Segments(r.Name(at+1))) {
		return r.Block(at), true // def val_dataloader(self):
	}
	if share, _ := lexicon.FieldOf(t.Text); share == "share" {
		return at, false // part of the data that is held out
	}
	if r.Called(at) == "dataloader" && lexicon.IsOther(r.Name(r.Argument(at+2, 0, "dataset"))) {
		return r.Closed(at + 2), true
	}
	if t.Kind == source.Name && r.Begins(at) && r.Is(at+1, ":") && r.Ends(at+2) &&
		lexicon.IsOther(t.Text) { // eval: and the block below it
		return r.Block(at), true
	}
	if t.Kind == source.Quoted && r.Is(at+1, ":") && lexicon.IsOther(t.Text) { // {"val": DataLoader(…)}
		after, _ := r.Skip(at + 2)
		return after, true
	}
	if t.Kind != source.Name || !r.Is(at+1, "=") || at > 0 && r.Tokens[at-1].Kind != source.Line {
		return at, false
	}
	if lexicon.IsOther(t.Text) {
		after, _ := r.Skip(at + 2)
		return after, true
	}
	return at, false
}

// findTrained finds the data of the loader that trains: the loader that is made private, or all loaders of no other data.
func (r *reader) findTrained() {
	private := ""
	for i := 0; i < len(r.Tokens); i++ {
		if after, other := r.apart(i); other {
			i = after - 1
			continue
		}
		first := r.Argument(i+2, 0, "dataset")
		data := r.Name(first)
		switch key := r.Called(i); {
		case r.Begins(i) && r.Is(i+1, "="): // N = len(train_dataset)
			if after, ok := r.lengthAt(i + 2); ok && r.Ends(after) {
				note(&r.lengths, r.Name(i))
			}
		case key == "makeprivate" || key == "makeprivatewithepsilon":
			private = r.Name(r.Argument(i+2, -1, "data_loader"))
		case source.Has(lexicon.Parted, key) && data != "" && !source.Has(r.TargetsOf(i), data):
			note(&r.parted, data)
		case key == "dataloader" && data != "":
			loader := r.targetOf(i, r.Closed(i+2))
			if r.Is(first+1, "(") {
				data = loadedBy + loader
			}
			note(&r.loaders, loader)
			note(&r.loaded, data)
		}
	}
	for i, loader := range r.loaders {
		if loader == private || !source.Has(r.loaders, private) {
			note(&r.trained, r.loaded[i])
			note(&r.trained, loader+".dataset")
			r.named = r.named || !strings.HasPrefix(r.loaded[i], loadedBy)
		}
	}
}

// note adds a name to a list.
//
//go:noinline
func note(list *[]string, named string) { *list = append(*list, named) }

// targetOf is the name to which the call between two tokens is assigned; for an argument of a loader, loadedBy and the loader's
// target. It is empty if the call is a statement by itself, and notAlone if it is only a part of the assigned value.
func (r *reader) targetOf(at, end int) string { return r.target(at, end, 1) }

// target is targetOf for a call that may be nested in this many loaders.
func (r *reader) target(at, end, within int) string {
	before := r.Before(at)
	if r.Is(before, "=") && r.Name(before-1) == "dataset" {
		before = r.Before(before - 1)
	}
	switch {
	case r.Called(before-1) == "dataloader" && within > 0:
		return loadedBy + r.target(before-1, r.Closed(before+1), within-1)
	case !r.Ends(end):
	case r.Begins(at):
		return ""
	case r.Is(at-1, "=") && r.Begins(at-2):
		return r.Name(at - 2)
	}
	return notAlone
}

// notAlone stands for no name, and lexicon.IsOther takes it for other data.
const notAlone = "val"

// loadedBy begins the target of a call that is an argument of a loader; the loader's name follows.
const loadedBy = "loaded by "

// trains reports whether the training uses the data of a name: its loader has them or, without a loader in the text, their name
// says so.
func (r *reader) trains(data string) bool {
	switch {
	case source.Has(r.trained, data):
		return true
	case lexicon.IsOther(data), source.Has(r.parted, data), r.named:
		return false
	}
	return data == "" || source.HasAny([]string{"train", "trainset", "training"}, source.Segments(data)) ||
		source.Has([]string{"ds", "dataset", "data"}, strings.ToLower(data))
}

// repetition is a call of tf.data's repeat.
type repetition struct {
	said  string
	times float64
	known bool // the number of repetitions is known
}

// repeatAt is the call at a token that repeats a tf.data pipeline; said is empty for other calls, such as np.repeat(x, 4).
func (r *reader) repeatAt(at int) (out repetition) {
	called := r.Called(at)
	if called != "repeat" && called != "shuffleandrepeat" || !strings.Contains(r.Name(at), ".") && !r.Is(at-1, ".") {
		return out
	}
	if called == "repeat" {
		if r.Argument(at+2, 1, "repeats") >= 0 || r.Argument(at+2, -1, "axis") >= 0 {
			return out
		}
		x, after, ok := r.Value(r.Argument(at+2, 0, "count"))
		if known := ok && r.Is(after, ")") && x >= 0; known {
			out.times, out.known = x, true
		}
	}
	out.said = r.Written(at, r.Closed(at+2))
	return out
}

// pipeline lists the calls that make the training data of tf.data.
type pipeline struct{ repeats, shuffles, batches, caches []int }

// pipeline finds these calls. There are none if another loader makes the batches.
func (r *reader) pipeline() (p pipeline) {
	if s := r.sampling; s.loader || !s.pipeline && s.buffer.Said == "" {
		return p
	}
	for i := 0; i < len(r.Tokens); i++ {
		if after, other := r.apart(i); other && after > i {
			i = after - 1
			continue
		}
		method := strings.Contains(r.Name(i), ".") || r.Is(i-1, ".")
		if !method || lexicon.IsOther(r.Name(i)) {
			continue
		}
		switch r.Called(i) {
		case "repeat", "shuffleandrepeat":
			if of := r.repeatAt(i); of.said != "" && !(of.known && of.times == 1) {
				p.repeats = append(p.repeats, i)
			}
		case "shuffle":
			if !source.HasAny([]string{"random", "rng"}, source.Segments(r.Name(i))) {
				p.shuffles = append(p.shuffles, i)
			}
		case "batch", "paddedbatch":
			p.batches = append(p.batches, i)
		case "cache":
			p.caches = append(p.caches, i)
		}
	}
	return p
}

// epochsMeet is a call that repeats a tf.data pipeline so that a batch may hold examples of two epochs, with the reason why no
// scheme describes these batches; Why is empty if there is no such call. It also sets sampling.meets.
func (r *reader) epochsMeet(p pipeline, n float64) (found Left) {
	s := &r.sampling
	b, _ := strconv.ParseFloat(r.values["b"].Value, 64)
	if len(p.repeats)*(len(p.shuffles)+len(p.batches)) > mostLooks {
		s.meets = meetPerhaps
		return Left{Said: r.repeatAt(p.repeats[0]).said, Why: notOrdered}
	}
	for _, at := range p.repeats {
		said := r.repeatAt(at).said
		for _, shuffle := range p.shuffles {
			switch {
			case r.After(shuffle, at):
				s.meets = meetSurely
				return Left{Said: said, Why: repeatedFirst}
			case !r.After(at, shuffle):
				found, s.meets = Left{Said: said, Why: notOrdered}, meetPerhaps
			}
		}
		for _, batch := range p.batches {
			switch {
			case found.Why != "":
			case r.After(batch, at):
				if s.meets = meetSurely; !(n > 0 && b > 0 && math.Mod(n, b) == 0) {
					found = Left{Said: said, Why: batchedLast}
				}
			case !r.After(at, batch):
				found, s.meets = Left{Said: said, Why: notOrdered}, meetPerhaps
			}
		}
	}
	return found
}

// shufflesBatches reports whether batches are shuffled after they are made.
func (r *reader) shufflesBatches(p pipeline) bool {
	few := len(p.shuffles)*len(p.batches) <= mostLooks
	return few && !r.mentions("unbatch") && slices.ContainsFunc(p.shuffles, func(shuffle int) bool {
		return slices.ContainsFunc(p.batches, func(batch int) bool { return r.After(shuffle, batch) })
	})
}

// frozen reports whether the data keep the order of the first epoch, because they are cached after the last shuffle.
func (r *reader) frozen(p pipeline) bool {
	few := len(p.shuffles)*len(p.caches) <= mostLooks
	return few && len(p.shuffles) > 0 && !slices.ContainsFunc(p.shuffles, func(shuffle int) bool {
		return !slices.ContainsFunc(p.caches, func(cache int) bool { return r.After(cache, shuffle) })
	})
}

// walks reports whether a loop whose variable has no meaning of its own, for e in range(50), trains on all batches of a loader
// in each round: for batch in loader, or in enumerate(loader). A loop that makes another model in each round does not count.
func (r *reader) walks(at int) bool {
	if len(r.Name(at+1)) != 1 && r.Name(at+1) != "ep" || r.Called(at+3) != "range" {
		return false
	}
	for i := r.HeadEnd(at); i < min(r.Block(at), len(r.Tokens)); i++ {
		called := r.Called(i)
		switch {
		case r.Name(i) == "for" && r.Begins(i):
			return r.Around(i) == at && r.trainsIn(i) && r.overLoader(i)
		case called != "" && !isLower(r.Name(i)), called == "init", called == "makeprivate":
			return false
		}
	}
	return false
}

// overLoader reports whether a loop goes through the training loader: nothing else is after its in.
func (r *reader) overLoader(at int) bool {
	end := r.HeadEnd(at)
	for at < end && r.Name(at) != "in" {
		at++
	}
	at++
	if called := r.Called(at); called == "enumerate" || called == "tqdm" {
		at, end = at+2, r.Closed(at+2)-1
	}
	parts := source.Segments(r.Name(at))
	return source.HasAny([]string{"loader", "dataloader"}, parts) && !lexicon.IsOther(r.Name(at)) && at+1 == end
}

const (
	wholeBatches = "shuffles batches, which hold the same examples in each epoch: no batch scheme here does that; call shuffle before batch"
	smallBuffer  = "has a buffer smaller than the dataset: early examples stay early, so the order is not a uniform permutation, and " +
		"only composition holds unless every epoch has the same order (reshuffle_each_iteration=False)"
	repeatedFirst = "comes before shuffle: epochs overlap, and a batch may hold an example twice, which no batch scheme here does"
	batchedLast   = "comes before batch: a batch at the boundary of two epochs mixes them and may hold an example twice, which no batch " +
		"scheme here does: call batch before repeat, or use a batch size that divides n"
	notOrdered = "the text does not show whether it comes after shuffle and batch: choose how the batches are made"
)
