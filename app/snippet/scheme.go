package snippet

import (
	"math"
	"strconv"
	"strings"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// scheme determines how batches are made, unless words have stated it: from the code, then from the library's default.
func (r *reader) scheme(n float64) {
	s := r.sampling
	take := func(said string, scheme run.Scheme) { r.take(said, "scheme", string(scheme)) }
	data := r.pipeline()
	meets := r.epochsMeet(data, n)
	switch {
	case r.offered["scheme"].Text == anyOrders:
		r.take(anyOrders, "release", string(run.AllIterates))
	case r.says("scheme"):
	case s.bins != "":
		r.readAllocation(n)
	case s.poisson.on:
		take(s.poisson.said, run.Poisson)
		r.replacedShuffle()
	case s.poisson.why != "":
		r.leave(s.poisson.said, s.poisson.why)
	case r.samples():
		if s.private == "" {
			break // the preset's scheme stays
		}
		take(s.private+", poisson_sampling=True by default", run.Poisson)
		r.replacedShuffle()
	case meets.Why == notOrdered: // the scheme depends on the order of the calls
		r.hear(meets.Said, lexicon.Mark{Why: meets.Why})
		r.mayShuffle(data, n)
	case meets.Why != "":
		r.hear(meets.Said, lexicon.Mark{Blank: "scheme", Why: meets.Why})
	case r.shufflesBatches(data):
		r.hear(s.buffer.Said, lexicon.Mark{Blank: "scheme", Why: wholeBatches})
	case s.buffer.Said != "":
		switch size, err := strconv.ParseFloat(s.buffer.Value, 64); {
		case err == nil && n > 0 && size >= n && s.reshuffles.why != "":
			r.leave(s.reshuffles.said, s.reshuffles.why)
			r.mayShuffle(data, n)
		case err == nil && n > 0 && size >= n && !s.reshuffles.on:
			take(s.buffer.Said+", "+s.reshuffles.said, run.ShuffleOnce)
		case err == nil && n > 0 && size >= n && r.frozen(data):
			take(s.buffer.Said+", then cache()", run.ShuffleOnce)
		case err == nil && n > 0 && size >= n:
			take(s.buffer.Said, run.Reshuffle)
		case err == nil && n > 0 && size < n:
			r.ofSmallBuffer(data)
		case err == nil && n == 0 && s.reshuffles.why == "" && !math.IsNaN(size):
			r.byN = []string{"scheme"}
			r.hear(s.buffer.Said, lexicon.Mark{Blank: "scheme", Why: "shuffles all examples only if its buffer holds them all"})
		default:
			r.leave(s.buffer.Said, "shuffles all examples only if its buffer holds them all: choose how the batches are made")
			r.mayShuffle(data, n)
		}
	case s.shuffle.why != "":
		r.leave(s.shuffle.said, s.shuffle.why)
		if strings.HasPrefix(s.shuffle.said, "shuffle") { // and no sampler
			r.sampling.may = []run.Scheme{run.Poisson, run.Reshuffle, run.Cyclic}
		}
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

// anyOrders is the offer for data whose order changes between epochs and is not uniform: it counts as a fixed order of which every
// iterate is released, since only composition holds for such orders.
const anyOrders = "batches: fixed order, with all iterates released"

// oneOrder is the offer for such data if the text does not show whether their order changes.
const oneOrder = "batches: fixed order, the same in every epoch"

// ofSmallBuffer reads a shuffle with a buffer that does not hold all examples. If its order is the same in every epoch, it is a
// fixed order.
func (r *reader) ofSmallBuffer(p pipeline) {
	s := &r.sampling
	switch frozen := r.frozen(p); {
	case s.reshuffles.why != "" && !frozen:
		r.offers = append(r.offers, Offer{"scheme", string(run.Cyclic), oneOrder})
	case !s.reshuffles.on:
		r.take(s.buffer.Said+", "+s.reshuffles.said, "scheme", string(run.Cyclic))
		return
	case frozen:
		r.take(s.buffer.Said+", then cache()", "scheme", string(run.Cyclic))
		return
	}
	r.hear(s.buffer.Said, lexicon.Mark{Why: smallBuffer})
	r.offers = append(r.offers, Offer{"scheme", string(run.Cyclic), anyOrders})
}

// mayShuffle notes what a tf.data pipeline does that shuffles in the usual order of calls with a buffer of all n examples. If
// only n is unknown, the dataset size decides whether the buffer is large enough. A smaller buffer gives no scheme.
func (r *reader) mayShuffle(p pipeline, n float64) {
	s := &r.sampling
	size, _ := strconv.ParseFloat(s.buffer.Value, 64)
	switch {
	case s.buffer.Said == "":
		s.may = []run.Scheme{run.Cyclic}
	case !math.IsNaN(size) && !(size >= n && n > 0):
	case s.reshuffles.why != "":
		s.may = []run.Scheme{run.Reshuffle, run.ShuffleOnce}
	case !s.reshuffles.on, r.frozen(p):
		s.may = []run.Scheme{run.ShuffleOnce}
	default:
		s.may = []run.Scheme{run.Reshuffle}
	}
}

// discards reports whether the loader that Opacus' call at a token returns is not used, and another one trains.
func (r *reader) discards(at int) bool {
	var targets []string
	for i := r.LineOf(at); i < at && !r.Is(i, "="); i++ {
		if named := r.Name(i); named != "" {
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
	data := r.Argument(at+2, -1, "data_loader")
	return len(r.TokensOf(given)) == 1 && len(r.TokensOf("in")) > 0 && data >= 0 && r.Name(data) != given
}

// samples reports whether Opacus samples the batches, which is its default.
func (r *reader) samples() bool {
	s := r.sampling
	return r.preset == "opacus" && s.poisson.said == "" && (s.private != "" || !s.attached && !s.loader)
}

// replacedShuffle says that the loader’s shuffle has no effect if batches are sampled.
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

// readAllocation reads JAX Privacy's balls in bins, whose cycle_length counts the batches. It draws each example's batch once for
// all cycles, so it is random allocation only if there is a single cycle.
func (r *reader) readAllocation(n float64) {
	s := r.sampling
	if steps, err := strconv.ParseFloat(r.values["T"].Value, 64); err != nil || !(steps <= s.cycle) {
		r.hear(s.bins, lexicon.Mark{Blank: "scheme",
			Why: "assigns each example to a batch once, for every cycle, which no scheme here does: " +
				"“random allocation” assigns it afresh every epoch, and covers one cycle"})
		return
	}
	r.take(s.bins, "scheme", string(run.Allocation))
	if !r.says("b") && n >= s.cycle && s.cycle >= 1 {
		b := math.Floor(n / s.cycle)
		if math.Floor(n/b) != s.cycle { // fewer batches, which lose at least as much privacy
			b = math.Ceil(n / s.cycle)
		}
		r.take("cycle_length = "+run.FormatNumber(s.cycle), "b", run.FormatNumber(b))
	}
}

// reportAccumulation reports that several batches make the batch of a step, by accumulation or on several devices. In TF Privacy and
// JAX Privacy the step's batch is batch_size times the number of accumulated batches; in other libraries batch_size may be the
// whole or a part.
func (r *reader) reportAccumulation() {
	k, err := strconv.ParseFloat(r.accrued.Value, 64)
	if err != nil {
		k = 1
	}
	r.ofParts(k)
	if _, said := r.offered["b"]; said {
		return
	}
	if r.physical > 0 && k*r.physical == r.logical {
		return
	}
	b, known := r.values["b"]
	if known && k != 1 && (r.preset == "tf-privacy" || r.preset == "jax-privacy") {
		each, _ := strconv.ParseFloat(b.Value, 64)
		r.values["b"] = Taken{b.Said + ", " + r.accrued.Said, "b", run.FormatNumber(k * each)}
		if r.says("epochs") && !r.says("T") {
			r.hear(r.accrued.Said, lexicon.Mark{Blank: "T", Why: "several batches make one step: enter the number of steps"})
		}
		return
	}
	if k != 1 && r.kinds[lexicon.Accumulates] == 0 {
		r.hear(r.accrued.Said, lexicon.Mark{Blank: "b", Why: lexicon.Accumulates})
	}
	switch {
	case r.each.Said != "":
		r.offerBatches(r.each, k, false, true)
	case known && k != 1:
		r.offerBatches(b, k, true, r.kinds[lexicon.SeveralDevices]+r.kinds[lexicon.SeveralProcesses] > 0)
	case known && r.kinds[lexicon.SeveralDevices]+r.kinds[lexicon.SeveralProcesses] > 0:
		r.offerBatches(b, 1, true, true)
	}
}

// ofParts asks for the number of steps if the text may count the batches of which k make a step.
func (r *reader) ofParts(k float64) {
	of := r.values["T"]
	batches, err := strconv.ParseFloat(of.Value, 64)
	if _, settled := r.offered["T"]; settled || k <= 1 || err != nil || !r.sampling.parts {
		return
	}
	r.offer("T", run.FormatNumber(math.Ceil(batches/k)), of.Said+" counts batches: "+of.Value+" / "+run.FormatNumber(k)+" steps")
	r.offer("T", of.Value, of.Said+" counts steps")
	r.hear(of.Said, lexicon.Mark{Blank: "T", Why: "may count batches, of which several make a step: enter the number of steps"})
}

// makesStep reports whether the number of accumulated batches, times this size, is the batch size that an engine is told. Then
// this size is the physical one.
func (r *reader) makesStep(size float64) bool {
	if size >= r.logical {
		return false
	}
	for i, t := range r.Tokens {
		k, ok := 0.0, false
		if field, _ := lexicon.FieldOf(t.Text); t.Kind == source.Name && field == "accumulation" {
			k, ok = r.Part(i+2, min(i+3, len(r.Tokens)))
		} else if source.IsSign(t, "%") {
			k, ok = r.Part(i+1, min(i+2, len(r.Tokens)))
		}
		if ok && k*size == r.logical {
			r.physical = size
			return true
		}
	}
	return false
}

// offerBatches offers possible batch sizes of a step if the text has the size of a part: one of k accumulated batches, on each
// of several devices. It also offers the stated size itself if this may be the whole.
func (r *reader) offerBatches(part Taken, k float64, whole, shared bool) {
	size, _ := strconv.ParseFloat(part.Value, 64)
	offer := func(x float64, words string) {
		if shared && whole {
			r.offer("b", run.FormatNumber(x), part.Said+words+" over all devices")
		} else if shared {
			r.offer("b", run.FormatNumber(x), part.Said+words+" on one device")
		} else {
			r.offer("b", run.FormatNumber(x), part.Said+words)
		}
		if all := x * r.devices; shared && r.devices > 1 {
			number := run.FormatNumber(all)
			r.offer("b", number, part.Said+words+" on each of "+run.FormatNumber(r.devices)+" devices: "+number)
		}
	}
	if k != 1 {
		all := run.FormatNumber(k * size)
		offer(k*size, " before accumulation: "+run.FormatNumber(k)+" × "+part.Value+" = "+all)
	}
	switch {
	case k == 1:
		offer(size, "")
	case whole:
		offer(size, " after accumulation")
	}
}

// shares notes the number of devices that share a batch, the batch size of one, and the steps of an epoch that is not a pass,
// if the text of a mark states them.
func (r *reader) shares(said string, m lexicon.Mark) {
	for word := range strings.FieldsSeq(said) {
		x, err := strconv.ParseFloat(word, 64)
		switch {
		case err != nil || !(x >= 1):
		case m.Why == lexicon.OfOneDevice && r.each.Said == "":
			r.each = Taken{said, "b", run.FormatNumber(x)}
		case m.Why == lexicon.SeveralDevices && r.devices == 0:
			r.devices = x
		case m.Why == lexicon.SeveralDevices && r.devices != x:
			r.devices = -1 // machines with several devices each
		case m.Why == lexicon.OwnEpochs && r.ownEpoch == 0:
			r.ownEpoch = x
		case m.Why == lexicon.OwnEpochs && r.ownEpoch != x:
			r.ownEpoch = -1
		}
	}
}
