package audit

import (
	"math"

	"lastiterate/bounds/internal/interval"
)

// An upperTail is the probability of at least hits successes in trials trials, as a function of the
// probability p of each.
type upperTail struct {
	hits, trials int
	ways         interval.Number // the logarithm of the binomial coefficient, from above
}

func newTail(hits, trials int) upperTail {
	ways := logFactorial(trials, above).Sub(logFactorial(hits, below)).Sub(logFactorial(trials-hits, below))
	return upperTail{hits, trials, ways}
}

// rounded is a factor that covers the rounding of three operations.
const rounded = 1 + 4*0x1p-53

// first is an upper bound on the logarithm of the tail's first term, the probability of exactly hits successes.
func (t upperTail) first(p float64) interval.Number {
	x := interval.Float(p)
	first := t.ways.Add(interval.Int(t.hits).Mul(x.Log()))
	if t.hits < t.trials {
		first = first.Add(interval.Int(t.trials - t.hits).Mul(x.Neg().Log1p()))
	}
	return first
}

// change approximates first(p) − first(other).
func (t upperTail) change(other, p float64) float64 {
	k, rest := float64(t.hits), float64(t.trials-t.hits)
	change := k * math.Log1p((p-other)/other)
	if rest > 0 {
		change += rest * math.Log1p((other-p)/(1-other))
	}
	return change
}

// sum is an upper bound on the ratio of the tail to its first term, for p ≤ hits/trials. Each term is the
// one before times a ratio; the ratios are below 1 and fall.
//
// The loop ends when the remaining terms, at most a geometric series, are negligible: after about nine
// standard deviations. (Gonum's incomplete beta function stops its continued fraction after 300 terms,
// which for 10⁹ trials is far too early.)
func (t upperTail) sum(p float64) float64 {
	k, n := float64(t.hits), float64(t.trials)
	odds := p / (1 - p) * rounded
	sum, term, j := 1.0, 1.0, 0.0
	for ; j < n-k; j++ {
		ratio := (n - k - j) / (k + 1 + j) * odds * rounded
		if left := term * ratio / (1 - ratio); ratio < 1 && left < 1e-17*sum {
			sum += 2 * left
			break
		}
		term *= ratio * rounded
		sum += term
	}
	return sum * (1 + (j+4)*0x1p-53*rounded) // each addition rounds by at most half a unit in the last place
}

// isAtMost reports whether the logarithm of the tail at p is certainly at most log.
func (t upperTail) isAtMost(p, log float64) bool {
	return t.first(p).Add(interval.Float(t.sum(p)).Log()).AtMost(interval.Float(log))
}

// Successive partial sums of Stirling's series enclose ln n!: those of an odd number of terms
// are above it, the others below.
const above, below = 5, 6

// logFactorial encloses ln n! if n! fits an int. For larger n it is an upper bound if terms is above, and a lower one if it is below.
func logFactorial(n, terms int) interval.Number {
	const exactly = 20 // 20! is the largest factorial in 64 bits
	if n <= exactly {
		product := 1
		for i := 2; i <= n; i++ {
			product *= i
		}
		return interval.Int(product).Log()
	}
	x := interval.Int(n)
	sum := x.Add(interval.Fraction(1, 2)).Mul(x.Log()).Sub(x).Add(interval.RootTwoPi().Log())
	power := x
	for _, c := range [][2]int{{1, 12}, {-1, 360}, {1, 1260}, {-1, 1680}, {1, 1188}, {-691, 360360}}[:terms] {
		sum = sum.Add(interval.Fraction(c[0], c[1]).Quo(power))
		power = power.Mul(x).Mul(x)
	}
	return sum
}
