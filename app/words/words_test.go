package words

import (
	"math"
	"slices"
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

// The second number is the least that anybody else has proved, and stands nowhere else
// than beside a result of ours that is known in full.
func TestByPublished(t *testing.T) {
	other := func(x float64) protocol.Result {
		r := result()
		r.Rows = append(r.Rows, protocol.Row{ID: "feldman", Side: "upper", Status: "proved", HiddenState: true, Applies: true,
			Epsilon: eps(x)})
		return r
	}
	unfinished, theirs, infinite := about(other(1.5)), result(), result()
	unfinished.Unfinished = true
	theirs.Answer = theirs.Published
	infinite.Published = nil
	for name, c := range map[string]struct {
		s           Subject
		want, short string
	}{
		"composition":    {about(result()), "3.94 by published theorems", "own proof, literature: 3.94"},
		"a theorem":      {about(other(1.4991)), "1.50 by published theorems", "own proof, literature: 1.50"},
		"worse than it":  {about(other(7)), "3.94 by published theorems", "own proof, literature: 3.94"},
		"nothing finite": {about(infinite), "no finite bound by published theorems", "own proof, literature: none"},
		"not all known":  {unfinished, "", SoFar},
		"published":      {about(theirs), "", "by Composition"},
		"a departure":    {about(result(), Averaging), "", "by Composition"},
		"no answer":      {about(protocol.Result{}), "", ""},
	} {
		if got := c.s.ByPublished(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		whose, published := c.s.Provenance()
		if got := strings.TrimSuffix(whose+", "+published, ", "); got != c.short {
			t.Errorf("%s: %q, want %q", name, got, c.short)
		}
	}
}

func TestFirstSentence(t *testing.T) {
	helped := result()
	little := result()
	little.Published = answerOf("composition", 1.30)
	none := result()
	none.Answer, none.Verdict = none.Published, protocol.Verdict{}
	infinite := result()
	infinite.Answer = answerOf("shift", math.Inf(1))
	third := about(helped)
	third.Run.N, third.Run.B, third.Run.Scheme, third.Run.Position = 20, 5, run.Cyclic, 3
	for _, c := range []struct {
		name string
		s    Subject
		want string
	}{
		{"whose loss it is", third, "ε ≤ 1.27 at δ = 10⁻⁵ for the released model and the examples in batch 3 of each epoch — 3.1× less than if every iterate were published (3.94)."},
		{"the product's own example", about(helped),
			"ε ≤ 1.27 at δ = 10⁻⁵ for the released model — 3.1× less than if every iterate were published (3.94)."},
		{"a small gain is told in per cent", about(little),
			"ε ≤ 1.27 at δ = 10⁻⁵ for the released model — 2.7 % less than if every iterate were published (1.30)."},
		{"no gain is in the first sentence", about(none),
			"ε ≤ 3.94 at δ = 10⁻⁵ for the released model — no bound here shows that hiding the iterates helps."},
		{"no row", about(protocol.Result{}), "No theorem here applies to this run; the table lists what each one needs."},
		{"no finite bound", about(infinite), "ε ≤ ∞ at δ = 10⁻⁵: no finite bound was found for the released model."},
		{"composition only", about(helped, Averaging, Checkpoints),
			"ε ≤ 3.94 at δ = 10⁻⁵ — by composition, which still holds with weight averaging (EMA, SWA) and checkpoints released or observed; no theorem here credits hidden state for such training."},
		{"whose loss composition is", About(third.Query, helped, Departures{Averaging}),
			"ε ≤ 3.94 at δ = 10⁻⁵ for the examples in batch 3 of each epoch — by composition, which still holds with weight averaging (EMA, SWA); no theorem here credits hidden state for such training."},
		{"not covered", about(helped, Tuning), "No bound here covers training with hyper-parameters chosen on the private data."},
		{"Rényi", About(claim.Query{Run: theRun, Question: claim.Question{Alpha: 2}}, helped, nil),
			"ε(2) ≤ 1.27 of Rényi DP at order α = 2 for the released model — 3.1× less than if every iterate were published (3.94)."},
	} {
		if got := c.s.Say().Sentence(); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
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
	if got := bounded.Interval(); got != "The true ε, the worst case over all domains of diameter at most D in any dimension, lies between 0.987 and 1.27." {
		t.Error(got)
	}
	bounded.Run.Diameter = math.Inf(1)
	if got := bounded.Interval(); got != "The true ε, the worst case within these assumptions, lies between 0.987 and 1.27." {
		t.Error(got)
	}
	r.LowerEstimate = nil
	r.Lower = answerOf("linear-adversary", 1.2644*(1-1e-12))
	if got := about(r).Interval(); got != "No analysis can do better: a run within these assumptions loses exactly this much." {
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

// Of what is still being computed nothing is said, but that it is.
func TestUnfinished(t *testing.T) {
	r := result()
	r.Verdict.BurnIn = 0
	s := about(r)
	if got := s.Pending(nil); got != "" {
		t.Errorf("finished, but pending: %s", got)
	}
	s.Unfinished = true
	if got := s.BurnIn(); got != "" {
		t.Errorf("a burn-in that is not known: %s", got)
	}
	if got := s.Pending([]string{"profile"}); got != "Still computing one theorem. The answer can only fall." {
		t.Error(got)
	}
	if got := s.Pending([]string{"profile", "shift"}); got != "Still computing 2 theorems. The answer can only fall." {
		t.Error(got)
	}
	if got := s.Pending(nil); !strings.Contains(got, "from which hiding the models pays off") {
		t.Error(got)
	}
	s.Result.Verdict.Helps = false
	if got := s.Pending(nil); !strings.Contains(got, "what would make hidden state help") {
		t.Error(got)
	}
	if got := s.Say().Rest; strings.Contains(got, "no bound here shows") {
		t.Error(got)
	}
	s.Result.Lower = nil
	if got := s.Interval(); got != "" {
		t.Errorf("no lower bound yet: %s", got)
	}
	s.Result.Answer = nil
	if got := s.Say().Rest; got != "No bound has been computed yet" {
		t.Error(got)
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

// What is said where numbers are 0, infinite, or have nothing to be compared
// with is true and plain: nobody loses "∞ times less", and nothing lies below 0.
func TestDegenerateSentences(t *testing.T) {
	const shift, linear = 1, 2 // rows of result
	bounds := func(answer, published, lower float64) protocol.Result {
		r := result()
		r.Answer, r.Published = answerOf("shift", answer), answerOf("composition", published)
		r.Verdict.Helps = answer < published
		r.Rows[shift].Epsilon = eps(answer)
		if lower >= 0 {
			r.Lower = answerOf("linear-adversary", lower)
		}
		if !r.Verdict.Helps {
			r.Verdict = protocol.Verdict{Changes: []protocol.Change{{Field: "T", Value: "300"}}}
		}
		return r
	}
	inf := math.Inf(1)
	one := theRun
	one.T = 1
	noRow := bounds(3, 3, -1)
	noRow.Rows[shift].Applies, noRow.Rows[shift].Epsilon = false, nil
	floored := bounds(0, 0, -1)
	floored.LowerEstimate = answerOf("projected-adversary", 0)
	for _, c := range []struct {
		name                   string
		s                      Subject
		first, interval, helps string
		changes                int
	}{
		{"nothing lost with hidden state", about(bounds(0, 0.4, 0)),
			"ε = 0 at δ = 10⁻⁵ for the released model — δ alone already covers the whole loss; if every iterate were published, ε would be 0.400.",
			"No analysis can do better: ε is never below 0.", "Hiding the intermediate models pays off from iteration 84 of 200.", 0},
		{"nothing lost at all", about(bounds(0, 0, -1)),
			"ε = 0 at δ = 10⁻⁵ for the released model — δ alone already covers the whole loss, even if every iterate were published.",
			"No analysis can do better: ε is never below 0.",
			"Hidden state has nothing to gain here: ε is 0 even if every iterate is published.", 0},
		{"a floor of 0 is not told", about(floored), "", "No analysis can do better: ε is never below 0.", "", 0},
		{"a Rényi divergence of 0", About(claim.Query{Run: theRun, Question: claim.Question{Alpha: 2}}, bounds(0, 0, 0), nil),
			"ε(2) = 0 of Rényi DP at order α = 2 for the released model — nothing is lost, even if every iterate were published.",
			"", "", 0},
		{"a lower bound of 0 is none", about(bounds(2, 5, 0)), "", "The true ε, the worst case within these assumptions, is at most 2.00. No lower bound is proved.", "", 0},
		{"nothing known", about(bounds(inf, inf, 0)),
			"ε ≤ ∞ at δ = 10⁻⁵: no finite bound was found for the released model.", "Nothing is known about the true ε.", "", 1},
		{"only a lower bound known", about(bounds(inf, inf, 1.2345)), "", "The true ε, the worst case within these assumptions, is at least 1.23.", "", 1},
		{"publishing has no bound", about(bounds(2, inf, -1)),
			"ε ≤ 2.00 at δ = 10⁻⁵ for the released model — no finite bound is known if every iterate is published.", "", "", 0},
		{"bounds that meet", about(bounds(0.5, 0.5, 0.5)),
			"ε ≤ 0.500 at δ = 10⁻⁵ for the released model — no bound here shows that hiding the iterates helps.",
			"No analysis can do better: a run within these assumptions loses exactly this much.",
			"The domain is 1.0 times as wide as the noise of a step (D/σ). This would make hidden state help:", 1},
		{"one iteration", About(claim.Query{Run: one, Question: atDelta}, bounds(0.5, 0.5, -1), nil),
			"ε ≤ 0.500 at δ = 10⁻⁵ for the released model — after a single iteration there are no intermediate iterates to hide.",
			"The true ε, the worst case within these assumptions, is at most 0.500. No lower bound is proved.", "This would make hidden state help:", 1},
		{"no row uses hidden state", about(noRow), "", "",
			"No hidden-state bound here covers this run. This would make hidden state help:", 1},
	} {
		for _, told := range [][2]string{{c.s.Say().Sentence(), c.first}, {c.s.Interval(), c.interval}, {c.s.BurnIn(), c.helps}} {
			if told[1] != "" && told[0] != told[1] {
				t.Errorf("%s:\n got %s\nwant %s", c.name, told[0], told[1])
			}
			for _, wrong := range []string{"∞ times", "∞×", "somewhere below 0.$", "below ∞", "NaN", "0 and 0"} {
				if strings.Contains(told[0]+"$", wrong) {
					t.Errorf("%s: %s", c.name, told[0])
				}
			}
		}
		if n := len(c.s.Changes()); n != c.changes {
			t.Errorf("%s: %d changes offered", c.name, n)
		}
	}
	if got := about(bounds(0, 0.4, 0)).Renyi(); got != "" {
		t.Errorf("the order that is best for an ε of 0: %s", got)
	}
	infinite := bounds(2, 5, 0)
	infinite.Rows[shift].Mu = eps(inf)
	if got := about(infinite).Gaussian(); got != "" {
		t.Error(got)
	}
	endless := bounds(2, 5, 0)
	endless.Verdict.BurnIn = 20000
	long := theRun
	long.T = 1e12
	if got := About(claim.Query{Run: long, Question: atDelta}, endless,
		nil).BurnIn(); got != "Hiding the intermediate models pays off from iteration 20,000 of 10¹²." {
		t.Error(got)
	}
	if result().Rows[linear].Side != "lower" {
		t.Error("the rows have changed")
	}
}

func TestGuaranteesBehindTheNumber(t *testing.T) {
	s := about(result())
	if got := s.Renyi(); got != "ε(α) = 0.701 at α = 12.4, the best order for this δ" {
		t.Error(got)
	}
	if got := s.Gaussian(); got != "μ = 0.341" {
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
	if s.Statement() == "" {
		t.Error("there is no paragraph")
	}
}

// Training that departs from the run has the paragraph of what still holds, which says why;
// none where nothing does.
func TestStatementOfWhatStillHolds(t *testing.T) {
	r := result()
	r.Statement, r.PublishedStatement = "The last iterate is private.", "All iterates are private."
	for want, ds := range map[string][]Departure{
		"The last iterate is private.": nil,
		"All iterates are private. This holds of training with weight averaging (EMA, SWA) and checkpoints released or observed, as here.":                                                                    {Averaging, Checkpoints},
		"All iterates are private. This holds of training with a schedule of the learning rate or the noise, as here; where they change, the noise stated is the smallest and the learning rate the largest.": {Schedule},
		"": {Averaging, Tuning},
	} {
		if got := about(r, ds...).Statement(); got != want {
			t.Errorf("%v: %q, want %q", ds, got, want)
		}
	}
	onGradient := theRun
	onGradient.Noise = run.NoiseMultiplier
	s := About(claim.Query{Run: onGradient, Question: atDelta}, r, Departures{Momentum, Schedule})
	if got := s.Statement(); !strings.HasSuffix(got,
		"with momentum and a schedule of the learning rate or the noise, as here; where they change, the noise multiplier stated is the smallest and the clipping norm "+
			"the largest; the learning rate does not count.") {
		t.Error(got)
	}
	r.PublishedStatement = ""
	if got := about(r, Averaging).Statement(); got != "" {
		t.Errorf("where composition has no paragraph: %q", got)
	}
}

// With a departure only rows that cover it apply; the others say why not.
func TestDeparturesTakeRowsAway(t *testing.T) {
	for _, c := range []struct {
		ds   []Departure
		want []string
	}{
		{nil, []string{"composition", "shift", "linear-adversary"}},
		{[]Departure{Checkpoints}, []string{"composition"}},
		{[]Departure{Schedule}, []string{"composition"}},
		{[]Departure{Momentum}, nil}, // the noise of this run is on the iterate
		{[]Departure{Checkpoints, Tuning}, nil},
	} {
		var apply []string
		for _, row := range about(result(), c.ds...).Result.Rows {
			if row.Applies {
				apply = append(apply, row.ID)
			} else if row.Epsilon != nil || row.Hypotheses[0].Holds {
				t.Errorf("%v: %s does not apply, yet has a value or no reason", c.ds, row.ID)
			}
		}
		if !slices.Equal(apply, c.want) {
			t.Errorf("%v leaves %v, want %v", c.ds, apply, c.want)
		}
	}
}

func TestConsequences(t *testing.T) {
	onGradient := theRun
	onGradient.Noise = run.NoiseMultiplier
	for d, want := range map[Departure]Coverage{
		Momentum: Composition, Adam: Composition, Schedule: Composition, Averaging: Composition, Checkpoints: Composition, Tuning: Nothing,
		Decay: Composition, Remainder: Composition, Unknown: Composition, Stopping: Nothing,
	} {
		if got, why := Consequence(d, onGradient); got != want || why == "" {
			t.Errorf("%s: %v, %q", d, got, why)
		}
	}
	stating := onGradient
	stating.Release, stating.WeightDecay, stating.Tuning, stating.TuningMean, stating.Warmup = run.AllIterates, 0.1, run.Geometric, 3, 5
	for _, d := range []Departure{Checkpoints, Decay, Tuning} {
		if got, why := Consequence(d, stating); got != Everything || why == "" {
			t.Errorf("%s is stated, and leaves %v, %q", d, got, why)
		}
	}
	for _, d := range []Departure{Averaging, Schedule} { // who ticks them has an EMA, or another shape than the form's
		if got, why := Consequence(d, stating); got != Composition || !strings.Contains(why, "untick this") {
			t.Errorf("%s is ticked, and leaves %v, %q", d, got, why)
		}
	}
	if got, _ := Consequence(Momentum, stating); got != Composition {
		t.Errorf("no field states momentum, and it leaves %v", got)
	}
	if len(AllDepartures) != 10 {
		t.Errorf("%d departures in the list", len(AllDepartures))
	}
}

func TestChips(t *testing.T) {
	row := protocol.Row{Hypotheses: []protocol.Hypothesis{
		{Name: "batch scheme", Holds: true, Needed: "full batch", Actual: "full batch"},
		{Name: "step size", Needed: "η ≤ 2/L = 0.08", Actual: "η = 0.1"},
		{Name: "loss", Needed: "convex"},
		{Name: "does not cover momentum"},
	}}
	var got []string
	for _, c := range Chips(row) {
		got = append(got, c.Text)
	}
	want := []string{"batch scheme", "needs η ≤ 2/L = 0.08; yours: η = 0.1", "needs convex", "does not cover momentum"}
	if !slices.Equal(got, want) {
		t.Errorf("chips %q", got)
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
	if rows[0].ID != "unfit" {
		t.Error("the rows given were sorted in place")
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
	if got, want := Converted(row), "ε = 3.91976 by its Rényi guarantee alone, at α = 5.27 (Canonne, Kamath and Steinke 2020); 4.50000 by the older conversion (Mironov 2017)."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := Exact(row), "ε = 3.4825984."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Converted(protocol.Row{RDP: &protocol.RDP{Alpha: 2, Epsilon: 1}}); got != "" {
		t.Errorf("a Rényi question was converted: %q", got)
	}
	if got := Exact(protocol.Row{}); got != "" {
		t.Errorf("a row that does not apply has the value %q", got)
	}
}

// TestCertified: what is certified says so and to which side, what is not says
// that too, and what has no value says nothing.
func TestCertified(t *testing.T) {
	value := protocol.Number(1.5)
	upper, lower := protocol.Row{Epsilon: &value, Certified: true}, protocol.Row{Epsilon: &value, Certified: true, Side: "lower"}
	for _, c := range []struct{ got, want string }{
		{Certified(upper), "Certified: evaluated with outward rounding from the numbers as stated, so the exact value is at most this one, to the last digit."},
		{Certified(lower), "Certified: evaluated with outward rounding from the numbers as stated, so the exact value is at least this one, to the last digit."},
		{Certified(protocol.Row{Epsilon: &value}),
			"Not certified: evaluated in double precision, so the last of its fifteen digits may be off."},
		{Certified(protocol.Row{}), ""},
		{Rounding(upper), "certified: evaluated with outward rounding, rounded up"},
		{Rounding(protocol.Row{Side: "lower"}), "rounded down"},
		{Subject{Result: protocol.Result{Answers: protocol.Answers{Answer: &protocol.Answer{Certified: true}}}}.Certified(),
			"certified: evaluated with outward rounding"},
		{Subject{Result: protocol.Result{Answers: protocol.Answers{Answer: &protocol.Answer{}}}}.Certified(), ""},
		{Subject{}.Certified(), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// The paragraph for a paper ends with the bare address of the run; without a paragraph there
// is none.
func TestCited(t *testing.T) {
	s := Subject{Result: protocol.Result{Statement: "The model was trained."}}
	if got, want := s.Cited("0.1.0", "https://example.org/#v=1"), "The model was trained. Computed by Last Iterate 0.1.0: https://example.org/#v=1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	s.Result.Statement = "It is private (the theorem, docs/proofs/shift.html)."
	if got, want := s.Cited("1", "https://example.org/a/#v=1"), "(the theorem, https://example.org/a/docs/proofs/shift.html)"; !strings.Contains(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	s.Departures = Departures{Momentum}
	if got := s.Cited("0.1.0", "https://example.org/"); got != "" {
		t.Errorf("with momentum: %q", got)
	}
}

// The first sentence names what is released.
func TestReleasesAreNamed(t *testing.T) {
	for _, c := range []struct {
		release run.Release
		every   int
		want    string
	}{
		{run.LastIterate, 0, "for the released model"},
		{run.EveryKth, 60, "for 4 released iterates (one every 60 steps)"},
		{run.LastIterates, 5, "for the last 5 iterates (or their average)"},
		{run.AllIterates, 0, "for the released iterates"},
	} {
		s := about(result())
		s.Run.Release, s.Run.Every = c.release, c.every
		if got := s.Say().Sentence(); !strings.Contains(got, c.want) {
			t.Errorf("%s %d: %q does not say %q", c.release, c.every, got, c.want)
		}
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

// The sentence under ε says of how many runs the released one is the best.
func TestBestOfSeveralIsSaid(t *testing.T) {
	r := result()
	for _, c := range []struct {
		tuning  run.Tuning
		release run.Release
		after   int
		want    string
	}{
		{run.FixedTuning, "", 0, " for the best of 20 runs — "},
		{run.Geometric, "", 0, " for the best of a random number of runs (20 on average) — "},
		{run.FixedTuning, run.AllIterates, 0, " for the released iterates of the best of 20 runs — "},
		{run.FixedTuning, "", 5, " released 5 steps later, the best of 20 runs — "},
	} {
		of := about(r)
		of.Run.Tuning, of.Run.TuningMean, of.Run.Release, of.Run.After = c.tuning, 20, c.release, c.after
		if got := of.Say().Sentence(); !strings.Contains(got, c.want) {
			t.Errorf("%q has no %q", got, c.want)
		}
	}
	momentum := about(r, Checkpoints)
	momentum.Run.Tuning, momentum.Run.TuningMean = run.FixedTuning, 20
	if got := momentum.Say().Sentence(); !strings.Contains(got, "for the best of 20 runs — by composition") {
		t.Errorf("by composition: %q", got)
	}
	if got := about(r).Say().Sentence(); strings.Contains(got, "best of") {
		t.Errorf("of the only run: %q", got)
	}
}

// Of published bounds that are one value but for rounding the oldest is named, of one paper the first.
func TestRivalOnATie(t *testing.T) {
	of := func(id string, year int, epsilon float64) protocol.Row {
		return protocol.Row{ID: id, Side: "upper", Status: "proved", HiddenState: true, Applies: true, Epsilon: eps(epsilon),
			Source: &protocol.Source{Authors: "Somebody", Year: year}}
	}
	own := of("own", 0, 0.1)
	own.Source.Authors = ourselves
	for want, rows := range map[string][]protocol.Row{
		"first": {of("first", 2024, 0.5), of("second", 2024, 0.5*(1-1e-13))},
		"older": {of("newer", 2024, 0.5), of("older", 2022, 0.5*(1+1e-13))},
		"less":  {of("more", 2018, 0.5), of("less", 2024, 0.49)},
	} {
		s := Subject{Result: protocol.Result{Answers: protocol.Answers{Answer: answerOf("own", 0.1), Rows: append(rows, own)}}}
		if got, ok := s.Rival(); !ok || got.ID != want {
			t.Errorf("%s is named, want %s", got.ID, want)
		}
	}
}

// What the reader had left out is not called unknown.
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

// Who shuffles and compares with an accountant of Poisson sampling is told why it prints less.
func TestShuffledCompositionIsExplained(t *testing.T) {
	for scheme, want := range map[run.Scheme]bool{run.Reshuffle: true, run.ShuffleOnce: true, run.Cyclic: false, run.Poisson: false} {
		s := Subject{Query: claim.Query{Run: theRun, Question: atDelta}}
		s.Run.Scheme = scheme
		s.Result.Answer = &protocol.Answer{Row: "composition", Epsilon: 4}
		if got := strings.Contains(strings.Join(s.Details(), " "), "amplification"); got != want {
			t.Errorf("%s: %q", scheme, s.Details())
		}
		s.Result.Answer.Row = "shift"
		if s.Shuffled() != "" {
			t.Errorf("%s, by another row: %s", scheme, s.Shuffled())
		}
	}
}

// What follows the number is the whole sentence in parts, of which even the shortest says what
// the number is of.
func TestPartsOfTheSentence(t *testing.T) {
	for name, c := range map[string]struct {
		answer Answer
		of     string
	}{
		"helps":       {Answer{"ε ≤ 0.405", "at δ = 10⁻⁵ for the released model — 12× less"}, "for the released model"},
		"alone":       {Answer{"ε ≤ 0.405", "at δ = 10⁻⁵ for the released model"}, "for the released model"},
		"unfinished":  {Answer{"ε ≤ 0.405", "at δ = 10⁻⁵ for the released model, by the bounds computed so far"}, "for the released model"},
		"infinite":    {Answer{"ε ≤ ∞", "at δ = 10⁻⁵: no finite bound was found for the released model"}, ": no finite bound was found for the released model"},
		"composition": {Answer{"ε ≤ 5", "at δ = 10⁻⁵ — by composition, which still holds with momentum; no theorem"}, "— by composition, which still holds with momentum"},
	} {
		where, of, explained, ok := c.answer.Parts("at δ = 10⁻⁵")
		if !ok || of != c.of || where+of+explained != c.answer.Rest+"." {
			t.Errorf("%s: %q, %q, %q, %t", name, where, of, explained, ok)
		}
	}
	if _, _, _, ok := (Answer{Rest: "No theorem here applies"}).Parts("at δ = 10⁻⁵"); ok {
		t.Error("a sentence without a number has parts")
	}
}
