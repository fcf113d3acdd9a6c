package attained

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
)

// oneBatchErases is a run in a known order without a projection, in which a step may take away all noise: ηL = 1.
func oneBatchErases() run.Run {
	return run.Run{N: 60, B: 6, T: 47, Eta: 0.1, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: math.Inf(1), Adjacency: run.Replace,
		Scheme: run.Cyclic, Loss: run.Convex, Clipping: run.ClippingDifference, Smoothness: 10, WeakConvexity: 2, StrongConvexity: 0.1}
}

// TestErasingMeetsTheShiftProgram: where one batch can erase the noise of earlier steps, floor and bound are one number; the
// floor of the convex run is Corollary 9's, (s/σ)²(4/10 + 1/(R+1))·α/2 with s = ηC·2/b.
func TestErasingMeetsTheShiftProgram(t *testing.T) {
	const alpha = 4.0
	q := claim.Question{Alpha: alpha}
	s := 2 * 0.1 / 6
	for _, c := range []struct {
		loss     run.Class
		position int
		want     float64 // 0 for what the shift program says
	}{
		{run.Convex, 0, s * s * (4.0/10 + 1) * alpha / 2},
		{run.Convex, 4, s * s * (4.0/10 + 1.0/4) * alpha / 2},
		{run.WeaklyConvex, 0, 0.0050110146}, {run.WeaklyConvex, 2, 0}, {run.Smooth, 0, 0}, {run.Smooth, 9, 0},
		{run.StronglyConvex, 3, 0.00122735157},
	} {
		r := oneBatchErases()
		r.Loss, r.Position = c.loss, c.position
		floor, most := rowtest.ValueOf(t, LinearAdversary, r, q), rowtest.ValueOf(t, ordered.Shift, r, q)
		if c.want == 0 {
			c.want = most
		}
		if math.Abs(floor/c.want-1) > 1e-8 || math.Abs(most/c.want-1) > 1e-8 {
			t.Errorf("%s, position %d: at least %v, at most %v, want both %v", c.loss, c.position, floor, most, c.want)
		}
	}
	slow := oneBatchErases()
	slow.Smoothness = 3 // several steps erase
	if floor := rowtest.ValueOf(t, LinearAdversary, slow, q); math.Abs(floor-0.002129) > 1e-6 {
		t.Errorf("ηL = 0.3: at least %v, want 0.002129", floor)
	}
}

// TestErasingNeedsItsClass: where gradients are bounded, one example's loss bends all of them or a domain ends the steps' reach, batches do
// not erase, and the floor is that of one factor.
func TestErasingNeedsItsClass(t *testing.T) {
	q := claim.Question{Alpha: 4}
	erases := oneBatchErases()
	most := rowtest.ValueOf(t, LinearAdversary, erases, q)
	for name, change := range map[string]func(r *run.Run){
		"bounded gradients": func(r *run.Run) { r.Clipping = run.ClippingNever },
		"clipped":           func(r *run.Run) { r.Clipping = run.ClippingActive },
		"all differences":   func(r *run.Run) { r.Clipping = run.ClippingDifferenceAll },
		"Hölder":            func(r *run.Run) { r.Loss, r.HolderOrder = run.Holder, 0.5 },
		"secret":            func(r *run.Run) { r.Scheme = run.Reshuffle },
	} {
		r := erases
		change(&r)
		if _, ok := erasingRun(r); ok {
			t.Errorf("%s: a run that erases", name)
		} else if v := rowtest.ValueOf(t, LinearAdversary, r, q); !(v < most) {
			t.Errorf("%s: %v, and %v where batches erase", name, v, most)
		}
	}
	bounded := erases
	bounded.Diameter = 100
	onDomain := rowtest.ValueOf(t, LinearAdversary, bounded, claim.Question{Delta: 1e-5})
	if whole := rowtest.ValueOf(t, LinearAdversary, erases, claim.Question{Delta: 1e-5}); onDomain > 0.9*whole {
		t.Errorf("the floor with D = 100 is %v, want at most nine tenths of %v, that of runs that erase without a domain", onDomain, whole)
	}
	zeroed := erases
	zeroed.Adjacency, zeroed.Loss = run.ZeroOut, run.StronglyConvex
	if found, ok := erasingRun(zeroed); ok {
		t.Errorf("erasingRun of a zeroed example of strongly convex losses = %+v, want none: its gradient would be bounded", found)
	}
}

// TestErasingIsCertified: the certificate is the value, but for the conversion's last digits.
func TestErasingIsCertified(t *testing.T) {
	p, err := LinearAdversary.Prove(context.Background(), oneBatchErases())
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []claim.Question{{Alpha: 4}, {Delta: 1e-6}, {Delta: 1e-2}} {
		s, err := p.At(q)
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := s.Certify(); !ok || !(math.Abs(e/s.Epsilon-1) < 1e-9) {
			t.Errorf("%v: certified %v (%v), found %v", q, e, ok, s.Epsilon)
		}
	}
}
