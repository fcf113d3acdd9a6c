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
		if !r.says("scheme") && r.preset != "opacus" { // whose engine replaces the loader
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
