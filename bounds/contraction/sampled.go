package contraction

import (
	"math"

	"lastiterate/bounds/renyi"
	"lastiterate/bounds/work"
)

// sampledStage is a step that uses the example with probability rate. Its noise
// share is β = 2^{−i/shares}.
type sampledStage struct {
	rate, u, alpha float64
	kernels        []stretch
	exponents      map[int]float64
	work           *work.Budget
}

const (
	shares      = 8.0
	sharesTried = 160 // down to β = 1e-6
)

// exponent is (α−1)·S**_α(q, √β·u): the two runs' bits act at different points
// (renyi.WithoutReplacementContracted).
func (s *sampledStage) exponent(i int) float64 {
	if c, ok := s.exponents[i]; ok {
		return c
	}
	d, err := renyi.Counted{Work: s.work}.WithoutReplacementContracted(s.rate, s.u*math.Exp2(-float64(i)/shares/2)*(1-1e-15), s.alpha)
	c := (s.alpha - 1) * d * (1 + 1e-15)
	if err != nil || !(c < mostExponent) {
		c = math.Inf(1)
	}
	s.exponents[i] = c
	return c
}

// effort is without the exponents, which count themselves.
func (s *sampledStage) effort() int { return 10 * balanceUnits * len(s.kernels) }

func (s *sampledStage) at(i int) step {
	beta := math.Exp2(-float64(i) / shares)
	theta, rest := 1.0, 0.0
	for _, k := range s.kernels {
		if t, r := contracted(k.half(beta)); t < theta || t == theta && r > rest {
			theta, rest = t, r
		}
	}
	c := s.exponent(i)
	if math.IsInf(c, 1) {
		return step{beta, c, 1, math.Inf(-1)} // no NaN from 0 times infinity
	}
	return newStep(beta, c, theta, rest)
}

// best looks for the share near the one that would be best if the exponent were
// inversely proportional to it, as it is for small shares, descends from there,
// and compares with β = 1.
func (s *sampledStage) best(y float64) step {
	value := func(i int) float64 { return s.at(i).once(y) }
	at := 0
	least := value(0)
	for range 2 {
		like := payment{s.exponent(at) * math.Exp2(-float64(at)/shares), s.kernels, nil}
		i := int(math.Round(-shares * math.Log2(like.balance(s.kernels[0], y))))
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

// sampled bounds y after the given number of sampled steps.
func (l lengths) sampled(rate, steps, alpha float64) (float64, Choice) {
	s := &sampledStage{rate: rate, u: 1 / l.s, alpha: alpha, kernels: undominated(l.plain, l.d, 1), exponents: map[int]float64{}, work: l.work}
	first := s.exponent(0)
	if math.IsInf(first, 1) {
		return math.Inf(1), Choice{Beta: 1, Block: 1}
	}
	if theta, _ := l.mixed(1); theta == 1 || len(s.kernels) == 0 {
		return math.Inf(1), Choice{Beta: 1, Block: 1}
	}
	y, at := repeat(l.work, s, math.Expm1(first)*(1+1e-15), steps-1, largest)
	return y, Choice{Beta: at.beta, Block: 1}
}
