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
	labtest.Reference(t, &vectors)
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

// Of any number of trials, at any level, the tail at the limit is at most what may be missed,
// and it is above that a little further up. The tail is summed here from ratios alone, out
// from the most likely number, over the sum of all: without factorials, continued fractions
// or logarithms.
func TestLimitsErrOutward(t *testing.T) {
	for _, c := range []struct {
		hits, trials int
		miss         float64
	}{
		{300_000_000, MaxCount, (1 - 1e-9) / 2}, {700_000_000, MaxCount, (1 - 1e-9) / 2}, {300_000_000, MaxCount, 0.025},
		{5, MaxCount, 0.35},
		{MaxCount - 5, MaxCount, 0.35}, {3_000_000, 10_000_000, 0.4}, {50_000, 100_000, 0.36}, {1, 1_000_000, 0.499},
		{999_999, 1_000_000, 0.499},
		{600, 1000, 1e-30}, {21, 50, 0.5}, {1, 2, 0.45}, {500_000_000, MaxCount, 0.5}, {999_999_999, MaxCount, 1e-10},
	} {
		p := lowerLimit(c.hits, c.trials, c.miss)
		at, higher := ratioTail(c.hits, c.trials, p), ratioTail(c.hits, c.trials, p*(1+1e-12))
		if !(at <= c.miss*(1+1e-15)) || !(higher > c.miss) {
			t.Errorf("%+v: at %v the tail is %v, a part in 10¹² further up %v", c, p, at, higher)
		}
	}
}

// ratioTail is P(Bin(n, p) ≥ k), to some 20 digits.
func ratioTail(k, n int, p float64) float64 {
	const precision = 110
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }
	odds := number(p)
	odds.Quo(odds, new(big.Float).SetPrec(precision).Sub(number(1), number(p)))
	mode := min(n, max(0, int(float64(n)*p)))
	all, tail := number(0), number(0)
	walk := func(from, step int) {
		term := number(1)
		for j := from; j >= 0 && j <= n; j += step {
			if j != mode || step > 0 {
				all.Add(all, term)
				if j >= k {
					tail.Add(tail, term)
				}
			}
			if term.MantExp(nil) < -2*precision {
				return
			}
			if step > 0 {
				term.Mul(term, odds).Mul(term, number(float64(n-j))).Quo(term, number(float64(j+1)))
			} else {
				term.Quo(term, odds).Mul(term, number(float64(j))).Quo(term, number(float64(n-j+1)))
			}
		}
	}
	walk(mode, 1)
	walk(mode, -1)
	f, _ := tail.Quo(tail, all).Float64()
	return f
}

// At a billion members and hardly any confidence the limits are still on their own sides of
// the rate, and further apart where more confidence is asked for.
func TestLimitsOfManyMembers(t *testing.T) {
	var before Rate
	for i, level := range []float64{1e-9, 0.1, 0.3, 0.95} {
		e, err := Evaluate(Counts{300_000_000, MaxCount, 200_000_000, MaxCount}, Setting{Delta: 1e-9, Level: level})
		if err != nil {
			t.Fatal(err)
		}
		if r := e.TPR; !(r.Lower < 0.3 && r.Upper > 0.3) || i > 0 && !(r.Lower < before.Lower && r.Upper > before.Upper) {
			t.Errorf("at level %v: %v … %v, below it %v … %v", level, r.Lower, r.Upper, before.Lower, before.Upper)
		}
		before = e.TPR
	}
}
