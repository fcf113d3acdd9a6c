package run

// words is the one vocabulary for what a run chooses: forms, tables, summaries,
// paragraphs and documents say the same of the same.
var words = map[string]string{
	string(Full):               "full batch",
	string(Cyclic):             "fixed order",
	string(ShuffleOnce):        "shuffled once",
	string(Reshuffle):          "reshuffled every epoch",
	string(WithoutReplacement): "without replacement",
	string(Poisson):            "Poisson",
	string(Allocation):         "random allocation",

	string(LastIterate):  "the last iterate alone",
	string(EveryKth):     "one iterate every k steps, and the last",
	string(LastIterates): "the last k iterates, or their average",
	string(AllIterates):  "all iterates",

	string(NoTuning):         "the only run",
	string(Geometric):        "the best of a geometric number of runs",
	string(Logarithmic):      "the best of a logarithmic number of runs",
	string(NegativeBinomial): "the best of a negative binomial number of runs",
	string(FixedTuning):      "the best of a fixed number of runs",

	string(ConstantRate): "held constant",
	string(LinearFall):   "falling linearly",
	string(CosineFall):   "falling by a cosine",
	string(StepFall):     "falling in steps",

	string(Replace):   "replace one",
	string(ZeroOut):   "zero out one",
	string(AddRemove): "add or remove one",

	string(IterateNoise):    "noise on the iterate",
	string(GradientNoise):   "noise on the gradient",
	string(LangevinNoise):   "Langevin noise",
	string(NoiseMultiplier): "noise multiplier",

	string(Smooth):         "smooth",
	string(Convex):         "convex",
	string(StronglyConvex): "strongly convex",
	string(WeaklyConvex):   "weakly convex",
	string(Holder):         "Hölder gradient",

	string(ClippingActive):        "clipped at C",
	string(ClippingNever):         "norm at most C (never clipped)",
	string(ClippingGLM):           "clipped GLM",
	string(ClippingDifference):    "differences bounded, the differing example’s",
	string(ClippingDifferenceAll): "differences bounded, of any two examples",
}

// Words is a choice in words: "add or remove one" for "add-remove". What is no
// choice of a run stays as it is.
func Words[S ~string](choice S) string {
	if text, ok := words[string(choice)]; ok {
		return text
	}
	return string(choice)
}
