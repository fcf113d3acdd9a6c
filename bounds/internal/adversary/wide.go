package adversary

import (
	"math"
	"math/bits"

	"lastiterate/bounds/internal/errfloat"
)

const (
	wideReach   = 41   // deviations from the mean that the cells reach
	wideCentral = 9    // deviations up to which they are fine
	fineCells   = 256  // cells of a deviation there
	coarseCells = 16   // cells of a deviation beyond
	wideError   = 1e-7 // above the relative error of a term (random.md, section 3)
)

// wide returns a binomial law whose deviation is above widestLaw, as cells of numbers. The numbers beyond the cells have
// probability at most 2e^−700: by Bernstein's inequality |K − nq| > x has probability at most 2exp(−x²/(2(v + x/3))), and x =
// 40√v + 1000 makes that exponent at least 700 for a variance v ≥ 10⁶.
func wide(trials, part, whole int) Law {
	high, low := bits.Mul64(uint64(trials), uint64(part))
	floor, rest := bits.Div64(high, low, uint64(whole)) // of the mean, exactly
	t := binomialTerms{n: float64(trials), q: float64(part) / float64(whole), p: float64(whole-part) / float64(whole),
		floor: float64(floor), rest: float64(rest) / float64(whole)}
	deviation := math.Sqrt(t.n * t.q * t.p)
	law := Law{Below: 1e-300, Above: 1e-300}
	for from := -math.Ceil(wideReach * deviation); from < wideReach*deviation; {
		cells := float64(fineCells)
		if math.Abs(from) > wideCentral*deviation {
			cells = coarseCells
		}
		count := math.Floor(deviation / cells)
		to := from + count // the first number that is not in the cell
		if from <= 0 && to > 0 {
			to = 1
			count = to - from
		}
		first, last := t.at(from), t.at(to-1)
		most := max(first, last)
		if from <= 1 && to > 0 {
			most = max(most, t.largest())
		}
		law.Atoms = append(law.Atoms, Atom{
			Least: math.Nextafter(t.floor+from, 0), Most: math.Nextafter(t.floor+to-1, math.Inf(1)),
			// Terms are logarithmically concave: their mean is at least the geometric mean
			// of the first and the last.
			Low:  float64(count*math.Sqrt(float64(first*last))) * (1 - wideError),
			High: float64(count*most)*(1+wideError) + errfloat.Tiny,
		})
		from = to
	}
	return law
}

// binomialTerms are the probabilities of numbers near the mean nq of a binomial law; p = 1 − q, and floor + rest is the mean.
type binomialTerms struct{ n, q, p, floor, rest float64 }

// at returns the probability of the number floor + k, by Stirling's series, with a relative error below wideError.
func (t binomialTerms) at(k float64) float64 {
	d := k - t.rest
	exponent := deviance(d, t.n*t.q) + deviance(-d, t.n*t.p)
	return errfloat.Exp(-exponent) * t.height(d)
}

// largest returns an upper bound on the largest probability, of a number less than 1 from the mean.
func (t binomialTerms) largest() float64 { return t.height(0) * (1 + wideError/2) }

// height returns √(n/(2πk(n−k))), k = nq + d.
func (t binomialTerms) height(d float64) float64 {
	return math.Sqrt(t.n / (2 * math.Pi * (t.n*t.q + d) * (t.n*t.p - d)))
}

// deviance returns x·log(x/mean) + mean − x for x = mean + d, |d| well below the mean.
func deviance(d, mean float64) float64 {
	h := d / mean
	sum := 0.0
	for j := 12.0; j >= 0; j-- {
		sum = 1/float64((j+1)*(j+2)) - float64(h*sum)
	}
	return float64(float64(d*h) * sum)
}
