package bounds

import (
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// Report is the whole answer to one question about one run.
type Report struct {
	claim.Query

	Answer        *Answer // smallest valid upper bound; nil when no row applies
	AllIterates   *Answer // the same run if all iterates were released; nil when no such row applies
	Lower         *Answer // largest proved lower bound; nil when none is known
	LowerEstimate *Answer // largest estimated lower bound; nil when none

	// Contradiction is set if an upper bound is below a proved lower one. The rows that
	// contradict each other have a Contradicted as their Err; the answers come from the other
	// rows, and no row is certified.
	Contradiction *Contradiction

	Verdict  Verdict
	Warnings []string
	// Statement is one paragraph that states mechanism, adjacency, release,
	// assumptions, ε, δ and theorem, to be put into a paper or a model card.
	Statement string
	// AllIteratesStatement is such a paragraph about AllIterates. For training that departs from the
	// run it may be the part that still holds.
	AllIteratesStatement string
	Rows                 []Row // the catalogue's order
}

// Answer names the row that gave a value.
type Answer struct {
	Row       string
	Epsilon   float64
	Certified bool
}

// Verdict says whether hiding the intermediate iterates helps.
type Verdict struct {
	Helps bool // the best hidden-state row is below composition
	// BurnIn is the least T0 such that for every T' in [T0, T] the best hidden-state row is below composition. It is 0 if hidden
	// state does not help at T, if the learning rate changes, if several iterates are released, or if GivenUp is set.
	BurnIn int
	// GivenUp says that the search for BurnIn or Changes failed or took too much work, so there may be more Changes.
	GivenUp bool
	// Changes are single changes of the run that would make hidden state help; there are none
	// if it already helps. If no bound applies to the run, they are changes that make one apply.
	Changes []Change
	// Ordered is, for Poisson batches, the answer of the run whose batches have a fixed
	// order; nil if it is not known.
	Ordered *Answer
	// Constant is, if the learning rate changes, the answer of the run that has the full rate at
	// every step; nil if it is not known.
	Constant *Answer
}

// Change is a field of the run and a value of this field, as run.Get writes it, with which hidden state helps or a bound applies.
type Change struct {
	Field, Value string
	Epsilon      float64 // the answer after the change
	Impractical  bool    // the changed training is far longer, or hardly able to move
}

// Row is one theorem's part in a report.
type Row struct {
	Theorem    *theorem.Theorem
	Applies    bool
	Hypotheses []claim.Hypothesis

	// Bound answers the question; its Epsilon is NaN if the row does not apply.
	claim.Bound
	// Mironov is Converted by Mironov's older conversion (2017), at the order that is best for it; NaN if there
	// is none.
	Mironov float64
	Mu      float64 // Gaussian DP parameter; NaN if none
	// By lists the papers of the method by which the value was found: of privacy loss distributions or, for composition with a Mu, of
	// the exact privacy profile of Gaussians. They are cited together with a theorem of ours,
	// and in place of a published theorem.
	By []theorem.Source
	// Selection lists the papers that bound the loss of the best of several runs by that of one; they are cited too.
	Selection []theorem.Source

	// As is the run for which the value is proved, if its scheme is another one whose batches have the same law; otherwise it
	// is the zero Run.
	As run.Run

	Certified   bool
	Schedule    bool           // MakeSchedule can write the value out step by step
	Gap         float64        // relative distance to a certified optimum; NaN if unknown
	Chosen      []claim.Choice // what the row's optimisation chose for this answer
	Note        string
	Substituted string       // the formula with this run's numbers, in LaTeX
	provisional bool         // the value is not certified yet
	budget      *work.Budget // counts and limits the work for the value
	// Err says why a row that applies has no finite value; its Epsilon is then +Inf, or 0 for a lower bound.
	Err error
}
