package snippet

import (
	"math"
	"strconv"
	"strings"

	"lastiterate/bounds/run"
)

// sampling is what code says of how its batches are made.
type sampling struct {
	poisson, shuffle flagged
	private          string // Opacus' call that replaces the loader by one that samples
	dropLast         bool
	loader           bool // PyTorch's, which keeps the order where nothing is said
	fit              bool // Keras', which shuffles where nothing is said
	pipeline         bool // of tf.data, which keeps the order where nothing is said
	training         bool // the text trains; otherwise it only accounts
	buffer           Taken
	attached         bool    // an engine that leaves the loader as it is
	bins             string  // a call that allocates the examples to batches
	cycle            float64 // the number of these batches
}

// flagged is a switch that was said; said is empty where it was not.
type flagged struct {
	said string
	on   bool
	why  string // why the text does not show whether it is on; empty where it does
}

// hear takes what the text gives the switch. A value that is there counts more than a name; of two that differ neither
// is taken.
func (f *flagged) hear(said, value string) {
	on := has(truths, value)
	switch shown := on || has(lies, value); {
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

// bufferSize is the argument of tf.data's shuffle, which may have no name.
const bufferSize = "buffersize"

// draws notes what a call says of the batches.
func (r *reader) draws(called, named string, at int) {
	s := &r.sampling
	switch called {
	case "dataloader":
		s.loader = true
		r.loads(at, named)
	case "privacyengine": // Opacus' before 1.0, and others of its kind: the loader stays as it is
		for _, of := range []string{"sample_size", "sample_rate", "batch_size"} {
			s.attached = s.attached || r.argument(at, -1, of) >= 0
		}
	case "from_data_loader":
		if has(segmentsOf(named), "dpdata") {
			s.poisson = flagged{said: named + "(…)", on: true}
		}
	case "fit":
		s.fit, s.training = true, true
	case "batch":
		if isOther(named) {
			return
		}
		s.pipeline = true
		chained := strings.Contains(named, ".") || r.is(at-3, ".") // dataset.batch(256), and after another call
		if x, after, ok := r.value(at); ok && chained && (r.is(after, ")") || r.is(after, ",")) {
			r.number(named+"("+text(r.in[at:after])+")", "b", x)
		}
	case "shuffle":
		if at+1 < len(r.in) && plain(r.in[at].text) == bufferSize && r.is(at+1, "=") {
			at += 2
		}
		if x, after, ok := r.value(at); ok && (r.is(after, ")") || r.is(after, ",")) {
			s.buffer = Taken{named + "(" + text(r.in[at:after]) + ")", "scheme", run.FormatNumber(x)}
		} else {
			s.buffer = Taken{named + "(…)", "scheme", "nan"}
		}
	case "choice":
		r.chooses(at)
	case "randint", "randomsampler":
		r.drawsSome(called, at)
	case "sgd":
		r.descends(named, at)
	case "trainingarguments", "seq2seqtrainingarguments":
		r.trainer(named, at)
	case "cyclicpoissonsampling", "uniformwithreplacementsampler", "dpdataloader":
		s.poisson = flagged{said: named + "(…)", on: true}
	case "ballsinbinssampling":
		s.bins = named + "(…)"
	case "make_private", "make_private_with_epsilon":
		r.private(called, at)
	default:
		if c := calls[called]; c.preset == "tf-privacy" && c.places[0] == "clip" { // an optimiser
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

// drawsSome hears draws that are no pass over the data: randint(0, N, (b,)), RandomSampler(data, num_samples=1000).
func (r *reader) drawsSome(called string, at int) {
	if called == "randomsampler" {
		if size := r.argument(at, -1, "num_samples"); size >= 0 && r.name(size) != "None" {
			r.hear(r.written(at-2, r.closed(at)), mark{blank: "T", why: "an epoch here is not a pass over the data: enter the total " +
				"number of steps"})
		}
		return
	}
	size := r.argument(at, 2, "size")
	if r.is(size, "(") || r.is(size, "[") {
		size++
	}
	if size >= 0 && r.isBatch(size) {
		r.hear(r.written(at-2, r.closed(at)), mark{blank: "scheme", why: withReplacement})
	}
}

// scheme decides how the batches are made, unless words have said it: as the code says,
// then as the library does where its code says nothing.
func (r *reader) scheme(n float64) {
	s := r.sampling
	take := func(said string, scheme run.Scheme) { r.take(said, "scheme", string(scheme)) }
	switch {
	case r.says("scheme"):
	case s.bins != "":
		r.allocated(n)
	case s.poisson.on:
		take(s.poisson.said, run.Poisson)
		r.replacedShuffle()
	case s.poisson.why != "":
		r.leave(s.poisson.said, s.poisson.why)
	case r.samples():
		if s.private == "" {
			break // the preset's scheme
		}
		take(s.private+", poisson_sampling=True by default", run.Poisson)
		r.replacedShuffle()
	case s.buffer.Said != "":
		if size, err := strconv.ParseFloat(s.buffer.Value, 64); err == nil && n > 0 && size >= n {
			take(s.buffer.Said, run.Reshuffle)
		} else {
			r.leave(s.buffer.Said, "shuffles all examples only if its buffer holds them all: choose how the batches are made")
		}
	case s.shuffle.why != "":
		r.leave(s.shuffle.said, s.shuffle.why)
	case s.shuffle.on:
		take(s.shuffle.said, run.Reshuffle)
	case s.shuffle.said != "":
		take(s.shuffle.said, run.Cyclic)
	case s.loader:
		take("DataLoader(…), in order", run.Cyclic)
	case s.pipeline:
		take("batch(…), in order", run.Cyclic)
	case s.fit && r.preset == "tf-privacy":
		take("fit(…), which shuffles", run.Reshuffle)
	case r.preset == "tf-privacy" && !s.training, r.says("sample rate"):
		take("as the accountant assumes", run.Poisson)
	}
}

// discards reports whether the loader that Opacus' call at a token returns is not used: what trains is another one.
func (r *reader) discards(at int) bool {
	var targets []string
	for i := r.lineOf(at); i < at && !r.is(i, "="); i++ {
		if named := r.name(i); named != "" {
			targets = append(targets, named)
		}
	}
	if len(targets) != 3 {
		return false
	}
	given := targets[2]
	if given == "_" {
		return true
	}
	data := r.argument(at+2, -1, "data_loader")
	return len(r.tokensOf(given)) == 1 && len(r.tokensOf("in")) > 0 && data >= 0 && r.name(data) != given
}

// tokensOf are the tokens that name something, or a member of it; with a dot before it, those that name it as a member.
func (r *reader) tokensOf(something string) []int {
	if r.places == nil {
		r.places = map[string][]int{}
		for i, t := range r.in {
			if t.kind == name {
				whole, _, member := strings.Cut(t.text, ".")
				r.places[whole] = append(r.places[whole], i)
				if member {
					last := t.text[strings.LastIndexByte(t.text, '.'):]
					r.places[last] = append(r.places[last], i)
				}
			}
		}
	}
	return r.places[something]
}

// samples reports whether Opacus samples the batches, as it does unless it is told not to.
func (r *reader) samples() bool {
	s := r.sampling
	return r.preset == "opacus" && s.poisson.said == "" && (s.private != "" || !s.attached && !s.loader)
}

// replacedShuffle says what becomes of the loader’s shuffle where batches are sampled.
func (r *reader) replacedShuffle() {
	if r.sampling.shuffle.said == "" {
		return
	}
	why := "does not count: the batches are sampled"
	if r.preset == "opacus" {
		why = "is the loader’s, which Opacus replaces by one that samples"
	}
	r.leave(r.sampling.shuffle.said, why)
}

// allocated reads JAX Privacy's balls in bins, whose cycle_length counts the batches. It draws each
// example's batch once for all cycles, so it is random allocation only if there is a single cycle.
func (r *reader) allocated(n float64) {
	s := r.sampling
	if steps, err := strconv.ParseFloat(r.values["T"].Value, 64); err != nil || !(steps <= s.cycle) {
		r.hear(s.bins, mark{blank: "scheme", why: "assigns each example to a batch once, for every cycle, which no scheme here does: " +
			"“random allocation” assigns it afresh every epoch, and covers one cycle"})
		return
	}
	r.take(s.bins, "scheme", string(run.Allocation))
	if !r.says("b") && n >= s.cycle && s.cycle >= 1 {
		b := math.Floor(n / s.cycle)
		if math.Floor(n/b) != s.cycle { // fewer batches, which lose no less
			b = math.Ceil(n / s.cycle)
		}
		r.take("cycle_length = "+run.FormatNumber(s.cycle), "b", run.FormatNumber(b))
	}
}

// passes is how many steps the library makes in that many epochs.
//
//	Opacus 1.5        E·len(loader): make_private samples at 1/len(data_loader)
//	TF Privacy 0.9    ⌈E·n/b⌉ in compute_dp_sgd_privacy
//	JAX Privacy 1.0   E·⌊n/b⌋: keras_api, "epochs * (train_size // batch_size)"
//
// In an order that is walked through, each example is used once in an epoch, and the
// engine counts ⌊n/b⌋ steps.
func (r *reader) passes(epochs, n, b float64, scheme run.Scheme) float64 {
	switch {
	case scheme.UsesAll():
		return epochs
	case scheme.FixedSize(), r.preset == "jax-privacy", r.sampling.dropLast:
		return math.Ceil(epochs * math.Floor(n/b))
	case r.preset == "tf-privacy":
		return math.Ceil(epochs * n / b)
	}
	return math.Ceil(epochs * math.Ceil(n/b))
}

// loaderRate makes b what Opacus samples at: make_private has each example join with probability
// 1/len(data_loader), which is b/n only where b divides n. A loader has ⌈n/b⌉ batches, the last and smaller one
// among them, or ⌊n/b⌋ where it drops that. b is rounded up, so that b/n is no less than the probability.
func (r *reader) loaderRate(n, b float64) {
	batches, kept := math.Ceil(n/b), ""
	if r.sampling.dropLast {
		batches, kept = math.Floor(n/b), ", drop_last"
	}
	if sampled := math.Ceil(n / batches); sampled != b {
		said := r.values["b"]
		r.rate = run.FormatNumber(batches)
		r.values["b"] = Taken{said.Said + kept + ": the sampling rate is 1/len(loader) = 1/" + r.rate, "b",
			run.FormatNumber(sampled)}
	}
}

// clippedTogether reports microbatches of several examples, since noise then hides half as much, and offers that half.
func (r *reader) clippedTogether() {
	if _, halved := r.offered[multiplier]; halved {
		return
	}
	if m := r.microbatch; m.Said != "" && !r.alone() {
		r.hear(m.Said, mark{blank: "sigma", why: microbatched})
	}
	z := r.values[multiplier]
	if x, err := strconv.ParseFloat(z.Value, 64); err == nil && r.kinds[microbatched] > 0 {
		half := run.FormatNumber(x / 2)
		r.offer("sigma", half, "half of "+z.Said+" is "+half)
	}
}

// alone reports whether each microbatch is one example.
func (r *reader) alone() bool { return r.says("b") && r.values["b"].Value == r.microbatch.Value }

// accumulated reports a step's batch that is made of several. In TF Privacy and JAX Privacy the step's
// batch is batch_size times their number; elsewhere batch_size may be the whole or a part.
func (r *reader) accumulated() {
	k, err := strconv.ParseFloat(r.accrued.Value, 64)
	if err != nil || k == 1 {
		return
	}
	if _, said := r.offered["b"]; said {
		return
	}
	b, known := r.values["b"]
	each, _ := strconv.ParseFloat(b.Value, 64)
	whole := run.FormatNumber(k * each)
	switch {
	case known && (r.preset == "tf-privacy" || r.preset == "jax-privacy"):
		r.values["b"] = Taken{b.Said + ", " + r.accrued.Said, "b", whole}
		if r.says("epochs") && !r.says("T") {
			r.hear(r.accrued.Said, mark{blank: "T", why: "several batches make one step: enter the number of steps"})
		}
		return
	case known:
		r.offer("b", whole, b.Said+" before accumulation: "+run.FormatNumber(k)+" × "+b.Value+" = "+whole)
		r.offer("b", b.Value, b.Said+" after accumulation")
	}
	r.hear(r.accrued.Said, mark{blank: "b", why: accumulates})
}

// chooses reads a batch that is drawn where it is used: rng.choice(N, b, replace=False) of NumPy, whose random.choice has the
// same places, and jax.random.choice(key, N, (b,), replace=False). Without replace=False an example may be drawn twice,
// which no scheme here does. A loader in the text makes the batches itself, and what is drawn under a condition or outside of
// every loop and function may be something else.
func (r *reader) chooses(at int) {
	call, first := at-2, 0
	if r.sampling.loader || r.conditional(call) || !r.repeated(call, "for", "while", "def") {
		return
	}
	if r.isKey(r.argument(at, 0, "key")) {
		first = 1
	}
	of, size := r.argument(at, first, "a"), r.argument(at, first+1, "size")
	if size < 0 {
		size = r.argument(at, -1, "shape")
	}
	if of < 0 || size < 0 {
		return
	}
	if r.is(size, "(") {
		size++
	}
	b, after, ok := r.value(size)
	if !ok && !r.isBatch(size) {
		return
	}
	said := r.written(call, r.closed(at))
	replace, p := r.argument(at, first+2, "replace"), r.argument(at, first+3, "p")
	_, all := r.lengthAt(of)
	n, _, counted := r.value(of)
	switch {
	case p >= 0 || replace < 0 || r.in[replace].text != "False":
		r.hear(said, mark{blank: "scheme", why: "draws with replacement or by weights, which no batch scheme here does"})
		return
	case !all && !counted:
		r.leave(said, "may draw from a part of the data: choose how the batches are made")
		return
	}
	r.take(said, "scheme", string(run.WithoutReplacement))
	if counted {
		r.number(said, "n", n)
	}
	if ok && (r.is(after, ")") || r.is(after, ",")) {
		r.number(said, "b", b)
	}
}

// isKey reports whether a token is a random key of JAX: key, subkey, rng_key, or keys[i].
func (r *reader) isKey(at int) bool {
	parts := segmentsOf(r.name(at))
	return hasAny([]string{"key", "subkey", "keys", "subkeys", "k", "rng"}, parts)
}

// repeated reports whether a token is within a statement of such a kind, and under no condition on its own line.
func (r *reader) repeated(at int, by ...string) bool {
	at = r.lineOf(at)
	if r.name(at) == "if" {
		return false
	}
	for column := r.in[at].column; at >= 0; at-- {
		if r.begins(at) && r.in[at].column < column {
			column = r.in[at].column
			if has(by, r.name(at)) {
				return true
			}
		}
	}
	return false
}
