package bounds

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
)

// secret reports whether chance decides which steps use the differing example.
func secret(r run.Run) bool {
	return !r.Scheme.Known() && r.B < r.N
}

// secretPair are two runs whose final laws have these multiples of k steps of
// length ηC/b as their means, and the probabilities of k = 0, 1, ….
type secretPair struct {
	first, second int
	masses        []ref
}

// binomialOf are the probabilities of k successes, term by term.
func binomialOf(trials, part, of int) []ref {
	out := make([]ref, trials+1)
	ways := whole(1)
	for k := range out {
		p, q := over(whole(part), whole(of)), over(whole(of-part), whole(of))
		out[k] = times(ways, times(powerOf(p, k), powerOf(q, trials-k)))
		ways = over(times(ways, whole(trials-k)), whole(k+1))
	}
	return out
}

// secretPairs are the pairs that bounds/internal/adversary/random.md lists for a run of steps
// whose example is used as often as masses say. others says whether they may pull.
func secretPairs(r run.Run, masses []ref, others bool) []secretPair {
	switch {
	case r.Adjacency == run.Replace && r.Scheme != run.Poisson && others:
		return []secretPair{{2, 0, masses}, {1, -1, masses}}
	case r.Adjacency == run.Replace:
		return []secretPair{{1, -1, masses}}
	case r.Scheme != run.Poisson && others:
		return []secretPair{{2, 1, masses}, {1, 0, masses}}
	}
	return []secretPair{{1, 0, masses}}
}

// shows reports whether a half-line shows, at 256 bits, that the pair is not
// (ε, δ)-private; unit is the length of a step in deviations.
func (p secretPair) shows(unit ref, epsilon, delta float64) bool {
	if p.showsAbove(unit, epsilon, delta) {
		return true
	}
	p.first, p.second = -p.second, -p.first
	return p.showsAbove(unit, epsilon, delta)
}

func (p secretPair) showsAbove(unit ref, epsilon, delta float64) bool {
	step, gamma := float64Of(unit), math.Exp(epsilon)
	excess := func(t float64) float64 {
		sum := 0.0
		for k, w := range p.masses {
			a, b := t-step*float64(p.first*k), t-step*float64(p.second*k)
			sum += float64Of(w) * (math.Erfc(a/math.Sqrt2) - gamma*math.Erfc(b/math.Sqrt2)) / 2
		}
		return sum
	}
	reach := 12 + 2*step*float64(len(p.masses))
	const points = 4000
	best, at := math.Inf(-1), 0.0
	for i := range points + 1 {
		t := -reach + 2*reach*float64(i)/points
		if v := excess(t); v > best {
			best, at = v, t
		}
	}
	lo, hi := at-2*reach/points, at+2*reach/points
	for range 80 {
		a, b := lo+(hi-lo)/3, hi-(hi-lo)/3
		if excess(a) > excess(b) {
			hi = b
		} else {
			lo = a
		}
	}
	// The threshold is known to half of the digits, which costs all of them.
	t := num(0).SetFloat64(lo)
	sum := minus(whole(0), times(num(delta), num(1-1e-11)))
	g := expOf(num(0).SetFloat64(epsilon))
	tail := func(mean int, k int) ref {
		y := minus(t, times(unit, whole(mean*k)))
		if y.Sign() < 0 {
			return minus(whole(1), tailOf(absolute(y)))
		}
		return tailOf(y)
	}
	for k, w := range p.masses {
		sum = plus(sum, times(w, minus(tail(p.first, k), times(g, tail(p.second, k)))))
	}
	return sum.Sign() >= 0
}

// TestSecretFloors: what the floors of secret batches say at δ is shown again at 256
// bits, from the decimals that were stated and sums written out; a hundredth more is
// certifiedRow by no pair of the list.
func TestSecretFloors(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	source := rand.New(rand.NewPCG(17, 6))
	shown := map[string]int{}
	for i := 0; i < 400 && !t.Failed(); i++ {
		r, _ := draw(source)
		if !secret(r) || r.Clipping == run.ClippingDifference || r.Clipping == run.ClippingGLM {
			continue
		}
		id := random.Pick(source, "one-step", "linear-adversary")
		r.T = 1 + source.IntN(40)
		if r.Diameter = math.Inf(1); id == "one-step" {
			r.Diameter = 1
		}
		q := claim.Question{Delta: random.LogUniform(source, 1e-9, 0.1)}
		r = r.WithIterateNoise(r.Sensitivity() / random.LogUniform(source, 0.05, 5))
		th, _ := catalog.ByID(id)
		row, p := proveRow(context.Background(), th, r, q)
		if p == nil || row.Epsilon == 0 {
			continue
		}
		if row.certify(p.Certify); !row.Certified {
			t.Errorf("%s is not certified: %+v %+v", id, r, q)
		}
		x := newReference(r)
		steps, variance := r.T, x.variance
		if id == "one-step" {
			steps = 1
		} else {
			variance = times(variance, whole(r.T))
		}
		unit := rootOf(over(squared(over(x.s, num(r.Kappa()))), variance))
		var readings [][]ref
		switch length := r.StepsPerEpoch(); {
		case id == "one-step", r.Scheme == run.WithoutReplacement, r.Scheme == run.Poisson:
			readings = [][]ref{binomialOf(steps, r.B, r.N)}
		default:
			epochs, rest := r.T/length, r.T%length
			masses := make([]ref, epochs+2)
			for k := range masses {
				masses[k] = whole(0)
			}
			masses[epochs], masses[epochs+1] = over(whole(length-rest), whole(length)), over(whole(rest), whole(length))
			readings = [][]ref{masses}
			if r.Dropped() > 0 {
				readings = append(readings, leftOut(r, epochs, rest))
			}
		}
		for which, masses := range readings {
			pairs := secretPairs(r, masses, true)
			found, more := false, false
			for _, p := range pairs {
				found = found || p.shows(unit, row.Epsilon*(1-1e-12), q.Delta)
				more = more || p.shows(unit, row.Epsilon*1.01+1e-3, q.Delta)
			}
			if !found {
				t.Errorf("%s: %v is not shown (reading %d): %+v %+v", id, row.Epsilon, which, r, q)
			}
			if more && len(readings) == 1 {
				t.Errorf("%s: %v, and more is shown: %+v %+v", id, row.Epsilon, r, q)
			}
		}
		shown[fmt.Sprint(id, " ", r.Scheme)]++
	}
	for _, id := range []string{"one-step", "linear-adversary"} {
		for _, scheme := range []run.Scheme{run.ShuffleOnce, run.Reshuffle, run.WithoutReplacement, run.Poisson} {
			if name := fmt.Sprint(id, " ", scheme); shown[name] < 3 {
				t.Errorf("%s was compared %d times", name, shown[name])
			}
		}
	}
}

// leftOut are the probabilities of k uses where the examples that do not fill a batch
// are left out by chance: of every pass anew, or of all.
func leftOut(r run.Run, epochs, rest int) []ref {
	masses := make([]ref, epochs+2)
	for k := range masses {
		masses[k] = whole(0)
	}
	last := over(whole(rest*r.B), whole(r.N))
	if r.Scheme == run.Reshuffle {
		for k, w := range binomialOf(epochs, r.StepsPerEpoch()*r.B, r.N) {
			masses[k] = plus(masses[k], times(w, minus(whole(1), last)))
			masses[k+1] = plus(masses[k+1], times(w, last))
		}
		return masses
	}
	in := over(whole(r.StepsPerEpoch()*r.B), whole(r.N))
	masses[0] = plus(masses[0], minus(whole(1), in))
	masses[epochs] = plus(masses[epochs], minus(in, last))
	masses[epochs+1] = last
	return masses
}
