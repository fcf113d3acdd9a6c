package bounds_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/internal/vectors"
	"lastiterate/bounds/run"
)

// vectors/reference.json holds values of the rows of the table of published
// bounds, computed from the same statements independently of this program, and
// of the divergences and conversions they use.
type reference struct {
	Bounds []struct {
		Bound   string
		Params  map[string]any
		Epsilon float64
		RelTol  float64 `json:"rel_tol"`
		Note    string
	}
	SampledGaussian []struct {
		Q, U, Alpha float64
		MixToNormal float64 `json:"mix_to_normal"`
		NormalToMix float64 `json:"normal_to_mix"`
		Without     float64 `json:"without_replacement"`
	} `json:"sampled_gaussian"`
	Conversion []struct {
		Mu, Delta float64
		GDP       float64 `json:"gdp_epsilon"`
		RDP       float64 `json:"rdp_epsilon"`
		Mironov   float64 `json:"mironov_epsilon"`
	}
}

func readReference(t *testing.T) reference {
	t.Helper()
	var r reference
	if err := json.Unmarshal(vectors.Reference, &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Bounds) != 280 || len(r.SampledGaussian) != 6 || len(r.Conversion) != 6 {
		t.Fatalf("%d bounds, %d divergences, %d conversions", len(r.Bounds), len(r.SampledGaussian), len(r.Conversion))
	}
	return r
}

// notYetInCatalogue are the rows of the reference that have no theorem yet.
// Remove a row here when it lands.
var notYetInCatalogue []string

// improved are the rows that go below their reference by a better argument, and by
// how much at most. The reference of contraction has the modulus of the whole
// step where the row may leave the differing example out of it
// (contraction/contraction.md, section 1), and total variation where orders up to 2 leave less
// (contraction/overlap.md); the reference's own statement is met to 1e-9 by the tests of that package.
var improved = map[string]float64{"contraction": 0.25}

// TestReference evaluates all entries as a user would, through Evaluate.
func TestReference(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	agreement := map[string]float64{}
	var missing []string
	for i, e := range readReference(t).Bounds {
		if _, ok := catalog.ByID(e.Bound); !ok {
			if !slices.Contains(missing, e.Bound) {
				missing = append(missing, e.Bound)
			}
			continue
		}
		r, q := runOf(t, e.Params)
		row := evaluateRow(t, e.Bound, r, q)
		if !row.Applies {
			t.Errorf("entry %d: %s does not apply: %+v", i, e.Bound, row.Hypotheses)
			continue
		}
		off := math.Abs(row.Epsilon/e.Epsilon - 1)
		if row.Epsilon < e.Epsilon && off <= improved[e.Bound] {
			continue
		}
		agreement[e.Bound] = max(agreement[e.Bound], off)
		if !(off <= e.RelTol) {
			t.Errorf("entry %d: %s = %v, want %v within %v (%s), off by %.2g", i, e.Bound, row.Epsilon, e.Epsilon, e.RelTol, e.Note, off)
		}
	}
	if !slices.Equal(missing, notYetInCatalogue) {
		t.Errorf("rows of the reference without a theorem: %v, expected %v", missing, notYetInCatalogue)
	}
	for _, th := range catalog.All() {
		if off, ok := agreement[th.ID]; ok {
			t.Logf("%-18s within %.1e", th.ID, off)
		}
	}
}

// runOf reads the reference's parameters with the names of run.Fields; its
// noise is always the iterate's.
func runOf(t *testing.T, params map[string]any) (run.Run, claim.Question) {
	t.Helper()
	r, q := run.Run{Noise: run.IterateNoise}, claim.Question{}
	for name, value := range params {
		var err error
		switch v := value.(type) {
		case float64:
			if name == "alpha" {
				q.Alpha = v
			} else {
				err = r.SetNumber(name, v)
			}
		default:
			err = r.Set(name, fmt.Sprint(v))
		}
		if err != nil {
			t.Fatal(name, value, err)
		}
	}
	return r, q
}

func evaluateRow(t *testing.T, id string, r run.Run, q claim.Question) bounds.Row {
	t.Helper()
	rows, err := bounds.Rows(context.Background(), r, q, bounds.Settings{Rows: []string{id}})
	if err != nil {
		t.Fatal(id, r, err)
	}
	return rows[0]
}

// TestReferenceDivergences checks that the divergences err upward and by no
// more than 1e-9.
func TestReferenceDivergences(t *testing.T) {
	for _, e := range readReference(t).SampledGaussian {
		for _, f := range []struct {
			name string
			of   func(q, u, alpha float64) (float64, error)
			want float64
		}{{"mix to normal", renyi.Counted{}.MixToNormal, e.MixToNormal}, {"normal to mix", renyi.Counted{}.NormalToMix, e.NormalToMix},
			{"without replacement", renyi.Counted{}.WithoutReplacement, e.Without}} {
			got, err := f.of(e.Q, e.U, e.Alpha)
			if err != nil || math.Abs(got/f.want-1) > 1e-9 {
				t.Errorf("%s at q = %v, u = %v, α = %v: %v (%v), want %v", f.name, e.Q, e.U, e.Alpha, got, err, f.want)
			}
		}
	}
}

// TestReferenceConversions checks the three ways from a Gaussian guarantee to
// ε at δ.
func TestReferenceConversions(t *testing.T) {
	for _, e := range readReference(t).Conversion {
		rdp := proof.Gaussian(e.Mu * e.Mu).Renyi
		converted, _ := convert.EpsilonUpper(rdp, e.Delta)
		for _, f := range []struct {
			name      string
			got, want float64
		}{{"GDP", convert.GaussianEpsilonUpper(e.Mu, e.Delta), e.GDP}, {"RDP", converted, e.RDP},
			{"Mironov", convert.Mironov(rdp, e.Delta), e.Mironov}} {
			if math.Abs(f.got/f.want-1) > 1e-9 {
				t.Errorf("%s at μ = %v, δ = %v: %v, want %v", f.name, e.Mu, e.Delta, f.got, f.want)
			}
		}
	}
}
