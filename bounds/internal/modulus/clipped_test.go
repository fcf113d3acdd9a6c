package modulus

import (
	_ "embed"
	"encoding/json"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/run"
)

// clippedRun is a run whose losses have Hessians with spectrum in [−x/η, L].
func clippedRun(eta, smoothness, x float64) run.Run {
	r := base()
	r.Eta, r.Smoothness, r.Clipping, r.Loss = eta, smoothness, run.ClippingActive, run.Convex
	switch {
	case x > 0:
		r.Loss, r.WeakConvexity = run.WeaklyConvex, x/eta
	case x < 0:
		r.Loss, r.StrongConvexity = run.StronglyConvex, -x/eta
	}
	return r
}

//go:embed testdata/clipped.json
var clippedModuli []byte

// The values in testdata/clipped.json were computed independently.
func TestClippedCurvatureReference(t *testing.T) {
	var file struct {
		Moduli []struct{ L, Eta, X, Modulus float64 }
	}
	if err := json.Unmarshal(clippedModuli, &file); err != nil || len(file.Moduli) != 34 {
		t.Fatalf("%d moduli (%v), want 34", len(file.Moduli), err)
	}
	for _, c := range file.Moduli {
		r := clippedRun(c.Eta, c.L, c.X)
		m, holds := clippedCurvature(r.Step())
		if got := 1 + m.Excess; !holds || math.Abs(got-c.Modulus) > 1e-12*c.Modulus {
			t.Errorf("η = %v, L = %v, x = %v: %v (holds: %v), want %v", c.Eta, c.L, c.X, got, holds, c.Modulus)
		}
		k := Constants{Eta: interval.Decimal(r.Eta), Clip: interval.Decimal(r.Clip), Smoothness: interval.Decimal(r.Smoothness),
			StrongConvexity: interval.Decimal(r.StrongConvexity), WeakConvexity: interval.Decimal(r.WeakConvexity),
			HolderOrder: interval.Decimal(r.HolderOrder)}
		weak := k.WeakConvexity
		if r.Loss != run.WeaklyConvex {
			weak = interval.Int(0)
		}
		exact := k.clippedCurvature(r, weak)
		if !exact.Defined() || exact.Up() < m.Excess*(1-1e-14)-1e-16 || exact.Down() > m.Excess*(1+1e-13)+1e-15 {
			t.Errorf("η = %v, L = %v, x = %v: the excess is from %v to %v with outward rounding, want around %v, as in floating point",
				c.Eta, c.L, c.X,
				exact.Down(), exact.Up(), m.Excess)
		}
	}
}

// The Jacobian of a clipped step is I − t(I − ĝĝᵀ)ηH, t ≤ 1, or I − ηH where the
// gradient is not clipped. No Hessian of the class gives one of larger norm than
// the modulus, and one of two dimensions has that norm.
func TestClippedCurvatureBoundsJacobians(t *testing.T) {
	nearest := 0.0
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(2, 4).Draw(t, "dimension")
		y := rapid.Float64Range(0.01, 8).Draw(t, "ηL")
		x := rapid.Float64Range(-y, y).Draw(t, "ηw")
		m, holds := clippedCurvature(clippedRun(1, y, x).Step())
		if !holds {
			return
		}
		// H = Q·diag·Qᵀ with eigenvalues in [−x, y]; most of them at the ends.
		source := mat.NewDense(dim, dim, nil)
		for i := range dim {
			for j := range dim {
				source.Set(i, j, rapid.Float64Range(-1, 1).Draw(t, "entry"))
			}
		}
		var qr mat.QR
		qr.Factorize(source)
		var q, h mat.Dense
		qr.QTo(&q)
		diagonal := mat.NewDiagDense(dim, nil)
		for i := range dim {
			diagonal.SetDiag(i, rapid.SampledFrom([]float64{-x, y, -x + rapid.Float64Range(0, 1).Draw(t, "share")*(x+y)}).Draw(t,
				"eigenvalue"))
		}
		h.Product(&q, diagonal, q.T())
		scale := rapid.SampledFrom([]float64{1, rapid.Float64Range(0, 1).Draw(t, "t")}).Draw(t, "C/‖g‖")
		// ĝ along the first axis: clipping removes the first row of the Hessian.
		jacobian := mat.NewDense(dim, dim, nil)
		for i := range dim {
			for j := range dim {
				v := 0.0
				if i == j {
					v = 1
				}
				if i > 0 {
					v -= scale * h.At(i, j)
				}
				jacobian.Set(i, j, v)
			}
		}
		if got := norm(jacobian); got > (1+m.Excess)*(1+1e-9) {
			t.Fatalf("ηL = %v, ηw = %v, t = %v: the norm of the Jacobian = %v, want at most the modulus's %v", y, x, scale, got, 1+m.Excess)
		}
		// In two dimensions: H with eigenvalues −x and y at the angle that is worst.
		worst := 0.0
		for i := range 2000 {
			sin, cos := math.Sincos(math.Pi * float64(i) / 2000)
			a, b := (-x-y)*sin*cos, -x*sin*sin+y*cos*cos
			j := mat.NewDense(2, 2, []float64{1, 0, -a, 1 - b})
			worst = max(worst, norm(j))
		}
		nearest = max(nearest, worst/(1+m.Excess))
		if worst > (1+m.Excess)*(1+1e-9) || worst < (1+m.Excess)*(1-1e-5) {
			t.Fatalf("ηL = %v, ηw = %v: the norm of the worst Jacobian = %v, want the modulus's %v", y, x, worst, 1+m.Excess)
		}
	})
	if nearest < 1-1e-5 {
		t.Errorf("the largest norm over its modulus = %v, want at least 1 − 1e-5", nearest)
	}
}

// norm is the largest singular value.
func norm(a mat.Matrix) float64 {
	var svd mat.SVD
	svd.Factorize(a, mat.SVDNone)
	return svd.Values(nil)[0]
}
