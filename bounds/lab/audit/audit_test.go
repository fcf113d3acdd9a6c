package audit

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"lastiterate/bounds/lab/labtest"
	"lastiterate/bounds/run"
)

// The values are of a separate program in Python with scipy.stats.beta.ppf.
func TestReferenceAudits(t *testing.T) {
	var vectors struct {
		Audits []struct {
			TruePositives  int     `json:"true_positives"`
			Members        int     `json:"members"`
			FalsePositives int     `json:"false_positives"`
			NonMembers     int     `json:"non_members"`
			Delta          float64 `json:"delta"`
			Level          float64 `json:"level"`
			Epsilon        float64 `json:"epsilon"`
		} `json:"audits"`
	}
	labtest.Read(t, "reference.json", &vectors)
	if len(vectors.Audits) < 28 {
		t.Fatalf("%d audits", len(vectors.Audits))
	}
	for _, v := range vectors.Audits {
		e, err := Evaluate(Counts{v.TruePositives, v.Members, v.FalsePositives, v.NonMembers}, Setting{Delta: v.Delta, Level: v.Level})
		if err != nil || math.Abs(e.Lower-v.Epsilon) > 1e-9 {
			t.Errorf("%+v: %.12g, %v", v, e.Lower, err)
		}
	}
}

// 60 of 100 and 10 of 100 at δ = 1e-5 and 95 %, from the derivation's own example.
func TestExample(t *testing.T) {
	e, err := Evaluate(Counts{60, 100, 10, 100}, Setting{Delta: 1e-5, Level: 0.95})
	if err != nil || math.Abs(e.Lower-1.0372426951) > 1e-9 || e.LowerSide != Positives {
		t.Errorf("%+v, %v", e, err)
	}
	if want := math.Log((0.6 - 1e-5) / 0.1); math.Abs(e.Point-want) > 1e-15 {
		t.Errorf("the rates themselves give %v, want %v", e.Point, want)
	}
	// The mirror image: an attack that is good at finding non-members.
	m, err := Evaluate(Counts{90, 100, 40, 100}, Setting{Delta: 1e-5, Level: 0.95})
	if err != nil || m.LowerSide != Negatives || math.Abs(m.Lower-e.Lower) > 1e-12 {
		t.Errorf("mirrored: %+v, %v", m, err)
	}
}

// Clopper and Pearson's limit is where the binomial tail is miss: the tail is
// summed here in 200-bit arithmetic.
func TestLimitsAreRootsOfTheTail(t *testing.T) {
	for _, c := range []struct {
		hits, trials int
		miss         float64
	}{{1, 1, 0.025}, {1, 50, 0.025}, {60, 100, 0.025}, {89, 100, 0.005}, {3, 400, 0.0005}, {390, 400, 0.025}, {140, 400, 1e-9}} {
		p := lowerLimit(c.hits, c.trials, c.miss)
		at := tail(c.hits, c.trials, p)
		if math.Abs(at/c.miss-1) > 1e-9 {
			t.Errorf("%+v: at %v the tail is %v", c, p, at)
		}
	}
	if p := lowerLimit(0, 10, 0.025); p != 0 {
		t.Errorf("without a hit the limit is %v", p)
	}
}

// tail is P(Bin(n, p) ≥ k).
func tail(k, n int, p float64) float64 {
	x := new(big.Float).SetPrec(200).SetFloat64(p)
	y := new(big.Float).SetPrec(200).Sub(big.NewFloat(1).SetPrec(200), x)
	sum := new(big.Float).SetPrec(200)
	for j := k; j <= n; j++ {
		term := new(big.Float).SetPrec(200).SetInt(new(big.Int).Binomial(int64(n), int64(j)))
		for range j {
			term.Mul(term, x)
		}
		for range n - j {
			term.Mul(term, y)
		}
		sum.Add(sum, term)
	}
	f, _ := sum.Float64()
	return f
}

// An attack that guesses shows nothing; certain ones show what their numbers allow.
func TestEnds(t *testing.T) {
	at := Setting{Delta: 1e-5, Level: 0.95}
	for _, c := range []Counts{{50, 100, 50, 100}, {0, 100, 0, 100}, {100, 100, 100, 100}, {0, 1, 1, 1}, {10, 100, 90, 100}} {
		e, err := Evaluate(c, at)
		if err != nil || e.Lower != 0 || e.LowerSide != None {
			t.Errorf("%+v: %+v, %v", c, e, err)
		}
	}
	e, err := Evaluate(Counts{1000, 1000, 0, 1000}, at)
	// Both limits are 0.025^(1/1000) away from the ends.
	p := math.Pow(0.025, 0.001)
	if want := math.Log((p - 1e-5) / (1 - p)); err != nil || math.Abs(e.Lower-want) > 1e-9 || !math.IsInf(e.Point, 1) {
		t.Errorf("%+v, want %v", e, want)
	}
	big, err := Evaluate(Counts{600_000_000, MaxCount, 100_000_000, MaxCount}, at)
	if err != nil || math.Abs(big.Lower-math.Log(6)) > 1e-3 || big.Lower > math.Log(6) {
		t.Errorf("10⁹ trials: %+v, %v", big, err)
	}
}

// More thresholds to choose from prove less.
func TestThresholdsAreCounted(t *testing.T) {
	before := math.Inf(1)
	for _, k := range []int{1, 2, 10, 1000} {
		e, err := Evaluate(Counts{60, 100, 10, 100}, Setting{Delta: 1e-5, Level: 0.95, Thresholds: k})
		if err != nil || e.Lower >= before {
			t.Errorf("%d thresholds: %v, %v; fewer gave %v", k, e.Lower, err, before)
		}
		before = e.Lower
	}
	// Two thresholds at 90 % are one at 95 %.
	one, _ := Evaluate(Counts{60, 100, 10, 100}, Setting{Delta: 1e-5, Level: 0.95})
	two, _ := Evaluate(Counts{60, 100, 10, 100}, Setting{Delta: 1e-5, Level: 0.90, Thresholds: 2})
	if math.Abs(one.Lower-two.Lower) > 1e-12 {
		t.Errorf("one at 95 %%: %v, two at 90 %%: %v", one.Lower, two.Lower)
	}
}

func TestCountsThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		counts Counts
		at     Setting
		field  string
	}{
		{Counts{61, 60, 1, 10}, Setting{1e-5, 0.95, 1}, "true_positives"},
		{Counts{-1, 60, 1, 10}, Setting{1e-5, 0.95, 1}, "true_positives"},
		{Counts{1, 60, 11, 10}, Setting{1e-5, 0.95, 1}, "false_positives"},
		{Counts{0, 0, 1, 10}, Setting{1e-5, 0.95, 1}, "members"},
		{Counts{1, 60, 1, MaxCount + 1}, Setting{1e-5, 0.95, 1}, "non_members"},
		{Counts{1, 60, 1, 10}, Setting{1, 0.95, 1}, "delta"},
		{Counts{1, 60, 1, 10}, Setting{math.NaN(), 0.95, 1}, "delta"},
		{Counts{1, 60, 1, 10}, Setting{1e-5, 1, 1}, "level"},
		{Counts{1, 60, 1, 10}, Setting{1e-5, 0, 1}, "level"},
	} {
		_, err := Evaluate(c.counts, c.at)
		var errs run.Errors
		if !errors.As(err, &errs) || errs[0].Field != c.field {
			t.Errorf("%+v: %v, want an error of %s", c, err, c.field)
		}
	}
}
