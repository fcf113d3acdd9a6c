// Package snippet reads a training run out of text that people have at hand: the
// constructor arguments of Opacus, TensorFlow Privacy and JAX Privacy, lines such
// as "eta = 0.1", phrases such as "15 epochs, batch 256", JSON, and links of the
// calculator. It runs nothing and sends nothing; what it could not use it lists.
//
// A text that describes a training gets no number of its run from anywhere else: what it
// does not say stays blank, and what the fields cannot say is listed first (marks.go).
// Only what changes no ε, or is how the named library itself counts, is assumed.
//
// Nor is one chosen of two values that a text gives a field on which ε depends: neither counts, and both are offered (sizes.go,
// disagree). What a command line or the text itself sets options to counts (options.go), and their defaults are said to be
// defaults (defaults.go). What repeats a training leaves its length open (repeated.go); so does the dataset's size what takes a
// part of the data (doubts.go).
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
// The passes are those of the function read: the data's size, words about what is released, the settings from the first to the
// last, then what repeats and what only defaults say. The method reading puts them together.
//
// Reading ends in the text of a link, which package link decodes: so whatever the
// text, the state is valid, and what does not fit is said beside its name.
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
		asks := u.Why == lexicon.Accumulates || u.Why == lexicon.Undecided // for the size itself
		r.Unheard[i].Waits = !asks && !slices.ContainsFunc(known.Unheard, func(l Left) bool { return l.Said == u.Said })
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
		r.known() // with the dataset's size
		r.releases()
		r.accrues()
		r.read()
		r.handmade()
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

// members are those of a JSON object, with their numbers as they are written; nil where the text is none.
func members(text string) (object map[string]any) {
	in := json.NewDecoder(strings.NewReader(text))
	in.UseNumber()
	if len(text) > source.Most || in.Decode(&object) != nil || in.More() {
		return nil
	}
	return object
}

// ofMessage is the link of a run in JSON that this calculator has written, an export or a message to the engine; ok is false where
// a text is none. What the run does not state is blank, and so is what the export says that nobody has stated. The results are not
// read.
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
