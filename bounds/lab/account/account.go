// Package account adds the privacy loss of other releases from the same data to that of the model: a
// private feature normalisation, a threshold, a statistic.
package account

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/run"
)

// MaxReleases is the greatest number of side releases.
const MaxReleases = 100

// OtherRelease is something else that was computed from the data and released, with its privacy
// guarantee. Exactly one of the three kinds of guarantee is set; a release with none is an error.
type OtherRelease struct {
	Name string // errors quote it
	// Epsilon with Delta ≥ 0 is an (ε, δ) guarantee. Epsilon with Alpha > 1 is a Rényi guarantee of that order, which holds at
	// every lower order too. Mu > 0 is Gaussian differential privacy.
	Epsilon, Delta, Alpha, Mu float64
}

func (r OtherRelease) renyi() bool    { return r.Alpha != 0 }
func (r OtherRelease) gaussian() bool { return r.Mu != 0 }

// at is an upper bound on the release's Rényi divergence of order α, +Inf if none is known. A pure ε gives
// αε²/2 at every order (Bun and Steinke 2016, Proposition 1.4).
func (r OtherRelease) at(alpha float64) float64 {
	switch {
	case r.gaussian():
		return alpha * r.Mu * r.Mu / 2
	case r.renyi():
		if alpha <= r.Alpha {
			return r.Epsilon
		}
	case r.Delta == 0:
		return min(r.Epsilon, alpha*r.Epsilon*r.Epsilon/2)
	}
	return math.Inf(1)
}

// Total is the privacy loss of everything together.
type Total struct {
	Epsilon float64 // the answer to the question, for all that was released
	Alone   float64 // the model alone
	Row     string  // the theorem behind the model's part
	Order   float64 // the Rényi order at which the parts were added; 0 if (ε, δ) guarantees were added
	// Divergence is the sum of the Rényi divergences at that order, from which Epsilon was converted; 0 if there is no order.
	Divergence float64
}

// Add composes a run with side releases, by the rows that the settings allow. A release may depend on the other releases but not
// on the run (adaptive composition). Its guarantee must hold for the run's adjacency, and for all examples of a person if the run
// asks about a person. At a Rényi order the divergences add up. At a δ the smaller of two sums counts: that of (ε, δ) guarantees
// for every part, or that of Rényi divergences at one order, converted with the δ that the stated (ε, δ) guarantees leave. The
// error is run.Errors, also if no bound covers the run, or the context's.
func Add(ctx context.Context, r run.Run, q claim.Question, releases []OtherRelease, settings bounds.Settings) (Total, error) {
	if errs := check(q, releases); errs != nil {
		return Total{}, errs
	}
	m := modelOf(ctx, r, settings)
	own, err := m.at(q)
	if err != nil {
		return Total{}, err
	}
	if own.row == "" {
		return Total{}, run.Errors{{Field: "run", Message: "no bound covers this run, so there is nothing to add the releases to"}}
	}
	t := Total{Alone: own.epsilon, Epsilon: math.Inf(1), Row: own.row}
	if q.Renyi() {
		t.Epsilon, t.Order = t.Alone, q.Alpha
		for _, s := range releases {
			t.Epsilon += s.at(q.Alpha)
		}
		t.Epsilon = up(t.Epsilon)
		t.Divergence = t.Epsilon
		return t, nil
	}
	if err := t.addGuarantees(m, q.Delta, releases); err != nil {
		return Total{}, err
	}
	err = t.addDivergences(m, own.rows, q.Delta, releases, settings.Progress)
	return t, err
}

// addGuarantees adds an (ε, δ) guarantee of every part. The δ that the stated (ε, δ) guarantees leave is divided evenly among the
// model and the Rényi and Gaussian parts. It is an error if no δ is left.
func (t *Total) addGuarantees(m model, delta float64, releases []OtherRelease) error {
	var epsilon, stated float64
	parts := 1
	for _, s := range releases {
		if s.renyi() || s.gaussian() {
			parts++
			continue
		}
		epsilon += s.Epsilon
		stated += s.Delta
	}
	share := remaining(delta, stated) / float64(parts)
	if !(share > 0) {
		return run.Errors{{Field: "releases", Value: run.FormatNumber(stated),
			Message: fmt.Sprintf("the side releases' own δ leave nothing of δ = %s for the model: ask at a larger "+
				"δ", run.FormatNumber(delta))}}
	}
	for _, s := range releases {
		switch {
		case s.gaussian():
			epsilon += convert.GaussianEpsilonUpper(s.Mu, share)
		case s.renyi():
			e, _ := convert.EpsilonUpper(s.at, share)
			epsilon += e
		}
	}
	own, err := m.at(claim.Question{Delta: share})
	if err == nil && own.row != "" {
		t.take(Total{Epsilon: own.epsilon + epsilon, Row: own.row})
	}
	return err
}

// addDivergences adds the Rényi divergences of the model, by the rows named, and of the releases without a δ at one order, and converts
// the sum. To the result it adds the (ε, δ) of the other releases.
func (t *Total) addDivergences(m model, rows []string, delta float64, releases []OtherRelease, progress func(done, of int)) error {
	var epsilon, stated float64
	var ordered []OtherRelease
	for _, s := range releases {
		if s.Delta == 0 { // an (ε, δ) guarantee with δ > 0 bounds no Rényi divergence
			ordered = append(ordered, s)
			continue
		}
		epsilon += s.Epsilon
		stated += s.Delta
	}
	left := remaining(delta, stated)
	if len(ordered) == 0 || !(left > 0) { // without releases to add, the model's own ε at this δ is no larger
		return nil
	}
	orders := ordersFor(ordered)
	likely := len(orders) / 2
	for i, row := range rows {
		parts := summands{model: m, row: row, orders: orders, others: ordered, delta: left, sums: map[int]sum{}}
		at := parts.search(likely)
		if parts.err != nil {
			return parts.err
		}
		best := parts.sums[at]
		if t.take(Total{Epsilon: best.converted + epsilon, Row: row, Order: orders[at], Divergence: best.divergence}) {
			likely = at
		}
		if progress != nil {
			progress(i+1, len(rows))
		}
	}
	return nil
}

// take keeps the smaller total, and reports whether that is the other one.
func (t *Total) take(other Total) bool {
	other.Epsilon, other.Alone = up(other.Epsilon), t.Alone
	smaller := other.Epsilon < t.Epsilon
	if smaller {
		*t = other
	}
	return smaller
}

// rounding is an upper bound on the relative error of a sum of MaxReleases numbers, each rounded from a decimal.
const rounding = 1e-13

// up raises a sum by its largest rounding error.
func up(x float64) float64 { return x * (1 + rounding) }

// remaining is a lower bound on delta less the sum of the stated δ.
func remaining(delta, stated float64) float64 { return (delta - up(stated)) * (1 - 1e-12) }

// ordersFor returns the Rényi orders at which parts are added. An order between two of them would gain less than a hundredth. The
// last is the least order for which a release's guarantee is stated, if there is one.
func ordersFor(releases []OtherRelease) []float64 {
	most := math.Inf(1)
	for _, s := range releases {
		if s.renyi() {
			most = min(most, s.Alpha)
		}
	}
	const first, last, ratio = 0.05, 1100, 1.25 // of α − 1
	var orders []float64
	for excess := first; excess < last; excess *= ratio {
		a := 1 + excess
		if a < most {
			orders = append(orders, a)
		}
	}
	if !math.IsInf(most, 1) {
		orders = append(orders, most)
	}
	return orders
}

func check(q claim.Question, releases []OtherRelease) error {
	var errs run.Errors
	wrong := func(value any, message string) { errs.Add("releases", value, message) }
	if len(releases) == 0 || len(releases) > MaxReleases {
		wrong(len(releases), fmt.Sprintf("there must be between one and %d side releases", MaxReleases))
	}
	named := map[string]bool{}
	for i, s := range releases {
		name := s.Name
		if name == "" {
			name = fmt.Sprintf("release %d", i+1)
		}
		twice := named[name]
		named[name] = true
		switch {
		case twice:
			wrong(name, "two releases are called "+name+": give every release a name of its own")
		case s.Mu != 0 && (s.Epsilon != 0 || s.Delta != 0 || s.Alpha != 0), s.Alpha != 0 && s.Delta != 0:
			wrong(name, name+": give ε with a δ, or ε with an order α, or μ")
		case !(s.Epsilon >= 0):
			wrong(s.Epsilon, name+": ε must be at least 0")
		case !(s.Mu >= 0):
			wrong(s.Mu, name+": μ must be at least 0")
		case s.Epsilon == 0 && s.Delta == 0 && s.Mu == 0:
			wrong(name, name+": its privacy loss is missing: give ε with a δ, or ε with an order α, or μ; leave out a release that "+
				"loses nothing")
		case s.Alpha != 0 && !(s.Alpha > 1 && s.Alpha <= 1e9):
			wrong(s.Alpha, name+": a Rényi order must be above 1, and at most 10⁹")
		case !(s.Delta >= 0 && s.Delta < 1):
			wrong(s.Delta, name+": δ must be at least 0 and below 1")
		case q.Renyi() && s.Delta > 0:
			wrong(name, name+": an (ε, δ) guarantee bounds no Rényi divergence: ask for ε at a δ, or give its Rényi guarantee")
		case q.Renyi() && s.renyi() && s.Alpha < q.Alpha:
			wrong(s.Alpha, fmt.Sprintf("%s: its Rényi guarantee is of order %g and does not cover the order asked for, %g", name,
				s.Alpha, q.Alpha))
		}
	}
	return errs.OrNil()
}
