package bounds

import (
	"slices"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Version names the engine in exports, in the page and in its first message.
const Version = "0.2.0"

// Year is the year in which Version was released, for citations of the calculator.
const Year = 2026

// Settings limit a computation; the zero value computes all rows.
type Settings struct {
	// Rows restricts the rows to these ids (see catalog.All); nil means all rows.
	Rows []string
	// PublishedOnly leaves out our own results: rows that are in no paper.
	PublishedOnly bool
	// Partial, if not nil, is called by Evaluate whenever another row has been evaluated, and then repeatedly
	// while the verdict is computed. Partial, Progress and Lines run on the caller's goroutine; the computation waits for them.
	Partial func(Part)
	// SlowValues, if not 0, is the largest number of values at which Curve evaluates a slow row: both ends,
	// and more where the curve bends. The row is NaN at the other values.
	SlowValues int
	// Rivals makes Curve also return the proved rows that are not in Rows and beat them at one of five values, evenly spread.
	Rivals bool
	// Epochs makes Curve keep the number of epochs, to the nearest iteration, instead of T while n or b varies.
	Epochs bool
	// Progress, if not nil, is called by Curve with the number of values done.
	Progress func(done, of int)
	// Lines, if not nil, is called by Curve while slow rows are missing: first with the lines of the quick rows, then with one
	// more line whenever a slow row is complete.
	Lines func(known []Series)

	// catalogue has the available theorems; nil means catalog.All(). Tests add theorems that are wrong.
	catalogue []*theorem.Theorem
}

// every returns all available theorems.
func (s Settings) every() []*theorem.Theorem {
	if s.catalogue != nil {
		return s.catalogue
	}
	return catalog.All()
}

// theorems returns the theorems that PublishedOnly allows.
func (s Settings) theorems() []*theorem.Theorem {
	if !s.PublishedOnly {
		return s.every()
	}
	return slices.DeleteFunc(slices.Clone(s.every()), func(t *theorem.Theorem) bool { return t.Source.Ours() })
}

const noSuchRow = "there is no such row: the page “The rows and their sources” lists them"

// selected returns the theorems of the rows that the settings ask for, in the catalogue's order.
func (s Settings) selected() ([]*theorem.Theorem, error) {
	all := s.theorems()
	if s.Rows == nil {
		return all, nil
	}
	for _, id := range s.Rows {
		if !slices.ContainsFunc(s.every(), func(t *theorem.Theorem) bool { return t.ID == id }) {
			return nil, run.Errors{{Field: "rows", Value: id, Message: noSuchRow}}
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(t *theorem.Theorem) bool { return !slices.Contains(s.Rows, t.ID) }), nil
}

// DefaultRun is Chien and Li's Figure 1 run for strongly convex losses: n = 5,
// C = 2, σ = D = L = m = 1, η = 0.1, T = 200, clipping never active.
func DefaultRun() run.Run {
	return run.Run{
		N: 5, B: 5, T: 200, Eta: 0.1, Clip: 2, Sigma: 1, Noise: run.IterateNoise, Diameter: 1,
		Adjacency: run.Replace, Scheme: run.Full,
		Loss: run.StronglyConvex, Smoothness: 1, StrongConvexity: 1, Clipping: run.ClippingNever,
		// Not used unless another class, schedule or number of runs is chosen.
		WeakConvexity: 0.1, HolderOrder: 0.5, ScheduleEvery: 1000, ScheduleFactor: 0.5, Every: 100, TuningMean: 10,
	}
}

// DefaultQuestion asks for ε at δ = 1e-5.
func DefaultQuestion() claim.Question { return claim.Question{Delta: 1e-5} }

// DefaultQuery is what the page opens on: the default question about the default run.
func DefaultQuery() claim.Query {
	return claim.Query{Run: DefaultRun(), Question: DefaultQuestion()}
}
