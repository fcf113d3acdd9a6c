// Package snippet reads a training run out of text that people have at hand: the constructor arguments of Opacus, TensorFlow
// Privacy and JAX Privacy, lines such as "eta = 0.1", phrases such as "15 epochs, batch 256", JSON, and links of the
// calculator. It runs nothing and sends nothing, and lists the parts that it could not use.
//
// If a text describes a training, no number of the run comes from elsewhere. Fields that the text does not state stay blank,
// and features that fields cannot state are listed first (marks.go). Only values that do not change ε, or that are the named
// library's defaults, are assumed. The same holds for every text if nobody has stated the run in the form.
//
// If a text gives a field on which ε depends two values, neither is taken, and both are offered (sizes.go, disagree). Options
// that a command line or the text sets count (options.go); their defaults are marked as defaults (defaults.go). Code that
// repeats a training leaves its length open (repeated.go), and code that takes a part of the data leaves the dataset size open
// (doubts.go).
//
// From text to fields, each package knows only those above it:
//
//	source     tokens, lines, brackets, calls: how a text is built
//	lexicon    what names mean: fields, choices, libraries' calls, doubts
//	numbers    what expressions are worth, with the names that are given numbers
//	schedule   the calls of libraries that change the learning rate
//	preset     the runs to start from, where the text leaves conventions open
//	snippet    what the text says of the run
//
// The passes are those of the function read: the size of the data, words about the release, the settings from the first to the
// last, then repetitions and defaults. The method reading combines them.
//
// Reading ends in the text of a link, which package link decodes. So the state is valid whatever the text, and values that do
// not fit are listed with their names.
package snippet

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"lastiterate/app/link"
	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/preset"
	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// Taken is a part of the text that states a field of the run.
type Taken struct {
	Said         string // "noise_multiplier = 1.1"
	Field, Value string // as in a link; without a field, the meaning in words
}

// Left is a part of the text that could not be used, and why.
type Left struct {
	Said, Why string
	// Waits says that the part depends on a dataset or batch size that the text leaves open; a field can hold it once the
	// size is known.
	Waits bool
	// Departs is the departure that the part ticks; empty for none, and for a schedule of another quantity than the learning rate.
	Departs string
}

// Reading is the result of reading a text.
type Reading struct {
	State link.State // valid, whatever the text; fields that the text does not state are blank
	// Unheard lists the parts of the text that no field can state: the answer is only what holds with them.
	Unheard []Left
	Offers  []Offer
	Taken   []Taken
	Left    []Left
	// Defaults says that values were taken from options which the command line may have set.
	Defaults bool
	Preset   string // the preset for values that the text leaves open; empty for the run that was there
	Whole    bool   // the text describes a training, not a change of the run that was there
	// Assumed lists the fields whose values are assumed.
	Assumed []string
	// Schedules names the quantities of schedules that no field can state, "the learning rate and the noise"; empty if they
	// are not known.
	Schedules string
	// Batches is the length of Opacus’ loader if b is n divided by it, rounded up, rather than batch_size; empty otherwise.
	Batches string
	// Loads says that b follows from n and the batch size of Opacus' loader.
	Loads bool
	// Target is the ε for which the text has a library find the noise; 0 if there is none.
	Target float64
	// ByN lists the blank fields that the dataset size decides: whether a shuffle buffer holds all examples.
	ByN []string
	// SaidByN is the part of the text from which they follow.
	SaidByN string
	// Aside lists names with numbers that mean no setting.
	Aside []string

	base     link.State // the state over which the text was read
	text     string
	accepted []Offer
}

// entered is the remark about a value that the text left open and the form has since.
const entered = "entered in the form"

// Answered reads the text again with the dataset and batch sizes that it leaves open and the form has. fields names these, on
// which other fields depend.
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

// Understood reports whether any part of the text was taken.
func (r Reading) Understood() bool { return len(r.Taken) > 0 }

// noSmallerBatch is the meaning of a loader that drops smaller batches.
const noSmallerBatch = "no smaller last batch"

// Drops reports whether the text says that its loader drops a smaller last batch.
func (r *Reading) Drops() bool {
	return r != nil && slices.ContainsFunc(r.Taken, func(t Taken) bool { return t.Value == noSmallerBatch })
}

// Changed reports whether a state has another value of a field than the one that was read.
func (r *Reading) Changed(now link.State, field string) bool {
	switch field {
	case "":
		return false
	case "epochs":
		if now.SameEpochs(r.State) {
			return false // T followed a change of n or b
		}
		field = "T"
	case "delta", "alpha":
		return now.Question != r.State.Question
	case "differs":
		departures := func(s link.State) []string { // without what a schedule is of, in any order
			names := slices.DeleteFunc(slices.Clone(s.View.Differs), func(name string) bool { return strings.HasPrefix(name, "of-") })
			return slices.Sorted(slices.Values(names))
		}
		return !slices.Equal(departures(now), departures(r.State))
	}
	return !r.State.View.IsBlank(field) && now.Run.Get(field) != r.State.Run.Get(field)
}

// Read reads a text over the run of base, with the offers that were accepted before.
func Read(base link.State, text string, accepted ...Offer) Reading {
	out := read(base, text, accepted)
	out.await()
	return out
}

// await finds the parts that wait for a size that the text leaves open: with some size they are taken.
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
		asks := u.Why == lexicon.Accumulates || u.Why == lexicon.Undecided // the remark asks for the size itself
		r.Unheard[i].Waits = !asks && !slices.ContainsFunc(known.Unheard, func(l Left) bool {
			return l.Said == u.Said && l.Why != smallBuffer
		})
	}
}

// With is the text read again with one more of its offers taken.
func (r Reading) With(o Offer) Reading {
	return Read(r.base, r.text, append(slices.Clip(r.accepted), o)...)
}

func read(base link.State, text string, accepted []Offer) Reading {
	if at := strings.Index(text, "v=1&"); at >= 0 {
		if linked := strings.Fields(text[at:]); len(linked) > 0 {
			return ofLink(base, strings.Trim(linked[0], `"'<>)`))
		}
	}
	if text, ok := ofMessage(text); ok {
		return ofLink(preset.Preset{Link: "v=1"}.State(base), text)
	}
	r := newReader()
	for _, o := range accepted {
		field := o.Field
		if field == "sigma" {
			field = lexicon.Multiplier
		}
		if !o.OfSchedule() {
			r.take(o.Text, field, o.Value)
		}
		r.offered[field] = o
	}
	if object := members(text); object != nil {
		r.ours = object["v"] != nil && object["run"] != nil
		r.members(object)
	} else {
		table := source.WithoutTables(text)
		all, comments := source.Scan(table)
		if r.Scanned = source.Runes(table); len(r.Scanned) == source.Most {
			r.unheard = append(r.unheard, Left{Said: "the text is long",
				Why: "only its first " + grouped(source.Most) + " characters are read"})
		}
		r.Tokens = source.WithoutImports(all)
		r.code = len(r.Tokens) < len(all)
		r.Enclose()
		r.FindPoints()
		r.known()
		r.sizes()
		r.known() // now that the dataset's size is known
		r.releases()
		r.accrues()
		r.read()
		r.readHandmade()
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

// members returns the members of a JSON object, with their numbers as they are written; nil if the text is not one.
func members(text string) (object map[string]any) {
	in := json.NewDecoder(strings.NewReader(text))
	in.UseNumber()
	if len(text) > source.Most || in.Decode(&object) != nil || in.More() {
		return nil
	}
	return object
}

// ofMessage is the link of a run in JSON that this calculator has written, an export or a message to the engine; ok is false
// for other texts. Fields that the run does not state are blank, and so are those that the export lists as blank. The results
// are not read.
func ofMessage(text string) (linked string, ok bool) {
	var of struct {
		V              *json.Number
		Run, Question  map[string]any
		Differs, Blank []string
	}
	in := json.NewDecoder(strings.NewReader(text))
	in.UseNumber()
	if in.Decode(&of) != nil || of.V == nil || of.Run["loss"] == nil || of.Run["clipping"] == nil {
		return "", false
	}
	needs := run.Run{Loss: run.Class(fmt.Sprint(of.Run["loss"]))}
	pairs := []string{"v=1"}
	say := func(name string, value any) { pairs = append(pairs, name+"="+url.PathEscape(fmt.Sprint(value))) }
	fields := run.Fields()
	for i := range fields {
		name := fields[i].Name
		value, stated := of.Run[name]
		delete(of.Run, name)
		switch {
		case slices.Contains(of.Blank, name), !stated && link.CanBlank(name) && (needs.Uses(name) || link.InScripts(name)):
			say(name, "")
		case stated:
			say(name, value)
		}
	}
	for _, members := range []map[string]any{of.Run, of.Question} {
		for _, name := range slices.Sorted(maps.Keys(members)) {
			say(name, members[name])
		}
	}
	if len(of.Question) == 0 {
		say("delta", "")
	}
	if len(of.Differs) > 0 {
		say("differs", strings.Join(of.Differs, "~"))
	}
	return strings.Join(pairs, "&"), true
}

// ofLink reads a link of the calculator.
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
