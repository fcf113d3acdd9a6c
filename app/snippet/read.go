package snippet

import (
	"encoding/json"
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
	Field, Value string // as in a link
}

// Left is a part of the text that could not be used, and why.
type Left struct{ Said, Why string }

// Reading is what a text says.
type Reading struct {
	State  link.State // valid, whatever the text
	Taken  []Taken
	Left   []Left
	Preset string // the preset that stands in for what the text leaves open; empty for the run that was there
	// Assumed are the fields of the run that stand in.
	Assumed []string
	// Aside are names that have nothing to do with privacy here.
	Aside []string
}

// Understood reports whether anything was.
func (r Reading) Understood() bool { return len(r.Taken) > 0 }

// Read reads a text over the run of base.
func Read(base link.State, text string) Reading {
	if at := strings.Index(text, "v=1&"); at >= 0 {
		if linked := strings.Fields(text[at:]); len(linked) > 0 {
			return ofLink(base, strings.Trim(linked[0], `"'<>)`))
		}
	}
	r := reader{values: map[string]Taken{}}
	if object := map[string]any{}; json.Unmarshal([]byte(text), &object) == nil && len(text) <= most {
		r.members(object)
	} else {
		r.in = scan(text)
		r.known()
		r.read()
	}
	return r.reading(base)
}

// ofLink reads one of our own links.
func ofLink(base link.State, text string) Reading {
	out := Reading{}
	var problems []link.Problem
	out.State, problems = link.DecodeFrom(base, text)
	for _, p := range problems {
		out.Left = append(out.Left, Left{p.Name + "=" + p.Value, p.Message})
	}
	for pair := range strings.SplitSeq(text, "&") {
		field, value, _ := strings.Cut(pair, "=")
		if _, ofRun := run.FieldByName(field); (ofRun || field == "delta" || field == "alpha") && !slices.ContainsFunc(problems, func(p link.Problem) bool { return p.Name == field }) {
			out.Taken = append(out.Taken, Taken{pair, field, value})
		}
	}
	return out
}

// reader collects what a text says.
type reader struct {
	in      []token
	numbers map[string]float64
	values  map[string]Taken // by field
	order   []string         // of the fields
	left    []Left
	aside   []string
	preset  string
	differs []string
}

func (r *reader) leave(said, why string) {
	if len(r.left) < 20 && !slices.Contains(r.left, Left{said, why}) {
		r.left = append(r.left, Left{clip(said), why})
	}
}

func clip(said string) string {
	if runes := []rune(said); len(runes) > 60 {
		return string(runes[:59]) + "…"
	}
	return said
}

// number takes a number for a field.
func (r *reader) number(said, field string, x float64) {
	if math.IsNaN(x) {
		r.leave(said, "is no number")
		return
	}
	switch field {
	case "target":
		r.leave(said, "is a target: “Find the value that meets a target ε”, at the end of the run, finds the noise for it")
		return
	case "momentum":
		if x != 0 {
			r.differ(said, "momentum")
		}
		return
	case "microbatches":
		r.leave(said, "microbatches are not part of the run here: every single example’s gradient is clipped")
		return
	case "accumulation":
		if x != 1 {
			r.leave(said, "enter the batch size after accumulation")
		}
		return
	case "decay":
		if x != 0 {
			r.leave(said, "if it is part of the loss, choose a strongly convex one")
		}
		return
	case "radius":
		field, x = "diameter", 2*x
	}
	r.take(said, field, run.FormatNumber(x))
}

// take keeps the first value of a field.
func (r *reader) take(said, field, value string) {
	if old, twice := r.values[field]; twice {
		if old.Value != value {
			r.leave(said, "was said before: "+old.Said+" was taken")
		}
		return
	}
	r.values[field] = Taken{clip(said), field, value}
	r.order = append(r.order, field)
}

func (r *reader) differ(said, departure string) {
	if !slices.Contains(r.differs, departure) {
		r.differs = append(r.differs, departure)
		r.take(said, "differs", strings.Join(r.differs, "~"))
		r.values["differs"] = Taken{r.values["differs"].Said, "differs", strings.Join(r.differs, "~")}
	}
}

// flag takes what is True, False or a name.
func (r *reader) flag(said, named, value string) bool {
	value = strings.ToLower(value)
	on := value == "true" || value == "1"
	switch key := plain(named[strings.LastIndexByte(named, '.')+1:]); {
	case key == "poissonsampling" && on:
		r.take(said, "scheme", string(run.Poisson))
	case key == "poissonsampling":
		r.take(said, "scheme", string(run.Reshuffle))
	case key == "shuffle" && on:
		if _, said := r.values["scheme"]; !said && r.preset != "opacus" { // whose engine replaces the loader
			r.take("shuffle = True", "scheme", string(run.Reshuffle))
		}
	case key == "shuffle":
		if r.preset != "opacus" {
			r.take(said, "scheme", string(run.Cyclic))
		}
	case switches[key]:
		f, _ := run.FieldByName(key)
		if !slices.Contains(f.Choices, value) {
			return r.chosen(said, value)
		}
		r.take(said, key, value)
	default:
		return false
	}
	return true
}

// chosen finds choices in words.
func (r *reader) chosen(said, text string) (found bool) {
	text = strings.ToLower(text)
	for _, c := range choices {
		at := strings.Index(text, c.words)
		if at < 0 || at > 0 && c.words == "adam" {
			continue
		}
		text = text[:at] + "|" + text[at+len(c.words):]
		found = true
		if c.field == "differs" {
			r.differ(said, c.value)
		} else {
			r.take(said, c.field, c.value)
		}
	}
	return found
}

// members reads a JSON object: one of ours, or a configuration.
func (r *reader) members(object map[string]any) {
	names := make([]string, 0, len(object))
	for member := range object {
		names = append(names, member)
	}
	slices.Sort(names)
	for _, member := range names {
		text := func(value string) string { return member + ": " + value }
		field, isNumber := fieldOf(member)
		if member == "sigma" || member == "noise" {
			isNumber, field = member == "sigma", member
		}
		switch value := object[member].(type) {
		case map[string]any:
			r.members(value)
		case float64:
			if isNumber {
				r.number(text(run.FormatNumber(value)), field, value)
			} else if member != "v" && member != "id" {
				r.aside = append(r.aside, member)
			}
		case bool:
			if !r.flag(text(strconv.FormatBool(value)), member, strconv.FormatBool(value)) {
				r.aside = append(r.aside, member)
			}
		case string:
			switch {
			case isNumber && value == "inf":
				r.number(text(value), field, math.Inf(1))
			case !r.flag(text(value), member, value):
				r.aside = append(r.aside, member)
			}
		}
	}
}

// reading puts what was taken into a state.
func (r *reader) reading(base link.State) Reading {
	_, isMultiplier := r.values[multiplier]
	_, hasSigma := r.values["sigma"]
	if r.preset == "" && isMultiplier && !hasSigma && len(r.values) > 2 {
		r.preset = "opacus"
	}
	out := Reading{Preset: r.preset, Aside: slices.Compact(r.aside)}
	if preset, ok := presetByID(r.preset); ok {
		view := base.View
		base = preset.State(base)
		view.Steps, view.Differs = base.View.Steps, nil
		base.View = view
	}
	if len(r.values) == 0 {
		out.State, out.Left = base, r.left
		return out
	}
	r.together(base.Run)
	var text strings.Builder
	text.WriteString("v=1")
	for _, field := range r.order {
		if field != multiplier && field != "epochs" && field != "sample rate" && (field != "sigma" || !isMultiplier) {
			text.WriteString("&" + field + "=" + r.values[field].Value)
		}
	}
	_, sized := r.values["b"]
	if _, said := r.values["scheme"]; sized && !said && base.Run.Scheme == run.Full {
		scheme := run.Reshuffle
		if _, sampled := r.values["sample rate"]; sampled {
			scheme = run.Poisson
		}
		text.WriteString("&scheme=" + string(scheme))
	}
	if isMultiplier {
		text.WriteString("&sigma=" + r.values[multiplier].Value + "&noise=multiplier")
	}
	if epochs := r.values["epochs"]; epochs.Field != "" {
		text.WriteString("&steps=epochs")
	} else if _, steps := r.values["T"]; steps {
		text.WriteString("&steps=T")
	}
	var problems []link.Problem
	out.State, problems = link.DecodeFrom(base, text.String())
	wrong := map[string]bool{}
	for _, p := range problems {
		wrong[p.Name] = true
		said := r.values[p.Name].Said
		if p.Name == "sigma" && isMultiplier {
			wrong[multiplier] = true
			said = r.values[multiplier].Said
		}
		if said == "" {
			said = p.Name + "=" + p.Value
		}
		r.leave(said, p.Message)
	}
	for _, field := range r.order {
		if v := r.values[field]; !wrong[field] && !(wrong["T"] && field == "epochs") && field != "sample rate" && (field != "T" || r.values["epochs"].Field == "") {
			if field == multiplier {
				v.Field = "sigma"
			}
			out.Taken = append(out.Taken, v)
		}
	}
	for _, f := range run.Fields() {
		_, said := r.values[f.Name]
		follows := f.Name == "T" && r.values["epochs"].Field != "" || (f.Name == "sigma" || f.Name == "noise") && isMultiplier || f.Name == "b" && out.State.Run.Scheme == run.Full
		if !said && !follows && out.State.Run.Uses(f.Name) && !f.Optional {
			out.Assumed = append(out.Assumed, f.Name)
		}
	}
	if _, said := r.values["delta"]; !said && !out.State.Question.Renyi() {
		out.Assumed = append(out.Assumed, "delta")
	}
	out.Left = r.left
	return out
}

// together computes what several fields say together: b of a sampling rate, T of
// epochs.
func (r *reader) together(base run.Run) {
	count := func(field string, otherwise int) float64 {
		if v, said := r.values[field]; said {
			if x, err := strconv.ParseFloat(v.Value, 64); err == nil {
				return x
			}
		}
		return float64(otherwise)
	}
	n := count("n", base.N)
	if v, said := r.values["sample rate"]; said {
		if q, err := strconv.ParseFloat(v.Value, 64); err == nil && q > 0 && q <= 1 {
			r.take(v.Said, "b", run.FormatNumber(math.Max(1, math.Round(q*n))))
		} else {
			r.leave(v.Said, "a sampling rate lies between 0 and 1")
		}
	}
	b := count("b", base.B)
	if scheme := r.values["scheme"].Value; scheme == string(run.Full) || scheme == "" && base.Scheme == run.Full && r.values["b"].Field == "" {
		b = n
	}
	v, said := r.values["epochs"]
	if !said {
		return
	}
	epochs, err := strconv.ParseFloat(v.Value, 64)
	steps := epochs * math.Floor(n/b)
	switch {
	case r.values["T"].Field != "":
		r.leave(v.Said, "the iterations are said as well: "+r.values["T"].Said+" was taken")
		delete(r.values, "epochs")
		r.order = slices.DeleteFunc(r.order, func(f string) bool { return f == "epochs" })
		return
	case err != nil || !(steps >= 1) || math.IsInf(steps, 1):
		r.leave(v.Said, "is no number of passes over "+run.FormatNumber(n)+" examples in batches of "+run.FormatNumber(b))
		delete(r.values, "epochs")
		r.order = slices.DeleteFunc(r.order, func(f string) bool { return f == "epochs" })
		return
	}
	r.values["T"] = Taken{v.Said, "T", run.FormatNumber(math.Max(1, math.Round(steps)))}
	r.order = append(r.order, "T")
}
