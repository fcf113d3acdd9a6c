package claim

// A Bound is the ε that answers a question.
type Bound struct {
	Question Question
	// Epsilon is rounded up where it is an upper bound and down where it is a lower one;
	// NaN where there is no answer.
	Epsilon float64
	// Alpha and Renyi are the Rényi bound at the order asked for, or at the
	// order that gave Epsilon; Alpha is 0 if there is none.
	Alpha, Renyi float64
	// Converted is the ε at δ that this Rényi bound alone gives; NaN where a
	// Rényi divergence was asked for or none is proved.
	Converted float64
}

// Direct reports whether ε was bounded at δ itself and not by way of ε(α).
func (b Bound) Direct() bool { return !b.Question.Renyi() && !(b.Converted <= b.Epsilon) }

// Certificate evaluates an answer again from the decimals that were
// stated, with outward rounding: an upper bound is at least the exact value of the
// statement at what its optimisation chose, a lower bound at most. ok is false where
// no such value could be computed. What it finds does not depend on the platform:
// where its start does, in the last digits, it is rounded to fewer.
type Certificate func(found Bound) (epsilon float64, ok bool)

// Explanation tells what a theorem's own optimisation chose for an answer, nothing
// where it has none, and the theorem's formula in LaTeX with the run's numbers and
// those that were chosen.
type Explanation func(found Bound) (chosen []Choice, formula string)

// A Choice is one number that an optimisation chose, or several of a kind, under the
// name that it has in messages (package protocol, Optimum).
type Choice struct {
	Name   string
	Values []float64
}

// Chose is a choice of these values.
func Chose(name string, values ...float64) Choice { return Choice{name, values} }
