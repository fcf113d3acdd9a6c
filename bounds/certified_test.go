package bounds

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
)

const (
	// certifiedDelta is the share of the runs that ask for (ε, δ).
	certifiedDelta = 10
	// above is how far a certified value may be from the exact one: the last
	// place of a float64, and what the grid of orders costs.
	aboveRenyi, aboveDelta = 4e-16, 1e-12
	// aboveNear is that of values in double precision with a proved error.
	aboveNear = 1e-12
)

// TestCertifiedNeverBelow compares the certified values of random runs, half as
// many as -runs says, with the references at 256 bits: upper bounds are never
// below and lower bounds never above, and each is within the last digit.
func TestCertifiedNeverBelow(t *testing.T) {
	t.Parallel()
	source, places := rand.New(rand.NewPCG(31, 4)), rand.New(rand.NewPCG(31, 5))
	compared := map[string]int{}
	for i := range *randomRuns / 2 {
		r, q := draw(source)
		if i%certifiedDelta == 0 {
			q = claim.Question{Delta: random.LogUniform(source, 1e-12, 0.1)}
		}
		if r.Scheme == run.Cyclic {
			r.Position = places.IntN(min(r.StepsPerEpoch(), r.T) + 1)
		}
		ctx := memo.Remembering(context.Background())
		for _, th := range catalog.All() {
			if th.Status == claim.Estimate || th.Status == claim.NotValid || th.IsSlow(r, q) {
				continue
			}
			row, p := proveRow(ctx, th, r, q)
			if p == nil || p.Certify == nil {
				continue
			}
			found := row.Epsilon
			row.certify(p.Certify)
			if !row.Certified {
				if th.ID == "joint" { // it may be the shift row's path, too long to be certified
					continue
				}
				if th.ID == "one-step" && q.Renyi() && secret(r) {
					continue // in double precision
				}
				t.Errorf("%s is not certified: %v %+v %+v", th.ID, found, r, q)
				continue
			}
			row.Chosen, _ = p.Explain()
			verified, fault := compare(row, r, q)
			if fault != "" {
				t.Errorf("%s: %s (found %v)\n%+v %+v", th.ID, fault, found, r, q)
			}
			if verified {
				compared[th.ID]++
			}
		}
		if t.Failed() {
			return
		}
	}
	for _, th := range catalog.All() {
		if n, ok := compared[th.ID]; ok {
			t.Logf("%-20s compared %5d times", th.ID, n)
		}
	}
	for _, id := range []string{"composition", "output-perturbation", "last-step", "chien-li-3.1", "kong-ribero-2.2", "kong-ribero-2.3",
		"kong-ribero-C.3",
		"ye-shokri-3.3", "ye-shokri-D.6", "chourasia", "feldman", "balle", "altschuler-talwar", "liang-strengthened", "bok-su-altschuler",
		"shift", "one-step", "linear-adversary"} {
		if compared[id] < *randomRuns/1000 {
			t.Errorf("%s was compared %d times", id, compared[id])
		}
	}
}

// compare says what is wrong with a certified row, and whether there was a
// reference to compare it with. Where a row chooses among schedules, its value has
// to be that of one of them.
func compare(row Row, r run.Run, q claim.Question) (verified bool, fault string) {
	if !row.Theorem.Positions {
		r = r.ToLastUse()
	}
	x := newReference(r)
	if row.Theorem.Side == claim.Lower {
		return compareLower(row, x, q)
	}
	var costs iter.Seq[ref]
	switch row.Theorem.ID {
	case "chien-li-3.1":
		costs = x.chargedCosts(x.chienLiFactor(), start(row))
	case "shift":
		costs = x.shiftCosts(start(row))
	default:
		rho, ok := x.rho(row.Theorem.ID)
		if !ok {
			return false, ""
		}
		return true, compareUpper(row, rho, q)
	}
	for cost := range costs {
		if fault = compareUpper(row, over(over(cost, x.variance), whole(2)), q); fault == "" {
			return true, ""
		}
	}
	return true, fault
}

// start is the step that a row chose to pay from.
func start(row Row) int {
	for _, c := range row.Chosen {
		if c.Name == "tau" {
			return int(c.Values[0])
		}
	}
	return -1
}

// compareUpper says how a certified value departs from that of (α, αρ)-RDP, or of
// Gaussian differential privacy where the row has it.
func compareUpper(row Row, rho ref, q claim.Question) string {
	value := row.Epsilon
	got := fresh().SetFloat64(value)
	exact, slack, last := times(num(q.Alpha), rho), aboveRenyi, aboveRenyi
	if id := row.Theorem.ID; id == "shift" || id == "chien-li-3.1" {
		slack, last = aboveNear, aboveNear
	}
	switch {
	case q.Renyi():
	case !math.IsNaN(row.Mu):
		if d := profileOf(times(rho, whole(2)), value); d.Cmp(num(q.Delta)) > 0 {
			return fmt.Sprintf("at the certified ε = %v δ is %s", value, d.Text('g', 25))
		}
		if value == 0 {
			return ""
		}
		if d := profileOf(times(rho, whole(2)), value*(1-last)); d.Cmp(num(q.Delta)) <= 0 {
			return fmt.Sprintf("a smaller ε than %v would do", value)
		}
		return ""
	default:
		exact, slack = larger(whole(0), convertedOf(rho, num(q.Delta))), 2*aboveDelta
		if id := row.Theorem.ID; id == "altschuler-talwar" || id == "liang-strengthened" { // their orders are limited
			slack = math.Inf(1)
		}
	}
	if tolerance := fresh().SetMantExp(exact, -160); got.Cmp(minus(exact, tolerance)) < 0 { // of the reference
		return fmt.Sprintf("certified %v is below %s", value, exact.Text('g', 25))
	}
	if !math.IsInf(slack, 1) && got.Cmp(times(exact, num(1+slack))) > 0 {
		return fmt.Sprintf("certified %v is more than the last digit above %s", value, exact.Text('g', 25))
	}
	return ""
}

// compareLower checks one step, and the linear adversary where its factor is known
// exactly, where no batch is secret (floors of secret ones are compared in
// TestSecretFloors).
func compareLower(row Row, x reference, q claim.Question) (verified bool, fault string) {
	var muSquared ref
	switch {
	case secret(x.Run):
		return false, ""
	case row.Theorem.ID == "one-step":
		muSquared = x.ratio()
	case row.Theorem.ID == "oscillating-adversary":
		return false, "" // the frequency is chosen
	case x.Clipping == run.ClippingDifference:
		return false, "" // the factor is chosen from a range
	default:
		c := whole(1)
		if x.Loss == run.StronglyConvex && x.Clipping != run.ClippingActive {
			c = minus(c, times(x.eta, x.strong))
		}
		muSquared = x.linearMu(c)
	}
	value := num(0).SetFloat64(row.Epsilon)
	if q.Renyi() {
		exact := over(times(num(q.Alpha), muSquared), whole(2))
		if value.Cmp(plus(exact, fresh().SetMantExp(exact, -160))) > 0 {
			return true, fmt.Sprintf("certified lower bound %v is above %s", row.Epsilon, exact.Text('g', 25))
		}
		if value.Cmp(times(exact, num(1-aboveRenyi))) < 0 {
			return true, fmt.Sprintf("certified lower bound %v is more than the last digit below %s", row.Epsilon, exact.Text('g', 25))
		}
		return true, ""
	}
	if row.Epsilon == 0 {
		return false, ""
	}
	if d := profileOf(muSquared, row.Epsilon); d.Cmp(num(q.Delta)) < 0 {
		return true, fmt.Sprintf("at the certified ε = %v δ is %s only", row.Epsilon, d.Text('g', 25))
	}
	return true, ""
}

// TestCertifiedContraction evaluates the rows that contract on random runs: nearly
// all are certified, none above what was found by more than a millionth, and none
// below what a run is known to lose. (Their arithmetic is compared with 200 and
// more bits, operation by operation and from the first step to the last, in package
// contraction.)
func TestCertifiedContraction(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	source := rand.New(rand.NewPCG(8, 21))
	known, _ := catalog.ByID("linear-adversary")
	type kind struct {
		row    string
		scheme run.Scheme
	}
	certified, refused := map[kind]int{}, map[kind]int{}
	total := map[string]int{}
	for i := range *randomRuns / 10 {
		r, q := draw(source)
		if i%2 == 0 {
			q = claim.Question{Delta: random.LogUniform(source, 1e-12, 0.1)}
		}
		ctx := memo.Remembering(context.Background())
		for _, id := range []string{"contraction", "joint", "profile"} {
			th, _ := catalog.ByID(id)
			row, p := proveRow(ctx, th, r, q)
			if p == nil || math.IsInf(row.Epsilon, 1) {
				continue
			}
			found := row.Epsilon
			if row.certify(p.Certify); !row.Certified {
				if id == "contraction" && r.Scheme.Sampled() {
					continue // what a step pays is a quadrature, but in a whole batch
				}
				refused[kind{id, r.Scheme}]++
				continue
			}
			certified[kind{id, r.Scheme}]++
			total[id]++
			if row.Epsilon > found*(1+1e-6) || row.Epsilon < found*(1-1e-9) {
				t.Errorf("%s: certified %v, found %v: %+v %+v", id, row.Epsilon, found, r, q)
			}
			if lower, g := proveRow(ctx, known, r, q); g != nil && lower.Epsilon > row.Epsilon*(1+1e-12) {
				t.Errorf("%s: certified %v, but a run is known that loses %v: %+v %+v", id, row.Epsilon, lower.Epsilon, r, q)
			}
		}
	}
	for k, n := range certified {
		t.Logf("%-12s %-20s %4d certified, %d not", k.row, k.scheme, n, refused[k])
		if refused[k] > n/4 {
			t.Errorf("%s %s: %d were not certified", k.row, k.scheme, refused[k])
		}
	}
	for _, id := range []string{"contraction", "joint", "profile"} {
		if total[id] < *randomRuns/70 {
			t.Errorf("%s: %d were certified", id, total[id])
		}
	}
}
