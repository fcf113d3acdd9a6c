package adversary

import (
	"fmt"
	"math"
	"testing"

	"lastiterate/bounds/run"
)

// pattern is one outcome of the order: which steps use the differing example.
type pattern struct {
	probability float64
	visits      []bool
}

// patterns lists every outcome, step by step or epoch by epoch.
func patterns(p Projected) []pattern {
	out := []pattern{{1, nil}}
	extend := func(choices []pattern) {
		var longer []pattern
		for _, a := range out {
			for _, b := range choices {
				longer = append(longer, pattern{a.probability * b.probability, append(append([]bool{}, a.visits...), b.visits...)})
			}
		}
		out = longer
	}
	position := func(j int) []bool {
		v := make([]bool, p.Period)
		v[j] = true
		return v
	}
	epochs := (p.T + p.Period - 1) / p.Period
	switch p.Order {
	case run.Drawn:
		for range p.T {
			extend([]pattern{{p.Rate, []bool{true}}, {1 - p.Rate, []bool{false}}})
		}
	case run.FreshOrder:
		var epoch []pattern
		for j := range p.Period {
			epoch = append(epoch, pattern{1 / float64(p.Period), position(j)})
		}
		for i := range epoch {
			epoch[i].probability *= 1 - p.Missing
		}
		for range epochs {
			extend(append(epoch, pattern{p.Missing, make([]bool, p.Period)}))
		}
	case run.SecretOrder:
		out = nil
		for j := range p.Period {
			one := pattern{(1 - p.Missing) / float64(p.Period), nil}
			for range epochs {
				one.visits = append(one.visits, position(j)...)
			}
			out = append(out, one)
		}
		out = append(out, pattern{p.Missing, make([]bool, p.Period*epochs)})
	case run.KnownOrder:
		one := pattern{1, make([]bool, p.T)}
		for t := p.T - 1 - p.Rest; t >= 0; t -= p.Period {
			one.visits[t] = true
		}
		out = []pattern{one}
	}
	for i := range out {
		out[i].visits = out[i].visits[:p.T] // the last epoch may be cut
	}
	return out
}

// The final laws must be the mixtures over every outcome of the order, by steps
// and by powers, and so must the probabilities of events.
func TestOrdersAreMixtures(t *testing.T) {
	base := Projected{Plain: ClippedStep{Excess: 0.2}, Visit: [2]ClippedStep{{Excess: 0.1, Shift: 0.7}, {Excess: 0.15, Shift: -0.4}},
		Diameter: 3, Rate: 0.3}
	cases := []Projected{}
	for _, order := range []run.Order{run.KnownOrder, run.SecretOrder, run.FreshOrder, run.Drawn} {
		for _, period := range []int{1, 2, 3, 5} {
			for _, T := range []int{1, 2, 3, 5, 7, 10} {
				p := base
				p.Order, p.Period, p.T = order, period, T
				cases = append(cases, p)
				if p.Missing = 0.3; order == run.SecretOrder || order == run.FreshOrder {
					cases = append(cases, p)
				}
				p.Missing = 0
				for p.Rest++; order == run.KnownOrder && p.Rest < min(period, T); p.Rest++ {
					cases = append(cases, p)
				}
			}
		}
	}
	for _, p := range cases {
		c := newChain(p.Diameter/2, 9)
		got := p.on(c)
		plain := c.kernel(p.Plain)
		for k := range 2 {
			visit := c.kernel(p.Visit[k])
			want := make([]float64, c.size())
			for _, one := range patterns(p) {
				law := c.start(0)
				for _, v := range one.visits {
					if v {
						law = visit.apply(law)
					} else {
						law = plain.apply(law)
					}
				}
				want = sum(want, scaled(law, one.probability))
			}
			for i := range want {
				if math.Abs(got.after[k][i]-want[i]) > 1e-13 {
					t.Errorf("%s, B=%d, T=%d, rest %d, missing %v, run %d, node %d: %v, over all orders %v", p.Order, p.Period, p.T,
						p.Rest, p.Missing, k,
						i, got.after[k][i], want[i])
				}
			}
			if all := got.reach(k, -100, 1); math.Abs(all-1) > 1e-13 {
				t.Errorf("%s, B=%d, T=%d, rest %d, missing %v, run %d: the parts hold %v of the law", p.Order, p.Period, p.T, p.Rest,
					p.Missing, k, all)
			}
		}
	}
}

// Steps one by one and powers of an epoch are two ways to the same law.
func TestLongOrders(t *testing.T) {
	for i, order := range []run.Order{run.KnownOrder, run.SecretOrder, run.FreshOrder, run.Drawn, run.KnownOrder} {
		p := Projected{Plain: ClippedStep{Excess: -0.05}, Visit: [2]ClippedStep{{Excess: -0.05, Shift: 0.3}, {Excess: -0.05, Shift: -0.3}}, Diameter: 4,
			Order: order, Period: 7, Rate: 1.0 / 7}
		if i == 4 {
			p.Rest = 5
		}
		loss := func(T int) float64 {
			p.T = T
			return laws(t, p).Renyi(2)
		}
		long := loss(7*1e9 + 3)
		for _, T := range []int{213, 2103} { // the same place in an epoch
			if got := loss(T); math.Abs(got-long) > 1e-8*long {
				t.Errorf("%s: %v after %d steps, %v in the limit", order, got, T, long)
			}
		}
	}
}

// Here the last step is the one remembered best, and a known order puts the
// differing example there: an order that is secret loses less.
func TestSecretOrdersLoseLess(t *testing.T) {
	p := Projected{Plain: ClippedStep{Excess: -0.1}, Visit: [2]ClippedStep{{Excess: -0.1, Shift: 0.3}, {Excess: -0.1, Shift: -0.3}}, Diameter: 20,
		Order: run.KnownOrder, T: 20, Period: 5}
	known := laws(t, p).Renyi(2)
	for _, order := range []run.Order{run.SecretOrder, run.FreshOrder} {
		p.Order = order
		if got := laws(t, p).Renyi(2); !(got > 0 && got < known) {
			t.Errorf("%s loses %v, the known one %v", order, got, known)
		}
	}
}

func BenchmarkOrders(b *testing.B) {
	for _, order := range []run.Order{run.KnownOrder, run.SecretOrder, run.FreshOrder, run.Drawn} {
		for _, T := range []int{200, 1e12} {
			p := figure1(0.1, 1, T)
			p.Order, p.Period, p.Rate = order, 50, 0.02
			b.Run(fmt.Sprintf("order=%s,T=%d", order, T), func(b *testing.B) {
				for b.Loop() {
					laws(b, p).Renyi(2)
				}
			})
		}
	}
}

// Orders that leave the example out are the same by powers of an epoch as step by step.
func TestMissingByPowers(t *testing.T) {
	const period, epochs, missing = 3, 50, 0.4
	p := Projected{Plain: ClippedStep{Excess: 0.1}, Visit: [2]ClippedStep{{Shift: 0.7}, {Shift: -0.4}}, Diameter: 3, Order: run.FreshOrder,
		Period: period,
		T:      period*epochs + 2, Missing: missing}
	c := newChain(p.Diameter/2, 9)
	if p.stepByStep(c.size()) {
		t.Fatalf("stepByStep(%d) = true, want false", c.size())
	}
	got, plain, visit := p.on(c), c.kernel(p.Plain), c.kernel(p.Visit[0])
	epoch := func(law []float64, steps int) []float64 {
		out := make([]float64, c.size())
		for use := range period {
			next := law
			for step := range steps {
				if step == use {
					next = visit.apply(next)
				} else {
					next = plain.apply(next)
				}
			}
			out = sum(out, scaled(next, (1-missing)/period))
		}
		return sum(out, scaled(plain.repeat(law, steps), missing))
	}
	law := c.start(0)
	for range epochs {
		law = epoch(law, period)
	}
	law = epoch(law, 2)
	for i, want := range law {
		if math.Abs(got.after[0][i]-want) > 1e-12 {
			t.Errorf("node %d: %v, want %v", i, got.after[0][i], want)
		}
	}
}
