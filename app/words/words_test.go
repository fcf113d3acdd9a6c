package words

import (
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

var theRun = run.Run{N: 5, B: 5, T: 200, Eta: 0.1, Clip: 2, Sigma: 1, Noise: run.IterateNoise, Diameter: 1,
	Adjacency: run.Replace, Scheme: run.Full, Loss: run.StronglyConvex, Smoothness: 1, StrongConvexity: 1, HolderOrder: 1,
	Clipping: run.ClippingNever}

var atDelta = claim.Question{Delta: 1e-5}

func eps(x float64) *protocol.Number { n := protocol.Number(x); return &n }

func answerOf(row string, x float64) *protocol.Answer {
	return &protocol.Answer{Row: row, Epsilon: protocol.Number(x)}
}

// result is an answer as the engine gives it, with numbers that round.
func result() protocol.Result {
	return protocol.Result{
		Answers: protocol.Answers{
			Answer:    answerOf("shift", 1.2644),
			Published: answerOf("composition", 3.9321),
			Rows: []protocol.Row{
				{ID: "composition", Name: "Composition", Side: "upper", Status: "proved", Applies: true, Epsilon: eps(3.9321)},
				{ID: "shift", Name: "Shift optimum", Side: "upper", Status: "proved", HiddenState: true, Applies: true,
					Epsilon: eps(1.2644),
					RDP:     &protocol.RDP{Alpha: 12.34, Epsilon: 0.7001}, Mu: eps(0.3401),
					Source: &protocol.Source{Authors: ourselves, Where: "the shift theorem"}},
				{ID: "linear-adversary", Name: "Linear adversary", Side: "lower", Status: "proved", HiddenState: true, Applies: true,
					Epsilon: eps(0.9876)},
			},
		},
		Verdict:   protocol.Verdict{Helps: true, BurnIn: 84},
		Statement: "A paragraph.",
	}
}

func about(r protocol.Result, ds ...Departure) Subject {
	return About(claim.Query{Run: theRun, Question: atDelta}, r, Departures(nil).with(ds))
}

func (ds Departures) with(list []Departure) Departures {
	for _, d := range list {
		ds = ds.With(d, true)
	}
	return ds
}

func TestInterval(t *testing.T) {
	r := result()
	if got := about(r).Interval(); got != "The true ε, the worst case within these assumptions, is at most 1.27. No lower bound is proved." {
		t.Error(got)
	}
	r.LowerEstimate = answerOf("projected-adversary", 0.55555)
	if got := about(r).Interval(); got != "The true ε, the worst case within these assumptions, is at most 1.27. No lower bound is proved; we estimate at least 0.555." {
		t.Error(got)
	}
	r.Lower = answerOf("linear-adversary", 0.9876)
	if got := about(r).Interval(); got != "The true ε, the worst case within these assumptions, lies between 0.987 and 1.27." {
		t.Error(got) // an estimate below what is proved says nothing
	}
	r.LowerEstimate = answerOf("projected-adversary", 1.05555)
	if got := about(r).Interval(); got != "The true ε, the worst case within these assumptions, lies between 0.987 and 1.27; we estimate at least 1.05." {
		t.Error(got)
	}
	r.LowerEstimate = answerOf("projected-adversary", 0.98769)
	if got := about(r).Interval(); got != "The true ε, the worst case within these assumptions, lies between 0.987 and 1.27." {
		t.Error(got) // nor does one that reads the same
	}
	r.LowerEstimate = nil
	r.Lower = answerOf("one-step", 0.9876)
	bounded := about(r)
	bounded.Run.Diameter = 2
	if got := bounded.Interval(); got != "The true ε, the worst case over all domains of diameter at most D, for any number of weights, lies between 0.987 and 1.27." {
		t.Error(got)
	}
	bounded.Run.Diameter = math.Inf(1)
	if got := bounded.Interval(); got != "The true ε, the worst case within these assumptions, lies between 0.987 and 1.27." {
		t.Error(got)
	}
	r.LowerEstimate = nil
	r.Lower = answerOf("linear-adversary", 1.2644*(1-1e-12))
	if got := about(r).Interval(); got != "No analysis can do better: runs within these assumptions come arbitrarily close." {
		t.Error(got)
	}
	r.Lower = answerOf("linear-adversary", 0)
	if got := about(r).Interval(); !strings.HasPrefix(got, "The true ε, the worst case within these assumptions, is at most") {
		t.Error(got)
	}
	if got := about(r, Averaging).Interval(); got != "" {
		t.Errorf("composition's interval: %s", got)
	}
}

func TestBurnIn(t *testing.T) {
	r := result()
	if got := about(r).BurnIn(); got != "Hiding the intermediate models pays off from iteration 84 of 200." {
		t.Error(got)
	}
	r.Verdict = protocol.Verdict{Changes: []protocol.Change{{Field: "T", Value: "100000"}}}
	if got := about(r).BurnIn(); got != "The domain is 1.0 times as wide as the noise of a step (D/σ). This would make hidden state help:" {
		t.Error(got)
	}
	if got := ChangeText(theRun, r.Verdict.Changes[0]); got != "iterations T = 100,000" {
		t.Error(got)
	}
	if got := ChangeText(theRun, protocol.Change{Field: "loss",
		Value: "strongly-convex"}); got != "each example’s loss: strongly convex and smooth" {
		t.Error(got)
	}
	r.Verdict.Changes = nil
	s := about(r)
	s.Run.Diameter = math.Inf(1)
	if got := s.BurnIn(); !strings.Contains(got, "Without projection") || !strings.Contains(got, "none of the single changes") {
		t.Error(got)
	}
}

func TestGuaranteesBehindTheNumber(t *testing.T) {
	s := about(result())
	if got := s.Renyi(); got != "ε(α) = 0.701 at α = 12.3, the best order for this δ" {
		t.Error(got)
	}
	if got := s.Gaussian(); got != "a weaker summary, μ = 0.341, which alone gives ε ≤ 1.30" {
		t.Error(got)
	}
	s.Result.Rows[1].Mu = eps(0.33)
	if got := s.Gaussian(); got != "μ = 0.330" { // which gives less than 1.27
		t.Error(got)
	}
	name, sources, ok := s.Attribution()
	if !ok || name != "Shift optimum" || SourcesText(sources) != "own result, unpublished, proof" {
		t.Errorf("%s, %s", name, SourcesText(sources))
	}
	if got := SourceText(protocol.Source{Authors: "Chien and Li", Year: 2024,
		Where: "Theorem 3.1"}); got != "Chien and Li 2024, Theorem 3.1" {
		t.Error(got)
	}
	for _, want := range []string{"Shift optimum gives ε(α) = 0.701", "Shift optimum gives μ = 0.330."} { // whatever is said before
		if got := s.Details(); !strings.Contains(strings.Join(got, "\n"), want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	if s.Statement() == "" {
		t.Error("Statement() is empty, want a paragraph")
	}
}

func TestTableNumbers(t *testing.T) {
	upper := protocol.Row{ID: "a", Side: "upper", Epsilon: eps(0.54634251)}
	lower := protocol.Row{ID: "b", Side: "lower", Epsilon: eps(0.54634259)}
	if u, l := Value(upper), Value(lower); u != "0.546343" || l != "0.546342" {
		t.Errorf("upper %s, lower %s", u, l)
	}
	if got := Value(protocol.Row{}); got != "—" {
		t.Error(got)
	}
	for epsilon, want := range map[float64]string{0.5: "1.00×", 1.6: "3.20×", 20: "40.0×", 2e4: "40,000×", math.Inf(1): "", 0: ""} {
		if got := Ratio(protocol.Row{ID: "x", Epsilon: eps(epsilon)}, answerOf("y", 0.5)); got != want {
			t.Errorf("ratio of %v to 0.5: %q, want %q", epsilon, got, want)
		}
	}
}

// A factor of a hundred or more has the same digits in the sentence as in the table.
func TestGainHasTheTablesDigits(t *testing.T) {
	for published, want := range map[float64]string{64.3: "128×", 50.0: "100×", 49.9: "99×", 6.4: "12×"} {
		s := Subject{Result: protocol.Result{Answers: protocol.Answers{Answer: answerOf("y", 0.5), Published: answerOf("x", published)},
			Verdict: protocol.Verdict{Helps: true}}}
		if got := s.Gain(); got != want {
			t.Errorf("%v against 0.5: %q, want %q", published, got, want)
		}
	}
}

func TestOrder(t *testing.T) {
	rows := []protocol.Row{
		{ID: "unfit", Side: "upper", Status: "proved"},
		{ID: "lower", Side: "lower", Status: "proved", Applies: true, Epsilon: eps(0.1)},
		{ID: "reference", Side: "upper", Status: "reference", Applies: true, Epsilon: eps(0.2)},
		{ID: "large", Side: "upper", Status: "proved", Applies: true, Epsilon: eps(3)},
		{ID: "small", Side: "upper", Status: "proved", Applies: true, Epsilon: eps(1)},
	}
	var got []string
	for _, row := range Ordered(rows) {
		got = append(got, row.ID)
	}
	if strings.Join(got, " ") != "small large reference lower unfit" {
		t.Errorf("order %v", got)
	}
	if got := rows[0].ID; got != "unfit" {
		t.Errorf("the first of the rows given is now %s, want unfit: they are not sorted in place", got)
	}
}

func TestFound(t *testing.T) {
	row := protocol.Row{Optimum: &protocol.Optimum{Tau: 187, Window: 13, P: eps(0.152917)}, Gap: eps(1e-9)}
	want := "Only the last 13 of 200 steps are charged, from τ = 187 on; the last step costs a = 0.1529; within a millionth of the optimum of its own program."
	if got := Found(row, 200); got != want {
		t.Error(got)
	}
	if got := Found(protocol.Row{}, 200); got != "" {
		t.Error(got)
	}
}

// The logistic regression of Bok et al., shuffled once: 3.9198 by the Rényi
// average where the table says 3.48260.
func TestConverted(t *testing.T) {
	row := protocol.Row{Epsilon: eps(3.4825984), RDP: &protocol.RDP{Alpha: 5.26904, Epsilon: 1.8, Converted: eps(3.9197559),
		Mironov: eps(4.5)}}
	if got, want := Converted(row), "ε ≤ 3.91976 by its Rényi guarantee alone, at α = 5.26 (Canonne, Kamath and Steinke 2020); 4.50000 by the older conversion (Mironov 2017)."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := Exact(row), "ε ≤ 3.4825984."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Converted(protocol.Row{RDP: &protocol.RDP{Alpha: 2, Epsilon: 1}}); got != "" {
		t.Errorf("a Rényi question was converted: %q", got)
	}
	if got := Exact(protocol.Row{}); got != "" {
		t.Errorf("a row that does not apply has the value %q", got)
	}
}

// A schedule is set beside a constant learning rate of the same length, and says nothing of
// shorter runs.
func TestScheduled(t *testing.T) {
	r, changing := result(), theRun
	changing.Schedule, changing.ScheduleFinal = run.CosineFall, 0.1
	of := func(constant float64) Subject {
		r.Verdict = protocol.Verdict{Helps: true, Constant: answerOf("shift", constant)}
		return About(claim.Query{Run: changing, Question: atDelta}, r, nil)
	}
	for constant, want := range map[float64]string{
		1.1:    "A constant learning rate over the same 200 steps has ε ≤ 1.10: this schedule gives up part of what hidden state gains.",
		1.5:    "A constant learning rate over the same 200 steps has ε ≤ 1.50: this schedule has the smaller bound.",
		1.2644: "A constant learning rate over the same 200 steps has the same bound: this schedule changes nothing.",
	} {
		s := of(constant)
		if got := s.Scheduled(); got != want {
			t.Errorf("%v: %s", constant, got)
		}
		if s.BurnIn() != "" {
			t.Errorf("of shorter runs: %s", s.BurnIn())
		}
	}
	if got := about(result()).Scheduled(); got != "" {
		t.Errorf("a constant learning rate: %s", got)
	}
}

// With published theorems only, a schedule may leave no theorem that applies, rather than make hidden state gain less; then a
// constant rate is a change that makes one apply.
func TestScheduledByPublishedTheorems(t *testing.T) {
	r, changing := result(), theRun
	changing.Schedule = run.CosineFall
	for i := range r.Rows { // composition is left
		if r.Rows[i].HiddenState {
			r.Rows[i].Applies = false
		}
	}
	r.Answer = r.Published
	r.Verdict = protocol.Verdict{Constant: answerOf("shift", 1.1)}
	s := About(claim.Query{Run: changing, Question: atDelta}, r, nil)
	if got := s.Scheduled(); !strings.HasSuffix(got, "this schedule gives up what hidden state gains.") {
		t.Error(got)
	}
	s.PublishedOnly = true
	if got := s.Scheduled(); strings.Contains(got, "gives up") || !strings.Contains(got, "no published hidden-state theorem covers this schedule") {
		t.Error(got)
	}
	if got := s.BurnIn(); !strings.Contains(got, ". A constant learning rate would make hidden state help; none of the other single changes") ||
		!strings.HasSuffix(got, ") does.") {
		t.Error(got)
	}
	s.Result.Verdict.Changes = []protocol.Change{{Field: "T", Value: "1000000", Impractical: true}}
	if got := s.BurnIn(); strings.Contains(got, "Only") || !strings.Contains(got, "of the other changes we know only impractical ones: iterations") {
		t.Error(got)
	}
}

// Fields that the paste reader left out are not called unknown.
func TestFloorsThatAreLeftOut(t *testing.T) {
	of := about(result())
	of.Result.Lower, of.Result.LowerEstimate = nil, nil
	if got := of.Interval(); !strings.Contains(got, "No lower bound is proved.") {
		t.Errorf("of all theorems: %q", got)
	}
	of.PublishedOnly = true
	if got := of.Interval(); !strings.Contains(got, "The proved floors are ours and are left out.") {
		t.Errorf("of published theorems only: %q", got)
	}
}

// For a training that shuffles, the text says why an accountant for Poisson sampling reports less.
func TestShuffledCompositionIsExplained(t *testing.T) {
	for scheme, want := range map[run.Scheme]bool{run.Reshuffle: true, run.ShuffleOnce: true, run.Cyclic: false, run.Poisson: false,
		run.Allocation: false} {
		s := Subject{Query: claim.Query{Run: theRun, Question: atDelta}}
		s.Run.Scheme = scheme
		s.Result.Answer = &protocol.Answer{Row: "composition", Epsilon: 4}
		if got := strings.Contains(strings.Join(s.Details(), " "), "shuffling gains nothing"); got != want {
			t.Errorf("%s: %q", scheme, s.Details())
		}
		s.Result.Answer.Row = "shift"
		if s.Shuffled() != "" {
			t.Errorf("%s, by another row: %s", scheme, s.Shuffled())
		}
	}
}

// A number with more digits than are shown is said to be rounded up; a number without more digits is not.
func TestRounded(t *testing.T) {
	for _, c := range []struct {
		epsilon float64
		said    bool
	}{{1.2345, true}, {0, false}, {math.Inf(1), false}} {
		s := about(protocol.Result{Answers: protocol.Answers{Answer: &protocol.Answer{Row: "shift", Epsilon: protocol.Number(c.epsilon)}}})
		said := strings.Contains(strings.Join(s.Details(), " "), Roundings)
		if said != c.said || (s.Rounded() != "") != c.said {
			t.Errorf("of ε = %v: %q, %q", c.epsilon, s.Rounded(), s.Details())
		}
	}
	if said := about(protocol.Result{}).Rounded(); said != "" {
		t.Errorf("without an answer: %q", said)
	}
}
