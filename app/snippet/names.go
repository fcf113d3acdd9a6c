package snippet

import (
	"slices"
	"strings"
	"unicode"

	"lastiterate/bounds/run"
)

// multiplier is the noise where it is stated as a noise multiplier.
const multiplier = "multiplier"

// aliases are what scripts and people call the numbers of a run, without blanks and
// marks: Opacus 1.5, TensorFlow Privacy 0.9 and JAX Privacy 1.0, and papers.
var aliases = index(map[string]string{
	"n": "N dataset datasetsize trainsize samplesize trainingsize numsamples numexamples numberofexamples examples example " +
		"samples records images numtrain ntrain numtrainexamples trainexamples datapoints nsamples nexamples ndata numdata datasize " +
		"trainsetsize trainingsetsize numtrainsamples numtrainingexamples numtrainingsamples trainlen lentrain datasetlen lendataset",
	"b": "B batch batches batchsize minibatch minibatchsize logicalbatchsize expectedbatchsize globalbatchsize " +
		"totalbatchsize lotsize trainbatchsize effectivebatchsize bs bsz",
	"T": "steps step iterations iteration iters numsteps trainsteps totalsteps maxsteps trainingsteps numupdates updates " +
		"numiterations niter maxtrainsteps numtrainsteps numtrainingsteps maxiters numiters nsteps",
	"epochs":       "epoch E numepoch numepochs nepochs numberofepochs trainepochs numtrainepochs maxepochs passes",
	"eta":          "η lr learningrate stepsize baselr initlr initiallr",
	"weight_decay": "ω weightdecay wd decoupledweightdecay additiveweightdecay",
	"clip": "C c clipping clippingnorm clipnorm maxgradnorm maxnorm l2normclip l2clipnorm gradclip clippingthreshold " +
		"cliptonorm maxpersamplegradnorm persamplemaxgradnorm perexamplemaxgradnorm maxperexamplegradnorm clipbound l2clip",
	multiplier:         "z noisemultiplier noisemult sigmamultiplier",
	"sigma":            "σ noiseontheiterate noise",
	"delta":            "δ targetdelta",
	"alpha":            "α rdporder renyiorder rényiorder",
	"diameter":         "D domain",
	"radius":           "R ball",
	"smoothness":       "L",
	"strong_convexity": "m strongconvexity",
	"weak_convexity":   "w weakconvexity",
	"holder_order":     "λ hölderorder holderorder",
	"sample rate":      "q samplerate samplingrate samplingprobability samplingprob",
	// What is read to say something of it, or to say nothing.
	"cycle":        "cyclelength",
	"target":       "ε epsilon eps targetepsilon",
	"microbatches": "nummicrobatches microbatches",
	"share":        "validationsplit testsize valsplit validationfraction valfraction",
	"accumulation": "gradientaccumulationsteps accumulationsteps gradaccumsteps gradaccum accumsteps gradaccumulationsteps " +
		"naccumulationsteps gradaccsteps accsteps batchesperlot numaccumulationsteps",
})

func index(of map[string]string) map[string]string {
	out := map[string]string{}
	for field, names := range of {
		out[plain(field)] = field
		for alias := range strings.FieldsSeq(names) {
			out[alias] = field
		}
	}
	return out
}

// has reports whether a list of names has one. What is called in many places here is not
// inlined, which would make the package a tenth larger, and the page waits for its bytes.
//
//go:noinline
func has(list []string, named string) bool { return slices.Contains(list, named) }

// unmarked takes blanks and marks out of a name.
var unmarked = strings.NewReplacer(" ", "", "_", "", "-", "")

// plain is a name without blanks and marks, in lower case unless it is one letter.
func plain(s string) string {
	s = unmarked.Replace(s)
	if len(s) > 1 {
		return strings.ToLower(s)
	}
	return s
}

// fieldOf is the field that a dotted or spelt-out name means.
//
//go:noinline
func fieldOf(said string) (field string, ok bool) {
	said = said[strings.LastIndexByte(said, '.')+1:]
	field, ok = aliases[plain(said)]
	return field, ok
}

// switches are arguments that are True, False or a name.
var switches = map[string]bool{"poissonsampling": true, "shuffle": true, "poissonsamplinginfit": true, "droplast": true,
	"dropremainder": true, "noise": true, "adjacency": true, "scheme": true, "loss": true, "clipping": true, "differs": true}

// choice is a choice of a run that words make.
type choice struct {
	words, field, value string
}

// choices are tried from top to bottom; words that are part of longer ones come
// after them.
var choices = []choice{
	{"full batch", "scheme", string(run.Full)}, {"full-batch", "scheme", string(run.Full)}, {"fullbatch", "scheme", string(run.Full)},
	{"fixed order", "scheme", string(run.Cyclic)}, {"cyclic", "scheme", string(run.Cyclic)},
	{"shuffled once", "scheme", string(run.ShuffleOnce)}, {"shuffle once", "scheme", string(run.ShuffleOnce)},
	{"reshuffle", "scheme", string(run.Reshuffle)}, {"shuffle", "scheme", string(run.Reshuffle)},
	{"without replacement", "scheme", string(run.WithoutReplacement)},
	{"random allocation", "scheme", string(run.Allocation)}, {"balls in bins", "scheme", string(run.Allocation)},
	{"balls-in-bins", "scheme", string(run.Allocation)},
	{"poisson", "scheme", string(run.Poisson)},
	{"replace one", "adjacency", string(run.Replace)}, {"replace-one", "adjacency", string(run.Replace)},
	{"substitut", "adjacency", string(run.Replace)},
	{"zero out", "adjacency", string(run.ZeroOut)}, {"zero-out", "adjacency", string(run.ZeroOut)},
	{"zeroed out", "adjacency", string(run.ZeroOut)},
	{"add or remove", "adjacency", string(run.AddRemove)}, {"add/remove", "adjacency", string(run.AddRemove)},
	{"add-remove", "adjacency", string(run.AddRemove)}, {"add-or-remove", "adjacency", string(run.AddRemove)},
	{"strongly convex", "loss", string(run.StronglyConvex)}, {"weakly convex", "loss", string(run.WeaklyConvex)},
	{"non-convex", "loss", string(run.Smooth)}, {"nonconvex", "loss", string(run.Smooth)}, {"non convex", "loss", string(run.Smooth)},
	{"hinge loss", "loss", string(run.Convex)}, {"absolute loss", "loss", string(run.Convex)},
	{"quantile loss", "loss", string(run.Convex)},
	{"pinball loss", "loss", string(run.Convex)},
	{"support vector machine", "loss", string(run.Convex)}, {"not smooth", "smoothness", "inf"},
	{"logistic regression", "loss", string(run.Convex)}, {"linear regression", "loss", string(run.Convex)},
	{"convex", "loss", string(run.Convex)},
	{"never clipped", "clipping", string(run.ClippingNever)}, {"differences bounded, of any two", "clipping",
		string(run.ClippingDifferenceAll)}, {"differences bounded", "clipping", string(run.ClippingDifference)},
	{"clipped glm", "clipping", string(run.ClippingGLM)},
	{"no projection", "diameter", "inf"}, {"unprojected", "diameter", "inf"},
}

// notSmooth are those of them that have no smoothness.
var notSmooth = []string{"hinge loss", "absolute loss", "quantile loss", "pinball loss", "support vector machine"}

// call is what a constructor or function says by its name and its places.
type call struct {
	preset string   // of which library
	places []string // fields of the arguments that have no name
}

var calls = map[string]call{
	"make_private":              {preset: "opacus"}, // also JAX Privacy's, which DPKerasConfig names
	"make_private_with_epsilon": {preset: "opacus"},
	"privacyengine":             {preset: "opacus"},
	"get_noise_multiplier":      {preset: "opacus"},

	"dpkerassgdoptimizer":                {preset: "tf-privacy", places: []string{"clip", multiplier, "microbatches"}},
	"dpkerasadamoptimizer":               {preset: "tf-privacy", places: []string{"clip", multiplier, "microbatches"}},
	"dpkerasadagradoptimizer":            {preset: "tf-privacy", places: []string{"clip", multiplier, "microbatches"}},
	"vectorizeddpkerassgdoptimizer":      {preset: "tf-privacy", places: []string{"clip", multiplier, "microbatches"}},
	"vectorizeddpkerasadamoptimizer":     {preset: "tf-privacy", places: []string{"clip", multiplier, "microbatches"}},
	"vectorizeddpkerasadagradoptimizer":  {preset: "tf-privacy", places: []string{"clip", multiplier, "microbatches"}},
	"dpgradientdescentgaussianoptimizer": {preset: "tf-privacy", places: []string{"clip", multiplier, "microbatches"}},
	"dpadamgaussianoptimizer":            {preset: "tf-privacy", places: []string{"clip", multiplier, "microbatches"}},
	"compute_dp_sgd_privacy":             {preset: "tf-privacy", places: []string{"n", "b", multiplier, "epochs", "delta"}},
	"compute_dp_sgd_privacy_statement":   {preset: "tf-privacy", places: []string{"n", "b", "epochs", multiplier, "delta"}},

	"dpsgd":                            {places: []string{"eta", "clip", multiplier}}, // optax.contrib
	"differentially_private_aggregate": {places: []string{"clip", multiplier}},

	"add_decayed_weights":   {places: []string{"weight_decay"}},
	"dpkerasconfig":         {preset: "jax-privacy"},
	"dpsgdconfig":           {preset: "jax-privacy"},
	"dpparams":              {preset: "jax-privacy"},
	"clipped_grad":          {preset: "jax-privacy"},
	"dpsgdgradientcomputer": {preset: "jax-privacy"},
	"cyclicpoissonsampling": {preset: "jax-privacy"},
	"ballsinbinssampling":   {preset: "jax-privacy", places: []string{"T", "cycle"}},
}

// denials are words before a choice that deny it: no Poisson sampling, --no-shuffle.
var denials = strings.Fields("no not non without never disable disabled")

// denied reports whether words before or after a choice deny it: use no Poisson sampling, shuffling is not used.
func denied(before, after []string) bool {
	last := len(before) - 1
	if last > 0 && has([]string{"a", "any", "the", "use", "using", "be", "is"}, before[last]) {
		last--
	}
	later := after[:min(len(after), 3)]
	return last >= 0 && has(denials, before[last]) || hasAny([]string{"not", "off", "false", "none", "disabled"}, later)
}

// chooses reports whether words make a choice, which is read by itself: batches: Poisson.
func chooses(words string) bool {
	return slices.ContainsFunc(choices, func(c choice) bool { return strings.Contains(strings.ToLower(words), c.words) })
}

// chosen finds choices in words.
func (r *reader) chosen(said, text string) (found bool) {
	text = strings.ToLower(text)
	for _, c := range choices {
		at := strings.Index(text, c.words)
		if at < 0 {
			continue
		}
		before := strings.FieldsFunc(text[:at], func(c rune) bool { return !unicode.IsLetter(c) && c != '|' })
		text = text[:at] + "|" + text[at+len(c.words):]
		found = true
		if denied(before, strings.FieldsFunc(text[at+1:], func(c rune) bool { return !unicode.IsLetter(c) && c != '|' })) {
			r.leave(said, "says what the run is not: choose what it is")
			continue
		}
		r.take(said, c.field, c.value)
		if has(notSmooth, c.words) {
			r.take(said, "smoothness", "inf")
		}
	}
	return found
}
