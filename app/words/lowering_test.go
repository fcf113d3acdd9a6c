package words

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Each lever is one input halved or doubled, in the direction that may lower ε, a domain where there is none, or Poisson
// batches in place of those of one size. The run with any of them is valid.
func TestLevers(t *testing.T) {
	r := bounds.DefaultRun()
	r.N, r.B, r.T, r.Scheme, r.Noise = 1000, 100, 35, run.Poisson, run.NoiseMultiplier
	r.Adjacency, r.Loss, r.Clipping = run.AddRemove, run.Convex, run.ClippingActive
	unbounded, ofSize, whole, single, best, two := r, r, r, r, r, r
	unbounded.Diameter = math.Inf(1)
	ofSize.Noise = run.IterateNoise
	whole.Scheme, whole.B, whole.Adjacency = run.Full, whole.N, run.Replace
	single.T, single.B = 1, 1
	best.Tuning, best.TuningMean = run.FixedTuning, 5
	two.Tuning, two.TuningMean = run.Geometric, 2 // a mean of 1 is no distribution
	shuffled := r
	shuffled.Scheme, shuffled.Adjacency = run.Reshuffle, run.ZeroOut
	allocated := shuffled
	allocated.Scheme = run.Allocation
	for name, c := range map[string]struct {
		run    run.Run
		epochs bool
		ds     Departures
		want   string
	}{
		"iterations":      {r, false, nil, "sigma=2 eta=0.05 T=17 diameter=0.5 b=50"},
		"epochs":          {r, true, nil, "sigma=2 eta=0.05 epochs=1 diameter=0.5 b=50"},
		"no domain":       {unbounded, false, nil, "sigma=2 eta=0.05 T=17 diameter=2 b=50"},
		"noise of a size": {ofSize, false, nil, "sigma=2 eta=0.05 T=17 diameter=0.5 b=200"},
		"full batch":      {whole, false, nil, "sigma=2 eta=0.05 T=17 diameter=0.5"},
		"one step":        {single, false, nil, "sigma=2 eta=0.05 diameter=0.5"},
		"of one size":     {shuffled, false, nil, "sigma=2 eta=0.05 T=17 diameter=0.5 b=50 scheme=poisson"},
		"uneven":          {shuffled, false, Departures{Momentum, Remainder}, "sigma=2 eta=0.05 T=17 diameter=0.5 b=50 scheme=poisson differs=remainder"},
		"allocated":       {allocated, false, nil, "sigma=2 eta=0.05 T=17 diameter=0.5 b=50 scheme=poisson"},
		"best of five":    {best, false, nil, "sigma=2 eta=0.05 T=17 diameter=0.5 b=50 tuning_mean=2"},
		"best of two":     {two, false, nil, "sigma=2 eta=0.05 T=17 diameter=0.5 b=50"},
	} {
		var got []string
		for _, l := range (Wanted{Query: claim.Query{Run: c.run}, Epochs: c.epochs, Departures: c.ds}).Levers() {
			got = append(got, l.Field+"="+l.Value)
			changed := c.run
			if l.Field == "epochs" || l.Field == "differs" {
				continue
			}
			if err := changed.Set(l.Field, l.Value); err != nil || changed.Validate() != nil {
				t.Errorf("%s: with %s = %s: %v, %v", name, l.Field, l.Value, err, changed.Validate())
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %s, want %s", name, strings.Join(got, " "), c.want)
		}
	}
}

// Each assumption that may cost noise is changed alone, or all departures together, and the run stays valid. Constants of
// a loss are not invented, and a departure that stays leaves only composition.
func TestCosting(t *testing.T) {
	r := bounds.DefaultRun()
	r.N, r.B, r.T, r.Scheme, r.Noise = 1000, 100, 35, run.Reshuffle, run.NoiseMultiplier
	r.Loss, r.Clipping, r.Diameter = run.Smooth, run.ClippingActive, math.Inf(1)
	tuned := r
	tuned.Scheme, tuned.Tuning, tuned.TuningMean = run.Poisson, run.FixedTuning, 4
	curved := r // whose gradients cannot all be short without a domain
	curved.Loss, curved.StrongConvexity = run.StronglyConvex, 0.1
	cosine := r
	cosine.Loss, cosine.Schedule, cosine.Release, cosine.Every = run.Convex, run.CosineFall, run.EveryKth, 5
	for name, c := range map[string]struct {
		run  run.Run
		ds   Departures
		want string
	}{
		"plain": {r, nil, "if your loader draws Poisson batches; if the loss is convex; " +
			"if no gradient is longer than C without clipping; if the weights are projected onto a domain of diameter D = 2"},
		"a smaller batch": {r, Departures{Remainder}, "if the loader drops the smaller last batch; if your loader draws Poisson batches"},
		"two": {r, Departures{Remainder, Unknown}, "if the loader drops the smaller last batch; if the loss is convex, smooth or not; " +
			"if the loader drops the smaller last batch and the loss is convex, smooth or not; if your loader draws Poisson batches"},
		"strongly convex": {curved, nil, "if your loader draws Poisson batches; if the weights are projected onto a domain of diameter D = 2"},
		"tuned":           {tuned, Departures{Momentum}, "if there is no momentum; if the released run is the only one"},
		"a schedule": {cosine, nil, "if your loader draws Poisson batches; if only the last iterate is released; " +
			"if the learning rate is constant; if no gradient is longer than C without clipping; " +
			"if the weights are projected onto a domain of diameter D = 2"},
	} {
		var got []string
		w := Wanted{Field: "sigma", Epsilon: 1, Departures: c.ds}
		w.Run = c.run
		for _, cost := range w.Costing() {
			got = append(got, cost.If)
			if cost.Run.Validate() != nil || cost.Field != "sigma" || cost.Epsilon != 1 || cost.Run.Sigma != c.run.Sigma {
				t.Errorf("%s, %s: %+v", name, cost.If, cost.Run)
			}
			if cost.Together != strings.Contains(cost.If, "batch and") {
				t.Errorf("%s, %s: together is %v", name, cost.If, cost.Together)
			}
			if cost.Run.Scheme == run.Poisson && cost.Departures.Has(Remainder) {
				t.Errorf("%s, %s: Poisson batches have a smaller last one", name, cost.If)
			}
			if strings.Contains(cost.If, "convex, smooth or not") != cost.Run.Nonsmooth() {
				t.Errorf("%s, %s: a constant is made up", name, cost.If)
			}
			if cost.Run == c.run && cost.Departures.Coverage(cost.Run) == c.ds.Coverage(c.run) && len(c.ds) < 2 {
				t.Errorf("%s, %s: nothing changes", name, cost.If)
			}
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q,\nwant %q", name, strings.Join(got, "; "), c.want)
		}
	}
}

// Poisson batches are drawn for as many epochs where these are stated, otherwise for as many steps.
func TestDrawnBatchesKeepTheLength(t *testing.T) {
	w := Wanted{Departures: Departures{Remainder, Unknown}}
	w.Run = bounds.DefaultRun()
	w.Run.N, w.Run.B, w.Run.T, w.Run.Scheme, w.Run.Position = 105, 10, 30, run.Cyclic, 3
	for w.Epochs = range map[bool]bool{false: true, true: true} {
		want := 30
		if w.Epochs {
			want = 33
		}
		r, ds := w.Drawn()
		if r.T != want || r.Scheme != run.Poisson || r.Validate() != nil || !slices.Equal(ds, Departures{Unknown}) {
			t.Errorf("in epochs %v: %+v with %q", w.Epochs, r, ds)
		}
	}
}

// If a schedule or a release is a departure, it is taken back in the run as well, since the run may state another one.
func TestCostingTakesBackWhatIsStated(t *testing.T) {
	w := Wanted{Field: "sigma", Epsilon: 1, Departures: Departures{Schedule, Averaging}}
	w.Run = bounds.DefaultRun()
	w.Run.Scheme, w.Run.Noise, w.Run.Schedule = run.Poisson, run.NoiseMultiplier, run.CosineFall
	w.Run.Release, w.Run.Every = run.EveryKth, 5
	for _, cost := range w.Costing()[:2] {
		if cost.If == "if "+takenBack[Schedule] && !cost.Run.Steady() || cost.If == "if "+takenBack[Averaging] && cost.Run.Releases() > 1 {
			t.Errorf("%s: %+v", cost.If, cost.Run)
		}
	}
}

// A large ε of a loader that passes over the data is explained beside it, with what Poisson batches give once that is known. A
// smaller one, an infinite one, one of drawn batches and one by hidden state are not.
func TestLargeIsExplained(t *testing.T) {
	s := Subject{Query: bounds.DefaultQuery(), Result: protocol.Result{Answers: protocol.Answers{Answer: &protocol.Answer{}}}}
	for name, c := range map[string]struct {
		scheme    run.Scheme
		row       string
		epsilon   protocol.Number
		sampled   float64
		computing bool
		want      string
	}{
		"computing": {run.Reshuffle, "composition", 20.6, 0, true, "ε is large because composition charges every epoch in full, with little or " +
			"no credit for the shuffle; computing it for Poisson batches …"},
		"known": {run.ShuffleOnce, "shuffled-composition", 20.6, 1.1329, false, "ε is large because composition charges every epoch in full, " +
			"with little or no credit for the shuffle; the same run with Poisson batches has ε ≤ 1.14."},
		"in order":     {run.Cyclic, "composition", 20.6, 0, false, "ε is large because composition charges every epoch in full."},
		"small":        {run.Reshuffle, "composition", 10, 0, true, ""},
		"infinite":     {run.Reshuffle, "composition", protocol.Number(math.Inf(1)), 0, true, ""},
		"drawn":        {run.Poisson, "composition", 20.6, 0, true, ""},
		"full":         {run.Full, "composition", 20.6, 0, true, ""},
		"hidden state": {run.Reshuffle, "shift", 20.6, 0, true, ""},
	} {
		s.Run.Scheme, s.Result.Answer.Row, s.Result.Answer.Epsilon = c.scheme, c.row, c.epsilon
		if got := s.Large(c.sampled, c.computing); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Another batch scheme is another loader, so its ε is told under this condition.
func TestAnotherLoaderIsACondition(t *testing.T) {
	r := bounds.DefaultRun()
	for want, c := range map[string]protocol.Change{
		"if your loader draws Poisson batches, ε ≤ 1.14":       {Field: "scheme", Value: "poisson", Epsilon: 1.1329},
		"if your loader draws Poisson batches":                 {Field: "scheme", Value: "poisson"},
		"if the loader drops the smaller last batch, ε ≤ 1.14": {Field: "differs", Value: "remainder", Epsilon: 1.1329},
		"iterations T = 17, ε ≤ 1.14":                          {Field: "T", Value: "17", Epsilon: 1.1329},
	} {
		if got := Lever(r, c); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
