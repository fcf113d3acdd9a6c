// Package lexicon lists the meanings of names and words in scripts and descriptions: the field of a run (fields.go), a choice
// of a field (choices.go), the library of a call (libraries.go), a data set (data.go), or something that no field can state
// (marks.go, whose list is in doubts.go). A new library is some lines of these tables.
package lexicon

import (
	"strings"
	"unicode/utf8"

	"lastiterate/app/snippet/source"
)

// Multiplier is the name of the field for noise that is stated as a noise multiplier.
const Multiplier = "multiplier"

// aliases are the names that scripts and papers give the numbers of a run, without blanks and marks: those of Opacus 1.5,
// TensorFlow Privacy 0.9 and JAX Privacy 1.0, and those of papers.
var aliases = index(map[string]string{
	"n": "N dataset datasetsize trainsize samplesize trainingsize numsamples numexamples numberofexamples examples example " +
		"samples records images numtrain ntrain numtrainexamples trainexamples datapoints nsamples nexamples ndata numdata datasize " +
		"trainsetsize trainingsetsize numtrainsamples numtrainingexamples numtrainingsamples trainlen lentrain datasetlen lendataset",
	"b": "B batch batches batchsize minibatch minibatchsize logicalbatchsize expectedbatchsize globalbatchsize " +
		"totalbatchsize lot lots lotsize trainbatchsize effectivebatchsize bs bsz",
	"T": "steps step iterations iteration iters numsteps trainsteps totalsteps maxsteps trainingsteps numupdates updates " +
		"numiterations niter maxtrainsteps numtrainsteps numtrainingsteps maxiters numiters nsteps",
	"epochs":       "epoch E numepoch numepochs nepochs numberofepochs trainepochs numtrainepochs maxepochs passes",
	"eta":          "η lr learningrate stepsize baselr initlr initiallr",
	"weight_decay": "ω weightdecay wd decoupledweightdecay additiveweightdecay",
	"clip": "C c clipping clippingnorm clipnorm maxgradnorm maxnorm l2normclip l2clipnorm gradclip clippingthreshold " +
		"cliptonorm maxpersamplegradnorm persamplemaxgradnorm perexamplemaxgradnorm maxperexamplegradnorm clipbound l2clip",
	Multiplier:         "z noisemultiplier noisemult sigmamultiplier",
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
	// Names that are read only to give a remark, or to be ignored.
	"cycle":        "cyclelength",
	"target":       "ε epsilon eps targetepsilon",
	"microbatches": "nummicrobatches microbatches",
	"share":        "validationsplit testsize valsplit validationfraction valfraction",
	"accumulation": "gradientaccumulationsteps accumulationsteps gradaccumsteps gradaccum accumsteps gradaccumulationsteps " +
		"naccumulationsteps gradaccsteps accsteps batchesperlot numaccumulationsteps everykschedule accumulategradbatches " +
		"gradientaccumulation accumulation",
})

func index(of map[string]string) map[string]string {
	out := map[string]string{}
	for field, names := range of {
		out[source.Plain(field)] = field
		for alias := range strings.FieldsSeq(names) {
			out[alias] = field
		}
	}
	return out
}

// FieldOf is the field that a dotted or spelt-out name means.
//
//go:noinline
func FieldOf(said string) (field string, ok bool) {
	said = said[strings.LastIndexByte(said, '.')+1:]
	field, ok = aliases[source.Plain(said)]
	return field, ok
}

// IsField reports whether a name means a field.
func IsField(named string) bool {
	_, ok := FieldOf(named)
	return ok
}

// LongestField is the longest end of the names that means a field, and the last name if none does.
func LongestField(said []string) string {
	if last := len(said) - 1; last > 0 && utf8.RuneCountInString(said[last]) == 1 { // lot size L = 256
		for first := range last {
			if named := strings.Join(said[first:last], " "); IsField(named) {
				return named
			}
		}
	}
	for ; len(said) > 1; said = said[1:] {
		if named := strings.Join(said, " "); IsField(named) {
			return named
		}
	}
	return said[0]
}

// Switches are arguments whose value is True, False or a name.
var Switches = map[string]bool{"poissonsampling": true, "shuffle": true, "poissonsamplinginfit": true, "droplast": true,
	"dropremainder": true, "noise": true, "adjacency": true, "scheme": true, "loss": true, "clipping": true, "differs": true}

// EpochLengths are the names that scripts give the number of steps of an epoch.
var EpochLengths = strings.Fields("stepsperepoch batchesperepoch itersperepoch iterationsperepoch updatesperepoch " +
	"numbatches nbatches numstepsperepoch")

// OfSchedule reports whether a field says how the learning rate changes.
func OfSchedule(field string) bool {
	return field == "warmup" || strings.HasPrefix(field, "schedule")
}
