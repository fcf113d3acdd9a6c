package snippet

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"lastiterate/app/link"
	"lastiterate/bounds/run"
)

// reading puts what was taken into a state.
func (r *reader) reading(base link.State) Reading {
	if r.preset == "" && r.says(multiplier) && !r.says("sigma") && len(r.values) > 2 {
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
	var problems []link.Problem
	out.State, problems = link.DecodeFrom(base, r.link(base.Run.Scheme))
	wrong := map[string]bool{}
	for _, p := range problems {
		wrong[p.Name] = true
		said := r.values[p.Name].Said
		if p.Name == "sigma" && r.says(multiplier) {
			wrong[multiplier] = true
			said = r.values[multiplier].Said
		}
		if said == "" {
			said = p.Name + "=" + p.Value
		}
		r.leave(said, p.Message)
	}
	out.Taken, out.Assumed, out.Left = r.taken(wrong), r.assumed(out.State), r.left
	return out
}

func (r *reader) says(field string) bool {
	_, said := r.values[field]
	return said
}

// link is the link that says what the text does, over a run of that scheme.
func (r *reader) link(scheme run.Scheme) string {
	pairs := []string{"v=1"}
	say := func(field, value string) { pairs = append(pairs, field+"="+value) }
	for _, field := range r.order {
		switch field {
		case multiplier, "epochs", "sample rate":
			continue
		case "sigma":
			if r.says(multiplier) {
				continue
			}
		}
		say(field, r.values[field].Value)
	}
	if r.says("b") && !r.says("scheme") && scheme == run.Full {
		scheme := run.Reshuffle
		if r.says("sample rate") {
			scheme = run.Poisson
		}
		say("scheme", string(scheme))
	}
	if r.says(multiplier) {
		say("sigma", r.values[multiplier].Value)
		say("noise", "multiplier")
	}
	if r.says("epochs") {
		say("steps", "epochs")
	} else if r.says("T") {
		say("steps", "T")
	}
	return strings.Join(pairs, "&")
}

// taken are the parts of the text that the state has, but for fields that are wrong.
func (r *reader) taken(wrong map[string]bool) []Taken {
	var out []Taken
	for _, field := range r.order {
		v := r.values[field]
		switch {
		case wrong[field], field == "sample rate":
			continue
		case field == "epochs" && wrong["T"], field == "T" && r.says("epochs"):
			continue
		case field == multiplier:
			v.Field = "sigma"
		}
		out = append(out, v)
	}
	return out
}

// assumed are the fields of the state that the text leaves open.
func (r *reader) assumed(s link.State) []string {
	follows := func(field string) bool {
		switch field {
		case "T":
			return r.says("epochs")
		case "sigma", "noise":
			return r.says(multiplier)
		case "b":
			return s.Run.Scheme == run.Full
		}
		return false
	}
	var out []string
	for _, f := range run.Fields() {
		if !r.says(f.Name) && !follows(f.Name) && s.Run.Uses(f.Name) && !f.Optional {
			out = append(out, f.Name)
		}
	}
	if !r.says("delta") && !s.Question.Renyi() {
		out = append(out, "delta")
	}
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
			r.take(v.Said, "b", run.FormatNumber(max(1, math.Round(q*n))))
		} else {
			r.leave(v.Said, "a sampling rate lies between 0 and 1")
		}
	}
	b := count("b", base.B)
	if scheme := r.values["scheme"].Value; scheme == string(run.Full) || scheme == "" && base.Scheme == run.Full && !r.says("b") {
		b = n
	}
	v, said := r.values["epochs"]
	if !said {
		return
	}
	epochs, err := strconv.ParseFloat(v.Value, 64)
	steps := epochs * math.Floor(n/b)
	why := ""
	switch {
	case r.says("T"):
		why = "the iterations are said as well: " + r.values["T"].Said + " was taken"
	case err != nil || !(steps >= 1) || math.IsInf(steps, 1):
		why = "is no number of passes over " + run.FormatNumber(n) + " examples in batches of " + run.FormatNumber(b)
	}
	if why != "" {
		r.leave(v.Said, why)
		delete(r.values, "epochs")
		r.order = slices.DeleteFunc(r.order, func(f string) bool { return f == "epochs" })
		return
	}
	r.values["T"] = Taken{v.Said, "T", run.FormatNumber(max(1, math.Round(steps)))}
	r.order = append(r.order, "T")
}
