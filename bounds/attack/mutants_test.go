//go:build mutants

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/run"
)

// where says in which runs a mutant is looked for, so that it is found in seconds: the
// scheme, and rows that read what is wrong. The runs and the adversaries are drawn as
// ever.
var where = map[mutants.Mutant]struct {
	focus
	rows []string
}{
	mutants.DifferencePair: {focus{scheme: run.Full, clipping: run.ClippingDifference, hidden: true}, []string{"shift", "last-step"}},
	mutants.RegulariserPair: {focus{scheme: run.Full, loss: run.StronglyConvex, clipping: run.ClippingGLM, hidden: true},
		[]string{"shift", "last-step"}},
	mutants.EpochUnderflow:    {focus{scheme: run.Reshuffle, long: true}, []string{"shift", "averaged-reshuffled"}},
	mutants.HalfSensitivity:   {focus{scheme: run.Cyclic}, []string{"shift"}},
	mutants.HalfPayment:       {focus{scheme: run.Full}, []string{"contraction", "profile"}},
	mutants.LaterMixing:       {focus{scheme: run.Full}, []string{"profile", "contraction"}},
	mutants.HalfOverlap:       {focus{scheme: run.Cyclic, hidden: true, early: true}, []string{"contraction"}},
	mutants.MirrorLeak:        {focus{scheme: run.Full}, []string{"joint", "contraction"}},
	mutants.RayLeak:           {focus{scheme: run.Full}, []string{"profile"}},
	mutants.MatchedStarts:     {focus{scheme: run.Full, hidden: true}, []string{"profile"}},
	mutants.ExtraPart:         {focus{scheme: run.Cyclic, hidden: true, early: true}, []string{"profile"}},
	mutants.WholeNoise:        {focus{scheme: run.Full, hidden: true}, []string{"contraction"}},
	mutants.WholeNoiseSampled: {focus{scheme: run.WithoutReplacement}, []string{"shift-sampled"}},
	mutants.DoubleDelta:       {focus{scheme: run.Full}, []string{"composition", "shift"}},
	mutants.FreeStart:         {focus{scheme: run.Full}, []string{"shift"}},
	mutants.OneSided:          {focus{scheme: run.Cyclic}, []string{"composition"}},
	mutants.MissedVisit:       {focus{scheme: run.Cyclic}, []string{"composition"}},
	mutants.NoCurvature: {focus{scheme: run.Full, loss: run.WeaklyConvex, clipping: run.ClippingDifference, hidden: true},
		[]string{"shift", "last-step"}},
	mutants.NoOvershoot: {focus{scheme: run.Full, loss: run.StronglyConvex, hidden: true}, []string{"shift", "last-step"}},
	mutants.FreeClip: {focus{scheme: run.Full, loss: run.Smooth, clipping: run.ClippingActive, hidden: true},
		[]string{"last-step", "shift", "contraction"}},
	mutants.HolderAsLipschitz: {focus{scheme: run.Full, loss: run.Holder, clipping: run.ClippingDifference, hidden: true},
		[]string{"last-step", "shift", "contraction"}},
	mutants.OtherDirection:  {focus{scheme: run.Poisson}, []string{"composition"}},
	mutants.WrongRate:       {focus{scheme: run.WithoutReplacement}, []string{"composition", "shift-sampled"}},
	mutants.NoDisplacement:  {focus{scheme: run.WithoutReplacement}, []string{"composition"}},
	mutants.CloseGradients:  {focus{scheme: run.ShuffleOnce, short: true}, []string{"first-epoch", "shift-shuffled"}},
	mutants.OnePair:         {focus{scheme: run.WithoutReplacement}, []string{"composition"}},
	mutants.MeanOfCosts:     {focus{scheme: run.ShuffleOnce}, []string{"shift"}},
	mutants.LateUse:         {focus{scheme: run.WithoutReplacement}, []string{"shift-averaged"}},
	mutants.EarlyRate:       {focus{scheme: run.ShuffleOnce}, []string{"first-epoch"}},
	mutants.Overlent:        {focus{scheme: run.Reshuffle}, []string{"shift-shuffled"}},
	mutants.TwicePlaces:     {focus{scheme: run.Reshuffle, short: true}, []string{"shuffled-composition"}},
	mutants.EarlyPosition:   {focus{scheme: run.Cyclic}, []string{"shift"}},
	mutants.ForgottenStart:  {focus{scheme: run.ShuffleOnce, hidden: true}, []string{"first-epoch"}},
	mutants.ForgottenWindow: {focus{scheme: run.WithoutReplacement, hidden: true}, []string{"sampled-window"}},
	mutants.EpochOfWindow:   {focus{scheme: run.Cyclic, hidden: true, early: true}, []string{"shift-window"}},
	mutants.AlikeBits:       {focus{scheme: run.WithoutReplacement}, []string{"contraction", "profile"}},
	mutants.LostLoss:        {focus{scheme: run.WithoutReplacement, hidden: true}, []string{"sampled-window"}},
	mutants.FreeDistance:    {focus{scheme: run.Poisson, hidden: true}, []string{"shift-sampled"}},
	mutants.IdlePlace:       {focus{scheme: run.Poisson, hidden: true}, []string{"sampled-window"}},
	mutants.DecayTwice:      {focus{scheme: run.Full, decays: 1}, []string{"shift", "last-step"}},
	mutants.DecayInClip: {focus{scheme: run.Full, loss: run.Smooth, clipping: run.ClippingActive, hidden: true, decays: 1},
		[]string{"shift", "last-step", "contraction"}},
	mutants.HalfAcross: {focus{scheme: run.Cyclic, loss: run.Convex, clipping: run.ClippingNever, jumps: 1}, []string{"shift"}},
	mutants.CurveWithoutDecay: {focus{scheme: run.Cyclic, loss: run.Convex, clipping: run.ClippingGLM, jumps: 1, bends: true},
		[]string{"shift", "last-step"}},
	mutants.DecayOfBatch:  {focus{scheme: run.Cyclic, decays: 1}, []string{"shift", "last-step"}},
	mutants.EarlyDeletion: {focus{scheme: run.Cyclic, deletes: 1}, []string{"composition", "shift"}},
	mutants.FreeDeletion:  {focus{scheme: run.Full, deletes: 1}, []string{"shift"}},
	mutants.LongerRest:    {focus{scheme: run.Full, deletes: 1}, []string{"shift", "contraction"}},
	mutants.WholeBatch: {focus{scheme: run.Full, loss: run.StronglyConvex, clipping: run.ClippingDifference, deletes: 1},
		[]string{"shift"}},
	mutants.UnlearnedTwice: {focus{scheme: run.Full, loss: run.StronglyConvex, clipping: run.ClippingGLM, deletes: 1},
		[]string{"chien-wang-chen-li"}},
	mutants.PeakNoise:         {focus{scheme: run.Full, changes: 1}, []string{"composition", "shift", "last-step"}},
	mutants.FirstOfBlock:      {focus{scheme: run.Cyclic, long: true, decays: 1, changes: 1, early: true}, []string{"shift"}},
	mutants.FloorOfBlocks:     {focus{scheme: run.Full, changes: 1}, []string{"composition", "shift", "linear-adversary"}},
	mutants.ForgottenRelease:  {focus{scheme: run.Full, releases: 1}, []string{"shift"}},
	mutants.LaterShown:        {focus{scheme: run.Full, releases: 1, deletes: 1}, []string{"shift"}},
	mutants.FreeMiddle:        {focus{scheme: run.Full, releases: 1, deletes: 1}, []string{"shift"}},
	mutants.RestartedPosition: {focus{scheme: run.Cyclic, releases: 1}, []string{"shift"}},
	mutants.AverageInside:     {focus{scheme: run.ShuffleOnce, releases: 1}, []string{"shift"}},
	mutants.SegmentOnceLess:   {focus{scheme: run.Full, hidden: true, releases: 1}, []string{"contraction", "profile"}},
	mutants.ChoiceForgotten:   {focus{scheme: run.Full, tunes: 1}, []string{"composition"}},
	mutants.RoundedDown:       {focus{scheme: run.Allocation, short: true}, []string{"composition"}},
	mutants.OneDirection:      {focus{scheme: run.Allocation, short: true}, []string{"composition"}},
	mutants.EpochsForgotten:   {focus{scheme: run.Allocation, short: true}, []string{"composition"}},
	mutants.OneBinMore:        {focus{scheme: run.Allocation, short: true}, []string{"composition"}},
	mutants.AllocatedLate:     {focus{scheme: run.Allocation, short: true}, []string{"composition"}},
	mutants.CutEpoch:          {focus{scheme: run.Reshuffle, decays: usualShare, releases: 1, changes: 1, jumps: usualShare}, []string{"shift"}},
	mutants.MemberForgotten:   {focus{scheme: run.Full, groups: 1}, []string{"composition"}},
}

// mostRuns is the number of runs after which the search for a mutant fails.
const mostRuns = 1500

// seed is the seed of the search for a mutant. Most are found from the first seed within seconds;
// the others have a seed of their own that finds them as soon.
func seed(m mutants.Mutant) uint64 {
	if text := os.Getenv("HUNT_SEED"); text != "" {
		if n, err := strconv.ParseUint(text, 10, 64); err == nil {
			return n
		}
	}
	if n, named := seeds[m]; named {
		return n
	}
	return 1
}

var seeds = map[mutants.Mutant]uint64{
	mutants.NoCurvature:       3,
	mutants.HalfOverlap:       2,
	mutants.RegulariserPair:   5,
	mutants.WholeNoiseSampled: 7,
	mutants.RayLeak:           5,
	mutants.NoDisplacement:    3,
	mutants.MeanOfCosts:       5,
	mutants.AverageInside:     4,
	mutants.OnePair:           3,
	mutants.HalfAcross:        8,
	mutants.DecayInClip:       2,
	mutants.CloseGradients:    8,
	mutants.UnlearnedTwice:    3,
	mutants.EarlyRate:         5,
	mutants.EarlyPosition:     7,
	mutants.LostLoss:          7,
	mutants.PeakNoise:         3,
	mutants.FloorOfBlocks:     5,
	mutants.OneBinMore:        6,
	mutants.AllocatedLate:     7,
	mutants.RoundedDown:       6,
	mutants.OneDirection:      6,
	mutants.ForgottenRelease:  6,
}

// Every deliberate fault of the engine is found, each in a process of its own, by a run
// that does not accuse the engine without it.
func TestMutants(t *testing.T) {
	if name := os.Getenv("MUTANT"); name != "" {
		t.Skip("this process is a mutant: " + name)
	}
	for _, m := range mutants.All() {
		t.Run(string(m), func(t *testing.T) {
			t.Parallel()
			out, err := mutate(m)
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			_, found, seen := strings.Cut(out, "FOUND ")
			if !seen {
				t.Fatalf("the attack does not see this mutant:\n%s", out)
			}
			words, text, _ := strings.Cut(found, "\n")
			t.Log(words)
			var a Attack
			if err := json.NewDecoder(strings.NewReader(text)).Decode(&a); err != nil {
				t.Fatal(err)
			}
			acquit(t, a)
		})
	}
}

// acquit holds what accuses a mutant against the engine without a fault, which this
// process has.
func acquit(t *testing.T, a Attack) {
	t.Helper()
	if err := Admissible(a.Run, a.Adversary); err != nil {
		t.Fatal(err)
	}
	loss, err := measure(a.Run, a.Adversary, a.Question, 2)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := validRows(context.Background(), a.Run, a.Question, claim.UpperBound, nil)
	if err != nil {
		t.Fatal(err)
	}
	floors, err := validRows(context.Background(), a.Run, a.Question, claim.Floor, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, met := range append(compare(a, loss, rows), contradictions(a, floors, rows)...) {
		if met.violates() {
			t.Errorf("the engine without a fault is accused, too: %s", met.line())
		}
	}
}

// mutate hunts for one mutant in a process that is one.
func mutate(m mutants.Mutant) (string, error) {
	self := exec.Command(os.Args[0], "-test.run=^TestHunt$", "-test.v")
	self.Env = append(os.Environ(), "MUTANT="+string(m), "HUNT="+string(m))
	out, err := self.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("the hunt failed: %w", err)
	}
	return string(out), err
}

// TestHunt is the process of one mutant.
func TestHunt(t *testing.T) {
	name := mutants.Mutant(os.Getenv("HUNT"))
	if name == "" {
		t.Skip("only TestMutants starts it")
	}
	at, known := where[name]
	if !known {
		t.Fatalf("it is not said where to look for %s", name)
	}
	e := thorough
	e.rows = at.rows
	var log strings.Builder
	c := campaign{seed: seed(name), n: mostRuns, focus: at.focus, effort: e, workers: 1, log: &log, stop: true}
	_, violations := c.wage(context.Background())
	if len(violations) > 0 {
		v := violations[0]
		text, err := json.Marshal(v.Attack)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("FOUND after %d runs: %s = %.6g, lost %.6g: %s\n%s\n", c.attacked, v.Row, v.Bound, v.Truth.loss, v.Link(), text)
	}
}
