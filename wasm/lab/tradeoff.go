package lab

import (
	"context"
	"math"

	"lastiterate/bounds"
	"lastiterate/bounds/lab/tradeoff"
	"lastiterate/wasm/protocol"
)

// Tradeoff answers "lab.tradeoff": the largest true positive rate that an attack
// can have at each false positive rate.
type Tradeoff struct {
	FPR       []protocol.Number `json:"fpr"`
	TPR       []protocol.Number `json:"tpr"`
	Advantage protocol.Number   `json:"advantage"` // largest TPR − FPR
	Mu        *protocol.Number  `json:"mu,omitempty"`
	Rows      []string          `json:"rows,omitempty"` // the theorems whose bounds form the run's profile
	Profile   []ProfilePoint    `json:"profile,omitempty"`
	Risk      *Risk             `json:"risk,omitempty"`
	Fit       *Fit              `json:"fit,omitempty"`
}

// Risk bounds how well any attacker who has a prior probability of membership can tell members.
type Risk struct {
	Prior     protocol.Number   `json:"prior"`
	Blind     protocol.Number   `json:"blind"`     // error probability of the best guess without the model
	Error     protocol.Number   `json:"error"`     // the error probability with the model (Bayes risk) is at least this
	Posterior []protocol.Number `json:"posterior"` // largest probability of membership after a positive guess, at each false positive rate
}

// Fit is the Gaussian parameter that fits the curve best.
type Fit struct {
	Mu     protocol.Number `json:"mu"`
	Regret protocol.Number `json:"regret"`
	Least  protocol.Number `json:"least"` // Mu and Regret hold where both error rates are at least this
	// TPR has the true positive rates of Mu's curve at the false positive rates.
	TPR       []protocol.Number `json:"tpr"`
	Advantage protocol.Number   `json:"advantage"`
}

// ProfilePoint is an (ε, δ) guarantee.
type ProfilePoint struct {
	Epsilon protocol.Number `json:"epsilon"`
	Delta   protocol.Number `json:"delta"`
}

// mostRates is the largest number of false positive rates in one request.
const mostRates = 1000

func serveTradeoff(ctx context.Context, c call) (any, error) {
	in := c.in
	fprs := in.Numbers("fpr", mostRates)
	if fprs == nil {
		fprs = []float64{0.001, 0.01, 0.1}
	}
	hasPrior, prior, fits, quick := in.Has("prior"), in.NumberOr("prior", 0), in.Yes("fit"), in.Yes("quick")
	var k known
	if c.Run == nil {
		if c.Question != nil {
			return nil, &protocol.Error{Code: protocol.CodeBadRequest, Message: "a question needs a run: without one leave question out"}
		}
		g := tradeoff.Guarantee{Mu: math.NaN()}
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
		k.curve.Guarantee, k.sharp.Guarantee = g, g
	}
	if err := c.finish(); err != nil {
		return nil, err
	}
	if c.Run != nil {
		var err error
		if k, err = knownOf(ctx, c, fits, quick); err != nil {
			return nil, err
		}
	}
	tprs, err := k.curve.Curve(fprs)
	if err != nil {
		return nil, err
	}
	advantage, err := k.sharp.Advantage()
	t := Tradeoff{FPR: protocol.Numbers(fprs), TPR: protocol.Numbers(tprs), Advantage: protocol.Number(advantage),
		Mu: protocol.Optional(k.curve.Mu), Rows: k.curve.Rows}
	if err != nil {
		return nil, err
	}
	for _, p := range k.sharp.Points {
		t.Profile = append(t.Profile, ProfilePoint{protocol.Number(p.Epsilon), protocol.Number(p.Delta)})
	}
	if hasPrior {
		if t.Risk, err = riskOf(k, prior, fprs); err != nil {
			return nil, err
		}
	}
	if fits {
		if t.Fit, err = fitOf(k.sharp.Guarantee, fprs); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// known is what is known about attackers. Both guarantees hold. The rates come from the curve, which has the same points as the
// calculator's attacker tab; the sharp one has more points, for numbers that the tab does not state.
type known struct{ curve, sharp tradeoff.Limits }

// knownOf is what is known about attackers on a run; quick asks for what can be known soon, a weaker limit.
func knownOf(ctx context.Context, c call, fits, quick bool) (k known, err error) {
	of := tradeoff.OfRun{Settings: c.settings()}
	var fault *protocol.Error
	if of.Run, fault = protocol.DecodeRun(c.Run); fault != nil {
		return k, fault
	}
	of.Question = bounds.DefaultQuestion()
	if c.Question != nil {
		if of.Question, fault = protocol.DecodeQuestion(c.Question); fault != nil {
			return k, fault
		}
	}
	if quick && !fits {
		k.curve, err = of.Answer(ctx)
		k.sharp, k.curve.Rows = k.curve, nil
		return k, err
	}
	sharp := of.Sharp
	switch {
	case fits && quick:
		sharp = of.Rare
	case fits:
		sharp = of.ForFit
	}
	if k.sharp, err = sharp(ctx); err != nil {
		return k, err
	}
	k.curve, err = of.Profile(ctx)
	return k, err
}

// fitOf returns the Gaussian parameter that fits a guarantee's curve best, and that parameter's curve.
func fitOf(g tradeoff.Guarantee, fprs []float64) (*Fit, error) {
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

// riskOf returns what is known about an attacker with a prior.
func riskOf(k known, prior float64, fprs []float64) (*Risk, error) {
	r, err := k.sharp.Bayes(prior)
	if err != nil {
		return nil, err
	}
	out := &Risk{Prior: protocol.Number(prior), Blind: protocol.Number(r.Blind), Error: protocol.Number(r.Error)}
	for _, x := range fprs {
		posterior, err := k.curve.Posterior(prior, x)
		if err != nil {
			return nil, err
		}
		out.Posterior = append(out.Posterior, protocol.Number(posterior))
	}
	return out, nil
}
