package shift

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/random"
)

// TestStatedEpochs compares the costs of epochs between levels with those that were
// found: never below, but for the rounding of these, and nearly always within a billionth;
// for c on both sides of 1, and at 1, with and without projection, and for any length.
func TestStatedEpochs(t *testing.T) {
	source := rand.New(rand.NewPCG(46, 1))
	compared, wide := 0, 0
	for range 3000 {
		p, exact := drawnCyclic(source, 3000)
		sigma := random.LogUniform(source, 0.1, 10)
		v, q := exact.Cyclic(interval.Float(sigma).Square()), p.Proven()
		levels := p.levels()
		from, to := levels[source.IntN(len(levels))], levels[source.IntN(len(levels))]
		j, steps := source.IntN(p.Period), 1+source.IntN(p.Period)
		want := q.EpochCost(j, steps, from, to) / sigma / sigma
		got := v.EpochCost(j, steps, from, to)
		scale := max(want, 1e-9*p.Sensitivity*p.Sensitivity/sigma/sigma/float64(p.Period))
		if got < want-1e-12*scale {
			t.Errorf("%+v, position %d of %d, from %v to %v: %v, found %v", p, j, steps, from, to, got, want)
		}
		if compared++; got > want+1e-9*scale {
			wide++
		}
	}
	t.Logf("%d of %d are more than a billionth above", wide, compared)
	if wide > compared/100 {
		t.Errorf("%d of %d are more than a billionth above", wide, compared)
	}
}

// A descent is cut where neighbours cannot stand for each other, however wide the domain
// is: every group costs at least what each of its epochs does, at every position.
func TestDescentBoundsItsEpochs(t *testing.T) {
	source := rand.New(rand.NewPCG(46, 2))
	counted := 0
	for range 300 {
		p := CyclicProgram{Excess: math.Exp(-6 * source.Float64()), Sensitivity: 1, Period: 1 + source.IntN(4)}
		p.VisitExcess = p.Excess * source.Float64()
		if p.Period == 1 {
			p.VisitExcess = p.Excess
		}
		p.Diameter = math.Exp(70 * source.Float64())
		gamma := math.Exp(float64(p.Period-1)*math.Log1p(p.Excess) + math.Log1p(p.VisitExcess))
		q := p.Proven()
		groups := q.Descent(1_000_000, maxDescentShares)
		v := StatedConstants{Excess: interval.Float(p.Excess), VisitExcess: interval.Float(p.VisitExcess), Sensitivity: interval.Int(1),
			Diameter: interval.Float(p.Diameter), Period: p.Period}.Cyclic(interval.Int(1))
		verified, ok := v.EpochGroups(nil, groups, maxDescentShares)
		if !ok && groups != nil {
			t.Errorf("%+v: the descent is not verified", p)
		}
		for i, s := range groups {
			if s.Epochs == 1 {
				continue
			}
			counted++
			// Its epochs, from the last on: payments shrink by Γ from each to the next.
			after := s.To
			payment := gamma*s.span.from - s.To + 1
			for k := range s.Epochs {
				before := min((after+payment-1)/gamma, p.Diameter)
				if i == 0 && k == s.Epochs-1 {
					before = s.From
				}
				for j := range p.Period {
					cost := q.EpochCost(j, p.Period, before, after)
					if group := q.EpochCost(j, p.Period, s.span.from, s.span.to); group < cost*(1-1e-6) {
						t.Fatalf("%+v: at position %d epoch %d of %d from the end of a group costs %g, the group counts %g", p, j, k,
							s.Epochs, cost, group)
					}
				}
				after, payment = before, payment*gamma
			}
			for k, share := range verified[i].Shares {
				if share.R < s.Shares[k].R*(1-1e-9) {
					t.Errorf("%+v: a share is verified as %g, found as %g", p, share.R, s.Shares[k].R)
				}
			}
		}
	}
	if counted < 500 {
		t.Errorf("only %d groups", counted)
	}
}

const maxDescentShares = 16
