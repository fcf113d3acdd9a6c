package snippet

import (
	"slices"
	"strings"
	"unicode"
)

// mark is something that code names and that the fields of a run cannot say. It leaves
// only a part of the answer, as what is ticked in "What this covers" does, or a field without a
// value, or both: no number is ever shown for another program. When the form
// learns to say it, its line here becomes an alias of the field.
type mark struct {
	names    string // without blanks and marks, in lower case
	segments string // words between underscores and capitals, anywhere in a name
	within   string // parts of names that are called
	departs  string // what is ticked
	of       string // of what it is a schedule, where its name need not say so
	blank    string // fields that have no value then
	why      string
}

var marks = []mark{
	{names: "swalr cosinedecay cosinedecayrestarts exponentialdecay polynomialdecay inversetimedecay piecewiseconstantdecay " +
		"reducelronplateau paramgroup paramgroups decay lrdecay learningratedecay exponentialnoise stepnoise lambdanoise multisteplr " +
		"exponentialgradclip stepgradclip lambdagradclip",
		segments: "schedule scheduler schedules schedulers scheduling warmup annealing sgdr",
		departs:  "schedule", why: someSchedule},
	{names: "incrementalupdate", segments: "ema", within: "movingaverage", departs: "averaging",
		why: "an exponential moving average uses all iterates: only composition holds"},
	{names: "averagedmodel stochasticweightaveraging", segments: "swa polyak", departs: "averaging",
		why: "weight averaging: only composition holds until you enter how many final iterates are averaged"},
	{names: adaptive + " scalebyadam scalebyrms",
		within: "adam adagrad rmsprop", departs: "adam", why: "an adaptive method: only composition holds"},
	{names: "momentum nesterov optaxtrace", departs: "momentum", why: "momentum: only composition holds"},
	{names: "kernelregularizer", departs: "loss", why: "a regulariser inside the clip is part of the loss: only composition holds until " +
		"the loss’s constants include it"},
	{names: "numrounds nrounds commrounds globalrounds communicationrounds serverrounds federatedrounds localepochs", blank: "T",
		why: "several rounds of training may use the same examples: enter the total number of steps"},
	{names: "maxexamplesperuser examplesperuser", blank: "n b",
		why: "users are sampled, not examples: enter the numbers of users in the dataset and in a batch"},
	{names: strings.Join(deviceCounts, " "), blank: "b", why: severalDevices},
	{names: "distributeddataparallel differentiallyprivatedistributeddataparallel dpddp worldsize pmap mirroredstrategy initprocessgroup",
		blank: "b", why: severalDevices},
	{names: "perdevicetrainbatchsize perdevicebatchsize perdevicebatch batchsizeperdevice batchsizepergpu pergputrainbatchsize",
		blank: "b", why: "is the batch size of one device: enter that of all devices together, after accumulation"},
	{names: "multisteps accumulategradbatches", blank: "b", why: accumulates},
	{names: "weightedrandomsampler randomallocationsampling", blank: "scheme", why: "no batch scheme here draws like this"},
	{within: "adaclip adaptiveclip quantileclip quantileestimator", names: "targetunclippedquantile",
		departs: "schedule", of: ofClip, blank: "sigma clip",
		why: "adaptive clipping spends part of the privacy on the norm, which varies: " +
			"only composition holds; enter the noise multiplier that covers gradients and norm, and the largest norm"},
	{names: "dpftrl", within: "treeaggregation correlatednoise matrixfactorization toeplitz ftrl",
		blank: "sigma", why: "noise correlated across steps is another mechanism, which no bound here covers"},
	{names: "stepsperepoch limittrainbatches", blank: "T", why: "an epoch here is not a pass over the data: enter the total number of " +
		"steps"},
	{names: "optuna createstudy tunerun tunetuner wandbsweep wandbagent kerastuner", within: "gridsearch randomizedsearch",
		departs: "tuning",
		why:     chosenByResults},
	{names: "earlystopping earlystopper savebestonly restorebestweights loadbestmodelatend", departs: "stopping",
		why: chosenIterate},
	{names: "usedmicrobatching", blank: "sigma", why: microbatched},
}

const (
	chosenByResults = "settings are chosen by results on the data: no bound holds until you enter, under Release, how many runs there were"
	chosenIterate   = "which iterate is released is chosen by results on data: no bound here holds"
)

const accumulates = "gradients are accumulated: enter the batch size after accumulation"

const severalDevices = "several devices: enter the batch size over all of them"

// deviceCounts are names of numbers of devices; one is none to tell.
var deviceCounts = strings.Fields("devices ngpus numgpus gpus numdevices nprocpernode gpuspernode numnodes nnodes numprocesses")

// adaptive are optimisers whose steps depend on earlier gradients.
const adaptive = "adam adamw adamax nadam radam adagrad adadelta rmsprop lamb lars lion yogi adafactor adabelief amsgrad novograd"

var adaptives = strings.Fields(adaptive)

// schedules reports whether the mark is a schedule's. What leaves a field blank, too, is another
// thing that changes from step to step, and its arguments are read.
func (m mark) schedules() bool { return m.departs == "schedule" && m.blank == "" }

// unknownDecay is weight decay that the text does not tell.
var unknownDecay = mark{departs: "decay",
	why: "shrinks the weights outside the clipped gradient: only composition holds until you enter it"}

const microbatched = "a microbatch is clipped as a whole, and one example can reverse its gradient: enter half the noise multiplier"

// split are the names of the marks, one by one.
var split = func() (list []struct{ names, segments, within []string }) {
	list = make([]struct{ names, segments, within []string }, len(marks))
	for i, m := range marks {
		list[i].names, list[i].segments, list[i].within = strings.Fields(m.names), strings.Fields(m.segments), strings.Fields(m.within)
	}
	return list
}()

// markOf is the mark that a name bears, as an argument or variable, or as what is called.
func markOf(named string, called bool) (mark, bool) {
	last := named[strings.LastIndexByte(named, '.')+1:]
	key, parts := strings.ToLower(plain(last)), segmentsOf(named)
	whole := strings.ToLower(plain(strings.ReplaceAll(named, ".", "")))
	for i, m := range split {
		if has(m.names, key) || has(m.names, whole) || hasAny(m.segments, parts) ||
			called && slices.ContainsFunc(m.within, func(s string) bool { return strings.Contains(key, s) }) {
			return marks[i], !strings.HasPrefix(key, "constantschedule")
		}
	}
	// CosineAnnealingLR, StepLR, OneCycleLR and others of their kind
	if stem, ok := strings.CutSuffix(last, "LR"); ok && called && stem != "" && unicode.IsLower(rune(stem[len(stem)-1])) {
		return marks[0], true
	}
	return mark{}, false
}

// segmentsOf are the words of a name, in lower case: use_ema, ModelEMA.
func segmentsOf(named string) []string {
	var b strings.Builder
	lower := false
	for _, r := range named {
		if unicode.IsUpper(r) && lower {
			b.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.FieldsFunc(b.String(), func(r rune) bool { return !unicode.IsLetter(r) })
}

// off reports whether an argument's value says that the thing is not used.
func off(value string) bool {
	return has([]string{"None", "False", "false", "0", "0.0", "0.", "null", "", "none", "no", "off", "constant"}, strings.Trim(value, `"`))
}

// marked notes what the code names that the fields cannot say. Arguments of averages are their
// own, and so are those of schedules, which may be said.
func (r *reader) marked() {
	for i := 0; i < len(r.in); i++ {
		if after, own := r.skips[i]; own {
			i = after - 1
			continue
		}
		if r.launches(i) { // command reads it
			i = r.commandEnd(i) - 1
			continue
		}
		named, ok := r.nameToMark(i)
		if !ok {
			continue
		}
		called := r.is(i+1, "(")
		m, ok := markOf(named, called)
		if !ok && r.in[i].kind == quoted {
			m, ok = optimiser("optimizer", named)
		}
		if !ok || r.kinds[m.why] > 0 && ofMarked(named, called) {
			continue
		}
		if called && (m.schedules() || m.departs == "averaging") {
			i = r.hearCall(i, named, m) - 1
			continue
		}
		if m.blank == "T" && (r.isEpoch(i+2) || r.isPass(i+2) || r.begins(i) && r.quotient(i+2)) {
			note(&r.perEpoch, named)
		}
		if said, used := r.use(named, i+1, m); used && !(m.blank == "T" && has(r.perEpoch, named)) {
			r.hear(said, m)
		}
	}
}

// nameToMark is the name at i, unless the text says that what it names is not used or a schedule
// was made of it. Optimisers are named in quotation marks, too.
func (r *reader) nameToMark(i int) (named string, ok bool) {
	t := r.in[i]
	if t.kind == quoted { // optim="adamw_torch", optimizer: "Adam"
		first, _, _ := strings.Cut(strings.ToLower(t.text), "_")
		if strings.HasPrefix(first, "ada") && has(adaptives, first) {
			return first, true
		}
		if !(r.is(i-1, "=") || r.is(i-1, ":")) || i < 2 {
			return "", false
		}
		_, ok := optimiser(r.in[i-2].text, t.text)
		return t.text, ok
	}
	isName := t.kind == name && !r.foreign(i)
	switch before := r.in[max(i-1, 0)].text; {
	case !isName, r.planned(i) != nil, has(numbersOnly, t.text) && r.is(i+1, "="),
		strings.HasSuffix(t.text, "param_groups") && !r.setsRate(), i > 0 && (before == "no" || before == "without"):
		return "", false
	case i > 0 && t.text == "decay" && before == "weight":
		return "weight_decay", true
	}
	return t.text, true
}

// numbersOnly are names of optimisers that are numbers' names where they are given something.
var numbersOnly = []string{"lamb", "lion", "lars"}

// setsRate reports whether the text gives a parameter group a learning rate; otherwise it only prints it.
func (r *reader) setsRate() bool {
	for i, t := range r.in {
		if t.kind == quoted && t.text == "lr" && r.is(i+1, "]") && r.is(i+2, "=") != r.is(i+3, "=") {
			return true
		}
	}
	return false
}

// hearCall hears the call at i of a schedule or an average, and returns the place after it. What kind of
// average it is an argument may say: AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.999)).
func (r *reader) hearCall(i int, named string, m mark) (after int) {
	after = r.closed(i + 2)
	for _, argument := range r.in[i:after] {
		if own, marked := markOf(argument.text, false); marked && argument.kind == name && own.departs == m.departs {
			m = own
		}
	}
	r.skips[i] = after
	if of, apart := variesApart(r.name(i - 2)); apart && r.is(i-1, "=") { // clip_schedule = cosine_decay_schedule(…)
		m.of = of
	}
	r.hear(named+"(…)", m)
	return after
}

// ofMarked reports whether what a name ends in has no mark of its own, as in ema_model.eval(): what is
// before that was heard where it got its value.
func ofMarked(named string, called bool) bool {
	dot := strings.LastIndexByte(named, '.')
	if dot < 0 {
		return false
	}
	_, own := markOf(named[dot+1:], called)
	return !own
}

// use is what the text says of a name that has a mark, from the token after it on.
func (r *reader) use(named string, at int, m mark) (said string, used bool) {
	switch {
	case r.is(at, "("):
		return named + "(…)", true
	case r.is(at, "=") && !r.is(at+1, "="), r.is(at, ":"):
		_, value := r.skip(at + 1)
		if value == "" { // for group in optimizer.param_groups:
			return named, true
		}
		if at+1 < len(r.in) && r.is(at+2, "(") {
			if _, marked := markOf(r.in[at+1].text, true); marked {
				return "", false // what is called is heard by itself
			}
		}
		x, _, ok := r.value(at + 1)
		return named + " = " + value, !off(value) && !(ok && (x == 0 || x == 1 && (has([]string{"world_size", "lr_decay"}, named) ||
			m.why == severalDevices)))
	case at < len(r.in) && r.in[at].kind == numeral:
		return named + " " + r.in[at].text, !off(r.in[at].text) && !(r.in[at].text == "1" && m.why == severalDevices)
	}
	return named, true
}

// depart ticks a departure, once; the empty one is none.
func (r *reader) depart(id string) {
	if id != "" && !has(r.differs, id) {
		r.differs = append(r.differs, id)
	}
}

// mostOfAKind is how many names of one mark are listed.
const mostOfAKind = 3

// hear takes what a mark says.
func (r *reader) hear(said string, m mark) {
	if _, settled := r.offered["b"]; settled && m.departs == "" && m.blank == "b" {
		return // the batch size was all that it asked for
	}
	r.depart(m.departs)
	for field := range strings.FieldsSeq(m.blank) {
		r.blanks = append(r.blanks, field)
	}
	heard := Left{Said: clip(said), Why: m.why}
	if m.departs == "schedule" {
		heard.Why = r.hearSchedule(said, m)
		if m.of == ofNoise || varies(said) == ofNoise { // the text has the largest, or none
			r.blanks = append(r.blanks, "sigma")
		}
	}
	if r.kinds == nil {
		r.kinds = map[string]int{}
	}
	if r.kinds[m.why] < mostOfAKind && !slices.Contains(r.unheard, heard) {
		r.kinds[m.why]++
		r.unheard = append(r.unheard, heard)
	}
}
