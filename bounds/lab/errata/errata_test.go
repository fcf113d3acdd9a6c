package errata

import (
	"context"
	"math"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"lastiterate/bounds/lab/constants"
	"lastiterate/bounds/lab/kongribero"
)

// computed is every number of the evidence, computed.
func computed(t *testing.T) map[string][]float64 {
	t.Helper()
	c, err := kongribero.Compare(context.Background(), kongribero.Training{N: 1000, B: 10, Epochs: 10, Clip: 1, Smoothness: 1, Weak: 0.1,
		Alpha: 8, Epsilon: 1})
	if err != nil {
		t.Fatal(err)
	}
	// The corollary with ⌈4m/(M+m)⌉ = 1, put into its own theorem.
	const passes, least = 1 + 10, 1 + 10*4*0.1/1.1
	bracketed := c.Printed * math.Sqrt(passes/least)
	costs := c.Costs * least / passes // which falls with the square of the noise
	o := kongribero.Operators{Lipschitz: 1, Apart: 0.7, Start: 2, Sigma: 1, Cycle: 10, Steps: 2}
	printed, err := o.Printed()
	if err != nil {
		t.Fatal(err)
	}
	bound, err := o.Bound()
	if err != nil {
		t.Fatal(err)
	}
	// Both runs keep their distance 2, which the first step widens by 0.7; two noises.
	apart := (2 + 0.7) * (2 + 0.7) / (2 * 2)

	const eta, h, rho = 0.5, 1.0, 1.0
	footnote := h*rho/2 + h*eta*math.Pow((1-eta)/rho, (1-eta)/eta)
	young := h*eta*rho + h*(1-eta)*math.Pow(rho, -eta/(1-eta))

	// Equation (13) at m = 1, λ = 1/2.
	thirteen := func(M float64) float64 { return math.Sqrt(1 + 2*0.5*(1+1/(2*(M+1)))) }
	limit, err := constants.Of(constants.Regression{Features: 1, Classes: 3, Clip: 1.2, Eta: 4})
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]float64{
		"kong-ribero-c2":       {c.Printed, c.Costs, bracketed, costs, c.Repaired, c.Theorem.Value},
		"kong-ribero-a5":       {printed, apart, bound},
		"kong-ribero-footnote": {footnote, young},
		"kong-ribero-remarks":  {math.Sqrt(3), thirteen(0), math.Sqrt(5.0 / 2), thirteen(1)},
		"ye-shokri-f2":         {1, stretch(4, 1.2), limit.Modulus},
		"ryffel-33":            {1, mixture(4)},
		"chien-li-a14":         {steepest(func(x float64) float64 { return math.Cbrt(math.Abs(x)) }), steepest(math.Cbrt)},
		"liang-3b":             nil,
	}
}

// steepest is the largest difference of a derivative over the cube root of the
// distance.
func steepest(slope func(float64) float64) float64 {
	largest := 0.0
	for i := -256; i <= 256; i++ {
		for j := i + 1; j <= 256; j++ {
			x, y := float64(i)/256, float64(j)/256
			largest = max(largest, math.Abs(slope(y)-slope(x))/math.Cbrt(y-x))
		}
	}
	return largest
}

// stretch is how far a step of soft-max regression expands at the weights (−4, −1, 0),
// for an example of the first class: the largest singular value of its Jacobian, from
// central differences of the clipped gradient itself.
func stretch(eta, clip float64) float64 {
	step := func(w [3]float64) (out [3]float64) {
		total, norm := 0.0, 0.0
		for i := range w {
			out[i] = math.Exp(w[i])
			total += out[i]
		}
		for i := range out {
			out[i] /= total
			if i == 0 {
				out[i]--
			}
			norm += out[i] * out[i]
		}
		limit := min(1, clip/math.Sqrt(norm))
		for i := range out {
			out[i] = w[i] - eta*limit*out[i]
		}
		return out
	}
	const h = 1e-5
	jacobian := mat.NewDense(3, 3, nil)
	for j := range 3 {
		up, down := [3]float64{-4, -1, 0}, [3]float64{-4, -1, 0}
		up[j] += h
		down[j] -= h
		a, b := step(up), step(down)
		for i := range 3 {
			jacobian.Set(i, j, (a[i]-b[i])/(2*h))
		}
	}
	var svd mat.SVD
	svd.Factorize(jacobian, mat.SVDNone)
	return svd.Values(nil)[0]
}

// mixture is E[f'²]/Var f for f(x) = max(−1, min(1, x)) under equal parts of
// N(±m, 1). A log-Sobolev inequality of constant c implies Poincaré's, c·Var f ≤
// E[f'²].
func mixture(m float64) float64 {
	slope, variance := 0.0, 0.0
	const n = 1 << 16
	for i := range n {
		x := -12 + 24*(float64(i)+0.5)/n
		mass := 24.0 / n * (math.Exp(-(x-m)*(x-m)/2) + math.Exp(-(x+m)*(x+m)/2)) / math.Sqrt(8*math.Pi)
		if math.Abs(x) < 1 {
			slope += mass
		}
		variance += mass * min(1, x*x) // the mean is 0
	}
	return slope / variance
}

// Every number of the evidence equals the computed one, to the digits that it shows; one
// that is "at most" may be rounded up. Every erratum says how to check it.
func TestEvidence(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	values := computed(t)
	for _, e := range all {
		want, known := values[e.ID]
		delete(values, e.ID)
		if !known || len(want) != len(e.Evidence) {
			t.Errorf("%s: %d numbers, of which the test computes %d", e.ID, len(e.Evidence), len(want))
			continue
		}
		if e.Paper == "" || e.Place == "" || e.Printed == "" || e.Right == "" || !strings.HasPrefix(e.URL, "https://") ||
			(e.Seen == "") != (len(e.Evidence) > 0) || (e.Setting == "") != (len(e.Evidence) == 0) {
			t.Errorf("%s: something is not told: %+v", e.ID, e)
		}
		for i, n := range e.Evidence {
			shown, err := strconv.ParseFloat(n.Value, 64)
			if err != nil {
				t.Errorf("%s: %v", e.ID, err)
				continue
			}
			_, decimals, _ := strings.Cut(n.Value, ".")
			unit := math.Pow(10, -float64(len(decimals)))
			low, high := shown-unit/2, shown+unit/2
			if strings.HasSuffix(n.Of, "at most") {
				low, high = shown-unit, shown
			}
			if got := want[i]; got < low-1e-9 || got > high+1e-9 {
				t.Errorf("%s, %s: %s is shown, %v is computed", e.ID, n.Of, n.Value, got)
			}
		}
	}
	for id := range values {
		t.Errorf("%s is computed and not told", id)
	}
}
