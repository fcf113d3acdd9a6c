package snippet

import (
	"slices"
	"strings"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// foreign reports whether a token is an argument of a call that does not train, so that its name means no setting.
func (r *reader) foreign(at int) bool {
	call := r.Enclosing(at)
	if call < 0 {
		return false
	}
	called := r.Called(call)
	if called == "pgd" || called == "fgsm" { // an attack, or projected gradient descent
		return r.Argument(call+2, -1, "eps") >= 0 || r.Argument(call+2, -1, "epsilon") >= 0
	}
	return source.Has(lexicon.ForeignCalls, called) || strings.HasPrefix(called, "batchnorm") || strings.HasPrefix(called, "make") &&
		source.HasAny(
			[]string{"moons", "blobs", "classification", "regression", "circles"}, source.Segments(r.Name(call)))
}

const withReplacement = "draws with replacement, which no batch scheme here does"

// ofAnother skips the argument of a call that does not train. A number of examples that the call makes is offered:
// make_classification(n_samples=10000).
func (r *reader) ofAnother(named string, at int) (next int) {
	next, _ = r.Skip(at)
	if field, _ := lexicon.FieldOf(named); field == "n" && strings.HasPrefix(r.Called(r.Enclosing(at)), "make") {
		if x, after, ok := r.Value(at); ok && after == next {
			r.made = append(r.made, Offer{"n", run.FormatNumber(x), named + " = " + source.Join(r.Tokens[at:after])})
		}
	}
	return next
}

// loads reads the unnamed arguments of PyTorch's loader, and its sampler.
func (r *reader) loads(at int, named string) {
	if size := r.Argument(at, 1, ""); size >= 0 {
		if x, after, ok := r.Value(size); ok && (r.Is(after, ")") || r.Is(after, ",")) {
			r.number(named+": "+source.Join(r.Tokens[size:after]), "b", x)
		}
	}
	if shuffle := r.Argument(at, 2, ""); shuffle >= 0 {
		_, said := r.Skip(shuffle)
		r.sampling.shuffle.hear(named+": "+said, strings.ToLower(said))
	}
	for _, argument := range []string{"sampler", "batch_sampler"} {
		sampler := r.Argument(at, -1, argument)
		if sampler < 0 || r.Name(sampler) == "None" {
			continue
		}
		_, said := r.Skip(sampler)
		for i := range r.Tokens { // the value that the sampler's name was given
			if r.Name(i) == r.Name(sampler) && r.Begins(i) && r.Is(i+1, "=") {
				sampler = i + 2
				break
			}
		}
		made, value := r.Called(sampler), "unknown"
		again := r.Argument(sampler+2, -1, "replacement")
		switch _, marked := lexicon.MarkOf(r.Name(sampler), true); {
		case marked, made == "uniformwithreplacementsampler":
			continue // this call is read elsewhere
		case made == "randomsampler" && r.Name(again) == "True":
			r.hear(argument+" = "+said, lexicon.Mark{Blank: "scheme", Why: withReplacement})
			continue
		case source.Has([]string{"randomsampler", "subsetrandomsampler", "distributedsampler"}, made):
			value = "true"
		case made == "sequentialsampler":
			value = "false"
		}
		r.sampling.shuffle.hear(argument+" = "+said, value)
	}
}

// descends reads the unnamed arguments of an optimiser: optim.SGD(parameters, 0.1, 0.9), optax.sgd(0.1, 0.9).
func (r *reader) descends(named string, at int) {
	if named == "sgd" {
		return // an optimiser of the text's own
	}
	place := 0
	if _, _, ok := r.Value(r.Argument(at, 0, "")); !ok && strings.HasSuffix(named, "SGD") && !strings.Contains(named, "keras") {
		place = 1 // in PyTorch's optimisers the parameters come first
	}
	rate, momentum := r.Argument(at, place, ""), r.Argument(at, place+1, "")
	if rate < 0 {
		return
	}
	if x, after, ok := r.Value(rate); ok && (r.Is(after, ",") || r.Is(after, ")")) {
		r.number(named+": "+source.Join(r.Tokens[rate:after]), "eta", x)
	}
	if x, _, ok := r.Value(momentum); momentum >= 0 && !(ok && x == 0) {
		_, said := r.Skip(momentum)
		m, _ := lexicon.MarkOf("momentum", false)
		r.hear(named+": "+said, m)
	}
}

// trainer takes the defaults of Hugging Face's arguments that the text does not state: AdamW, and a learning rate that falls
// linearly.
func (r *reader) trainer(named string, at int) {
	if slices.ContainsFunc(r.Tokens, func(t source.Token) bool { return t.Kind == source.Name && t.Text == "optimizers" }) {
		return // the trainer is given an optimiser
	}
	if r.Argument(at, -1, "optim") < 0 {
		m, _ := lexicon.MarkOf("adamw", false)
		r.hear(named+"(…) without optim", m)
	}
	if r.Argument(at, -1, "lr_scheduler_type") < 0 {
		r.hear(named+"(…) without lr_scheduler_type", lexicon.Mark{Departs: "schedule", Of: lexicon.OfRate, Why: lexicon.SomeSchedule})
	}
}

// readHandmade reads noise that a program draws itself, sigma * C * rng.normal(size=d) or rng.normal(0, sigma * C, d), which is a
// multiple of the clipping norm, and the steps of the loop that draws it, for t in range(T). The use of its letters shows what
// they mean.
func (r *reader) readHandmade() {
	for i := range r.Tokens {
		if !source.Has(normals, r.Called(i)) || r.Conditional(i) {
			continue
		}
		end := r.Closed(i + 2)
		from, to := i, end
		scale := r.Argument(i+2, 1, "scale")
		if x, _, ok := r.Value(scale); scale < 0 || ok && x == 1 || r.isKey(i+2) {
			for r.Is(from-1, "*") && r.Name(from-2) != "" {
				from -= 2
			}
			for r.Is(to, "*") && r.Name(to+1) != "" && !r.Is(to+2, "(") {
				to += 2
			}
		} else if from, to = scale, scale; !r.Is(i-1, "*") && !r.Is(end, "*") && !r.Is(end, "/") {
			to, _ = r.Skip(scale)
		}
		if before, after := r.Tokens[max(from-1, 0)].Text, r.Tokens[min(to, len(r.Tokens)-1)].Text; !source.Has(factors, before) &&
			!source.Has(factors, after) {
			r.multiple(from, to, i, end)
		}
	}
}

// factors are signs beside a factor.
var factors = strings.Fields("* / // **")

var normals = strings.Fields("normal randn randnlike standardnormal")

// multiple reads the factors between two tokens: the noise multiplier and the clipping norm beside the call of a normal
// variable.
func (r *reader) multiple(from, to, call, end int) {
	noise, norm, others := -1, -1, 0
	for i := from; i < to; i++ {
		if i == call {
			i = end - 1
			continue
		}
		switch field, _ := lexicon.FieldOf(r.Name(i)); {
		case r.Is(i, "*"):
		case field == "sigma" || field == lexicon.Multiplier:
			others, noise = others+max(0, min(1, noise+1)), i
		case field == "clip":
			others, norm = others+max(0, min(1, norm+1)), i
		default:
			others++
		}
	}
	if noise < 0 || norm < 0 || others > 0 {
		return
	}
	said := r.Written(from, to)
	z, ok := r.Part(noise, noise+1)
	c, known := r.Part(norm, norm+1)
	if ok {
		r.number(said, lexicon.Multiplier, z)
	}
	if known {
		r.meant(norm)
		r.number(r.Name(norm)+" of "+said, "clip", c)
	}
	for loop := r.Around(call); loop >= 0; loop = r.Around(loop) {
		if r.Name(loop) != "for" {
			continue
		}
		for i := loop; i < r.HeadEnd(loop) && !r.Repeated(loop, "for", "while"); i++ {
			field, _ := lexicon.FieldOf(r.Name(i + 2))
			if x, after, ok := r.Value(i + 2); r.Called(i) == "range" && field == "T" && ok && r.Is(after, ")") {
				r.meant(i + 2)
				r.number("range("+r.Name(i+2)+")", "T", x)
			}
		}
		return
	}
}

// addsNoise reports whether the argument at a token belongs to a call that adds noise to gradients. In other calls a standard
// deviation is that of initial weights.
func (r *reader) addsNoise(at int) bool {
	return source.Has(source.Segments(r.Name(r.Enclosing(at))), "privatizer")
}

// deviation reads the standard deviation of the noise. It is a multiplier if it is a multiple of the clipping norm, which JAX
// Privacy calls the sensitivity: stddev = grad_fn.sensitivity() * 0.8.
func (r *reader) deviation(said string, at int) (next int) {
	next, _ = r.Skip(at)
	for i := at; i+2 < next; i++ {
		if r.Tokens[i].Kind != source.Name || !strings.HasSuffix(r.Tokens[i].Text, ".sensitivity") || !r.Is(i+1, "(") || !r.Is(i+2, ")") {
			continue
		}
		first, last := i == at && r.Is(i+3, "*"), i+3 == next && r.Is(i-1, "*")
		from, to := i+4, next
		if last {
			from, to = at, i-1
		}
		if !first && !last {
			break
		}
		if x, ok := r.Product(from, to); ok {
			r.number(said, lexicon.Multiplier, x)
			return next
		}
	}
	if named := next == at+1 && r.Tokens[at].Kind == source.Name; !named &&
		!r.says(lexicon.Multiplier) { // a name is read at the statement that gives it a value
		r.leave(said, "is not written as a multiple of the clipping norm: enter the noise multiplier")
	}
	return next
}

// couldMean is the remark about a letter that a program gives a number.
const couldMean = "could mean anything in a program: enter it in the form if it belongs to this run"

// meant removes the remark couldMean about the name at a token.
func (r *reader) meant(at int) {
	r.left = slices.DeleteFunc(r.left, func(l Left) bool { return l.Why == couldMean && strings.HasPrefix(l.Said, r.Name(at)+" = ") })
}
