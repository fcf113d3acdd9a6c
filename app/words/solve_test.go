package words

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

func TestSolvable(t *testing.T) {
	if !slices.Equal(Solvable, bounds.Solvable()) {
		t.Errorf("offered %v, the engine knows %v", Solvable, bounds.Solvable())
	}
}

func TestSolved(t *testing.T) {
	cyclic := bounds.DefaultRun()
	cyclic.N, cyclic.B, cyclic.Scheme, cyclic.Noise = 1000, 10, run.Cyclic, run.NoiseMultiplier
	ofSize := cyclic
	ofSize.Noise = run.IterateNoise
	third := cyclic
	third.Position = 3
	deleted := cyclic
	deleted.T, deleted.After = 200, 10
	falling := deleted
	falling.Schedule = run.CosineFall
	question := claim.Question{Delta: 1e-5}
	numbers := func(list ...protocol.Number) []protocol.Number { return list }
	for _, c := range []struct {
		wanted             Wanted
		result             protocol.SolveResult
		says, field, entry string
	}{
		{Wanted{claim.Query{Run: cyclic, Question: question}, 2, "sigma", false, nil},
			protocol.SolveResult{Value: 0.51234, Epsilon: 1.9999962, Bracket: numbers(0.51234, 0.512339)},
			"The smallest noise multiplier z is 0.51234: ε ≤ 2 at δ = 10⁻⁵, by Shift. At 0.512339 the bound exceeds the target of 2.", "sigma",
			"0.51234"},
		{Wanted{claim.Query{Run: cyclic, Question: question}, 2, "T", true, nil},
			protocol.SolveResult{Value: 1200, Epsilon: 1.25, Bracket: numbers(1200, 1300)},
			"At most E = 12 epochs (1200 iterations): ε ≤ 1.25 at δ = 10⁻⁵, by Shift. At 13 the bound exceeds the target of 2.",
			"epochs", "12"},
		{Wanted{claim.Query{Run: cyclic, Question: question}, 2, "T", true, Departures{Remainder}}, // its epochs have more steps
			protocol.SolveResult{Value: 1200, Epsilon: 1.25, Bracket: numbers(1200, 1300)},
			"At most E = 12 epochs: ε ≤ 1.25 at δ = 10⁻⁵, by Shift, which still holds with a smaller last batch in each epoch. " +
				"At 13 the bound exceeds the target of 2.",
			"epochs", "12"},
		{Wanted{claim.Query{Run: third, Question: question}, 2, "T", false, nil},
			protocol.SolveResult{Value: 1202, Epsilon: 1.25, Bracket: numbers(1202, 1302)},
			"At most T = 1202 iterations (shorter runs that end sooner after using the example may miss the target): ε ≤ 1.25 at δ = 10⁻⁵, by Shift. At 1302 the bound exceeds the target of 2.", "T", "1202"},
		{Wanted{claim.Query{Run: cyclic, Question: question}, 2, "T", false, nil},
			protocol.SolveResult{Value: 1e12, Epsilon: 1.25, Bracket: numbers(1e12)},
			"Any number of iterations up to 10¹² meets the target: ε ≤ 1.25 at δ = 10⁻⁵, by Shift.", "T", "1e12"},
		{Wanted{claim.Query{Run: cyclic, Question: claim.Question{Alpha: 8}}, 2, "diameter", false, nil},
			protocol.SolveResult{Value: protocol.Number(inf()), Epsilon: 0.5, Bracket: numbers(protocol.Number(inf()))},
			"Any diameter meets the target, and so does no projection: ε(8) ≤ 0.500 of Rényi DP at order α = 8, by Shift.", "diameter", "inf"},
		{Wanted{claim.Query{Run: ofSize, Question: question}, 2, "b", false, nil},
			protocol.SolveResult{Value: 50, Epsilon: 1, Bracket: numbers(50, 40)},
			"The smallest batch size b is 50: ε ≤ 1 at δ = 10⁻⁵, by Shift. At 40 the bound exceeds the target of 2.", "b", "50"},
		{Wanted{claim.Query{Run: cyclic, Question: question}, 2, "b", false, nil},
			protocol.SolveResult{Value: 50, Epsilon: 1, Bracket: numbers(50, 60)},
			"The largest batch size b is 50: ε ≤ 1 at δ = 10⁻⁵, by Shift. At 60 the bound exceeds the target of 2.", "b", "50"},
		{Wanted{claim.Query{Run: cyclic, Question: question}, 2, "b", false, nil},
			protocol.SolveResult{Value: 1000, Epsilon: 1, Bracket: numbers(1000)},
			"Even b = 1000 meets the target: ε ≤ 1 at δ = 10⁻⁵, by Shift.", "b", "1000"},
		{Wanted{claim.Query{Run: deleted, Question: question}, 2, "after", false, nil},
			protocol.SolveResult{Value: 820, Epsilon: 1, Bracket: numbers(820, 819)},
			"After the 190 steps with the example, 820 more without it are enough (T = 1010): ε ≤ 1 at δ = 10⁻⁵, by Shift. At 819 the bound exceeds the " +
				"target of 2." + deletedToo, "after", "820"},
		{Wanted{claim.Query{Run: falling, Question: question}, 2, "after", false, nil},
			protocol.SolveResult{Value: 82, Epsilon: 1, Bracket: numbers(82, 81)},
			"The smallest number of steps after the deletion is K = 82 (the last 82 of the T steps): ε ≤ 1 at δ = 10⁻⁵, by Shift. At 81 the bound exceeds the target of 2." + deletedToo,
			"after", "82"},
	} {
		if got := c.wanted.Solved(c.result, "Shift"); got != c.says {
			t.Errorf("%s:\n%s\nwant\n%s", c.wanted.Field, got, c.says)
		}
		if field, entry := c.wanted.Entry(c.result); field != c.field || entry != c.entry {
			t.Errorf("%s: written as %s = %s, want %s = %s", c.wanted.Field, field, entry, c.field, c.entry)
		}
	}
	for of, aim := range map[run.Run]string{cyclic: "largest", ofSize: "smallest"} {
		if got := (Wanted{Query: claim.Query{Run: of}, Field: "b"}).Aim(); !strings.HasPrefix(got, "The "+aim+" batches") {
			t.Errorf("of %s noise the aim is %q", of.Noise, got)
		}
	}
	for _, field := range Solvable {
		if (Wanted{Query: claim.Query{Run: cyclic}, Field: field}).Aim() == "" {
			t.Errorf("nothing is said of what is looked for in %s", field)
		}
	}
	cyclic.Noise = run.GradientNoise
	if got := (Wanted{Query: claim.Query{Run: cyclic}, Field: "sigma"}).Name(); got != "noise on the gradient σDP" {
		t.Errorf("the field is called %q", got)
	}
}

// Where composition answers, only fields on which it depends are offered; further steps are not among them, the last of T are.
func TestChoicesUnderComposition(t *testing.T) {
	w := Wanted{Query: claim.Query{Run: theRun, Question: atDelta}}
	if got := w.Choices(); !slices.Equal(got, Solvable) {
		t.Errorf("for plain SGD %v are offered", got)
	}
	w.Departures = Departures{Averaging}
	if got, want := w.Choices(), []string{"sigma", "T", "b"}; !slices.Equal(got, want) {
		t.Errorf("with averaging %v are offered, want %v", got, want)
	}
	w.Run.Schedule = run.CosineFall
	if got := w.Choices(); !slices.Contains(got, "after") || slices.Contains(got, "diameter") {
		t.Errorf("with a schedule %v are offered", got)
	}
}

// Where epochs are stated, one epoch is the least that was tried.
func TestFailedInEpochs(t *testing.T) {
	w := Wanted{Query: claim.Query{Run: run.Run{N: 60000, B: 250, T: 480, Scheme: run.Reshuffle}}, Field: "T", Epochs: true}
	why := bounds.OutOfReach{Field: "T", Target: 3, Value: 240, Best: bounds.Answer{Epsilon: 5, Row: "composition"}}.Error()
	if got, want := w.Failed(why), "no number of epochs reaches ε = 3: even after one epoch (T = 240) the best bound is ε = 5, by Composition"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if w.Epochs = false; w.Failed(why) != why {
		t.Errorf("of iterations it says %q", w.Failed(why))
	}
}

func inf() float64 { return math.Inf(1) }

// With a departure the rows that count are those that cover it, the solution
// says so, and where no row does nothing is solved for.
func TestSolvedUnderADeparture(t *testing.T) {
	w := Wanted{Query: claim.Query{Run: theRun, Question: atDelta}, Epsilon: 1, Field: "sigma"}
	if w.Rows() != nil {
		t.Errorf("for plain SGD only %v count", w.Rows())
	}
	w.Departures = Departures{Averaging}
	if got := w.Rows(); !slices.Equal(got, AllIteratesRows) {
		t.Errorf("with averaging %v count", got)
	}
	got := w.Solved(protocol.SolveResult{Value: 2, Epsilon: 0.999, Row: "composition", Bracket: []protocol.Number{2, 1.99}}, "Composition")
	if want := "by Composition, which still holds with weight averaging (EMA, SWA)."; !strings.Contains(got, want) {
		t.Errorf("%q lacks %q", got, want)
	}
	if why := Unsolvable(w.Departures, theRun); why != "" {
		t.Error(why)
	}
	if why := Unsolvable(Departures{Averaging, Tuning},
		theRun); why != "Nothing can be solved for: no bound here covers training with hyper-parameters chosen on the private data." {
		t.Error(why)
	}
	// Every proved upper bound of the catalogue that does not use hidden state
	// counts under composition, and no other.
	var published []string
	for _, row := range catalog.All() {
		if !row.HiddenState && row.Side == claim.Upper && row.Status == claim.Proved {
			published = append(published, row.ID)
		}
	}
	if !slices.Equal(published, AllIteratesRows) {
		t.Errorf("the catalogue has %v, the page solves by %v", published, AllIteratesRows)
	}
}

// deletedToo ends a solution for steps after a deletion where neighbours replace an example.
const deletedToo = " This compares two examples that were both deleted. For certified unlearning choose “zero out one”, or “add or remove " +
	"one” for Poisson sampling, and solve again."
