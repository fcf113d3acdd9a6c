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

// Answers are rows, and what they say together.
type Answers struct {
	Answer        *Answer `json:"answer,omitempty"`
	Published     *Answer `json:"published,omitempty"` // if all iterates were released
	Lower         *Answer `json:"lower,omitempty"`
	LowerEstimate *Answer `json:"lower_estimate,omitempty"`
	// Contradiction is told where two rows contradict each other: neither is used, and
	// nothing is certified.
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
	GivenUp  bool     `json:"given_up,omitempty"` // nothing is known about burn_in, and there may be more changes
	Changes  []Change `json:"changes"`
	Ordered  *Answer  `json:"ordered,omitempty"`  // of Poisson batches: the answer with a fixed order
	Constant *Answer  `json:"constant,omitempty"` // of a learning rate that changes: the answer with a constant one
}

// Change is a field of the run and the value that would make hidden state help, or
// bring in a bound where none applies.
type Change struct {
	Field       string `json:"field"`
	Value       string `json:"value"`
	Epsilon     Number `json:"epsilon"` // the answer there
	Impractical bool   `json:"impractical,omitempty"`
}

// Row is one theorem's part in a result.
type Row struct {
	ID          string       `json:"id"`
	Name        string       `json:"name"`
	Source      *Source      `json:"source,omitempty"`
	By          []Source     `json:"by,omitempty"`        // papers of the numerical method that found the value
	Selection   []Source     `json:"selection,omitempty"` // papers on the best of several runs, where there are
	Side        string       `json:"side"`                // upper, lower
	Status      string       `json:"status"`              // proved, not-valid, reference, estimate
	HiddenState bool         `json:"hidden_state"`
	Applies     bool         `json:"applies"`
	Hypotheses  []Hypothesis `json:"hypotheses"`
	Epsilon     *Number      `json:"epsilon,omitempty"` // absent where the row does not apply
	RDP         *RDP         `json:"rdp,omitempty"`
	Mu          *Number      `json:"mu,omitempty"`
	Certified   bool         `json:"certified"`
	Optimum     *Optimum     `json:"optimum,omitempty"`
	Gap         *Number      `json:"gap,omitempty"`
	Failed      string       `json:"failed,omitempty"` // why the row has no value, in words
	Note        string       `json:"note,omitempty"`
	Errata      string       `json:"errata,omitempty"`
	Formula     string       `json:"formula,omitempty"`     // LaTeX
	Symbols     string       `json:"symbols,omitempty"`     // of the formula, in words
	Substituted string       `json:"substituted,omitempty"` // LaTeX
	Schedule    bool         `json:"schedule,omitempty"`    // the method schedule writes the value out
}

// Kind says what the row's value is.
func (r Row) Kind() claim.BoundKind { return claim.KindOf(claim.Side(r.Side), claim.Status(r.Status)) }

// Source is where a theorem was published.
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

// RDP is a Rényi guarantee at one order. When the question was (ε, δ), Converted
// is the ε that it alone gives, and Mironov the same by Mironov's older
// conversion at its own best order.
type RDP struct {
	Alpha     Number  `json:"alpha"`
	Epsilon   Number  `json:"epsilon"`
	Converted *Number `json:"converted,omitempty"`
	Mironov   *Number `json:"mironov,omitempty"`
}

// Optimum is what a theorem's own optimisation chose.
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

// CurveResult answers "curve": one value of ε a row and parameter value, null
// where the row does not apply.
type CurveResult struct {
	Series []Series `json:"series"`
	// LevelsOff is, along T, the least value from which on the smallest of the valid
	// upper bounds asked for is within a hundredth of its last.
	LevelsOff int `json:"levels_off,omitempty"`
}

// Series is one row along the curve's parameter.
type Series struct {
	Row     string    `json:"row"`
	Epsilon []*Number `json:"epsilon"`
	Coarse  bool      `json:"coarse,omitempty"` // more values of a slow row would have shown more
}

// Brief leaves out of rows what they say whatever the run is and whoever has had
// one answer knows: source, formula with its symbols, and errata, more than half of an answer's
// length.
func Brief(rows []Row) {
	for i := range rows {
		rows[i].Source, rows[i].Formula, rows[i].Symbols, rows[i].Errata = nil, "", "", ""
	}
}
