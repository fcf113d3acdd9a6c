package main

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/combin"
	"gonum.org/v1/gonum/stat/distuv"

	"lastiterate/bounds/run"
)

var (
	errTooManyOrders = errors.New("too many orders to enumerate")
	errTooManyKinds  = errors.New("a sampled step is enumerated for at most two kinds of other examples")
)

// Limits on what is enumerated, so that one run takes seconds at most: each sequence has a law of its own at every step.
const (
	mostSteps       = 64   // steps of an epoch whose batches or positions are told apart
	mostDrawn       = 40   // distinct batches of one sampled step
	mostWays        = 3000 // assignments of examples to the batches of an epoch
	mostAllocations = 120  // distinct sequences among these assignments
	mostPermuted    = 5    // examples whose permutations are all listed
	mostOrders      = 30   // distinct sequences among these permutations

	negligibleShare = 1e-18 // a batch that is less probable is left out
)

// order lists the batches of an epoch; used[p] is the number of differing examples in batch p.
func (a Adversary) order(r run.Run, used []int) (epoch []batch) {
	for p := range epochSteps(r) {
		in := batch{others: make([]int, len(a.Others)), used: used[p]}
		if count := r.B - in.used; count > 0 {
			in.others[p%len(a.Others)] = count
		}
		epoch = append(epoch, in)
	}
	return epoch
}

// kinds returns the number of other examples of each kind.
func (a Adversary) kinds(r run.Run) []int {
	counts := make([]int, len(a.Others))
	for i := range counts {
		counts[i] = (r.N - differing(r) - 1 - i + len(counts)) / len(counts)
	}
	return counts
}

// drawn lists the batches of one sampled step with their probabilities, each as a sequence.
func (a Adversary) drawn(r run.Run) ([]sequence, error) {
	counts := append(a.kinds(r), 0, 0)
	if len(a.Others) > 2 {
		return nil, errTooManyKinds
	}
	first, second := counts[0], counts[1]
	var out []sequence
	put := func(i, j, used int, share float64) {
		if share > negligibleShare {
			in := []int{i, j}[:len(a.Others)]
			out = append(out, sequence{batches: []batch{{in, used}}, share: share})
		}
	}
	ways := func(n, k int) float64 { return combin.GeneralizedBinomial(float64(n), float64(k)) }
	q := rate(r)
	mine := differing(r)
	for i := 0; i <= first; i++ {
		for j := 0; j <= second; j++ {
			if !r.Scheme.FixedSize() {
				p := binomial(first, i, q) * binomial(second, j, q)
				for used := mine; used >= 0; used-- {
					put(i, j, used, p*binomial(mine, used, q))
				}
				continue
			}
			if used := r.B - i - j; used >= 0 && used <= mine {
				put(i, j, used, ways(first, i)*ways(second, j)*ways(mine, used)/ways(r.N, r.B))
			}
		}
	}
	if len(out) > mostDrawn {
		return nil, errTooManyOrders
	}
	return out, nil
}

// binomial is the probability of k successes in n trials, each with probability q.
func binomial(n, k int, q float64) float64 {
	if k == n {
		return math.Pow(q, float64(n)) // also at q = 1
	}
	return distuv.Binomial{N: float64(n), P: q}.Prob(float64(k))
}

// A sequence holds the batches of one epoch, or of one step if batches are sampled, and their probability (share).
type sequence struct {
	batches []batch
	share   float64

	// mixed, if not nil, says that this is one step drawn from these sequences with their shares; batches is then a placeholder.
	mixed []sequence
}

// sequences lists the sequences of one epoch in all secret orders. If the other examples are alike, only the positions
// of the differing examples matter; otherwise all orders of a few examples are listed.
func (a Adversary) sequences(r run.Run) ([]sequence, error) {
	switch r.Scheme {
	case run.Allocation:
		return a.allocations(r)
	case run.ShuffleOnce, run.Reshuffle:
		if len(a.Others) > 1 {
			return a.orders(r)
		}
		return a.positions(r)
	case run.Full, run.Cyclic, run.WithoutReplacement, run.Poisson: // have no secret order
	}
	panic(run.Unknown(r.Scheme))
}

// allocations lists the sequences of one epoch under random allocation, in which each example joins a batch independently of
// the others. If the other examples' gradients are 0, only the differing examples are placed.
func (a Adversary) allocations(r run.Run) (out []sequence, err error) {
	steps := epochSteps(r)
	if steps > mostSteps {
		return nil, errTooManyOrders
	}
	idle := true
	for _, g := range a.Others {
		lo, hi := a.domain(r)
		idle = idle && usedGradient(r, g).longest(lo, hi) == 0
	}
	placed := r.N
	if idle {
		placed = differing(r)
	}
	ways := math.Pow(float64(steps), float64(placed))
	if ways > mostWays {
		return nil, errTooManyOrders
	}
	at := map[string]int{}
	for way := range int(ways + 0.5) {
		s := sequence{share: 1 / ways}
		for range steps {
			s.batches = append(s.batches, batch{others: make([]int, len(a.Others))})
		}
		for i := range placed {
			in := &s.batches[way%steps]
			way /= steps
			if i >= placed-differing(r) {
				in.used++
			} else {
				in.others[i%len(a.Others)]++
			}
		}
		name := fmt.Sprint(s.batches)
		if k, known := at[name]; known {
			out[k].share += s.share
		} else {
			at[name], out = len(out), append(out, s)
		}
	}
	if len(out) > mostAllocations {
		return nil, errTooManyOrders
	}
	return out, nil
}

// positions lists the sequences of one epoch if the other examples are alike.
func (a Adversary) positions(r run.Run) ([]sequence, error) {
	if epochSteps(r) > mostSteps {
		return nil, errTooManyOrders
	}
	ways, err := spreads(r)
	if err != nil {
		return nil, err
	}
	var out []sequence
	for _, s := range ways {
		out = append(out, sequence{batches: a.order(r, s.counts), share: s.share})
	}
	return out, nil
}

// orders lists the sequences of one epoch if there are few examples, of several kinds.
func (a Adversary) orders(r run.Run) ([]sequence, error) {
	if r.N > mostPermuted {
		return nil, errTooManyOrders
	}
	who := make([]int, r.N) // kind of each example, −1 for a differing one
	for i := range who {
		who[i] = i % len(a.Others)
		if i >= r.N-differing(r) {
			who[i] = -1
		}
	}
	steps := epochSteps(r)
	count := map[string]int{}
	var out []sequence
	var names []string
	total := 0
	for _, order := range combin.Permutations(r.N, r.N) {
		s := sequence{}
		for p := range steps {
			in := batch{others: make([]int, len(a.Others))}
			for _, i := range order[p*r.B : (p+1)*r.B] {
				if who[i] < 0 {
					in.used++
				} else {
					in.others[who[i]]++
				}
			}
			s.batches = append(s.batches, in)
		}
		name := fmt.Sprint(s.batches)
		if count[name] == 0 {
			names, out = append(names, name), append(out, s)
		}
		count[name]++
		total++
	}
	for i, name := range names {
		out[i].share = float64(count[name]) / float64(total)
	}
	if len(out) > mostOrders {
		return nil, errTooManyOrders
	}
	return out, nil
}

// A plan says how the batches of a run are drawn: one of several sequences is drawn and repeated or, if afresh is set, a
// new one is drawn each time.
type plan struct {
	sequences []sequence
	afresh    bool
}

func (a Adversary) plan(r run.Run) (p plan, err error) {
	switch r.Order() {
	case run.KnownOrder:
		if epochSteps(r) > mostSteps {
			return p, errTooManyOrders
		}
		p.sequences = []sequence{{batches: a.order(r, a.inBatches(r)), share: 1}}
	case run.SecretOrder, run.FreshOrder:
		p.afresh = r.Order() == run.FreshOrder
		p.sequences, err = a.sequences(r)
	case run.Drawn:
		p.afresh = true
		p.sequences, err = a.drawn(r)
	default:
		panic(run.Unknown(r.Order()))
	}
	return p, err
}

// batches lists all batches that occur in a run.
func (p plan) batches(a Adversary) (out []batch) {
	for _, s := range p.sequences {
		for _, in := range s.batches {
			out = append(out, in)
			if in.used > 0 && a.Refill {
				out = append(out, a.deleted(in))
			}
		}
	}
	return out
}

// steps is the number of steps of a sequence.
func (p plan) steps() int { return len(p.sequences[0].batches) }

// perEntry is the number of multiplications for an entry of a kernel, which is an exponential.
const perEntry = 20

// work estimates the multiplications of one run.
func (p plan) work(r run.Run, size int) float64 {
	n, T := float64(size), float64(r.T)
	if !steady(r) {
		return T * perEntry * n * n * float64(len(p.sequences))
	}
	kernels, steps := float64(2*len(p.sequences)*p.steps())*perEntry*n*n, float64(p.steps())
	if r.After > 0 {
		kernels += float64(r.After) * n * n * float64(len(p.sequences))
	}
	if len(p.sequences) == 1 || p.steps() == 1 {
		return kernels + min(T*n*n, (steps+2*math.Log2(T+1))*n*n*n)
	}
	return kernels + T*n*n*float64(len(p.sequences))
}
