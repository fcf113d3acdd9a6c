package lab

import (
	"context"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/lab/audit"
	"lastiterate/bounds/run"
	"lastiterate/wasm/engine"
	"lastiterate/wasm/protocol"
)

// Audit answers "lab.audit": the lower bounds on ε that four counts, or the points of a ROC table, prove, and that the
// guesses of one run prove. Point is nil if the input has only such guesses.
type Audit struct {
	*Point
	// Points are the points of a table; Best is the index of the one that is Point.
	Points    []Point `json:"points,omitempty"`
	Best      *int    `json:"best,omitempty"`
	Corrected bool    `json:"corrected,omitempty"` // the limits hold for all points at once
	// OneRun is the lower bound that guesses about the coin tosses of one training run prove.
	OneRun *OneRun `json:"one_run,omitempty"`
	// Bound is the upper bound on the request's run at the same δ, Floor the lower bound, and Published
	// the bound if all iterates are public. Contradicted says that the attack shows a larger ε than Bound.
	Bound        *protocol.Answer `json:"bound,omitempty"`
	Floor        *protocol.Answer `json:"floor,omitempty"`
	Published    *protocol.Answer `json:"published,omitempty"`
	Contradicted bool             `json:"contradicted,omitempty"`
}

// OneRun is an audit of one run. Its canaries are the members and the non-members; if these are not given, the attack is
// taken to have guessed for every canary.
type OneRun struct {
	Epsilon  protocol.Number `json:"epsilon"` // ε is at least this, at the confidence level
	Canaries int             `json:"canaries"`
	Guesses  int             `json:"guesses"`
	Correct  int             `json:"correct"`
	// Apart says that the ε is not compared with the request's run, since it is about other neighbouring datasets than the run's: Steinke,
	// Nasr and Jagielski's Theorem 5.2 is for adding or removing an example.
	Apart bool `json:"apart,omitempty"`
}

// Point is an operating point of an attack.
type Point struct {
	Epsilon        protocol.Number `json:"epsilon"`        // ε is at least this, at the confidence level
	Side           string          `json:"side,omitempty"` // positives, negatives
	Estimate       protocol.Number `json:"estimate"`       // of ε from the observed rates
	TPR            Rate            `json:"tpr"`
	FPR            Rate            `json:"fpr"`
	TruePositives  int             `json:"true_positives"`
	FalsePositives int             `json:"false_positives"`
}

// Rate is a share with its Clopper–Pearson limits.
type Rate struct {
	Value protocol.Number `json:"value"`
	Lower protocol.Number `json:"lower"`
	Upper protocol.Number `json:"upper"`
}

func serveAudit(ctx context.Context, asked call) (any, error) {
	in := asked.in
	// An audit of one run needs its guesses, but no counts.
	hasGuesses, isTable := in.Has("guesses") || in.Has("correct"), in.Has("table")
	counted := isTable || !hasGuesses || in.Has("true_positives") || in.Has("false_positives")
	var c audit.Counts
	if counted || in.Has("members") || in.Has("non_members") {
		c.Members, c.NonMembers = in.Whole("members"), in.Whole("non_members")
	}
	table := ""
	if isTable {
		table = in.Text("table")
	} else if counted {
		c.TruePositives, c.FalsePositives = in.Whole("true_positives"), in.Whole("false_positives")
	}
	s := audit.Setting{Delta: in.Number("delta"), Level: in.NumberOr("level", 0.95)}
	if !isTable {
		s.Thresholds = in.WholeOr("thresholds", 1)
	}
	var oneRun *audit.OneRun
	if hasGuesses {
		oneRun = &audit.OneRun{Canaries: c.Members + c.NonMembers, Guesses: in.Whole("guesses"), Correct: in.Whole("correct")}
		if oneRun.Canaries == 0 {
			oneRun.Canaries = oneRun.Guesses
		}
	}
	if err := asked.finish(); err != nil {
		return nil, err
	}
	var a Audit
	switch {
	case isTable:
		curve, err := audit.ReadCurve(table, c.Members, c.NonMembers, s)
		if err != nil {
			return nil, err
		}
		for _, p := range curve.Points {
			a.Points = append(a.Points, point(p.Counts, p.Estimate))
		}
		a.Point, a.Best, a.Corrected = &a.Points[curve.Best], &curve.Best, curve.Corrected
	case counted:
		e, err := audit.Evaluate(c, s)
		if err != nil {
			return nil, err
		}
		p := point(c, e)
		a.Point = &p
	}
	if oneRun != nil {
		epsilon, err := oneRun.Evaluate(s)
		if err != nil {
			return nil, err
		}
		a.OneRun = &OneRun{Epsilon: protocol.Number(epsilon), Canaries: oneRun.Canaries, Guesses: oneRun.Guesses, Correct: oneRun.Correct}
	}
	if asked.Run == nil {
		return a, nil
	}
	err := a.against(ctx, asked.Request, s.Delta)
	return a, err
}

// against compares the audit with the theorems' bounds for a run.
func (a *Audit) against(ctx context.Context, q protocol.Request, delta float64) error {
	r, fault := protocol.DecodeRun(q.Run)
	if fault != nil {
		return fault
	}
	if q.Question != nil {
		return &protocol.Error{Code: protocol.CodeBadRequest, Message: "lab.audit takes its δ from the input: leave question out"}
	}
	report, err := bounds.Evaluate(ctx, r, claim.Question{Delta: delta}, bounds.Settings{Rows: q.Rows, PublishedOnly: q.PublishedOnly})
	if err != nil {
		return engine.FromError(err)
	}
	result := engine.FromReport(report)
	a.Bound, a.Floor, a.Published = result.Answer, result.Lower, result.Published
	if a.OneRun != nil {
		a.OneRun.Apart = r.Adjacency != run.AddRemove
	}
	a.Contradicted = a.Bound != nil && (a.Point != nil && a.Epsilon > a.Bound.Epsilon ||
		a.OneRun != nil && !a.OneRun.Apart && a.OneRun.Epsilon > a.Bound.Epsilon)
	return nil
}

func point(c audit.Counts, e audit.Estimate) Point {
	rate := func(r audit.Rate) Rate {
		return Rate{protocol.Number(r.Value), protocol.Number(r.Lower), protocol.Number(r.Upper)}
	}
	return Point{
		Epsilon: protocol.Number(e.Lower), Side: string(e.LowerSide), Estimate: protocol.Number(e.Point),
		TPR: rate(e.TPR), FPR: rate(e.FPR), TruePositives: c.TruePositives, FalsePositives: c.FalsePositives,
	}
}
