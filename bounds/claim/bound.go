package claim

// A Bound is the ε that answers a question.
type Bound struct {
	Question Question
	// Epsilon is rounded up if it is an upper bound, and down if it is a lower bound; NaN if there is no answer.
	Epsilon float64
	// Alpha is the order asked for, or the order that gave Epsilon, and Renyi the Rényi bound at that
	// order. Alpha is 0 if there is no such order; Renyi is NaN for a row without an answer.
	Alpha, Renyi float64
	// Converted is the ε at δ that this Rényi bound alone gives; NaN if a Rényi divergence was asked
	// for or none is proved.
	Converted float64
}

// Direct reports whether ε was bounded at δ itself rather than through ε(α).
func (b Bound) Direct() bool { return !b.Question.Renyi() && !(b.Converted <= b.Epsilon) }

// Certificate evaluates an answer again from the stated decimals, with outward rounding or proved error bounds: at the
// parameters that the optimisation chose, an upper bound is at least the theorem's exact value,
// and a lower bound is at most that value. ok is false if no such value could be computed. The result is
// the same on every platform: if an evaluation starts from a number whose last digits depend on the
// platform, it first rounds that number to fewer digits.
type Certificate func(found Bound) (epsilon float64, ok bool)

// Explanation returns the numbers that a theorem's own optimisation, if it has one, chose for an answer, and the theorem's formula in
// LaTeX with the numbers of the run and of the choice.
type Explanation func(found Bound) (chosen []Choice, formula string)

// Choice is one number that an optimisation chose, or several of a kind, under its name in messages
// (package protocol, Optimum).
type Choice struct {
	Name   string
	Values []float64
}

func Chose(name string, values ...float64) Choice { return Choice{name, values} }
