package words

import (
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

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
		{"whose loss it is", third, "ε ≤ 1.27 at δ = 10⁻⁵ for the released model and the examples in batch 3 of each epoch — 3.1× less than if every iterate were public (3.94)."},
		{"the product's own example", about(helped),
			"ε ≤ 1.27 at δ = 10⁻⁵ for the released model — 3.1× less than if every iterate were public (3.94)."},
		{"a small gain is told in per cent", about(little),
			"ε ≤ 1.27 at δ = 10⁻⁵ for the released model — 2.7 % less than if every iterate were public (1.30)."},
		{"no gain is in the first sentence", about(none),
			"ε ≤ 3.94 at δ = 10⁻⁵ for the released model — no bound here shows that hiding the iterates helps."},
		{"no row", about(protocol.Result{}), "No theorem here applies to this run; the table lists what each one needs."},
		{"no finite bound", about(infinite), "ε ≤ ∞ at δ = 10⁻⁵: no finite bound was found for the released model."},
		{"composition only", about(helped, Averaging, Checkpoints),
			"ε ≤ 3.94 at δ = 10⁻⁵ — by composition: the ordinary DP-SGD ε, as if every iterate were public; it holds with weight averaging (EMA, SWA) and checkpoints released or observed; no theorem here proves less for such training."},
		{"whose loss composition is", About(third.Query, helped, Departures{Averaging}),
			"ε ≤ 3.94 at δ = 10⁻⁵ for the examples in batch 3 of each epoch — by composition: the ordinary DP-SGD ε, as if every iterate were public; it holds with weight averaging (EMA, SWA); no theorem here proves less for such training."},
		{"not covered", about(helped, Tuning), "No bound here covers training with hyper-parameters chosen on the private data."},
		{"Rényi", About(claim.Query{Run: theRun, Question: claim.Question{Alpha: 2}}, helped, nil),
			"ε(2) ≤ 1.27 of Rényi DP at order α = 2 for the released model — 3.1× less than if every iterate were public (3.94)."},
	} {
		if got := c.s.Say().Sentence(); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// While something is still being computed, the page says only that it is.
func TestUnfinished(t *testing.T) {
	r := result()
	r.Verdict.BurnIn = 0
	s := about(r)
	if got := s.Pending(nil); got != "" {
		t.Errorf("finished, but pending: %s", got)
	}
	s.Unfinished = true
	s.Result.Verdict.Helps = false
	if got := s.Say().Sentence(); !strings.HasSuffix(got, " for the released model (still computing).") {
		t.Errorf("the sentence is %q", got)
	}
	s.Result.Verdict.Helps = true
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

// If numbers are 0, infinite, or have nothing to be compared with, the sentences are
// still true and plain: none says "∞ times less", and nothing lies below 0.
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
			"ε = 0 at δ = 10⁻⁵ for the released model — δ alone already covers the whole loss; if every iterate were public, ε would be 0.400.",
			"ε = 0 does not mean that nothing leaks: the whole leakage is within δ.",
			"Hiding the intermediate models pays off from iteration 84 of 200.", 0},
		{"nothing lost at all", about(bounds(0, 0, -1)),
			"ε = 0 at δ = 10⁻⁵ for the released model — δ alone already covers the whole loss, even if every iterate were public.",
			"ε = 0 does not mean that nothing leaks: the whole leakage is within δ.",
			"Hidden state has nothing to gain here: ε is 0 even if every iterate is public.", 0},
		{"a floor of 0 is not told", about(floored), "", "ε = 0 does not mean that nothing leaks: the whole leakage is within δ.", "", 0},
		{"a Rényi divergence of 0", About(claim.Query{Run: theRun, Question: claim.Question{Alpha: 2}}, bounds(0, 0, 0), nil),
			"ε(2) = 0 of Rényi DP at order α = 2 for the released model — nothing is lost, even if every iterate were public.",
			"", "", 0},
		{"a lower bound of 0 is none", about(bounds(2, 5, 0)), "", "The true ε, the worst case within these assumptions, is at most 2.00. No lower bound is proved.", "", 0},
		{"nothing known", about(bounds(inf, inf, 0)),
			"ε ≤ ∞ at δ = 10⁻⁵: no finite bound was found for the released model.", "Nothing is known about the true ε.", "", 1},
		{"only a lower bound known", about(bounds(inf, inf, 1.2345)), "", "The true ε, the worst case within these assumptions, is at least 1.23.", "", 1},
		{"publishing has no bound", about(bounds(2, inf, -1)),
			"ε ≤ 2.00 at δ = 10⁻⁵ for the released model — no finite bound is known if every iterate is public.", "", "", 0},
		{"bounds that meet", about(bounds(0.5, 0.5, 0.5)),
			"ε ≤ 0.500 at δ = 10⁻⁵ for the released model — no bound here shows that hiding the iterates helps.",
			"No analysis can do better: runs within these assumptions come arbitrarily close.",
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
			for _, wrong := range []string{"∞ times", "∞×", "below ∞", "NaN", "0 and 0"} {
				if strings.Contains(told[0], wrong) {
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
	if got := result().Rows[linear].Side; got != "lower" {
		t.Errorf("the side of row %d = %q, want lower: the rows have changed", linear, got)
	}
}

// A certified row says so, and in which direction it is rounded; another says that it is not
// certified; a row without a value says nothing.
func TestCertified(t *testing.T) {
	value := protocol.Number(1.5)
	upper, lower := protocol.Row{Epsilon: &value, Certified: true}, protocol.Row{Epsilon: &value, Certified: true, Side: "lower"}
	for _, c := range []struct{ got, want string }{
		{Certified(upper), "Certified: every rounding error from the numbers as stated is bounded, so the exact value is at most this one, to the last digit."},
		{Certified(lower), "Certified: every rounding error from the numbers as stated is bounded, so the exact value is at least this one, to the last digit."},
		{Certified(protocol.Row{Epsilon: &value}),
			"Not certified: evaluated in double precision, so its last digits may be wrong."},
		{Certified(protocol.Row{}), ""},
		{Rounding(upper), "certified: every rounding error is bounded, rounded up"},
		{Rounding(protocol.Row{Side: "lower"}), "rounded down"},
		{Subject{Result: protocol.Result{Answers: protocol.Answers{Answer: &protocol.Answer{Certified: true}}}}.Certified(),
			"every rounding error is bounded; the theorem’s proof is not part of this certificate"},
		{Subject{Result: protocol.Result{Answers: protocol.Answers{Answer: &protocol.Answer{}}}}.Certified(), ""},
		{Subject{}.Certified(), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
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

// The sentence under ε says how many runs the released one is the best of.
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
	observed := about(r, Checkpoints)
	observed.Run.Tuning, observed.Run.TuningMean = run.FixedTuning, 20
	if got := observed.Say().Sentence(); !strings.Contains(got, "for the best of 20 runs — by composition") {
		t.Errorf("by composition: %q", got)
	}
	if got := about(r).Say().Sentence(); strings.Contains(got, "best of") {
		t.Errorf("of the only run: %q", got)
	}
}

// Parts splits the sentence after the number without loss. The part that the smallest embeds show
// says what is released.
func TestPartsOfTheSentence(t *testing.T) {
	for name, c := range map[string]struct {
		answer Answer
		of     string
	}{
		"helps":       {Answer{"ε ≤ 0.405", "at δ = 10⁻⁵ for the released model — 12× less"}, "for the released model"},
		"alone":       {Answer{"ε ≤ 0.405", "at δ = 10⁻⁵ for the released model"}, "for the released model"},
		"unfinished":  {Answer{"ε ≤ 0.405", "at δ = 10⁻⁵ for the released model (" + SoFar + ")"}, "for the released model"},
		"infinite":    {Answer{"ε ≤ ∞", "at δ = 10⁻⁵: no finite bound was found for the released model"}, ": no finite bound was found for the released model"},
		"composition": {Answer{"ε ≤ 5", "at δ = 10⁻⁵ — by composition: every iterate; it holds with momentum; no theorem"}, "— by composition: every iterate; it holds with momentum"},
	} {
		where, of, explained, ok := c.answer.Parts("at δ = 10⁻⁵")
		if !ok || of != c.of || where+of+explained != c.answer.Rest+"." {
			t.Errorf("%s: %q, %q, %q, %t", name, where, of, explained, ok)
		}
	}
	if where, of, explained, ok := (Answer{Rest: "No theorem here applies"}).Parts("at δ = 10⁻⁵"); ok {
		t.Errorf("the parts of a sentence without a number = %q, %q, %q, want none", where, of, explained)
	}
}
