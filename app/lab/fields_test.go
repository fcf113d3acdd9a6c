package lab

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"lastiterate/app/link"
	"lastiterate/bounds/run"
	"lastiterate/bounds/run/runtest"
)

// idle are the fields of a run that do not matter to a tool, and why.
var idle = map[string]map[string]string{
	"dynamics": {
		"diameter": "the recursion holds without a projection, which moves no two runs apart",
	},
	"utility": {
		"adjacency":      "the trade-offs hold up to constants, and κ is 1 or 2",
		"b":              "it cancels in shapes relative to the run’s own, and the bound with its constants is of the noise per step",
		"position":       "the trade-offs are for every example",
		"weak_convexity": "the bounds for losses that are not convex need smoothness alone",
		"tuning_mean":    "no bound holds for the best of several runs",
		"tuning_shape":   "no bound holds for the best of several runs",
	},
	"replay": {},
}

// A tool that follows the steps of a run uses or refuses every field: with some other value its answer is another, or a message. (A
// tool that asks the theorems need not: they do not apply to a run that states a field which is new to them.)
func TestToolsUseOrRefuseEveryField(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	cyclic := run.Run{N: 50, B: 5, T: 20, Eta: 0.1, Clip: 1, Sigma: 0.5, Noise: run.IterateNoise, Diameter: 3, Adjacency: run.Replace,
		Scheme: run.Cyclic, Loss: run.StronglyConvex, Smoothness: 4, StrongConvexity: 0.5, Clipping: run.ClippingNever,
		WeakConvexity: 0.1, HolderOrder: 0.5, ScheduleEvery: 5, ScheduleFactor: 0.5, Every: 4, TuningMean: 10}
	full, steep, nonsmooth := cyclic, cyclic, cyclic
	full.B, full.Scheme = full.N, run.Full
	steep.Smoothness = 7 // 3 times that is too much at this learning rate for the recursion of known batches
	nonsmooth.Loss, nonsmooth.Smoothness, nonsmooth.HolderConstant = run.Convex, math.Inf(1), 2
	for _, tool := range Tools() {
		if tool.Proves || !slices.ContainsFunc(tool.Fields, func(f Field) bool { return f.Kind == Run && !f.LinksOnly }) {
			continue
		}
		known := map[run.Run]string{}
		of := func(r run.Run) string {
			if _, ok := known[r]; !ok {
				known[r] = saidOf(t, tool, r)
			}
			return known[r]
		}
		// used has the fields of runs that have an answer. It is true for those that change an answer.
		used := map[string]bool{}
		for v := range runtest.Variations(t, cyclic, full, steep, nonsmooth) {
			if name := v.Field.Name; !used[name] && of(v.Before) != refused {
				used[name] = of(v.Before) != of(v.After)
			}
		}
		if len(used) < len(run.Fields())/2 {
			t.Errorf("%s answers only runs that use %d of the fields: give it runs that it does not refuse", tool.Name, len(used))
		}
		for name, is := range used {
			if why := idle[tool.Name][name]; !is && why == "" {
				t.Errorf("%s gives the same answer whatever the field %s is: use the field, refuse it, or say above why it does not matter",
					tool.Name, name)
			} else if is && why != "" {
				t.Errorf("%s depends on the field %s, which should not matter: %s", tool.Name, name, why)
			}
		}
		if idle[tool.Name] == nil {
			t.Errorf("%s takes a run: say above which of its fields do not matter", tool.Name)
		}
	}
}

// refused stands for a message in place of an answer.
const refused = "refused"

// saidOf is what a tool answers about a run, or refused.
func saidOf(t *testing.T, tool *Tool, r run.Run) string {
	t.Helper()
	s, _ := ReadRun("opening")
	s.Run = r
	v := tool.Open(link.Encode(s))
	if _, problems := tool.Request(v); len(problems) > 0 {
		return refused
	}
	view, fault := answered(t, tool, v)
	if fault != nil {
		if len(fault.Errors) == 0 || fault.Errors[0].Message == "" {
			t.Errorf("%s refuses %+v without a word", tool.Name, r)
		}
		return refused
	}
	return fmt.Sprintln(view.Answer, view.Facts)
}
