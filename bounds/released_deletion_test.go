package bounds

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/run"
)

// Of all iterates, an example that was deleted has lost what the steps before the deletion lose by composition; and what is released
// after the first release without the example costs nothing: to the last bit, in every row that proves an upper bound.
func TestReleasesAfterADeletion(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	for _, r := range releasing() {
		for _, after := range []int{1, 13, 46} { // of one step that holds the example each row says its own
			r.After = after
			for _, q := range []claim.Question{{Alpha: 3}, {Delta: 1e-6}} {
				if q.Delta > 0 && after != 13 {
					continue // the same segments
				}
				composed := certifiedRow(t.Context(), composition.Composition, r, q)
				for _, th := range catalog.All() {
					if th.Kind() != claim.UpperBound || isDear(th) {
						continue
					}
					last := certifiedRow(t.Context(), th, withRelease(r, run.LastIterate, 0), q)
					if !last.Applies {
						continue
					}
					for _, all := range []run.Run{withRelease(r, run.AllIterates, 0), withRelease(r, run.EveryKth, 1),
						withRelease(r, run.LastIterates, r.T)} {
						got := certifiedRow(t.Context(), th, all, q)
						if got.Applies && math.Float64bits(got.Epsilon) != math.Float64bits(composed.Epsilon) {
							t.Errorf("%s, %s, D = %v, K = %d: %v for all iterates (%s), composition says %v", th.ID, r.Scheme, r.Diameter, after,
								got.Epsilon, all.Release, composed.Epsilon)
						}
					}
					for _, some := range []run.Run{withRelease(r, run.EveryKth, 7), withRelease(r, run.LastIterates, 9)} {
						short := some.ToShown()
						got, of := certifiedRow(t.Context(), th, some, q), certifiedRow(t.Context(), th, short, q)
						if r.Scheme.Secret() && short.T < some.T {
							continue // what is released later may tell the order
						}
						if math.Float64bits(got.Epsilon) != math.Float64bits(of.Epsilon) || got.Applies != of.Applies {
							t.Errorf("%s, %s, D = %v, K = %d, %s: %v, and %v up to step %d", th.ID, r.Scheme, r.Diameter, after, some.Release,
								got.Epsilon, of.Epsilon, short.T)
						}
					}
				}
			}
		}
	}
}

// Releases after the deletion reveal a secret place: where the others' gradients are one constant, the empty place shows in every
// epoch. The example was in the first batch with the chance 1/20, and loses what it then loses, on average over the places: more than
// the first iterate alone shows.
func TestLaterReleasesTellTheOrder(t *testing.T) {
	r := DefaultRun()
	r.N, r.B, r.T, r.Eta, r.Clip, r.Sigma, r.Noise = 20, 1, 2000, 0.1, 1, 0.2, run.IterateNoise
	r.Loss, r.Smoothness, r.Clipping, r.Diameter, r.Adjacency = run.Convex, 0.1, run.ClippingNever, math.Inf(1), run.Replace
	const alpha = 4
	s := 2 * r.Eta * r.Clip / r.Sigma
	told := math.Log(0.95+0.05*math.Exp(alpha*(alpha-1)*s*s/2)) / (alpha - 1)
	for _, scheme := range []run.Scheme{run.ShuffleOnce, run.Reshuffle} {
		r.Scheme = scheme
		one := r
		one.T = 1
		hidden, _ := enclosed(one, claim.Question{Alpha: alpha})
		for _, every := range []int{1, 3, 20, 100} {
			of := withRelease(r, run.EveryKth, every)
			of.After = r.T - 1
			got, floor := enclosed(of, claim.Question{Alpha: alpha})
			if scheme == run.ShuffleOnce && every == 1 && !(got >= told && hidden < told) || floor > got {
				t.Errorf("%s, every %d: %v … %v, told %v, hidden %v", scheme, every, floor, got, told, hidden)
			}
			if every < 20 && !(got > hidden) {
				t.Errorf("%s, every %d: %v, and the first iterate alone loses %v", scheme, every, got, hidden)
			}
		}
	}
}

// Where the run ends for the example: at the first release without it.
func TestToShown(t *testing.T) {
	r := releasing()[0]
	for _, c := range []struct {
		release                   run.Release
		every, after              int
		T, left, releases, every2 int
	}{
		{run.LastIterate, 0, 5, 48, 5, 1, 0}, {run.EveryKth, 10, 5, 48, 5, 5, 10}, {run.EveryKth, 10, 8, 40, 0, 4, 10},
		{run.EveryKth, 10, 9, 40, 1, 4, 10}, {run.EveryKth, 10, 47, 10, 9, 1, 10}, {run.EveryKth, 100, 5, 48, 5, 1, 100},
		{run.LastIterates, 10, 5, 43, 0, 5, 5}, {run.LastIterates, 10, 9, 39, 0, 1, 1}, {run.LastIterates, 10, 20, 39, 11, 1, 1},
		{run.LastIterates, 100, 20, 28, 0, 28, 80}, {run.AllIterates, 0, 20, 28, 0, 28, 0},
	} {
		of := withRelease(r, c.release, c.every)
		of.After = c.after
		got := of.ToShown()
		if got.T != c.T || got.After != c.left || got.Releases() != c.releases || got.Every != c.every2 {
			t.Errorf("%s %d, K = %d: T = %d, K = %d, %d releases, every %d", c.release, c.every, c.after, got.T, got.After, got.Releases(),
				got.Every)
		}
		if held := of.ToDeletion(); held.T != 48-c.after || held.After != 0 {
			t.Errorf("%s %d: the run up to the deletion has T = %d, K = %d", c.release, c.every, held.T, held.After)
		}
	}
}

// Linear losses on full batches, steps that leave 0.95, no projection: given a release both runs start together, what is apart shrinks and
// the noise grows until the next. The shift program and the linear adversary are that sum of squares.
func TestReleasesAfterADeletionAreExact(t *testing.T) {
	r := releasing()[0]
	r.Adjacency, r.Noise, r.Sigma = run.ZeroOut, run.IterateNoise, 0.1
	c, s := 1-r.Eta*r.WeightDecay, r.Eta*r.Clip/float64(r.B)
	for _, every := range []int{1, 3, 7, 10, 16, 24, 48} {
		for _, after := range []int{0, 1, 2, 5, 8, 9, 20, 30, 47} {
			of := withRelease(r, run.EveryKth, every)
			of.After = after
			square, apart, variance := 0.0, 0.0, 0.0
			for step := range r.T {
				apart, variance = c*apart, c*c*variance+r.Sigma*r.Sigma
				if step < r.T-after {
					apart += s
				}
				if (step+1)%every == 0 || step+1 == r.T {
					square += apart * apart / variance
					apart, variance = 0, 0
				}
			}
			for _, row := range []string{"shift", "linear-adversary"} {
				if got := epsilonOf(t, row, of, claim.Question{Alpha: 2}); math.Abs(got/square-1) > 1e-9 {
					t.Errorf("%s, every %d, K = %d: %v, want %v", row, every, after, got, square)
				}
			}
		}
	}
}

// The answer never falls from a release to one that holds it, nor rises with the steps after the deletion, where those are releases of one
// training; no floor is above it.
func TestReleasesOfDeletedExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	const (
		least = 1e-16 // of the size of what rounding adds
		drawn = 0.05  // a sampled run is not cut at every step where it might be
	)
	source := rand.New(rand.NewPCG(6, 22))
	between := 0
	for i := range draws.Sample(60, 1000) {
		r, q := draw(source)
		if r = decayed(source, r); r.T < 4 {
			continue
		}
		r.T = min(r.T, 300)
		r.After = 1 + source.IntN(r.T-2)
		k := 1 + source.IntN(r.T)
		releases := []run.Run{withRelease(r, run.LastIterate, 0), withRelease(r, run.EveryKth, 2*k), withRelease(r, run.EveryKth, k),
			withRelease(r, run.AllIterates, 0)}
		if i%2 == 0 {
			releases = []run.Run{withRelease(r, run.LastIterate, 0), withRelease(r, run.LastIterates, (k+1)/2),
				withRelease(r, run.LastIterates, k), withRelease(r, run.AllIterates, 0)}
		}
		before := 0.0
		for which, of := range releases {
			rows := evaluateAll(of, q, false)
			answer, floor := enclosedBy(rows)
			loose := onGrid
			if r.Order() == run.Drawn {
				loose = drawn
			}
			if answer < before*(1-loose) && before > least {
				t.Errorf("run %d: %v for %s %d, %v for less: %+v %+v", i, answer, of.Release, of.Every, before, of, q)
			}
			if floor > answer*(1+slack) {
				t.Errorf("run %d: at least %v is lost and at most %v: %+v %+v", i, floor, answer, of, q)
			}
			sooner := of
			sooner.After = source.IntN(r.After)
			if slower(r) && sooner.After == 0 { // a step that lacks a term contracts less
				sooner.After = r.After
			}
			less, more := answer, 0.0
			earlier := evaluateAll(sooner, q, false)
			if more, _ = enclosedBy(earlier); r.Scheme.Secret() { // rows by which places hide each other may not apply after a deletion
				less, more = atPlaces(rows), atPlaces(earlier)
			}
			if less > more*(1+onGrid) && less > least && !slower(r) {
				t.Errorf("run %d: %v after %d steps without the example, %v after %d: %+v %+v", i, less, of.After, more, sooner.After, of, q)
			}
			if which == 2 && answer > before*(1+1e-3) {
				between++
			}
			before = answer
		}
	}
	if between < 5 {
		t.Errorf("%d runs of which more releases show more", between)
	}
}

// enclosed are the least upper bound and the largest floor of a run.
func enclosed(r run.Run, q claim.Question) (answer, floor float64) {
	return enclosedBy(evaluateAll(r, q, false))
}

// enclosedBy are the least upper bound and the largest floor of a run's rows.
func enclosedBy(rows outcome) (answer, floor float64) {
	answer = math.Inf(1)
	for _, row := range rows {
		switch {
		case !row.Applies || row.Err != nil || math.IsNaN(row.Epsilon):
		case row.Theorem.Kind() == claim.UpperBound:
			answer = min(answer, row.Epsilon)
		case row.Theorem.Kind() == claim.Floor:
			floor = max(floor, row.Epsilon)
		}
	}
	return answer, floor
}

// atPlaces is the least of a run's upper bounds that are proved for every place of the example by themselves.
func atPlaces(rows outcome) float64 {
	least := math.Inf(1)
	for _, row := range rows {
		if t := row.Theorem; t.PlaceByPlace && t.Kind() == claim.UpperBound && row.Applies && row.Err == nil && row.Epsilon < least {
			least = row.Epsilon
		}
	}
	return least
}

// With a learning rate that changes the program is cut at the releases, too; steps from the first release without the example cost nothing.
func TestReleasesOfDeletedExamplesInSchedules(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 2))
	q, compared := claim.Question{Alpha: 3}, 0
	for i := range 120 {
		r := scheduled(rng, []run.Scheme{run.Full, run.Cyclic}[i%2])
		if r.Validate() != nil || r.Steady() || r.T < 8 {
			continue
		}
		k := 1 + rng.IntN(r.T/2)
		r = withRelease(r, run.EveryKth, k)
		before := epsilonOf(t, "shift", r, q)
		for after := 1; after < r.T; after += 1 + r.T/5 {
			of := r
			of.After = after
			got, all := epsilonOf(t, "shift", of, q), epsilonOf(t, "shift", withRelease(of, run.AllIterates, 0), q)
			composed, last := epsilonOf(t, "composition", of, q), epsilonOf(t, "shift", withRelease(of, run.LastIterate, 0), q)
			if all != composed || !(last <= got*(1+1e-9) && got <= composed*(1+1e-9)) || !slower(r) && got > before*(1+1e-9) {
				t.Errorf("every %d, K = %d of %+v: %v, the last %v, all %v, composition %v, sooner %v", k, after, r, got, last, all, composed,
					before)
			}
			before = got
			compared++
		}
	}
	if compared < 100 {
		t.Errorf("%d runs", compared)
	}
}

// One secret order loses no more than a known one at its worst position, after a deletion as well: also where clipped steps,
// whose moduli are concave, are followed in known orders only.
func TestSecretOrderAfterADeletion(t *testing.T) {
	r := run.Run{N: 39, B: 1, T: 39, Eta: 0.17802605342851, WeightDecay: 1.37, Clip: 1.4431284963583646, Sigma: 1.688887148598187,
		Noise: run.NoiseMultiplier, Diameter: math.Inf(1), Adjacency: run.Replace, Scheme: run.Cyclic, After: 30, Loss: run.StronglyConvex,
		Smoothness: 0.245, StrongConvexity: 0.0544, Clipping: run.ClippingActive}
	for _, q := range []claim.Question{{Alpha: 1.0985}, {Alpha: 20}, {Delta: 1e-9}} {
		known := epsilonOf(t, "shift", r, q)
		secret := r
		secret.Scheme = run.ShuffleOnce
		if got := epsilonOf(t, "shift", secret, q); got > known || !(got > 0) {
			t.Errorf("%+v: %v in a secret order, %v in a known one", q, got, known)
		}
	}
}
