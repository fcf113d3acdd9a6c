package audit

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"lastiterate/bounds/run"
)

// The first three are the examples that Steinke, Nasr and Jagielski print: 0.702, 0.699 and
// 0.673. All are of a separate program in Python with mpmath, to 60 digits.
func TestOneRun(t *testing.T) {
	for _, c := range []struct {
		o              OneRun
		delta, level   float64
		epsilon, error float64
	}{
		{OneRun{100, 100, 75}, 0, 0.95, 0.702213930949506, 1e-10},
		{OneRun{100, 100, 75}, 1e-4, 0.95, 0.6994668131634066, 1e-10},
		{OneRun{1000, 100, 75}, 1e-4, 0.95, 0.6729846641074199, 1e-10},
		{OneRun{200, 70, 60}, 1e-5, 0.95, 1.205813664601021, 1e-10},
		{OneRun{1000, 1000, 600}, 1e-5, 0.95, 0.297226953718775, 1e-10},
		{OneRun{5000, 1000, 999}, 1e-6, 0.99, 4.99150060062901, 1e-9},
		{OneRun{50, 50, 50}, 1e-3, 0.95, 2.639186369478796, 1e-9},
		{OneRun{1000, 400, 390}, 1e-3, 0.95, 2.229824962153669, 1e-9},
		{OneRun{100, 100, 55}, 1e-5, 0.95, 0, 0},
		{OneRun{100, 100, 0}, 0, 0.95, 0, 0},
		{OneRun{100, 100, 75}, 0.1, 0.95, 0, 0}, // 2mδ/v alone is more than may be missed
	} {
		got, err := c.o.Evaluate(Setting{Delta: c.delta, Level: c.level})
		if err != nil || got > c.epsilon || got < c.epsilon-c.error {
			t.Errorf("%+v at δ = %v: %.16g, %v, want %.16g", c.o, c.delta, got, err, c.epsilon)
		}
	}
}

// At the limit the theorem's probability, summed here in 200-bit arithmetic, is at most what
// may be missed, and above that a little further up.
func TestOneRunErrsDownward(t *testing.T) {
	for _, o := range []OneRun{{100, 100, 75}, {3000, 300, 220}, {300, 300, 180}, {200, 200, 199}, {10, 3, 3}} {
		for _, delta := range []float64{0, 1e-9, 1e-5} {
			got, err := o.Evaluate(Setting{Delta: delta, Level: 0.75})
			if err != nil || !(got > 0) {
				t.Fatalf("%+v: %v, %v", o, got, err)
			}
			if at, higher := summed(o, got, delta), summed(o, got*(1+1e-8), delta); at > 0.25 || higher <= 0.25 {
				t.Errorf("%+v at δ = %v: %v at ε = %v, then %v", o, delta, at, got, higher)
			}
		}
	}
}

// summed is the probability of the theorem, term by term.
func summed(o OneRun, epsilon, delta float64) float64 {
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(x) }
	q := 1 / (1 + math.Exp(-epsilon))
	at := func(k int) *big.Float {
		p := new(big.Float).SetPrec(200).SetInt(new(big.Int).Binomial(int64(o.Guesses), int64(k)))
		rest := number(1)
		rest.Sub(rest, number(q))
		for range k {
			p.Mul(p, number(q))
		}
		for range o.Guesses - k {
			p.Mul(p, rest)
		}
		return p
	}
	right, below, share := number(0), number(0), 0.0
	for k := o.Correct; k <= o.Guesses; k++ {
		right.Add(right, at(k))
	}
	for i := 1; i <= o.Correct && delta > 0; i++ {
		below.Add(below, at(o.Correct-i))
		f, _ := below.Float64()
		share = max(share, f/float64(i))
	}
	f, _ := right.Float64()
	return f + 2*float64(o.Canaries)*delta*share
}

// A probability of v right guesses that is below all numbers leaves the others their weight:
// of a million guesses, all of them right, hardly any would be at ε = 0.
func TestOneRunFarOut(t *testing.T) {
	o := OneRun{MaxGuesses, MaxGuesses, MaxGuesses}
	first := newTail(o.Correct, o.Guesses).first(0.5).Up()
	if math.Exp(first) != 0 {
		t.Fatalf("P(B = v) = e^%v is not small", first)
	}
	// Half of the guesses are right, so that P(v > B ≥ v − i) rises to 1/2 at i = v/2, and
	// further by some standard deviations.
	if share := o.share(first, 0.5); share < 1.9/MaxGuesses || share > 2.01/MaxGuesses {
		t.Errorf("the share is %v, want about %v", share, 2.0/MaxGuesses)
	}
	low, err := o.Evaluate(Setting{Delta: 1e-9, Level: 0.95})
	high, _ := o.Evaluate(Setting{Level: 0.95})
	if err != nil || !(low > 1 && low < high) {
		t.Errorf("%v, %v, without δ %v", low, err, high)
	}
}

func TestOneRunThatCannotBe(t *testing.T) {
	at := Setting{Delta: 1e-5, Level: 0.95}
	for _, c := range []struct {
		o     OneRun
		at    Setting
		field string
	}{
		{OneRun{10, 11, 5}, at, "guesses"}, {OneRun{10, 0, 0}, at, "guesses"}, {OneRun{10, 5, 6}, at, "correct"},
		{OneRun{10, 5, -1}, at, "correct"},
		{OneRun{MaxCount, MaxGuesses + 1, 5}, at, "guesses"}, {OneRun{MaxCount + 1, 5, 5}, at, "canaries"},
		{OneRun{10, 5, 5}, Setting{Delta: 1, Level: 0.95}, "delta"}, {OneRun{10, 5, 5}, Setting{Level: 1}, "level"},
	} {
		got, err := c.o.Evaluate(c.at)
		var errs run.Errors
		if !errors.As(err, &errs) || errs[0].Field != c.field || got != 0 {
			t.Errorf("%+v, %+v: %v, %v, want an error of %s", c.o, c.at, got, err, c.field)
		}
	}
}

// Several ways to guess are all held to the level at once.
func TestOneRunCountsThresholds(t *testing.T) {
	o := OneRun{100, 100, 75}
	two, _ := o.Evaluate(Setting{Level: 0.90, Thresholds: 2})
	one, _ := o.Evaluate(Setting{Level: 0.95})
	if math.Abs(one-two) > 1e-12 {
		t.Errorf("one way at 95 %%: %v, two at 90 %%: %v", one, two)
	}
}
