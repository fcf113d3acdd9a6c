package snippet

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lastiterate/app/link"
	"lastiterate/bounds/run"
)

// Taken is a part of the text that says a field of the run.
type Taken struct {
	Said         string // "noise_multiplier = 1.1"
	Field, Value string // as in a link; without a field, what the part means, in words
}

// Left is a part of the text that could not be used, and why.
type Left struct {
	Said, Why string
	// Waits says that it depends on a dataset or batch size that the text leaves open: the form's fields can hold it
	// once that is known.
	Waits bool
}

// Reading is what a text says.
type Reading struct {
	State link.State // valid, whatever the text; fields that nobody has said are blank
	// Unheard is what the text says and no field can hold: the answer is only what holds
	// with it.
	Unheard []Left
	Offers  []Offer
	Taken   []Taken
	Left    []Left
	// Defaults are taken of options that the command line may have set.
	Defaults bool
	Preset   string // the preset that stands in for what the text leaves open; empty for the run that was there
	Whole    bool   // the text is of a training, not of a change to the run that was there
	// Assumed are the fields of the run that stand in.
	Assumed []string
	// Schedules is what the schedules are of that no field says, "the learning rate and the noise"; empty where that is
	// not known.
	Schedules string
	// Batches is the length of Opacus’ loader, where b is n over it, rounded up, and not batch_size; empty otherwise.
	Batches string
	// Aside are names with numbers that name no setting.
	Aside []string

	base     link.State // over which the text was read
	text     string
	accepted []Offer
}

// entered is said of a value that the text left open and the form has since.
const entered = "entered in the form"

// Answered is the text read again with the numbers of examples and of those in a batch that it leaves open and
// the form has, and the fields that these are: others depend on them.
func (r Reading) Answered(form link.State) (with Reading, fields []string) {
	if with, fields = r.answered(form); len(fields) > 0 {
		with.await()
	}
	return with, fields
}

func (r Reading) answered(form link.State) (with Reading, fields []string) {
	with = r
	for _, field := range []string{"n", "b"} {
		if with.State.View.IsBlank(field) && !form.View.IsBlank(field) {
			with = read(r.base, r.text, append(slices.Clip(with.accepted), Offer{field, form.Run.Get(field), entered}))
			fields = append(fields, field)
		}
	}
	return with, fields
}

// Understood reports whether anything was.
func (r Reading) Understood() bool { return len(r.Taken) > 0 }

// noSmallerBatch is what it means that a loader drops smaller batches.
const noSmallerBatch = "no smaller last batch"

// Drops reports whether the text says that its loader drops a smaller last batch.
func (r *Reading) Drops() bool {
	return r != nil && slices.ContainsFunc(r.Taken, func(t Taken) bool { return t.Value == noSmallerBatch })
}

// Changed reports whether a state holds another value of a field than was read, where that held one.
func (r *Reading) Changed(now link.State, field string) bool {
	switch field {
	case "":
		return false
	case "epochs":
		if now.SameEpochs(r.State) {
			return false // T follows n and b
		}
		field = "T"
	case "delta", "alpha":
		return now.Question != r.State.Question
	case "differs":
		return !slices.Equal(now.View.Differs, r.State.View.Differs)
	}
	return !r.State.View.IsBlank(field) && now.Run.Get(field) != r.State.Run.Get(field)
}

// Read reads a text over the run of base, with what was offered before and taken.
func Read(base link.State, text string, accepted ...Offer) Reading {
	out := read(base, text, accepted)
	out.await()
	return out
}

// await finds what waits for a size that the text leaves open: with some size it is heard.
func (r *Reading) await() {
	sized := r.State
	if len(r.Unheard) == 0 || !sized.View.IsBlank("n") && !sized.View.IsBlank("b") {
		return
	}
	if sized.View.IsBlank("b") {
		sized.Run.B = 256
	}
	sized.Run.N, sized.View.Blank = 100*sized.Run.B, nil
	known, _ := r.answered(sized)
	for i, u := range r.Unheard {
		r.Unheard[i].Waits = !slices.ContainsFunc(known.Unheard, func(l Left) bool { return l.Said == u.Said })
	}
}

func read(base link.State, text string, accepted []Offer) Reading {
	if at := strings.Index(text, "v=1&"); at >= 0 {
		if linked := strings.Fields(text[at:]); len(linked) > 0 {
			return ofLink(base, strings.Trim(linked[0], `"'<>)`))
		}
	}
	r := newReader()
	for _, o := range accepted {
		field := o.Field
		if field == "sigma" {
			field = multiplier
		}
		if !o.OfSchedule() {
			r.take(o.Text, field, o.Value)
		}
		r.offered[field] = o
	}
	if object := map[string]any{}; json.Unmarshal([]byte(text), &object) == nil && len(text) <= most {
		r.ours = object["v"] != nil && object["run"] != nil
		r.members(object)
	} else {
		all, comments := scan(text)
		if r.source = runes(text); len(r.source) == most {
			r.unheard = append(r.unheard, Left{Said: "the text is long", Why: "only its first " + grouped(most) + " characters are read"})
		}
		r.in = withoutImports(all)
		r.code = len(r.in) < len(all)
		r.enclose()
		r.known()
		r.sizes()
		r.known() // with the dataset's size
		r.releases()
		r.read()
		r.repetitions()
		r.prose()
		r.fallBack()
		r.countSteps()
		r.dataset()
		r.commented(comments)
	}
	out := r.reading(base)
	out.base, out.text, out.accepted = base, text, accepted
	return out
}

// ofLink reads one of our own links.
func ofLink(base link.State, text string) Reading {
	out := Reading{}
	var problems []link.Problem
	out.State, problems = link.DecodeFrom(base, text)
	for _, p := range problems {
		out.Left = append(out.Left, Left{Said: p.Name + "=" + p.Value, Why: p.Message})
	}
	for pair := range strings.SplitSeq(text, "&") {
		field, value, _ := strings.Cut(pair, "=")
		if value == "" {
			continue
		}
		if _, ofRun := run.FieldByName(field); (ofRun || field == "delta" || field == "alpha") &&
			!slices.ContainsFunc(problems, func(p link.Problem) bool { return p.Name == field }) {
			out.Taken = append(out.Taken, Taken{pair, field, value})
		}
	}
	return out
}

func newReader() *reader {
	return &reader{values: map[string]Taken{}, defaults: map[string]defaulted{}, offered: map[string]Offer{}, given: map[int]string{}}
}

// reader collects what a text says.
type reader struct {
	in      []token
	numbers map[string]float64
	stated  map[string]bool  // names that a statement gives a number
	values  map[string]Taken // by field
	order   []string         // of the fields
	left    []Left
	more    int // that are not listed
	aside   []string
	preset  string
	code    bool // it is a program
	ours    bool // it is a message of the calculator

	defaults  map[string]defaulted // by field
	defaulted bool                 // one of them was taken
	skips     map[int]int          // where calls end whose arguments are their own
	unheard   []Left
	kinds     map[string]int // how many of a kind are listed
	differs   []string
	schedules []string // of what; one that is empty is not known
	blanks    []string // fields whose value the text takes away
	offers    []Offer

	made       []Offer          // sizes of data that the text makes
	looped     Taken            // how often a loop of steps runs, which counts where nothing else says it
	inFunction []Offer          // of such loops in functions, which may be of something else
	launched   bool             // by a command line
	trainings  []training       // what goes through the data
	places     map[string][]int // of the tokens that name something; nil until they are asked for
	bracket    []int            // the one that each token is in
	ended      []int            // where the argument ends that begins at each token
	closing    []int            // where the bracket closes that a token opens
	given      map[int]string   // names that get the value at a token
	share      float64          // of the data that is held out
	ofFit      bool             // by the call that trains, of what it is given
	sampling   sampling
	plans      map[int]*plan // calls that make a schedule, by their token
	loader     float64       // the steps of an epoch, as the library counts them; 0 where that is not known
	accrued    Taken         // how many batches are accumulated
	microbatch Taken
	dropped    string // the argument that drops smaller batches; empty where nothing shows that it is used
	release    released
	rate       string           // how many batches Opacus’ loader has, where b is of 1/len(loader) rather than batch_size
	inEpochs   bool             // the form counts epochs as the library does
	offered    map[string]Offer // what was offered, and taken
	sizing
	perEpoch []string // names of the number of steps in which all examples are used once
}

// mostLeft is how many parts that are not used are listed.
const mostLeft = 20

//go:noinline
func (r *reader) leave(said, why string) {
	switch one := (Left{Said: clip(said), Why: why}); {
	case slices.Contains(r.left, one):
	case len(r.left) < mostLeft:
		r.left = append(r.left, one)
	default:
		r.more++
	}
}

func clip(said string) string {
	if runes := []rune(said); len(runes) > 60 {
		return string(runes[:59]) + "…"
	}
	return said
}

// leastTarget is the least ε that anyone asks for; what is called so and is less keeps divisors from 0.
const leastTarget = 1e-3

// number takes a number for a field.
func (r *reader) number(said, field string, x float64) {
	if math.IsNaN(x) {
		r.leave(said, "is not a number")
		return
	}
	switch field {
	case "n", "b", "T", "epochs":
		if field == "n" && x > 0 && x < 1 {
			r.leave(said, "is a part of the data: enter how many examples it has")
			return
		}
		if x <= 0 && (r.code || x < 0 && r.whole()) { // a counter begins at 0, and −1 is no limit
			counter, _, _ := strings.Cut(said, " ")
			r.aside = append(r.aside, counter)
			return
		}
	case "delta":
		if x >= 1 && r.code { // HuberLoss(delta=1.0)
			r.leave(said, "is not a probability below 1")
			return
		}
	case "target":
		if x < leastTarget {
			return // of an optimiser: Adam(eps=1e-8)
		}
		r.leave(said, "is a target: “Find the value that meets a target ε”, above the run, finds the noise for it")
		return
	case "share":
		r.share, r.ofFit = x, strings.HasPrefix(said, "validation")
		return
	case "microbatches":
		r.microbatch = Taken{said, field, run.FormatNumber(x)}
		return
	case "accumulation":
		r.accrued = Taken{said, field, run.FormatNumber(x)}
		return
	case "cycle":
		r.sampling.cycle = x
		return
	case "radius":
		field, x = "diameter", 2*x
	}
	r.take(said, field, run.FormatNumber(x))
}

// take takes a value of a field. Of two that differ neither counts where ε depends on it; of two δ the smaller does, and of
// other fields the first.
func (r *reader) take(said, field, value string) {
	if old, twice := r.values[field]; twice {
		switch _, settled := r.offered[field]; {
		case old.Value == value || settled:
		case disputed[field] != "" && value == "0": // of a counter: step = 0
		case disputed[field] != "" && old.Value == "0":
			r.values[field] = Taken{clip(said), field, value}
		case disputed[field] != "":
			r.disagree(field, said, value)
		case field == "delta" && below(value, old.Value):
			r.values[field] = Taken{clip(said), field, value}
			r.leave(old.Said, "the text gives two values: the smaller is used, "+said)
		default:
			r.leave(said, "the text gives two values: "+old.Said+" is used")
		}
		return
	}
	r.values[field] = Taken{clip(said), field, value}
	r.order = append(r.order, field)
}

// flag takes what is True, False or a name.
func (r *reader) flag(said, named, value string) bool {
	value = strings.ToLower(value)
	switch key := plain(named[strings.LastIndexByte(named, '.')+1:]); {
	case key == "poissonsampling", key == "poissonsamplinginfit":
		r.sampling.poisson.hear(said, value)
	case key == "shuffle" && (r.code || has(truths, value) || has(lies, value)):
		r.sampling.shuffle.hear(said, value)
	case key == "droplast", key == "dropremainder":
		if has(truths, value) {
			r.sampling.dropLast, r.dropped = true, said
		}
	case switches[key]:
		f, _ := run.FieldByName(key)
		if !has(f.Choices, value) {
			return r.chosen(said, value) || key == "loss" && r.chosen(said, value+" loss") // loss="hinge"
		}
		r.take(said, key, value)
	default:
		return false
	}
	return true
}

// members reads a JSON object: one of ours, or a configuration.
func (r *reader) members(object map[string]any) {
	names := make([]string, 0, len(object))
	for member := range object {
		names = append(names, member)
	}
	slices.Sort(names)
	for _, named := range names {
		r.member(named, object[named])
	}
}

// member reads a member of a JSON object.
func (r *reader) member(named string, given any) {
	said := func(value string) string { return named + ": " + value }
	if f, ok := run.FieldByName(named); r.ours && ok && ofSchedule(f.Name) {
		r.take(said(fmt.Sprint(given)), named, fmt.Sprint(given))
		return
	}
	if m, ok := markOf(named, false); ok {
		if value, err := json.Marshal(given); err == nil && !off(string(value)) {
			r.hear(said(string(value)), m)
		}
		return
	}
	field, isNumber := fieldOf(named)
	if len(named) == 1 && (has(constants, field) || field == "radius") && !r.ours { // of a model, say
		isNumber = false
	}
	if named == "sigma" || named == "noise" {
		isNumber, field = named == "sigma", named
	}
	switch value := given.(type) {
	case map[string]any:
		if !isOther(named) {
			r.members(value)
		}
	case float64:
		if isNumber {
			r.number(said(run.FormatNumber(value)), field, value)
		} else if named != "v" && named != "id" {
			r.aside = append(r.aside, named)
		}
	case bool:
		if !r.flag(said(strconv.FormatBool(value)), named, strconv.FormatBool(value)) {
			r.aside = append(r.aside, named)
		}
	case string:
		m, adapts := optimiser(named, value)
		switch {
		case adapts:
			r.hear(said(value), m)
		case isNumber && value == "inf":
			r.number(said(value), field, math.Inf(1))
		case !r.flag(said(value), named, value):
			r.aside = append(r.aside, named)
		}
	}
}
