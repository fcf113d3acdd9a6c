package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/lab/account"
	"lastiterate/bounds/lab/constants"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Logistic answers "lab.logistic": the constants of a logistic regression.
type Logistic struct {
	Curvature  protocol.Number `json:"curvature"` // β
	Norm       protocol.Number `json:"norm"`
	Difference protocol.Number `json:"difference"`
	Clips      bool            `json:"clips"`
	// Run has these constants as fields of a run. It is absent if the calculator has no
	// fields for them.
	Run         *RegressionRun   `json:"run,omitempty"`
	Modulus     *protocol.Number `json:"modulus,omitempty"`
	WithoutClip *protocol.Number `json:"modulus_without_clip,omitempty"`
	Before      *protocol.Number `json:"modulus_without_convexity,omitempty"`
}

// RegressionRun has the fields of a run that a regression determines.
type RegressionRun struct {
	Loss            string           `json:"loss"`
	Smoothness      protocol.Number  `json:"smoothness"`
	StrongConvexity *protocol.Number `json:"strong_convexity,omitempty"`
	Clip            protocol.Number  `json:"clip"`
	Clipping        string           `json:"clipping"`
}

func serveLogistic(_ context.Context, c call) (any, error) {
	in := c.in
	m := constants.Regression{
		Features: in.Number("features"), Bias: in.Yes("bias"), Classes: in.Whole("classes"), Single: in.Yes("single"),
		Reg: in.NumberOr("reg", 0), Clip: in.NumberOr("clip", math.Inf(1)), Eta: in.NumberOr("eta", 0),
	}
	if err := c.alone(); err != nil {
		return nil, err
	}
	k, err := constants.Of(m)
	if err != nil {
		return nil, err
	}
	l := Logistic{
		Curvature: protocol.Number(k.Curvature), Norm: protocol.Number(k.Norm), Difference: protocol.Number(k.Difference), Clips: k.Clips,
		Modulus: protocol.Optional(k.Modulus), WithoutClip: protocol.Optional(k.WithoutClip), Before: protocol.Optional(k.Before),
	}
	if k.Clipping != "" {
		l.Run = &RegressionRun{Loss: string(run.Convex), Smoothness: protocol.Number(k.Smoothness), Clip: protocol.Number(k.Clip),
			Clipping: string(k.Clipping)}
		if k.StrongConvexity > 0 {
			strong := protocol.Number(k.StrongConvexity)
			l.Run.Loss, l.Run.StrongConvexity = string(run.StronglyConvex), &strong
		}
	}
	return l, nil
}

// Account answers "lab.account": the loss of a run and of other releases together.
type Account struct {
	Epsilon protocol.Number `json:"epsilon"`
	Alone   protocol.Number `json:"alone"` // of the run without the other releases
	Row     string          `json:"row"`
	Order   protocol.Number `json:"order,omitempty"` // the order whose Rényi divergences were added; absent if (ε, δ) guarantees were added
	// Divergence is the sum at that order, from which Epsilon was converted.
	Divergence protocol.Number `json:"divergence,omitempty"`
	Run        json.RawMessage `json:"run"`
}

func serveAccount(ctx context.Context, c call) (any, error) {
	r, question, fault := protocol.DecodeSubject(c.Run, c.Question)
	if fault != nil {
		return nil, fault
	}
	var releases []account.OtherRelease
	for _, each := range c.in.Objects("releases", account.MaxReleases) {
		if !each.Has("mu") {
			each.Number("epsilon") // required: a δ or an order says nothing without it
		}
		releases = append(releases, account.OtherRelease{
			Name: each.Text("name"), Epsilon: each.NumberOr("epsilon", 0), Delta: each.NumberOr("delta", 0),
			Alpha: each.NumberOr("alpha", 0), Mu: each.NumberOr("mu", 0),
		})
		c.in.Include(each)
	}
	if err := c.finish(); err != nil {
		return nil, err
	}
	total, err := account.Add(ctx, r, question, releases, c.settings())
	return Account{
		Epsilon: protocol.Number(total.Epsilon), Alone: protocol.Number(total.Alone), Row: total.Row,
		Order: protocol.Number(total.Order), Divergence: protocol.Number(total.Divergence), Run: protocol.EncodeRun(r),
	}, err
}

// orderFault returns an error if alpha is not a Rényi order.
func orderFault(alpha float64) error {
	if err := (claim.Question{Alpha: alpha}).Validate(); err != nil {
		return run.Errors{{Field: "alpha", Value: fmt.Sprint(alpha), Message: "the order must be above 1, and at most 10⁹"}}
	}
	return nil
}
