package snippet

import (
	"slices"
	"strings"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// sampling holds the code's statements about how batches are made.
type sampling struct {
	poisson, shuffle flagged
	reshuffles       flagged // reshuffle_each_iteration of tf.data's shuffle
	private          string  // Opacus' call that replaces the loader by one that samples
	dropLast         bool
	loader           bool // the text has PyTorch's loader, which keeps the order by default
	fit              bool // the text has Keras' fit, which shuffles by default
	pipeline         bool // the text has a tf.data pipeline, which keeps the order by default
	training         bool // the text trains; otherwise it only accounts
	buffer           Taken
	attached         bool         // the engine leaves the loader as it is
	bins             string       // the call that allocates the examples to batches
	cycle            float64      // the number of batches of bins
	parts            bool         // the optimiser counts batches, several of which make its step
	may              []run.Scheme // the schemes that the text may mean if it does not show the scheme; nil if it shows none
	meets            meeting      // whether batches hold examples of two epochs
}

// meeting says whether tf.data's batches are cut from repeated data, so that no epoch ends with a smaller batch.
type meeting int

const (
	meetNever meeting = iota
	meetPerhaps
	meetSurely
)

// flagged is a switch that the text may set; said is empty if it does not.
type flagged struct {
	said string
	on   bool
	why  string // why the text does not show whether the switch is on; empty if it does
}

// hear takes the value of the switch. A known value counts more than a name; of two different values neither counts.
func (f *flagged) hear(said, value string) {
	on := source.Has(truths, value)
	switch shown := on || source.Has(lies, value); {
	case value == "", f.why == twoWays:
	case !shown && f.said == "":
		*f = flagged{said: said, why: "its value is not in the text: choose how the batches are made"}
	case shown && (f.said == "" || f.why != ""):
		*f = flagged{said: said, on: on}
	case shown && f.on != on:
		*f = flagged{said: f.said + ", " + said, why: twoWays}
	}
}

const twoWays = "the text says both: choose how the batches are made"

var truths, lies = strings.Fields("true 1 yes on"), strings.Fields("false 0 no off")

// bufferSize is the argument of tf.data's shuffle that may be unnamed.
const bufferSize = "buffersize"

// multiSteps reads how many batches Optax' wrapper accumulates for a step.
func (r *reader) multiSteps(named string, at int) {
	if x, after, ok := r.Value(r.Argument(at, 1, "")); ok && (r.Is(after, ")") || r.Is(after, ",")) {
		r.number(named+"(…, "+run.FormatNumber(x)+")", "accumulation", x)
	}
	r.sampling.parts = true
}

// readDelta reads the δ that an accountant is given without a name, accountant.get_epsilon(1e-6). In a function of the text's
// own the argument may mean something else.
func (r *reader) readDelta(named string, at int) {
	delta, method := r.Argument(at, 0, ""), strings.Contains(named, ".") || r.Is(at-3, ".")
	own := slices.ContainsFunc(r.TokensOf("get_epsilon"), func(i int) bool { return r.Name(i-1) == "def" })
	if delta < 0 || !method || own || r.Argument(at, 1, "delta") >= 0 || r.Argument(at, -1, "target_delta") >= 0 {
		return
	}
	x, after, ok := r.Value(delta)
	if end := r.Past(after); ok && (r.Is(end, ")") || r.Is(end, ",")) {
		r.number(r.Written(at-2, r.Closed(at)), "delta", x)
		return
	}
	_, raw := r.Skip(delta)
	r.unread(named+": δ", "delta", raw, delta)
}

// shuffles notes the buffer of a call of shuffle, and how often the order changes.
func (r *reader) shuffles(named string, at int) {
	s := &r.sampling
	if lexicon.IsOther(named) {
		return
	}
	if each := r.Argument(at, 2, "reshuffle_each_iteration"); each >= 0 && r.Name(each) != "None" {
		_, value := r.Skip(each)
		s.reshuffles.hear("reshuffle_each_iteration = "+value, strings.ToLower(value))
	} else {
		s.reshuffles.hear(named+"(…)", "true")
	}
	if at+1 < len(r.Tokens) && source.Plain(r.Tokens[at].Text) == bufferSize && r.Is(at+1, "=") {
		at += 2
	}
	if x, after, ok := r.Value(at); ok && (r.Is(after, ")") || r.Is(after, ",")) {
		s.buffer = Taken{named + "(" + source.Join(r.Tokens[at:after]) + ")", "scheme", run.FormatNumber(x)}
	} else {
		s.buffer = Taken{named + "(…)", "scheme", "nan"}
	}
}

// draws notes how a call makes the batches.
func (r *reader) draws(called, named string, at int) {
	s := &r.sampling
	switch called {
	case "dataloader":
		s.loader = true
		r.loads(at, named)
	case "privacyengine": // Opacus' engine before 1.0, and similar ones, leave the loader as it is
		for _, of := range []string{"sample_size", "sample_rate", "batch_size"} {
			s.attached = s.attached || r.Argument(at, -1, of) >= 0
		}
	case "from_data_loader":
		if source.Has(source.Segments(named), "dpdata") {
			s.poisson = flagged{said: named + "(…)", on: true}
		}
	case "fit":
		s.fit, s.training = true, true
	case "batch":
		if lexicon.IsOther(named) {
			return
		}
		s.pipeline = true
		chained := strings.Contains(named, ".") || r.Is(at-3, ".") // dataset.batch(256), and after another call
		if x, after, ok := r.Value(at); ok && chained && (r.Is(after, ")") || r.Is(after, ",")) {
			r.number(named+"("+source.Join(r.Tokens[at:after])+")", "b", x)
		}
	case "shuffle":
		r.shuffles(named, at)
	case "get_epsilon":
		r.readDelta(named, at)
	case "choice":
		r.chooses(at)
	case "permutation":
		r.permutes(at)
	case "random", "rand", "uniform":
		r.joins(at)
	case "randint", "randomsampler":
		r.drawsSome(called, at)
	case "sgd":
		r.descends(named, at)
	case "multisteps":
		r.multiSteps(named, at)
	case "trainingarguments", "seq2seqtrainingarguments":
		r.trainer(named, at)
	case "cyclicpoissonsampling":
		s.poisson = flagged{said: named + "(…)", on: true}
		if x, _, ok := r.Value(r.Argument(at, 2, "cycle_length")); ok && x != 1 {
			r.hear(named+"(…)", lexicon.Mark{Blank: "b scheme", Why: "draws each batch from one part of the data in turn, " +
				"which no batch scheme here does"})
		}
	case "uniformwithreplacementsampler", "dpdataloader":
		s.poisson = flagged{said: named + "(…)", on: true}
	case "ballsinbinssampling":
		s.bins = named + "(…)"
	case "make_private", "make_private_with_epsilon":
		r.private(called, at)
	default:
		if c, _ := lexicon.CallOf(called); c.Preset == "tf-privacy" && c.Places[0] == "clip" { // an optimiser
			s.training = true
		}
	}
}

// private notes Opacus' call, unless its loader is not used.
func (r *reader) private(called string, at int) {
	r.sampling.training = true
	if r.discards(at - 2) {
		r.sampling.attached = true
		return
	}
	r.sampling.private = called + "(…)"
}

// drawsSome finds draws that are no pass over the data: randint(0, N, (b,)), RandomSampler(data, num_samples=1000).
func (r *reader) drawsSome(called string, at int) {
	if called == "randomsampler" {
		if size := r.Argument(at, -1, "num_samples"); size >= 0 && r.Name(size) != "None" {
			r.hear(r.Written(at-2, r.Closed(at)), lexicon.Mark{Blank: "T",
				Why: "an epoch here is not a pass over the data: enter the total " +
					"number of steps"})
		}
		return
	}
	size := r.Argument(at, 2, "size")
	if r.Is(size, "(") || r.Is(size, "[") {
		size++
	}
	if size >= 0 && r.isBatch(size) {
		r.hear(r.Written(at-2, r.Closed(at)), lexicon.Mark{Blank: "scheme", Why: withReplacement})
	}
}

// chooses reads a batch that is drawn where it is used: NumPy's rng.choice(N, b, replace=False) and random.choice, which have
// the same arguments, and jax.random.choice(key, N, (b,), replace=False). Without replace=False an example may be drawn twice,
// which no scheme here does. The draw may mean something else if a loader makes the batches, if a condition decides, or outside
// of every loop and function.
func (r *reader) chooses(at int) {
	call, first := at-2, 0
	if r.sampling.loader || r.Conditional(call) || !r.Repeated(call, "for", "while", "def") {
		return
	}
	if r.isKey(r.Argument(at, 0, "key")) {
		first = 1
	}
	of, size := r.Argument(at, first, "a"), r.Argument(at, first+1, "size")
	if size < 0 {
		size = r.Argument(at, -1, "shape")
	}
	if of < 0 || size < 0 {
		return
	}
	if r.Is(size, "(") {
		size++
	}
	b, after, ok := r.Value(size)
	if !ok && !r.isBatch(size) {
		return
	}
	said := r.Written(call, r.Closed(at))
	replace, p := r.Argument(at, first+2, "replace"), r.Argument(at, first+3, "p")
	_, all := r.lengthAt(of)
	n, _, isCount := r.Value(of)
	switch {
	case p >= 0 || replace < 0 || r.Tokens[replace].Text != "False":
		r.hear(said, lexicon.Mark{Blank: "scheme", Why: "draws with replacement or by weights, which no batch scheme here does"})
		return
	case !all && !isCount:
		r.leave(said, "may draw from a part of the data: choose how the batches are made")
		r.sampling.may = []run.Scheme{run.WithoutReplacement}
		return
	}
	r.take(said, "scheme", string(run.WithoutReplacement))
	if isCount {
		r.number(said, "n", n)
	}
	if ok && (r.Is(after, ")") || r.Is(after, ",")) {
		r.meant(size)
		r.number(said, "b", b)
	}
}

// isKey reports whether a token is a random key of JAX: key, subkey, rng_key, or keys[i].
func (r *reader) isKey(at int) bool {
	parts := source.Segments(r.Name(at))
	return source.HasAny([]string{"key", "subkey", "keys", "subkeys", "k", "rng"}, parts)
}

// permutes reads a batch that is the beginning of a random order drawn for it: rng.permutation(n)[:b] in a loop.
func (r *reader) permutes(at int) {
	end := r.Closed(at)
	b, after, ok := r.Value(end + 2)
	if r.sampling.loader || !r.ofAll(at, end-1) || !ok || !r.Is(end, "[") || !r.Is(end+1, ":") || !r.Is(after, "]") || r.Conditional(at) ||
		!r.Repeated(at-2, "for", "while", "def") {
		return
	}
	said := r.Written(at-2, after+1)
	r.take(said, "scheme", string(run.WithoutReplacement))
	r.meant(end + 2)
	r.number(said, "b", b)
}

// joins reads batches that each example joins independently: rng.random(n) < q in a loop.
func (r *reader) joins(at int) {
	end := r.Closed(at)
	q, after, ok := r.Value(end + 1)
	if r.sampling.loader || !ok || !r.ofAll(at, end-1) || !r.Is(end, "<") || r.Conditional(at) || !r.Repeated(at-2, "for", "while", "def") {
		return
	}
	said := r.Written(at-2, after)
	r.take(said, "scheme", string(run.Poisson))
	r.meant(end + 1)
	r.number(source.Join(r.Tokens[end+1:after])+" of "+said, "sample rate", q)
}

// ofAll reports whether the expression between two tokens is the number of all examples.
func (r *reader) ofAll(at, to int) bool {
	after, all := r.lengthAt(at)
	field, _ := lexicon.FieldOf(r.Name(at))
	return all && after == to || at+1 == to && field == "n"
}
