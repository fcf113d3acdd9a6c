package snippet

import (
	"slices"
	"strings"

	"lastiterate/bounds/run"
)

// enclose notes for each token the bracket that it is in, where the argument ends that begins at it, and where the bracket
// closes that it opens. A text may have as many arguments in each other as it has tokens.
func (r *reader) enclose() {
	size := len(r.in)
	r.bracket, r.ended, r.closing = make([]int, size), make([]int, size), make([]int, size)
	var open []int
	for i := range r.in {
		if isSign(r.in[i], ")]}") && len(open) > 0 {
			open = open[:len(open)-1]
		}
		r.bracket[i] = -1
		if len(open) > 0 {
			r.bracket[i] = open[len(open)-1]
		}
		if isSign(r.in[i], "([{") {
			open = append(open, i)
		}
	}
	type level struct{ end, closing int } // of the argument around a bracket, and of the bracket
	var outer []level
	end := size
	for i := size - 1; i >= 0; i-- {
		switch t := r.in[i]; {
		case isSign(t, ")]}"):
			outer = append(outer, level{end, i})
			end = i
			r.ended[i] = i
		case isSign(t, "([{"):
			r.closing[i], end = size, size // where it is never closed
			if last := len(outer) - 1; last >= 0 {
				r.closing[i], end, outer = outer[last].closing, outer[last].end, outer[:last]
			}
			r.ended[i] = end
		case t.kind == line, isSign(t, ","):
			end = i
			r.ended[i] = i
		default:
			r.ended[i] = end
		}
	}
}

// isSign reports whether a token is one of the signs.
func isSign(t token, signs string) bool {
	return t.kind == sign && len(t.text) == 1 && strings.Contains(signs, t.text)
}

// enclosing is the token whose call has an argument at a token; negative where none has.
func (r *reader) enclosing(at int) int {
	if at >= len(r.bracket) || r.bracket[at] < 0 || !r.is(r.bracket[at], "(") {
		return -1
	}
	return r.bracket[at] - 1
}

// foreign reports whether a token is an argument of a call that does not train, so that its name means no setting.
func (r *reader) foreign(at int) bool {
	call := r.enclosing(at)
	if call < 0 {
		return false
	}
	called := r.called(call)
	if called == "pgd" || called == "fgsm" { // an attack, or projected gradient descent
		return r.argument(call+2, -1, "eps") >= 0 || r.argument(call+2, -1, "epsilon") >= 0
	}
	return has(foreignCalls, called) || strings.HasPrefix(called, "batchnorm") || strings.HasPrefix(called, "make") && hasAny(
		[]string{"moons", "blobs", "classification", "regression", "circles"}, segmentsOf(r.name(call)))
}

var foreignCalls = strings.Fields("evaluate predict multinomial linspace logspace embedding clipgradnorm clipgradvalue " +
	"huberloss huber smoothl1loss dropout layernorm layernormalization groupnorm groupnormalization sample generate " +
	"randomsampler")

const withReplacement = "draws with replacement, which no batch scheme here does"

// ofAnother skips the argument of such a call. How many examples it makes is offered: make_classification(n_samples=10000).
func (r *reader) ofAnother(named string, at int) (next int) {
	next, _ = r.skip(at)
	if field, _ := fieldOf(named); field == "n" && strings.HasPrefix(r.called(r.enclosing(at)), "make") {
		if x, after, ok := r.value(at); ok && after == next {
			r.made = append(r.made, Offer{"n", run.FormatNumber(x), named + " = " + text(r.in[at:after])})
		}
	}
	return next
}

// loads reads the arguments of PyTorch's loader that need no name, and its sampler.
func (r *reader) loads(at int, named string) {
	if size := r.argument(at, 1, ""); size >= 0 {
		if x, after, ok := r.value(size); ok && (r.is(after, ")") || r.is(after, ",")) {
			r.number(named+": "+text(r.in[size:after]), "b", x)
		}
	}
	if shuffle := r.argument(at, 2, ""); shuffle >= 0 {
		_, said := r.skip(shuffle)
		r.sampling.shuffle.hear(named+": "+said, strings.ToLower(said))
	}
	for _, argument := range []string{"sampler", "batch_sampler"} {
		sampler := r.argument(at, -1, argument)
		if sampler < 0 || r.name(sampler) == "None" {
			continue
		}
		_, said := r.skip(sampler)
		for i := range r.in { // what its name was given
			if r.name(i) == r.name(sampler) && r.begins(i) && r.is(i+1, "=") {
				sampler = i + 2
				break
			}
		}
		made, value := r.called(sampler), "unknown"
		again := r.argument(sampler+2, -1, "replacement")
		switch _, marked := markOf(r.name(sampler), true); {
		case marked, made == "uniformwithreplacementsampler":
			continue // it is heard by itself
		case made == "randomsampler" && r.name(again) == "True":
			r.hear(argument+" = "+said, mark{blank: "scheme", why: withReplacement})
			continue
		case has([]string{"randomsampler", "subsetrandomsampler", "distributedsampler"}, made):
			value = "true"
		case made == "sequentialsampler":
			value = "false"
		}
		r.sampling.shuffle.hear(argument+" = "+said, value)
	}
}

// descends reads the arguments of an optimiser that need no name: optim.SGD(parameters, 0.1, 0.9), optax.sgd(0.1, 0.9).
func (r *reader) descends(named string, at int) {
	if named == "sgd" {
		return // one's own
	}
	place := 0
	if _, _, ok := r.value(r.argument(at, 0, "")); !ok && strings.HasSuffix(named, "SGD") && !strings.Contains(named, "keras") {
		place = 1 // PyTorch's, whose parameters come first
	}
	rate, momentum := r.argument(at, place, ""), r.argument(at, place+1, "")
	if rate < 0 {
		return
	}
	if x, after, ok := r.value(rate); ok && (r.is(after, ",") || r.is(after, ")")) {
		r.number(named+": "+text(r.in[rate:after]), "eta", x)
	}
	if x, _, ok := r.value(momentum); momentum >= 0 && !(ok && x == 0) {
		_, said := r.skip(momentum)
		m, _ := markOf("momentum", false)
		r.hear(named+": "+said, m)
	}
}

// optimiser is the mark of an adaptive method that a value names: optim="paged_adamw_8bit".
func optimiser(of, value string) (mark, bool) {
	if !hasAny([]string{"optim", "optimizer", "optimiser", "type", "name"}, segmentsOf(of)) {
		return mark{}, false
	}
	for _, part := range segmentsOf(value) {
		if has(adaptives, part) {
			return markOf(part, false)
		}
	}
	return mark{}, false
}

// trainer hears what Hugging Face's arguments mean where they do not say it: AdamW, and a learning rate that falls linearly.
func (r *reader) trainer(named string, at int) {
	if slices.ContainsFunc(r.in, func(t token) bool { return t.kind == name && t.text == "optimizers" }) {
		return // the trainer is given its own
	}
	if r.argument(at, -1, "optim") < 0 {
		m, _ := markOf("adamw", false)
		r.hear(named+"(…) without optim", m)
	}
	if r.argument(at, -1, "lr_scheduler_type") < 0 {
		r.hear(named+"(…) without lr_scheduler_type", mark{departs: "schedule", of: ofRate, why: someSchedule})
	}
}
