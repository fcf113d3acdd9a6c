package snippet

import (
	"math"
	"slices"
	"strings"

	"lastiterate/app/link"
	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/preset"
	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// reading puts the taken values into a state.
func (r *reader) reading(base link.State) Reading {
	if len(r.values) == 0 && len(r.unheard) == 0 {
		return Reading{State: base, Left: r.left, Aside: slices.Compact(r.aside)}
	}
	r.training = r.training || !slices.ContainsFunc(numbersOfRun, func(field string) bool { return !base.View.IsBlank(field) })
	whole := r.whole()
	r.training = whole
	if whole {
		base = r.from(base)
	}
	var blank []string
	forget := func() {
		for _, field := range r.blanks {
			r.forget(field, &blank)
		}
	}
	r.oneNoise()
	r.reportAccumulation()
	r.offerSums()
	r.offerSteps()
	r.heldOut()
	r.clippedTogether()
	forget()
	r.classOfLoss()
	r.together(base)
	r.readSchedule()
	if blank = r.unsaid(); !whole { // nobody has stated these in the form either
		blank = slices.DeleteFunc(blank, func(field string) bool { return !base.View.IsBlank(field) })
	}
	if r.openDelta && !r.says("delta") {
		r.blanks = append(r.blanks, "delta")
	}
	forget()
	r.choices(blank)
	out := Reading{Preset: r.preset, Whole: whole, Offers: r.offers, Aside: slices.Compact(r.aside), Defaults: r.defaulted,
		Batches: r.rate, ByN: r.byN, Loads: r.sampled}
	if r.byN != nil {
		out.SaidByN = r.sampling.buffer.Said
	}
	if !math.IsInf(r.aim, 1) {
		out.Target = r.aim
	}
	wrong := map[string]bool{}
	// refuse drops values that are wrong, and reports whether the remaining ones give another state.
	refuse := func(problems []link.Problem) (again bool) {
		for _, p := range problems {
			if r.unschedule(p) {
				return true
			}
			r.leave(r.saidOf(p), p.Message)
			wrong[p.Name] = true
			switch {
			case !whole:
			case !link.InScripts(p.Name): // the preset's value stays, and is listed as assumed
				again = again || r.says(p.Name)
				r.unsay(p.Name)
				if p.Name == "smoothness" {
					r.depart(unknownLoss)
				}
			case !source.Has(blank, p.Name):
				r.forget(p.Name, &blank)
				again = again || source.Has(blank, p.Name) // not if the visitor has entered it
			}
		}
		return again
	}
	for again := true; again; {
		var problems []link.Problem
		out.State, problems = link.DecodeFrom(base, r.link(base.Run.Scheme, blank))
		again = refuse(problems)
	}
	out.Taken, out.Assumed = r.taken(wrong), r.assumed(out.State)
	if out.State.Run.Noise.OnGradient() && !out.State.View.IsBlank("noise") {
		r.rateless()
	}
	for _, field := range r.order { // another part of the text states them
		if echo, echoed := r.echoes[field]; echoed {
			r.left = slices.DeleteFunc(r.left, func(l Left) bool { return l == echo })
		}
	}
	out.Unheard, out.Left = r.unheard, r.left
	if r.more > 0 {
		out.Left = append(out.Left, Left{Said: run.FormatNumber(float64(r.more)) + " more", Why: "were not used either"})
	}
	if !source.Has(r.schedules, "") {
		out.Schedules = strings.Join(r.schedules, " and ")
	}
	return out
}

// numbersOfRun are the numbers that every script states.
var numbersOfRun = []string{"n", "T", "sigma", "eta", "clip"}

// whole reports whether the text describes a training rather than a change of the run that is there, which it cannot if nobody
// has stated any number of that run. For a whole training, no value may be guessed.
func (r *reader) whole() bool {
	said := r.withheld
	for _, field := range []string{"n", "b", "T", "epochs", "sigma", lexicon.Multiplier, "eta", "clip"} {
		if r.says(field) {
			said++
		}
	}
	return r.training || r.code || r.launched || r.preset != "" || len(r.unheard) > 0 || said > 2
}

// from is the state from which a training starts: the library's defaults, with nothing assumed about the loss except that
// gradients are clipped.
func (r *reader) from(base link.State) link.State {
	start, ok := preset.ByID(r.preset)
	if !ok {
		start, _ = preset.ByID("opacus") // none of whose defaults are used: see unsaid
	}
	view := base.View
	base = start.State(base)
	view.Steps, view.Differs, view.Blank = base.View.Steps, nil, nil
	base.View = view
	return base
}

// unsaid lists the fields of a training that the text does not state.
func (r *reader) unsaid() []string {
	library := r.preset != ""
	var blank []string
	for _, f := range run.Fields() {
		said := r.says(f.Name)
		switch f.Name {
		case "sigma", "noise":
			said = said || r.says(lexicon.Multiplier) || f.Name == "noise" && !r.says("sigma")
		case "b":
			said = said || r.values["scheme"].Value == string(run.Full)
		case "adjacency":
			said = said || library && r.neighboursFit()
		case "scheme":
			said = said || r.samples()
		}
		if !said && link.InScripts(f.Name) {
			blank = append(blank, f.Name)
		}
	}
	return blank
}

// neighboursFit reports whether the library's definition of neighbours is analysed for the batches of the text: adding or
// removing an example requires batches whose sizes vary.
func (r *reader) neighboursFit() bool {
	of, _ := preset.ByID(r.preset)
	varying := []string{"", string(run.Poisson), string(run.Allocation)}
	return slices.Contains(varying, r.values["scheme"].Value) || !strings.Contains(of.Link, "adjacency="+string(run.AddRemove))
}

// forget leaves a field blank, whatever the text states.
func (r *reader) forget(field string, blank *[]string) {
	names := []string{field}
	if field == "sigma" {
		names = append(names, lexicon.Multiplier)
	}
	if field == "T" {
		names = append(names, "epochs")
	}
	for _, name := range names {
		if _, kept := r.offered[name]; kept {
			return // the visitor has entered it
		}
	}
	for _, name := range names {
		r.unsay(name)
	}
	if !source.Has(*blank, field) {
		*blank = append(*blank, field)
	}
}

// oneNoise drops a σ if the text also has a noise multiplier, which is the number that libraries take.
func (r *reader) oneNoise() {
	if sigma := r.values["sigma"]; r.says("sigma") && r.says(lexicon.Multiplier) {
		r.unsay("sigma")
		if z := r.values[lexicon.Multiplier]; z.Value != sigma.Value {
			r.leave(sigma.Said, "is not the noise multiplier: "+z.Said+" is used")
		}
	}
}

// unsay drops the value that the text states for a field.
func (r *reader) unsay(field string) {
	delete(r.values, field)
	r.order = slices.DeleteFunc(r.order, func(f string) bool { return f == field })
}

// saidOf is the part of the text that states the field of a problem.
func (r *reader) saidOf(p link.Problem) string {
	name := p.Name
	if name == "sigma" && r.says(lexicon.Multiplier) {
		name = lexicon.Multiplier
	}
	if said := r.values[name].Said; said != "" {
		return said
	}
	return p.Name + "=" + p.Value
}

//go:noinline
func (r *reader) says(field string) bool {
	_, said := r.values[field]
	return said
}

// link is a link with the values of the text, over a run with the given scheme.
func (r *reader) link(scheme run.Scheme, blank []string) string {
	pairs := []string{"v=1"}
	say := func(field, value string) {
		f, ofRun := run.FieldByName(field)
		if ofRun && f.Kind == run.Integer && strings.Contains(value, ".") && !strings.Contains(value, "e") {
			value += "e0" // the computed value has a decimal point, not one for thousands
		}
		pairs = append(pairs, field+"="+value)
	}
	for _, field := range r.order {
		switch field {
		case lexicon.Multiplier, "epochs", "sample rate":
			continue
		}
		say(field, r.values[field].Value)
	}
	if r.says("b") && !r.says("scheme") && scheme.UsesAll() && !source.Has(blank, "scheme") {
		say("scheme", string(run.Reshuffle))
	}
	if r.says(lexicon.Multiplier) {
		say("sigma", r.values[lexicon.Multiplier].Value)
		say("noise", "multiplier")
	}
	if r.says("epochs") && r.inEpochs {
		say("steps", "epochs")
	} else if r.says("T") {
		say("steps", "T")
	}
	for _, field := range blank {
		say(field, "")
	}
	if len(r.differs) > 0 {
		say("differs", strings.Join(r.differs, "~"))
	}
	return strings.Join(pairs, "&")
}

// taken lists the parts of the text that the state has, without the fields that are wrong.
func (r *reader) taken(wrong map[string]bool) []Taken {
	var out []Taken
	for _, field := range r.order {
		v := r.values[field]
		switch {
		case wrong[field], field == lexicon.Multiplier && wrong["sigma"], field == "sample rate", v.Said == entered:
			continue
		case field == "epochs" && wrong["T"], field == "T" && r.says("epochs"):
			continue
		case field == lexicon.Multiplier:
			v.Field = "sigma"
		}
		out = append(out, v)
	}
	if r.dropped != "" {
		out = append(out, Taken{r.dropped, "", noSmallerBatch})
	}
	if m := r.microbatch; m.Said != "" && r.alone() {
		out = append(out, Taken{m.Said, "", "one example each, clipped by itself"})
	}
	return out
}

// assumed lists the fields of the state that the text neither states nor leaves blank, and that do not follow from others.
func (r *reader) assumed(s link.State) []string {
	follows := func(field string) bool {
		if s.View.IsBlank(field) {
			return true
		}
		switch field {
		case "T":
			return r.says("epochs")
		case "sigma", "noise":
			return r.says(lexicon.Multiplier)
		case "b":
			return s.Run.Scheme.UsesAll()
		case "clipping":
			return r.says("clip") && s.Run.Clipping == run.ClippingActive
		case "loss", "smoothness", "strong_convexity", "weak_convexity", "holder_order":
			return source.Has(r.differs, unknownLoss) // the answer uses nothing about the loss
		}
		return false
	}
	var out []string
	for _, f := range run.Fields() {
		if !r.says(f.Name) && !follows(f.Name) && s.Run.Uses(f.Name) && !f.MayLack(s.Run) {
			out = append(out, f.Name)
		}
	}
	if !r.says("delta") && !s.View.IsBlank("delta") && !s.Question.Renyi() {
		out = append(out, "delta")
	}
	return out
}
