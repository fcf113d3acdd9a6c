package bounds

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
)

// The answers of what grows: more steps after a deletion, more runs of which the best is released, more examples of one
// person. More releases: TestMoreReleasesLoseMore.

// drawScheme is a random run of a scheme, with a question of either kind.
func drawScheme(rng *rand.Rand, scheme run.Scheme) (run.Run, claim.Question) {
	for {
		r, q := draw(rng)
		r.Scheme, r.Position = scheme, 0
		switch {
		case scheme == run.Full:
			r.B = r.N
		case scheme == run.Allocation:
			r.Adjacency = random.Pick(rng, run.ZeroOut, run.AddRemove)
			r.N -= r.N % r.B
		case scheme != run.Poisson && r.Adjacency == run.AddRemove:
			r.Adjacency = run.ZeroOut
		}
		r.T = min(r.T, 300)
		if scheme == run.ShuffleOnce && random.Chance(rng, 0.7) {
			r.T = r.StepsPerEpoch() * max(1, r.T/r.StepsPerEpoch())
		}
		if random.Chance(rng, 0.4) {
			q = claim.Question{Delta: random.LogUniform(rng, 1e-9, 0.1)}
		}
		if r.Validate() == nil {
			return r, q
		}
	}
}

// grown holds that the answer does not fall from one run to the next, up to what a grid of plans costs, for random runs of
// every scheme. Rows that are dropped do not count for what loses more.
func grown(t *testing.T, seed uint64, of func(*rand.Rand, run.Run) []run.Run, dropped func(after run.Run) func(id string) bool) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	for _, scheme := range run.Schemes() {
		t.Run(string(scheme), func(t *testing.T) {
			rng, above := rand.New(rand.NewPCG(seed, 29)), 0
			for range draws.Sample(8, 300) {
				r, q := drawScheme(rng, scheme)
				chain := of(rng, r)
				rows := evaluateUpper(chain[0], q, false)
				for i, after := range chain[1:] {
					before, less := chain[i], leastUpper(rows, none)
					rows = evaluateUpper(after, q, false)
					more := leastUpper(rows, dropped(after))
					if more < less*(1-onGrid) && less > 1e-18 {
						t.Errorf("%v after %v\n%+v\n%+v\n%+v", more, less, q, before, after)
					}
					if more > less*(1+onGrid) && !math.IsInf(more, 1) {
						above++
					}
				}
			}
			if above == 0 {
				t.Error("0 answers grew by more than the grid, want at least 1: the runs are too easy")
			}
		})
	}
}

// leastUpper is the least of the upper bounds that count.
func leastUpper(rows outcome, leftOut func(id string) bool) float64 {
	answer := math.Inf(1)
	for id, row := range rows {
		if row.Applies && row.Err == nil && row.Theorem.Kind() == claim.UpperBound && !leftOut(id) {
			answer = min(answer, row.Epsilon)
		}
	}
	return answer
}

func nothing(run.Run) func(string) bool { return none }

// In secret orders rows by which places hide each other do not follow the steps after a deletion, and do not hold where they tell
// the place (deletion.md, section 2): what they say of fewer of them is left out, and nothing else.
func TestAnswersFallWithStepsAfterADeletion(t *testing.T) {
	grown(t, 1, func(rng *rand.Rand, r run.Run) (out []run.Run) {
		r.T = max(r.T, 2)
		for _, after := range falling(rng, r.T-1) {
			r.After = after
			out = append(out, r)
		}
		return out
	}, func(sooner run.Run) func(string) bool {
		return func(id string) bool { // rows that say nothing of one place by itself
			t, _ := catalog.ByID(id)
			return !t.PlaceByPlace && sooner.Scheme.Secret()
		}
	})
}

// falling are some numbers of steps, the last of them 1 and 0.
func falling(rng *rand.Rand, most int) (out []int) {
	if most > 2 {
		out = append(out, 2+rng.IntN(most-1))
		if out[0] > 2 {
			out = append(out, 2+rng.IntN(out[0]-2))
		}
	}
	return append(out, 1, 0)
}

func TestAnswersRiseWithRuns(t *testing.T) {
	grown(t, 2, func(rng *rand.Rand, r run.Run) (out []run.Run) {
		out = append(out, r)
		r.Tuning = random.Pick(rng, run.Geometric, run.Logarithmic, run.NegativeBinomial, run.PoissonTuning, run.FixedTuning)
		if r.Tuning == run.NegativeBinomial {
			r.TuningShape = random.Rounded(random.LogUniform(rng, 0.01, 4) - 1)
		}
		for mean := 1.0; len(out) < 4; out = append(out, r) {
			mean *= random.LogUniform(rng, 1.001, 8)
			if r.TuningMean = mean; r.Tuning == run.FixedTuning {
				mean = math.Ceil(mean)
				r.TuningMean = mean + 1
			}
		}
		return out
	}, nothing)
}

func TestAnswersRiseWithExamples(t *testing.T) {
	grown(t, 3, func(rng *rand.Rand, r run.Run) (out []run.Run) {
		for _, k := range []int{0, 2, 2 + rng.IntN(4)} {
			r.Group = k
			out = append(out, r)
		}
		return out
	}, nothing)
}
