package form

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

var figure1 = run.Run{N: 5, B: 5, T: 200, Eta: 0.1, Clip: 2, Sigma: 1, Noise: run.IterateNoise, Diameter: 1,
	Adjacency: run.Replace, Scheme: run.Full, Loss: run.StronglyConvex, Smoothness: 1, StrongConvexity: 1,
	HolderOrder: 1, Clipping: run.ClippingNever}

func TestStep(t *testing.T) {
	for _, c := range []struct {
		value          float64
		whole, up, big bool
		want           string
	}{
		{0.1, false, true, false, "0.2"},
		{0.1, false, false, false, "0.09"},
		{0.09, false, true, false, "0.1"},
		{0.29, false, true, false, "0.3"},
		{1e-5, false, true, false, "2e-5"},
		{1e-5, false, false, false, "9e-6"},
		{1, false, false, false, "0.9"},
		{10, false, false, false, "9"},
		{9.9, false, true, false, "10"},
		{1.25, false, true, false, "1.26"},
		{1, false, true, true, "1.1"},
		{1e-5, false, true, true, "1.1e-5"},
		{200, true, true, false, "201"},
		{200, true, true, true, "220"},
		{200, true, false, true, "182"},
		{5, true, true, true, "6"},
		{1, true, false, false, "1"},
		{1, true, false, true, "1"},
		{1e12, true, true, true, "1000000000000"},
	} {
		if got := Step(c.value, c.whole, c.up, c.big); got != c.want {
			t.Errorf("Step(%v, whole %v, up %v, big %v) = %s, want %s", c.value, c.whole, c.up, c.big, got, c.want)
		}
	}
}

// A person can come back: a fine step up and then down within one decade.
func TestStepReturns(t *testing.T) {
	for _, x := range []float64{0.2, 0.35, 1.5, 2.25, 7, 4e-6, 0.0123} {
		up := Step(x, false, true, false)
		value, err := run.ParseDecimal(up)
		if err != nil {
			t.Fatal(err)
		}
		if back := Step(value, false, false, false); back != run.FormatNumber(x) {
			t.Errorf("%v up is %s, and down again %s", x, up, back)
		}
	}
}

// Every field of a run has its place in the form, once.
func TestEveryFieldHasAPlace(t *testing.T) {
	names := Names()
	for _, f := range run.Fields() {
		if n := count(names, f.Name); n != 1 {
			t.Errorf("field %s stands %d times in the form, want once", f.Name, n)
		}
	}
	for _, name := range names {
		if LabelOf(figure1, name).Name == "" || Help(figure1, name) == "" {
			t.Errorf("field %s has no label or no help", name)
		}
	}
}

func count(names []string, name string) int {
	n := 0
	for _, have := range names {
		if have == name {
			n++
		}
	}
	return n
}

func TestEveryChoiceHasWords(t *testing.T) {
	for _, f := range run.Fields() {
		for _, c := range f.Choices {
			r := figure1
			if err := r.Set(f.Name, c); err != nil {
				t.Fatal(err)
			}
			if text := ChoiceLabel(f.Name, c); text == "" || strings.Contains(text, "-") || text == c && f.Name != "noise" {
				t.Errorf("%s=%s has no words of its own", f.Name, c)
			}
			if Help(r, f.Name) == "" {
				t.Errorf("no help for %s at %s", f.Name, c)
			}
		}
	}
}

func TestShownConstants(t *testing.T) {
	for class, want := range map[run.Class]string{
		run.Smooth: "smoothness", run.Convex: "smoothness", run.StronglyConvex: "smoothness strong_convexity",
		run.WeaklyConvex: "smoothness weak_convexity", run.Holder: "smoothness holder_order",
	} {
		r := figure1
		r.Loss = class
		var shown []string
		for _, name := range []string{"smoothness", "strong_convexity", "weak_convexity", "holder_order"} {
			if Shown(r, name) {
				shown = append(shown, name)
			}
		}
		if got := strings.Join(shown, " "); got != want {
			t.Errorf("%s shows %s, want %s", class, got, want)
		}
	}
	if Shown(figure1, Epochs) {
		t.Error("Shown(epochs) of a full batch = true, want false")
	}
	r := figure1
	r.Scheme, r.B = run.Cyclic, 1
	if !Shown(r, Epochs) {
		t.Error("Shown(epochs) of five steps an epoch = false, want true")
	}
	if full, cyclic := Shown(figure1, "position"), Shown(r, "position"); full || !cyclic {
		t.Errorf("Shown(position) = %t of a full batch and %t of a fixed order, want false and true", full, cyclic)
	}
	r.Position = 2
	if got := Summary(claim.Query{Run: r}, "data"); got != "n = 5, b = 1, fixed order, j = 2" {
		t.Errorf("the data read %q", got)
	}
}

func TestSummaries(t *testing.T) {
	for _, g := range Groups() {
		if Summary(claim.Query{Run: figure1, Question: claim.Question{Delta: 1e-5}}, g.ID) == "" {
			t.Errorf("group %s has no summary", g.ID)
		}
	}
	r := figure1
	r.Scheme, r.B, r.Loss, r.StrongConvexity = run.WithoutReplacement, 1, run.StronglyConvex, 0.5
	if got := Summary(claim.Query{Run: r}, "model"); got != "strongly convex, L = 1, m = 0.5, D = 1" {
		t.Errorf("the model reads %q", got)
	}
	if got := Summary(claim.Query{Run: r}, "data"); got != fmt.Sprintf("n = %d, b = 1, without replacement", r.N) {
		t.Errorf("the data read %q", got)
	}
	r.Loss, r.HolderOrder = run.Holder, 0.5
	if got := Summary(claim.Query{Run: r}, "model"); got != "Hölder gradient, L = 1, λ = 0.5, D = 1" {
		t.Errorf("the model reads %q", got)
	}
	r.Loss, r.Smoothness = run.Convex, math.Inf(1)
	if got := Summary(claim.Query{Run: r}, "model"); got != "convex, not smooth, D = 1" {
		t.Errorf("the model reads %q", got)
	}
	if got := HelpOf(r, "smoothness"); !strings.Contains(got, "Hinge") {
		t.Errorf("the help of the smoothness reads %q", got)
	}
	for _, f := range run.Fields() {
		if least, most := Limits(f.Name); f.Kind != run.Choice && !(least < most) {
			t.Errorf("a curve along %s goes from %v to %v", f.Name, least, most)
		}
	}
	if got := Summary(claim.Query{Run: figure1, Question: claim.Question{Alpha: 2}}, "question"); got != "α = 2" {
		t.Errorf("summary of the question: %s", got)
	}
	r = figure1
	if got := Summary(claim.Query{Run: r}, "release"); got != "the last iterate" {
		t.Errorf("the release reads %q", got)
	}
	if r.Tuning = run.Geometric; Summary(claim.Query{Run: r}, "release") != "the best of several runs" {
		t.Errorf("the release reads %q", Summary(claim.Query{Run: r}, "release"))
	}
	if !slices.Contains(Names(), Epochs) {
		t.Errorf("Names() = %q, want epochs among them", Names())
	}
}

// Every option of every list says something of its own field: a name that two fields share,
// such as "poisson", has a label in each.
func TestLabelsOfSharedNames(t *testing.T) {
	fields := map[string]string{}
	for _, f := range run.Fields() {
		for _, c := range f.Choices {
			label := ChoiceLabel(f.Name, c)
			if other, twice := fields[label]; twice {
				t.Errorf("%q is an option of %s and of %s", label, other, f.Name)
			}
			fields[label] = f.Name
		}
	}
	if got, want := ChoiceLabel("tuning", "poisson"), "the best of a Poisson number of runs"; got != want {
		t.Errorf("the released run is %q, want %q", got, want)
	}
}

// No symbol of the form has two meanings in a run that states whatever can be stated.
func TestSymbolsHaveOneMeaning(t *testing.T) {
	loss, _ := run.FieldByName("loss")
	shown := 0
	for _, class := range loss.Choices {
		r := figure1
		r.N, r.B, r.Scheme, r.Loss, r.Release, r.Every = 100, 5, run.Cyclic, run.Class(class), run.EveryKth, 10
		r.Tuning, r.TuningMean, r.Group, r.After = run.NegativeBinomial, 20, 3, 5
		fields := map[string]string{}
		for _, name := range Names() {
			symbol := LabelOf(r, name).Symbol
			if symbol == "" || !Shown(r, name) {
				continue
			}
			if other, twice := fields[symbol]; twice {
				t.Errorf("%s: %s is the symbol of %s and of %s", class, symbol, other, name)
			}
			fields[symbol] = name
			shown++
		}
		for _, name := range []string{"after", "group", "every", "tuning_mean"} {
			if fields[LabelOf(r, name).Symbol] != name {
				t.Errorf("%s: %s is not shown", class, name)
			}
		}
	}
	if shown < 60 {
		t.Errorf("only %d symbols are shown", shown)
	}
}

// A fixed number of runs is no mean.
func TestNumberOfRuns(t *testing.T) {
	r := figure1
	r.TuningMean = 20
	for tuning, mean := range map[run.Tuning]bool{run.FixedTuning: false, run.Geometric: true, run.PoissonTuning: true} {
		r.Tuning = tuning
		said := LabelOf(r, "tuning_mean").Name + ". " + Help(r, "tuning_mean")
		if got := strings.Contains(said, "mean") || strings.Contains(said, "on average"); got != mean {
			t.Errorf("%s: %q", tuning, said)
		}
	}
}
