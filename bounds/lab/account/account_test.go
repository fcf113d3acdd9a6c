package account

import (
	"context"
	"errors"
	"math"
	"math/big"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/run"
)

// gaussian is a run whose released model is one Gaussian mechanism with μ = s/σ:
// a single step of a full batch, s = 2ηC/b.
func gaussian(mu float64) run.Run {
	return run.Run{N: 1, B: 1, T: 1, Eta: 1, Clip: 0.5, Sigma: 1 / mu, Noise: run.IterateNoise, Diameter: math.Inf(1),
		Adjacency: run.Replace, Scheme: run.Full, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
}

func add(t *testing.T, r run.Run, q claim.Question, releases ...OtherRelease) Total {
	t.Helper()
	total, err := Add(context.Background(), r, q, releases, bounds.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return total
}

// Two Gaussians of μ = 0.6 and 0.8 are one of μ = 1: no total may be below it, and
// the Rényi sum is exactly that Gaussian's.
func TestGaussiansCompose(t *testing.T) {
	r := gaussian(0.6)
	side := OtherRelease{Name: "normalisation", Mu: 0.8}
	at2 := add(t, r, claim.Question{Alpha: 2}, side)
	if math.Abs(at2.Epsilon-1) > 1e-9 || at2.Order != 2 {
		t.Errorf("at order 2: %+v, want α/2 = 1", at2)
	}
	exact := convert.GaussianEpsilonUpper(1, 1e-5)
	byRenyi, _ := convert.EpsilonUpper(func(a float64) float64 { return a / 2 }, 1e-5)
	got := add(t, r, claim.Question{Delta: 1e-5}, side)
	if got.Epsilon < exact || got.Epsilon > byRenyi*1.01 {
		t.Errorf("at δ: %+v, want between %v and %v", got, exact, byRenyi)
	}
	if want := convert.GaussianEpsilonUpper(0.6, 1e-5); math.Abs(got.Alone-want) > 1e-6 {
		t.Errorf("alone: %v, want %v", got.Alone, want)
	}
}

// (ε, δ) adds up, and pure ε is cheaper by Rényi divergences where it is small.
func TestStatedReleasesAdd(t *testing.T) {
	r, q := gaussian(1), claim.Question{Delta: 1e-5}
	got := add(t, r, q, OtherRelease{Epsilon: 0.5, Delta: 4e-6})
	if want := convert.GaussianEpsilonUpper(1, 6e-6) + 0.5; math.Abs(got.Epsilon-want) > 1e-6 || got.Order != 0 {
		t.Errorf("%+v, want %v", got, want)
	}
	pure := add(t, r, q, OtherRelease{Epsilon: 0.05})
	if plain := convert.GaussianEpsilonUpper(1, 1e-5) + 0.05; pure.Epsilon > plain*(1+1e-9) || pure.Epsilon < pure.Alone {
		t.Errorf("pure ε = 0.05: %+v, by plain addition %v", pure, plain)
	}
	// A Rényi guarantee of order 8 holds at every lower order, and at none above.
	norm := add(t, r, q, OtherRelease{Alpha: 8, Epsilon: 0.1})
	least := math.Inf(1)
	for a := 1.01; a <= 8; a += 0.01 {
		e, _ := convert.EpsilonUpper(func(x float64) float64 {
			if x > a {
				return math.Inf(1)
			}
			return a/2 + 0.1
		}, 1e-5)
		least = min(least, e)
	}
	if norm.Epsilon > least*1.005 || norm.Epsilon < norm.Alone || norm.Order > 8 {
		t.Errorf("a Rényi release: %+v, want about %v", norm, least)
	}
}

// What is stated and what it leaves are δ or less together, as fractions: also where next to nothing is left.
func TestNothingOfDeltaIsSpentTwice(t *testing.T) {
	exactly := func(x float64) *big.Rat {
		r, _ := new(big.Rat).SetString(run.FormatNumber(x))
		return r
	}
	for _, c := range []struct {
		delta, each float64
		releases    int
	}{{1e-5, 1e-7, 100}, {1e-5, 9.9999999e-8, 100}, {1e-5, 3.3333333333333e-6, 3}, {0.3, 0.1, 3}, {0.7, 0.1, 7}, {1e-5, 1e-6, 3}} {
		sum, exact := 0.0, new(big.Rat)
		for range c.releases {
			sum += c.each
			exact.Add(exact, exactly(c.each))
		}
		left := remaining(c.delta, sum)
		if left <= 0 {
			continue
		}
		if exact.Add(exact, new(big.Rat).SetFloat64(left)); exact.Cmp(exactly(c.delta)) > 0 {
			t.Errorf("%d releases of δ = %v leave %v of %v", c.releases, c.each, left, c.delta)
		}
		if plain := c.delta - sum; left < plain*(1-1e-11)-1e-12*c.delta {
			t.Errorf("%d releases of δ = %v leave %v of %v, want %v", c.releases, c.each, left, c.delta, plain)
		}
	}
}

// The error about a loss that is not a number, or negative, names its value.
func TestWrongLossesAreTold(t *testing.T) {
	for text, s := range map[string]OtherRelease{
		"side: ε must be at least 0; got releases = -1":  {Name: "side", Epsilon: -1},
		"side: μ must be at least 0; got releases = -2":  {Name: "side", Mu: -2},
		"side: ε must be at least 0; got releases = NaN": {Name: "side", Epsilon: math.NaN(), Delta: 1e-6},
	} {
		if _, err := Add(context.Background(), gaussian(1), claim.Question{Delta: 1e-5}, []OtherRelease{s}, bounds.Settings{}); err == nil || err.Error() != text {
			t.Errorf("%v, want %s", err, text)
		}
	}
}

// On the opening run what is added is never lost, and nothing is added twice.
func TestTotalsAreMonotone(t *testing.T) {
	r, q := bounds.DefaultRun(), bounds.DefaultQuestion()
	small := add(t, r, q, OtherRelease{Mu: 1e-9})
	if small.Epsilon < small.Alone || small.Epsilon > small.Alone*1.2 {
		t.Errorf("next to nothing added: %+v", small)
	}
	before := small.Epsilon
	for _, mu := range []float64{0.1, 0.5, 2} {
		e := add(t, r, q, OtherRelease{Mu: mu}).Epsilon
		if e <= before {
			t.Errorf("μ = %v: %v, less than a smaller release's %v", mu, e, before)
		}
		before = e
	}
}

func TestReleasesThatCannotBe(t *testing.T) {
	atDelta, atOrder := claim.Question{Delta: 1e-5}, claim.Question{Alpha: 4}
	for name, c := range map[string]struct {
		q        claim.Question
		releases []OtherRelease
	}{
		"none":                    {atDelta, nil},
		"two kinds":               {atDelta, []OtherRelease{{Mu: 1, Epsilon: 1}}},
		"negative":                {atDelta, []OtherRelease{{Epsilon: -1}}},
		"NaN":                     {atDelta, []OtherRelease{{Mu: math.NaN()}}},
		"nothing said":            {atDelta, []OtherRelease{{}}},
		"only a name":             {atDelta, []OtherRelease{{Mu: 1}, {Name: "a histogram"}}},
		"nothing said of order 8": {atOrder, []OtherRelease{{Alpha: 8}}},
		"order 1":                 {atDelta, []OtherRelease{{Alpha: 1, Epsilon: 1}}},
		"δ = 1":                   {atDelta, []OtherRelease{{Delta: 1, Epsilon: 1}}},
		"δ used up":               {atDelta, []OtherRelease{{Delta: 1e-5, Epsilon: 1}}},
		"δ under Rényi":           {atOrder, []OtherRelease{{Delta: 1e-6, Epsilon: 1}}},
		"too low an order":        {atOrder, []OtherRelease{{Alpha: 2, Epsilon: 1}}},
		"as many as nobody makes": {atDelta, make([]OtherRelease, MaxReleases+1)},
	} {
		var errs run.Errors
		if total, err := Add(context.Background(), gaussian(1), c.q, c.releases, bounds.Settings{}); !errors.As(err, &errs) || errs[0].Field != "releases" {
			t.Errorf("%s: %+v, %v", name, total, err)
		}
	}
}
