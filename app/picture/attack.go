package picture

import (
	"math"

	"lastiterate/app/plot"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/lab/tradeoff"
	"lastiterate/wasm/protocol"
)

// titleRate is the false-positive rate, in percent, of the title. The curve has a dot there.
const titleRate = 1

// attack is the chart of an attacker's largest true-positive rate against the false-positive rate, in percent. It has a line
// for the released model, and one for the case that every iterate is public. Both follow from the privacy profiles of the
// proved rows that are drawn, which bound attacks more tightly than ε at one δ.
func (s Scene) attack() plot.Chart {
	c := plot.Chart{
		ID: "curve", Title: "No bound here applies to this run", Desc: "Nothing is drawn.",
		X:     plot.Axis{Name: "false-positive rate, %", Scale: plot.Log, From: 0.01, To: 100},
		Y:     plot.Axis{Name: "true-positive rate, %", Note: "(by the whole privacy profile)", Scale: plot.Log, From: 0.01, To: 100},
		Width: s.Width, Terse: s.Terse,
	}
	if s.View.XScale == "linear" {
		c.X.Scale, c.X.From = plot.Linear, 0
	}
	if s.View.YScale == "linear" {
		c.Y.Scale, c.Y.From = plot.Linear, 0
	}
	if s.View.To > 0 && s.View.From < 100 {
		c.X.From, c.X.To = s.View.From, min(s.View.To, 100)
	}
	subject := words.About(s.Query, s.Result, nil)
	alone, _ := subject.Guarantee()
	subject.Profile = s.Profile()
	guarantee, ok := subject.Guarantee()
	if !ok {
		return c
	}
	allIterates := tradeoff.Guarantee{Mu: math.NaN()}
	for _, row := range s.Result.Rows {
		if row.Kind() != claim.UpperBound || row.Epsilon == nil {
			continue
		}
		if p := s.Result.Published; p != nil && p.Row == row.ID {
			allIterates.Points = s.proved(row)
			if row.Mu != nil {
				allIterates.Mu = float64(*row.Mu)
			}
		}
	}
	best := plot.Series{ID: "attack", Name: "the best attack on the released model, at most", Label: "released model", Kind: plot.Best,
		Own: titleRate}
	all := plot.Series{ID: "published", Name: "the best attack if every iterate were public, at most", Label: "every iterate",
		Kind: plot.Published}
	guess := plot.Series{ID: "guess", Name: "guessing", Label: "guessing", Kind: plot.Reference}
	for _, x := range falsePositives() {
		best.X, best.Y = append(best.X, 100*x), append(best.Y, 100*words.MembersFound(guarantee, x))
		guess.X, guess.Y = append(guess.X, 100*x), append(guess.Y, 100*x)
		if s.Result.Verdict.Helps && len(allIterates.Points) > 0 {
			all.X, all.Y = append(all.X, 100*x), append(all.Y, 100*words.MembersFound(allIterates, x))
		}
	}
	c.Series = []plot.Series{best, guess}
	if all.X != nil {
		c.Series = append(c.Series, all)
		c.Band = plot.Band{Name: "what hiding the iterates saves", X: best.X, Lower: best.Y, Upper: all.Y}
	}
	c.Title = subject.Identifies(guarantee)
	found := func(g tradeoff.Guarantee) string { return words.Percent(words.MembersFound(g, titleRate/100.0)) }
	if above := found(alone); above != found(guarantee) {
		c.Title += ", by " + words.Follows(guarantee) + ", " + above + " by " + words.Follows(alone) + " alone"
	}
	c.Desc = "The largest true-positive rate of any attack on the released model against its false-positive rate, from the whole privacy " +
		"profile. Guessing has equal rates."
	if s.Height > 0 {
		c.Height = min(c.FitHeight(s.Width), s.Height)
	}
	return c
}

// Profile returns the known points of the joint privacy profile of all proved rows that are drawn: the smallest ε for each δ.
func (s Scene) Profile() (points []tradeoff.EpsilonDelta) {
	for _, row := range s.Result.Rows {
		if row.Kind() == claim.UpperBound && row.Epsilon != nil {
			points = append(points, s.proved(row)...)
		}
	}
	return least(points)
}

// proved lists the known points of a row's privacy profile.
func (s Scene) proved(row protocol.Row) (out []tradeoff.EpsilonDelta) {
	x, y := s.along(row)
	for i := range x {
		if !math.IsInf(y[i], 1) {
			out = append(out, tradeoff.EpsilonDelta{Epsilon: y[i], Delta: x[i]})
		}
	}
	return out
}

// least keeps the smallest ε for each δ.
func least(points []tradeoff.EpsilonDelta) (out []tradeoff.EpsilonDelta) {
	where := map[float64]int{}
	for _, p := range points {
		i, seen := where[p.Delta]
		switch {
		case !seen:
			where[p.Delta] = len(out)
			out = append(out, p)
		case p.Epsilon < out[i].Epsilon:
			out[i] = p
		}
	}
	return out
}

// falsePositives lists the rates at which the curve is drawn.
func falsePositives() (out []float64) {
	for i := range 121 {
		out = append(out, math.Pow(10, -4+float64(i)/30))
	}
	return out
}

// At lists the values at which a tab's curve is computed. An attacker's limits follow from the privacy profile at few δ, which the
// laboratory uses too and which depend on the answer.
func At(t Tab, span Span, here float64, of claim.Query, r protocol.Result) []float64 {
	if t != Attack {
		return span.Values(here)
	}
	epsilon := math.NaN()
	if r.Answer != nil {
		epsilon = float64(r.Answer.Epsilon)
	}
	return tradeoff.Deltas(of.Question, epsilon)
}

// Handled reports whether a tab's axis contains the run's own value.
func (t Tab) Handled() bool { return t.Curved() && t != Attack }
