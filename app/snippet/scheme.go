package snippet

import (
	"math"
	"strconv"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/bounds/run"
)

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
		r.hear(s.bins, lexicon.Mark{Blank: "scheme",
			Why: "assigns each example to a batch once, for every cycle, which no scheme here does: " +
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
