package lab

import (
	"context"
	"math"

	"lastiterate/bounds/lab/tradeoff"
	"lastiterate/wasm/protocol"
)

// Tradeoff answers "lab.tradeoff": the largest true positive rate at every false
// positive rate.
type Tradeoff struct {
	FPR       []protocol.Number `json:"fpr"`
	TPR       []protocol.Number `json:"tpr"`
	Advantage protocol.Number   `json:"advantage"` // largest TPR − FPR
	Mu        *protocol.Number  `json:"mu,omitempty"`
	Rows      []string          `json:"rows,omitempty"` // theorems that gave a run's profile
	Profile   []ProfilePoint    `json:"profile,omitempty"`
	Risk      *Risk             `json:"risk,omitempty"`
	Fit       *Fit              `json:"fit,omitempty"`
}

// Risk is what an attacker makes of a prior of membership; each number bounds all attacks.
type Risk struct {
	Prior     protocol.Number   `json:"prior"`
	Blind     protocol.Number   `json:"blind"`     // the error of a guess without the model
	Error     protocol.Number   `json:"error"`     // the Bayes risk is at least this
	Posterior []protocol.Number `json:"posterior"` // after a positive guess, at each false positive rate; at most
}

// Fit is the Gaussian parameter that fits the curve best.
type Fit struct {
	Mu     protocol.Number `json:"mu"`
	Regret protocol.Number `json:"regret"`
	Least  protocol.Number `json:"least"` // the rates from which on it holds
	// TPR is the curve of Mu at the false positive rates.
	TPR       []protocol.Number `json:"tpr"`
	Advantage protocol.Number   `json:"advantage"`
}

// ProfilePoint is an (ε, δ) guarantee.
type ProfilePoint struct {
	Epsilon protocol.Number `json:"epsilon"`
	Delta   protocol.Number `json:"delta"`
}

// mostRates is how many false positive rates a curve may be asked at.
const mostRates = 1000

func traded(ctx context.Context, c call) (any, error) {
	in := c.in
	if c.Question != nil {
		return nil, &protocol.Error{Code: protocol.CodeBadRequest, Message: "lab.tradeoff looks at every δ: leave question out"}
	}
	fprs := in.Numbers("fpr", mostRates)
	if fprs == nil {
		fprs = []float64{0.001, 0.01, 0.1}
	}
	hasPrior, prior, fits := in.Has("prior"), in.NumberOr("prior", 0), in.Yes("fit")
	g := tradeoff.Guarantee{Mu: math.NaN()}
	var rows []string
	if c.Run == nil {
		hasMu, hasPoint := in.Has("mu"), in.Has("epsilon")
		if hasMu {
			g.Mu = in.Number("mu")
		}
		if hasPoint {
			g.Points = []tradeoff.EpsilonDelta{{Epsilon: in.Number("epsilon"), Delta: in.NumberOr("delta", 0)}}
		}
		if !hasMu && !hasPoint && in.Fault() == nil {
			return nil, &protocol.Error{Code: protocol.CodeBadRequest,
				Message: `give a run, or the input {"mu":…} or {"epsilon":…,"delta":…}`}
		}
	}
	if err := c.read(); err != nil {
		return nil, err
	}
	if c.Run != nil {
		r, fault := protocol.DecodeRun(c.Run)
		if fault != nil {
			return nil, fault
		}
		var err error
		if g, rows, err = tradeoff.OfRun(ctx, r, c.settings()); err != nil {
			return nil, err
		}
		if g, err = tradeoff.Sharpen(ctx, r, g, rows); err != nil {
			return nil, err
		}
	}
	tprs, err := g.Curve(fprs)
	if err != nil {
		return nil, err
	}
	advantage, err := g.Advantage()
	t := Tradeoff{FPR: protocol.Numbers(fprs), TPR: protocol.Numbers(tprs), Advantage: protocol.Number(advantage),
		Mu: protocol.Optional(g.Mu), Rows: rows}
	if err != nil {
		return nil, err
	}
	for _, p := range g.Points {
		t.Profile = append(t.Profile, ProfilePoint{protocol.Number(p.Epsilon), protocol.Number(p.Delta)})
	}
	if hasPrior {
		if t.Risk, err = risked(g, prior, fprs); err != nil {
			return nil, err
		}
	}
	if fits {
		if t.Fit, err = fitted(g, fprs); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// fitted is the Gaussian parameter of a guarantee, with its own curve.
func fitted(g tradeoff.Guarantee, fprs []float64) (*Fit, error) {
	fit, err := g.Gaussian()
	if err != nil {
		return nil, err
	}
	own := tradeoff.Guarantee{Mu: fit.Mu}
	tprs, err := own.Curve(fprs)
	if err != nil {
		return nil, err
	}
	advantage, err := own.Advantage()
	return &Fit{Mu: protocol.Number(fit.Mu), Regret: protocol.Number(fit.Regret), Least: tradeoff.LeastRate,
		TPR: protocol.Numbers(tprs), Advantage: protocol.Number(advantage)}, err
}

// risked is a guarantee at a prior.
func risked(g tradeoff.Guarantee, prior float64, fprs []float64) (*Risk, error) {
	r, err := g.Bayes(prior)
	if err != nil {
		return nil, err
	}
	out := &Risk{Prior: protocol.Number(prior), Blind: protocol.Number(r.Blind), Error: protocol.Number(r.Error)}
	for _, x := range fprs {
		posterior, err := g.Posterior(prior, x)
		if err != nil {
			return nil, err
		}
		out.Posterior = append(out.Posterior, protocol.Number(posterior))
	}
	return out, nil
}
