package contraction

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/work"
)

// Bits says how a price counts the secret bit that tells whether a sampled batch holds the differing example.
type Bits int

const (
	// Displaced: each run has a secret bit, and the two act at different points, by vectors of
	// at most Length whose difference is at most Apart times Length.
	Displaced Bits = iota
	// Joined: a secret bit decides whether the example adds a vector of at most Length in one run; nothing is added
	// in the other.
	Joined
	// Revealed: the bit is known, and where it is 1 the runs are at most Length apart.
	Revealed
)

// A Price is a bound on the payment of a sampled step (contraction.md, section 6).
type Price struct {
	Bits   Bits
	Length float64
	Apart  float64 // for Displaced bits: the largest difference of the two vectors, as a multiple of Length; at most 2
}

// sampledStage is a step that uses the example with probability rate. The shares β of its noise that pay are
// 2^{−i/sharesPerHalving}.
type sampledStage struct {
	rate, alpha float64
	prices      []Price // lengths over σ
	kernels     stepKernels
	exponent    func(i int) float64 // (α−1) times the divergence that the step pays, by the cheapest price
	work        *work.Budget
}

const (
	// sharesPerHalving is the number of shares from β to β/2: neighbours differ by 9 %, and the bound, which is level at
	// the best share, by far less.
	sharesPerHalving = 8.0
	// sharesTried is the index of the last share, β = 2^−20 or about 1e-6.
	sharesTried = 160
)

// price returns the exponent by one price at the share 2^{−i/sharesPerHalving}.
func (s *sampledStage) price(p Price, i float64) float64 {
	if p.Bits == Revealed {
		// ln(1 + q(e^x − 1)), x the exponent of the Gaussian shift.
		exponent := shiftExponent(s.alpha, p.Length) * math.Exp2(i/sharesPerHalving) * (1 + 1e-15)
		if exponent > mostExponent {
			return logOnePlus(s.rate, exponent)
		}
		return errfloat.Log1p(s.rate*(1+4*u)*errfloat.Expm1(exponent)*(1+40*u)) * (1 + 24*u)
	}
	noise := math.Exp2(-i/sharesPerHalving/2) / p.Length * (1 - 1e-15)
	of := renyi.Counted{Work: s.work}
	var d float64
	var err error
	if p.Bits == Joined {
		d, err = of.MixToNormal(s.rate, noise, s.alpha)
	} else {
		d, err = of.Displaced(s.rate, noise, p.Apart, s.alpha)
	}
	if err != nil {
		return math.Inf(1)
	}
	return (s.alpha - 1) * d * (1 + 1e-15)
}

// logOnePlus returns an upper bound on ln(1 + q·e^exponent), where the power may be too large for a float64.
func logOnePlus(q, exponent float64) float64 {
	_, log := errfloat.Log(q)
	at := exponent + log
	return (max(at, 0) + errfloat.Log1p(errfloat.Exp(-math.Abs(at))) + 8*u*exponent) * (1 + 40*u)
}

// cheapest returns the index of the cheapest price at an order and a share of the noise, and its exponent.
func (l lengths) cheapest(rate, alpha, beta float64) (best int, exponent float64) {
	s := &sampledStage{rate: rate, alpha: alpha, work: l.work}
	exponent = math.Inf(1)
	for i, price := range l.prices {
		if c := s.price(price, -sharesPerHalving*math.Log2(beta)); c < exponent {
			best, exponent = i, c
		}
	}
	return best, exponent
}

// revealed returns the lengths of a sampled run if its batches are known.
func (l lengths) revealed() lengths {
	for _, p := range l.prices {
		if p.Bits == Revealed {
			l.s = min(l.s, p.Length)
		}
	}
	l.cache = &lengthCache{}
	return l
}

// effort counts some ten shares for each call of best, without the exponents, which count their own work.
func (s *sampledStage) effort() int { return 10 * balanceUnits * s.kernels.count() }

// at returns the step at the share of index i.
func (s *sampledStage) at(i int) step {
	beta := math.Exp2(-float64(i) / sharesPerHalving)
	theta, rest := s.kernels.contracted(beta)
	c := s.exponent(i)
	if math.IsInf(c, 1) {
		return step{beta, c, 1, math.Inf(-1)} // no NaN from 0 times infinity
	}
	return newStep(beta, c, theta, rest)
}

// best looks for a good share near the one that would be best if the exponent were inversely proportional to it, as it is for
// small shares. It descends from there, and compares the result with β = 1.
func (s *sampledStage) best(y float64) step {
	value := func(i int) float64 { return s.at(i).once(y) }
	at := 0
	least := value(0)
	for range 2 {
		like := payment{s.exponent(at) * math.Exp2(-float64(at)/sharesPerHalving), nil, nil, nil}
		kernel := s.kernels.typical()[0]
		i := int(math.Round(-sharesPerHalving * math.Log2(like.balance(kernel, offerOf(kernel), y))))
		if i = min(max(i, 0), sharesTried); i == at {
			break
		}
		at = i
	}
	v := value(at)
	for _, direction := range []int{-1, 1} {
		for i := at + direction; i >= 0 && i <= sharesTried; i += direction {
			next := value(i)
			if next >= v {
				break
			}
			at, v = i, next
		}
	}
	if least < v {
		at = 0
	}
	return s.at(at)
}

// sampled bounds y after the given number of sampled steps, by total variation.
func (l lengths) sampled(rate, steps, alpha float64) (float64, Cycle) {
	return l.sampledBy(l.stepKernels(), rate, steps, alpha)
}

// sampledBy is sampled with any kernels.
func (l lengths) sampledBy(k stepKernels, rate, steps, alpha float64) (float64, Cycle) {
	s := &sampledStage{rate: rate, prices: l.prices, alpha: alpha, kernels: k, work: l.work}
	s.exponent = memo.Func(func(i int) float64 {
		least := math.Inf(1)
		for _, p := range s.prices {
			if c := s.price(p, float64(i)); c < least && c < mostExponent {
				least = c
			}
		}
		return least
	})
	first := s.exponent(0)
	if math.IsInf(first, 1) {
		return math.Inf(1), Cycle{Beta: 1, Block: 1}
	}
	if theta, _ := s.kernels.contracted(0); theta >= 1 || s.kernels.count() == 0 {
		return math.Inf(1), Cycle{Beta: 1, Block: 1}
	}
	y, at := repeat(l.work, s, raisedExpm1(first), steps-1, largestY)
	return y, Cycle{Beta: at.beta, Block: 1}
}

// sampled returns the mechanisms of a sampled step, one for each price that leastOf keeps. E_γ is at most qH_e(1), e =
// (γ−1+q)/q, for Joined bits, and qH_γ(1) for Revealed ones, where q = rate. share is the root of the noise's share β;
// lengths are in units of the noise.
func (g *grid) sampled(rate float64, prices []Price, share float64) []mechanism {
	return leastOf(prices, func(p Price) mechanism {
		mu := p.Length / share
		return g.newMechanism(func(loss float64) float64 {
			var mean float64
			switch p.Bits {
			case Revealed:
				mean = errfloat.Profile(mu, loss)
			case Joined:
				mean = errfloat.Profile(mu, errfloat.Log1p(errfloat.Expm1(loss)/rate*(1-36*u))*(1-18*u))
			case Displaced:
				mean = errfloat.Displaced(rate, mu, p.Apart, loss)
			}
			return min(1, float64(rate*mean*(1+8*u))+errfloat.Tiny)
		})
	})
}

// leastOf returns the mechanisms of the prices, without those that are nowhere below an earlier one.
func leastOf(prices []Price, of func(Price) mechanism) (least []mechanism) {
	for _, p := range prices {
		m := of(p)
		above := false
		for _, other := range least {
			above = above || other.nowhereAbove(m)
		}
		if !above {
			least = append(least, m)
		}
	}
	return least
}

// nowhereAbove reports whether m is nowhere above another mechanism.
func (m mechanism) nowhereAbove(other mechanism) bool {
	for i, v := range m.away {
		if v > other.away[i] {
			return false
		}
	}
	return true
}
