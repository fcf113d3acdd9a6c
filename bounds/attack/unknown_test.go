package main

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"lastiterate/bounds/run"
)

// A choice that the attack does not know is refused, in words: it may not pass for one of those that it knows, since the attack
// would then look for losses in other runs than those that the rows are asked about.
func TestUnknownChoicesAreRefused(t *testing.T) {
	known := run.Run{N: 2, B: 1, T: 2, Eta: 0.5, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: math.Inf(1),
		Adjacency: run.Replace, Scheme: run.Reshuffle, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	a := Adversary{Others: []Piecewise{constant(0)}, Example: [2]Piecewise{constant(1), constant(-1)}}
	if err := Admissible(known, a); err != nil {
		t.Fatal(err)
	}
	scheme := func(r *run.Run) { r.Scheme = "new" }
	adjacency := func(r *run.Run) { r.Adjacency = "new" }
	clipping := func(r *run.Run) { r.Clipping = "new" }
	for what, c := range map[string]struct {
		change func(*run.Run)
		ask    func(run.Run)
	}{
		"rates":                {scheme, func(r run.Run) { rate(r) }},
		"examples left out":    {scheme, func(r run.Run) { leftOut(r) }},
		"orders":               {scheme, func(r run.Run) { _, _ = a.sequences(r) }},
		"plans":                {scheme, func(r run.Run) { _, _ = a.plan(r) }},
		"gradients apart":      {adjacency, func(r run.Run) { apartMost(r) }},
		"versions":             {adjacency, func(r run.Run) { a.versions(r) }},
		"clipped gradients":    {clipping, func(r run.Run) { usedGradient(r, constant(1)) }},
		"lengths of gradients": {clipping, func(r run.Run) { _ = a.bounded(r, a.Example[:], 0, 1) }},
		"slopes":               {func(r *run.Run) { r.Loss = "new" }, func(r run.Run) { _ = Admissible(r, a) }},
		"noise":                {func(r *run.Run) { r.Noise = "new" }, func(r run.Run) { noise(r) }},
		"releases":             {func(r *run.Run) { r.Release = "new" }, func(r run.Run) { isReleased(r, 1) }},
		"the choice of a run":  {func(r *run.Run) { r.Tuning = "new" }, func(r run.Run) { logDensityFactor(r) }},
		"learning rates":       {func(r *run.Run) { r.Schedule = "new" }, func(r run.Run) { share(r, 0) }},
	} {
		r := known
		c.change(&r)
		if said, want := refusal(func() { c.ask(r) }), `no case for "new"`; said != want {
			t.Errorf("%s of an unknown choice: %q, want %q", what, said, want)
		}
		if said := refusal(func() { c.ask(known) }); said != "" {
			t.Errorf("%s of a known one: %s", what, said)
		}
	}
}

// refusal is what is said in a panic.
func refusal(ask func()) (said string) {
	defer func() {
		if r := recover(); r != nil {
			said = fmt.Sprint(r)
		}
	}()
	ask()
	return ""
}

// The attack draws every choice that a run has: one that is added is attacked too.
func TestEveryChoiceIsDrawn(t *testing.T) {
	for field, drawn := range map[string][]string{
		"scheme": names(schemes), "loss": names(classes), "clipping": names(clippings), "adjacency": names(adjacencies),
		"noise": names(conventions),
	} {
		f, _ := run.FieldByName(field)
		slices.Sort(drawn)
		if want := slices.Sorted(slices.Values(f.Choices)); !slices.Equal(drawn, want) {
			t.Errorf("%s: %q are drawn, of %q", field, drawn, want)
		}
	}
}

func names[C ~string](choices []C) (out []string) {
	for _, c := range choices {
		out = append(out, string(c))
	}
	return out
}
