package main

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"lastiterate/bounds/run"
)

// A cloud is the law of W_T before the last noise and projection: where ψ of the last
// step takes the iterate before it.
type cloud struct{ mean, mass []float64 }

func (c *cloud) add(s space, v []float64, share float64, last Gradient) {
	for i, mass := range v {
		if mass*share > 0 {
			c.mean = append(c.mean, last.At(s.at[i]))
			c.mass = append(c.mass, mass*share)
		}
	}
}

// A weighted batch is drawn with that probability.
type weighted struct {
	batch
	share float64
}

var errTooManyOrders = errors.New("too many orders to enumerate")

// full is the composition of batch p of a known order.
func (a Adversary) known(r run.Run, p int) batch {
	in := batch{others: make([]int, len(a.Others)), used: p == a.Position}
	count := r.B
	if in.used {
		count--
	}
	if count > 0 {
		in.others[p%len(a.Others)] = count
	}
	return in
}

// kinds counts the other examples by kind.
func (a Adversary) kinds(r run.Run) []int {
	counts := make([]int, len(a.Others))
	for i := range r.N - 1 {
		if len(counts) == 1 {
			counts[0] = r.N - 1
			break
		}
		counts[i%len(counts)]++
	}
	return counts
}

// drawn are the batches of one sampled step with their probabilities.
func (a Adversary) drawn(r run.Run) ([]weighted, error) {
	counts := a.kinds(r)
	if len(counts) > 2 {
		return nil, errTooManyOrders
	}
	first, second := 0, 0
	if len(counts) > 0 {
		first = counts[0]
	}
	if len(counts) > 1 {
		second = counts[1]
	}
	var out []weighted
	put := func(i, j int, used bool, share float64) {
		if share > 1e-18 {
			in := []int{i, j}[:len(counts)]
			out = append(out, weighted{batch{in, used}, share})
		}
	}
	q := rate(r)
	for i := 0; i <= first; i++ {
		for j := 0; j <= second; j++ {
			if r.Scheme == run.Poisson {
				p := binomial(first, i, q) * binomial(second, j, q)
				put(i, j, true, p*q)
				put(i, j, false, p*(1-q))
				continue
			}
			switch i + j {
			case r.B - 1:
				put(i, j, true, ways(first, i)*ways(second, j)/ways(r.N, r.B))
			case r.B:
				put(i, j, false, ways(first, i)*ways(second, j)/ways(r.N, r.B))
			}
		}
	}
	if len(out) > 40 {
		return nil, errTooManyOrders
	}
	return out, nil
}

// ways is the number of ways to choose k of n.
func ways(n, k int) float64 {
	a, _ := math.Lgamma(float64(n) + 1)
	b, _ := math.Lgamma(float64(k) + 1)
	c, _ := math.Lgamma(float64(n-k) + 1)
	if n < 60 {
		return math.Round(math.Exp(a - b - c))
	}
	return math.Exp(a - b - c)
}

// binomial is the probability of k of n, each with probability q.
func binomial(n, k int, q float64) float64 {
	if q == 1 {
		if k == n {
			return 1
		}
		return 0
	}
	a, _ := math.Lgamma(float64(n) + 1)
	b, _ := math.Lgamma(float64(k) + 1)
	c, _ := math.Lgamma(float64(n-k) + 1)
	return math.Exp(a - b - c + float64(k)*math.Log(q) + float64(n-k)*math.Log1p(-q))
}

// A sequence is the batches of one epoch of a secret order, with its probability.
type sequence struct {
	batches []batch
	share   float64
}

// sequences are all secret orders of one epoch. Where the other examples are alike
// only the differing one's position counts; else all orders of few examples.
func (a Adversary) sequences(r run.Run) ([]sequence, error) {
	if len(a.Others) > 1 {
		return a.orders(r)
	}
	return a.positions(r)
}

// positions are the sequences of examples that are alike but for one.
func (a Adversary) positions(r run.Run) ([]sequence, error) {
	steps := epochSteps(r)
	if steps > 64 {
		return nil, errTooManyOrders
	}
	at := func(position int, examples int) sequence {
		s := sequence{share: float64(examples) / float64(r.N)}
		for p := range steps {
			in := batch{others: make([]int, len(a.Others)), used: p == position}
			if len(a.Others) > 0 {
				in.others[0] = r.B
				if in.used {
					in.others[0]--
				}
			}
			s.batches = append(s.batches, in)
		}
		return s
	}
	var out []sequence
	for j := range steps {
		out = append(out, at(j, r.B))
	}
	if missing := leftOut(r); missing > 0 {
		out = append(out, at(-1, missing))
	}
	return out, nil
}

// orders are the sequences of few examples of several kinds.
func (a Adversary) orders(r run.Run) ([]sequence, error) {
	if r.N > 5 {
		return nil, errTooManyOrders
	}
	who := make([]int, r.N) // kind of each example, −1 for the differing one
	for i := range who {
		who[i] = i % len(a.Others)
	}
	who[r.N-1] = -1
	steps := epochSteps(r)
	count := map[string]int{}
	var out []sequence
	var names []string
	total := 0
	permute(who, func(order []int) {
		s := sequence{}
		for p := range steps {
			in := batch{others: make([]int, len(a.Others))}
			for _, kind := range order[p*r.B : (p+1)*r.B] {
				if kind < 0 {
					in.used = true
				} else {
					in.others[kind]++
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
	})
	for i, name := range names {
		out[i].share = float64(count[name]) / float64(total)
	}
	if len(out) > 30 {
		return nil, errTooManyOrders
	}
	return out, nil
}

// permute calls f with every order of the list.
func permute(list []int, f func([]int)) {
	if len(list) == 0 {
		f(nil)
		return
	}
	var walk func(k int)
	walk = func(k int) {
		if k == len(list) {
			f(list)
			return
		}
		for i := k; i < len(list); i++ {
			list[k], list[i] = list[i], list[k]
			walk(k + 1)
			list[k], list[i] = list[i], list[k]
		}
	}
	walk(0)
}

// maps are the steps that a run may take, by batch, for both data sets.
type maps struct {
	a    Adversary
	r    run.Run
	made map[string][2]Gradient
}

func (m maps) of(in batch) [2]Gradient {
	name := fmt.Sprint(in)
	if s, known := m.made[name]; known {
		return s
	}
	s := [2]Gradient{m.a.step(m.r, 0, in)}
	if in.used {
		s[1] = m.a.step(m.r, 1, in)
	} else {
		s[1] = s[0]
	}
	m.made[name] = s
	return s
}

// A plan is how the batches of a run come about.
type plan struct {
	cycle  []batch    // a known order
	epochs []sequence // or secret ones, once or afresh
	draws  []weighted // or samples
}

func (a Adversary) plan(r run.Run) (p plan, err error) {
	switch r.Scheme {
	case run.Full, run.Cyclic:
		steps := epochSteps(r)
		if steps > 64 {
			return p, errTooManyOrders
		}
		for i := range steps {
			p.cycle = append(p.cycle, a.known(r, i))
		}
	case run.ShuffleOnce, run.Reshuffle:
		p.epochs, err = a.sequences(r)
	default:
		p.draws, err = a.drawn(r)
	}
	return p, err
}

// batches are all that occur.
func (p plan) batches() []batch {
	out := slices.Clone(p.cycle)
	for _, s := range p.epochs {
		out = append(out, s.batches...)
	}
	for _, d := range p.draws {
		out = append(out, d.batch)
	}
	return out
}

// A walker propagates the laws of one of the two runs.
type walker struct {
	space
	maps
	which   int
	kernels map[string]kernel
}

func (w walker) kernel(in batch) kernel {
	name := fmt.Sprint(in)
	k, known := w.kernels[name]
	if !known {
		k = w.space.kernel(w.of(in)[w.which])
		w.kernels[name] = k
	}
	return k
}

// law is the cloud behind T steps.
func (w walker) law(p plan) (out cloud) {
	T := w.r.T
	put := func(v []float64, share float64, in batch) { out.add(w.space, v, share, w.of(in)[w.which]) }
	switch {
	case p.cycle != nil:
		v := w.cycled(w.origin(), p.cycle, T-1)
		put(v, 1, p.cycle[(T-1)%len(p.cycle)])
	case p.draws != nil:
		k := emptyKernel(w.size())
		for _, d := range p.draws {
			k.add(d.share, w.kernel(d.batch))
		}
		v := k.repeated(w.origin(), T-1)
		for _, d := range p.draws {
			put(v, d.share, d.batch)
		}
	case w.r.Scheme == run.ShuffleOnce:
		for _, s := range p.epochs {
			v := w.cycled(w.origin(), s.batches, T-1)
			put(v, s.share, s.batches[(T-1)%len(s.batches)])
		}
	default:
		steps := epochSteps(w.r)
		v := w.origin()
		for left := T; ; left -= steps {
			if left <= steps {
				for _, s := range p.epochs {
					put(w.cycled(v, s.batches, left-1), s.share, s.batches[left-1])
				}
				return out
			}
			next := make([]float64, w.size())
			for _, s := range p.epochs {
				for i, mass := range w.cycled(v, s.batches, steps) {
					next[i] += s.share * mass
				}
			}
			v = next
		}
	}
	return out
}

// cycled is the law after n steps of a cycle.
func (w walker) cycled(v []float64, cycle []batch, n int) []float64 {
	if period := len(cycle); float64(n) > 4*float64(period)*float64(w.size()) {
		epoch := w.kernel(cycle[0])
		for _, in := range cycle[1:] {
			epoch = epoch.then(w.kernel(in))
		}
		v = epoch.repeated(v, n/period)
		n %= period // a whole number of epochs is over
	}
	for t := range n {
		v = w.kernel(cycle[t%len(cycle)]).after(v)
	}
	return v
}

// work estimates the multiplications of one run.
func (p plan) work(r run.Run, size int) float64 {
	n, T := float64(size), float64(r.T)
	kernels := float64(len(p.batches())) * 20 * n * n
	switch {
	case p.cycle != nil:
		return kernels + math.Min(T*n*n, (float64(len(p.cycle))+2*math.Log2(T+1))*n*n*n)
	case p.draws != nil:
		return kernels + math.Min(T*n*n, 2*math.Log2(T+1)*n*n*n)
	}
	return kernels + T*n*n*float64(len(p.epochs))
}
