package docs

import (
	"math"
	"slices"
	"strings"
	"sync"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// variant is a run with one part changed, and the name of this change.
type variant struct {
	name   string
	change func(*run.Run)
}

// classes are the classes of losses.
var classes = []variant{
	{"strongly convex", func(r *run.Run) { r.Loss, r.StrongConvexity = run.StronglyConvex, 1 }},
	{"convex", func(*run.Run) {}},
	{"non-smooth convex", func(r *run.Run) { r.Smoothness = math.Inf(1) }},
	{"weakly convex", func(r *run.Run) { r.Loss, r.WeakConvexity = run.WeaklyConvex, 0.1 }},
	{"smooth", func(r *run.Run) { r.Loss = run.Smooth }},
	{"Hölder gradient", func(r *run.Run) { r.Loss, r.HolderOrder = run.Holder, 0.5 }},
}

// circumstances are what a theorem may need besides: less or more than one epoch, few steps, or gradients that only
// clipping bounds, or only in their differences.
var circumstances = []variant{
	{"two epochs", func(*run.Run) {}},
	{"half an epoch", func(r *run.Run) { r.T = 50 }},
	{"bounded differences", func(r *run.Run) { r.Clipping = run.ClippingDifference }},
	{"five steps", func(r *run.Run) { r.B, r.T = 1, 5 }},
	{"clipped gradients", func(r *run.Run) { r.Clipping = run.ClippingActive }},
}

// rarities are what two theorems need: a deletion, and the release of every iterate. They are tried if no circumstance is enough.
var rarities = []variant{
	{"after a deletion", func(r *run.Run) { r.T, r.After, r.Clipping = 300, 200, run.ClippingGLM }},
	{"every iterate", func(r *run.Run) { r.Release = run.AllIterates }},
}

// setting is a kind of run: batches, neighbours, losses, and whether each step projects onto a bounded domain.
type setting struct {
	batches, neighbours, losses string
	bounded                     bool
}

// settings are the kinds of runs to which each theorem applies, by its id. The runs tried have little learning rate and much
// noise, so that limits on these numbers do not matter.
var settings = sync.OnceValue(func() map[string][]setting {
	found := map[string][]setting{}
	for _, t := range catalog.All() {
		if found[t.ID] = settingsOf(t, circumstances); len(found[t.ID]) == 0 {
			found[t.ID] = settingsOf(t, rarities)
		}
	}
	return found
})

// settingsOf are the kinds of runs to which a theorem applies under some of these circumstances.
func settingsOf(t *theorem.Theorem, some []variant) (found []setting) {
	for _, scheme := range run.Schemes() {
		for _, adjacency := range choices("adjacency") {
			for _, class := range classes {
				for _, diameter := range []float64{2, math.Inf(1)} {
					r := run.Run{N: 1000, B: 10, T: 200, Eta: 0.01, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: diameter,
						Scheme: scheme, Adjacency: run.Adjacency(adjacency), Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
					class.change(&r)
					if slices.ContainsFunc(some, func(c variant) bool { return applies(t, r, c) }) {
						found = append(found, setting{run.Words(scheme), run.Words(r.Adjacency), class.name, diameter < math.Inf(1)})
					}
				}
			}
		}
	}
	return found
}

// applies says whether a theorem applies to a run under a circumstance.
func applies(t *theorem.Theorem, r run.Run, circumstance variant) bool {
	circumstance.change(&r)
	if r.Scheme.UsesAll() {
		r.B = r.N
	}
	return r.Validate() == nil && theorem.Applies(t.Hypotheses(r, claim.Question{Delta: 1e-5}))
}

// schemeNames and classNames are the names of all batches and of all losses, in the order of the form.
var schemeNames, classNames = func() (schemes, losses []string) {
	for _, scheme := range run.Schemes() {
		schemes = append(schemes, run.Words(scheme))
	}
	for _, class := range classes {
		losses = append(losses, class.name)
	}
	return schemes, losses
}()

// when says for which runs a theorem holds, in words, part by part. It is empty if no such run is known.
func when(t *theorem.Theorem) []string {
	all := settings()[t.ID]
	if len(all) == 0 {
		return nil
	}
	batches := func(p setting) string { return p.batches }
	everywhere := distinct(all, batches)
	// limits are the batches and the domain of some of the runs, where they are not those of all.
	limits := func(some []setting) string {
		var said []string
		own := distinct(some, batches)
		missing := without(everywhere, own)
		switch {
		case len(missing) > 2 || len(missing) >= len(own):
			said = append(said, "batches: "+series(own, nil, ""))
		case len(missing) > 0:
			said = append(said, "batches: not "+series(missing, nil, ""))
		}
		if d := projection(some); d != projection(all) {
			said = append(said, "projection: "+d)
		}
		if len(said) == 0 {
			return ""
		}
		return " (" + strings.Join(said, ", ") + ")"
	}
	of := func(part func(setting) string) (values []string) {
		for _, value := range distinct(all, part) {
			some := slices.DeleteFunc(slices.Clone(all), func(p setting) bool { return part(p) != value })
			values = append(values, value+limits(some))
		}
		return values
	}
	return []string{
		"Batches: " + series(everywhere, schemeNames, "any"),
		"Neighbouring datasets: " + series(of(func(p setting) string { return p.neighbours }), nil, ""),
		"Losses: " + series(of(func(p setting) string { return p.losses }), classNames, "any"),
		"Projection: " + projection(all),
	}
}

// distinct lists the values that a part has in these runs, each once, in the order of the form.
func distinct(all []setting, part func(setting) string) (values []string) {
	for _, p := range all {
		if !slices.Contains(values, part(p)) {
			values = append(values, part(p))
		}
	}
	slices.SortStableFunc(values, func(a, b string) int { return slices.Index(classNames, a) - slices.Index(classNames, b) })
	return values
}

// projection says onto what the steps of these runs project.
func projection(all []setting) string {
	bounded := slices.ContainsFunc(all, func(p setting) bool { return p.bounded })
	switch {
	case bounded && slices.ContainsFunc(all, func(p setting) bool { return !p.bounded }):
		return "onto a bounded domain, or none"
	case bounded:
		return "onto a bounded domain"
	}
	return "none"
}

// series joins values: every is said of all values that there are, with the exceptions if these are one or two.
func series(values, all []string, every string) string {
	if every != "" && slices.Equal(values, all) {
		return every
	}
	if missing := without(all, values); every != "" && len(missing) <= 2 && len(missing)+len(values) == len(all) {
		return every + " but " + strings.Join(missing, " and ")
	}
	last := len(values) - 1
	switch last {
	case 0:
		return values[0]
	case 1:
		return values[0] + " or " + values[1]
	}
	return strings.Join(values[:last], ", ") + ", or " + values[last]
}

// without are the values that others do not have.
func without(values, others []string) []string {
	return slices.DeleteFunc(slices.Clone(values), func(v string) bool { return slices.Contains(others, v) })
}
