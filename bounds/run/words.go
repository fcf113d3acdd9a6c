package run

// AnyChoice is any type of choice of a run's field. A name may belong to several types: "poisson" is a batch scheme and a
// distribution of the number of runs.
type AnyChoice interface {
	Adjacency | Scheme | Release | Tuning | RateSchedule | Class | Clipping | Convention
}

// words is the vocabulary for the choices of a run in forms, tables, summaries, paragraphs and documents. A key includes the
// type, so a name that two types share has words in each.
var words = map[any]string{
	Full:               "full batch",
	Cyclic:             "fixed order",
	ShuffleOnce:        "shuffled once",
	Reshuffle:          "reshuffled every epoch",
	WithoutReplacement: "without replacement",
	Poisson:            "Poisson",
	Allocation:         "random allocation",

	LastIterate:  "the last iterate alone",
	EveryKth:     "one iterate every k steps, and the last",
	LastIterates: "the last k iterates, or their average",
	AllIterates:  "all iterates",

	NoTuning:         "the only run",
	Geometric:        "the best of a geometric number of runs",
	Logarithmic:      "the best of a logarithmic number of runs",
	NegativeBinomial: "the best of a negative binomial number of runs",
	PoissonTuning:    "the best of a Poisson number of runs",
	FixedTuning:      "the best of a fixed number of runs",

	ConstantRate: "held constant",
	LinearFall:   "falling linearly",
	CosineFall:   "falling along a cosine",
	StepFall:     "falling in steps",

	Replace:   "replace one",
	ZeroOut:   "zero out one",
	AddRemove: "add or remove one",

	IterateNoise:    "noise on the iterate",
	GradientNoise:   "noise on the gradient",
	LangevinNoise:   "Langevin noise",
	NoiseMultiplier: "noise multiplier",

	Smooth:         "smooth",
	Convex:         "convex",
	StronglyConvex: "strongly convex",
	WeaklyConvex:   "weakly convex",
	Holder:         "Hölder gradient",

	ClippingActive:        "clipped at C",
	ClippingNever:         "norm at most C (never clipped)",
	ClippingGLM:           "clipped GLM",
	ClippingDifference:    "differences bounded, the differing example’s",
	ClippingDifferenceAll: "differences bounded, of any two examples",
}

// Words returns a choice in words: "add or remove one" for "add-remove". It returns any other text unchanged.
func Words[C AnyChoice](choice C) string {
	if text, ok := words[choice]; ok {
		return text
	}
	return string(choice)
}

// Words returns a choice of the field in words, and any other text unchanged.
func (f Field) Words(choice string) string {
	if f.words == nil {
		return choice
	}
	return f.words(choice)
}
