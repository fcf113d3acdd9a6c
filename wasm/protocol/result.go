package protocol

import "lastiterate/bounds/claim"

// Result answers "evaluate".
type Result struct {
	Answers
	Verdict   Verdict `json:"verdict"`
	Statement string  `json:"statement"`
	// PublishedStatement is the statement about Published; empty if there is none.
	PublishedStatement string `json:"published_statement,omitempty"`
	// Covers names the departures from plain training that the run's fields state.
	Covers []string `json:"covers,omitempty"`
}

// Answers holds rows and the answers that follow from them.
type Answers struct {
	Answer        *Answer `json:"answer,omitempty"`
	Published     *Answer `json:"published,omitempty"` // the answer if all iterates are released
	Lower         *Answer `json:"lower,omitempty"`
	LowerEstimate *Answer `json:"lower_estimate,omitempty"`
	// Contradiction is set if two rows contradict each other: neither is used, and nothing is certified.
	Contradiction *Contradiction `json:"contradiction,omitempty"`
	Warnings      []string       `json:"warnings"`
	Rows          []Row          `json:"rows"`
}

// Answer names the row that gave a value.
type Answer struct {
	Row       string `json:"row"`
	Epsilon   Number `json:"epsilon"`
	Certified bool   `json:"certified"`
}

// Contradiction is an upper bound below a proved lower bound of the same run.
type Contradiction struct {
	Upper Answer `json:"upper"`
	Lower Answer `json:"lower"`
}

// Verdict says whether hiding the intermediate iterates helps.
type Verdict struct {
	Helps    bool     `json:"helps"`
	BurnIn   int      `json:"burn_in,omitempty"`
	GivenUp  bool     `json:"given_up,omitempty"` // burn_in is not known, and there may be more changes
	Changes  []Change `json:"changes"`
	Ordered  *Answer  `json:"ordered,omitempty"`  // for Poisson batches: the answer with a fixed order
	Constant *Answer  `json:"constant,omitempty"` // for a learning rate that changes: the answer with a constant rate
}

// Change is a field of the run and a value with which hidden state would help, or a bound would apply.
type Change struct {
	Field       string `json:"field"`
	Value       string `json:"value"`
	Epsilon     Number `json:"epsilon"` // the answer with this value
	Impractical bool   `json:"impractical,omitempty"`
}

// Row is one theorem's part in a result.
type Row struct {
	ID          string       `json:"id"`
	Name        string       `json:"name"`
	Source      *Source      `json:"source,omitempty"`
	By          []Source     `json:"by,omitempty"`        // papers of the numerical method that found the value
	Selection   []Source     `json:"selection,omitempty"` // papers on the best of several runs
	Side        string       `json:"side"`                // upper, lower
	Status      string       `json:"status"`              // proved, not-valid, reference, estimate
	HiddenState bool         `json:"hidden_state"`
	Applies     bool         `json:"applies"`
	Hypotheses  []Hypothesis `json:"hypotheses"`
	Epsilon     *Number      `json:"epsilon,omitempty"` // absent if the row does not apply
	RDP         *RDP         `json:"rdp,omitempty"`
	Mu          *Number      `json:"mu,omitempty"`
	Certified   bool         `json:"certified"`
	Optimum     *Optimum     `json:"optimum,omitempty"`
	Gap         *Number      `json:"gap,omitempty"`
	Failed      string       `json:"failed,omitempty"` // why the row has no value, in words
	Note        string       `json:"note,omitempty"`
	Errata      string       `json:"errata,omitempty"`
	Formula     string       `json:"formula,omitempty"`     // LaTeX
	Symbols     string       `json:"symbols,omitempty"`     // the meaning of the formula's letters, in words
	Substituted string       `json:"substituted,omitempty"` // LaTeX
	Schedule    bool         `json:"schedule,omitempty"`    // the method "schedule" can write the value step by step
}

// Kind returns the kind of the row's value.
func (r Row) Kind() claim.BoundKind { return claim.KindOf(claim.Side(r.Side), claim.Status(r.Status)) }

// Source is the publication of a theorem.
type Source struct {
	Authors string `json:"authors"`
	Title   string `json:"title,omitempty"`
	Year    int    `json:"year,omitempty"`
	Where   string `json:"where,omitempty"`
	URL     string `json:"url,omitempty"`
	Key     string `json:"key,omitempty"`    // of the BibTeX entry
	BibTeX  string `json:"bibtex,omitempty"` // the entry; absent for our own results
}

// Hypothesis is one condition with the run's numbers.
type Hypothesis struct {
	Name   string `json:"name"`
	Holds  bool   `json:"holds"`
	Needed string `json:"needed,omitempty"`
	Actual string `json:"actual,omitempty"`
	Detail string `json:"detail,omitempty"`
}

// RDP is a Rényi guarantee at one order. If the question was (ε, δ), Converted is the ε that follows from it alone, and Mironov
// the ε by Mironov's older conversion at the order that is best for this.
type RDP struct {
	Alpha     Number  `json:"alpha"`
	Epsilon   Number  `json:"epsilon"`
	Converted *Number `json:"converted,omitempty"`
	Mironov   *Number `json:"mironov,omitempty"`
}

// Optimum holds the numbers that a theorem's own optimisation chose.
type Optimum struct {
	Tau    int      `json:"tau"`
	Window int      `json:"window,omitempty"`
	P      *Number  `json:"p,omitempty"`
	Beta   *Number  `json:"beta,omitempty"`
	Betas  []Number `json:"betas,omitempty"`
	Block  int      `json:"block,omitempty"`
	Tail   int      `json:"tail,omitempty"`
	Levels []Number `json:"levels,omitempty"`
	Least  *Number  `json:"least,omitempty"` // Σa² of the best position of the differing example in a secret order
	Most   *Number  `json:"most,omitempty"`  // and of the worst
	Factor *Number  `json:"factor,omitempty"`
}

// CurveResult answers "curve": a value of ε for each row and value of the parameter, null if the row does not apply.
type CurveResult struct {
	Series []Series `json:"series"`
	// LevelsOff is, along T, the least value from which on the smallest of the requested valid upper bounds is within a
	// hundredth of its last value.
	LevelsOff int `json:"levels_off,omitempty"`
}

// Series is the line of one row along the parameter.
type Series struct {
	Row     string    `json:"row"`
	Epsilon []*Number `json:"epsilon"`
	Coarse  bool      `json:"coarse,omitempty"` // more values of a slow row would have shown more
}

// Brief removes those texts of rows that do not depend on the run, which a caller has after one complete answer: source,
// formula with its symbols, and errata. They are more than half of an answer.
func Brief(rows []Row) {
	for i := range rows {
		rows[i].Source, rows[i].Formula, rows[i].Symbols, rows[i].Errata = nil, "", "", ""
	}
}
