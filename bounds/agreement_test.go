package bounds

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/random"
)

const (
	agreementFile = "testdata/agreement.json"
	agreementRuns = 150
	// deltaRuns is how many of them ask for (ε, δ).
	deltaRuns = 15
	// printedDigits are the significant digits that tables print.
	printedDigits = 6
	// certifiedMark follows values that are certified: those agree to the bit.
	certifiedMark = " certified"
)

// agreement is how far two platforms may differ, relatively. The standard
// library's exp, log and erfc differ between them by up to four units in the
// last place; laws composed by Fourier transforms magnify that, and so does the
// location of a minimum over orders.
func agreement(q claim.Question) float64 {
	if q.Renyi() {
		return 1e-12
	}
	return 1e-11
}

// stated cuts a number to nine digits: drawn by way of exp, it is not the same on
// every platform to the last.
func stated(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 9, 64), 64)
	return y
}

// TestPlatformsAgree computes fixed random runs and compares every row with
// the values that were written on amd64. Run as js/wasm it is the proof that the
// page shows what the engine computes natively. UPDATE_SNAPSHOTS=1 writes the
// file anew.
func TestPlatformsAgree(t *testing.T) {
	t.Parallel()
	sampled := 1
	switch {
	case os.Getenv("UPDATE_SNAPSHOTS") != "": // all are written
	case runtime.GOOS == "js": // where they take five times as long
		sampled = draws.Sample(3, 1)
	case testing.Short():
		sampled = 3
	}
	computed := make([]map[string]string, agreementRuns)
	source := rand.New(rand.NewPCG(10, 8))
	questions := make([]claim.Question, agreementRuns)
	for i := range computed {
		r, q := draw(source)
		if i < deltaRuns {
			q = claim.Question{Delta: random.LogUniform(source, 1e-10, 1e-2)}
		}
		for _, x := range []*float64{&r.Eta, &r.Clip, &r.Sigma, &r.Diameter, &r.Smoothness, &r.StrongConvexity, &r.WeakConvexity,
			&r.HolderOrder,
			&q.Alpha, &q.Delta} {
			*x = stated(*x)
		}
		questions[i] = q
		if i%sampled != 0 {
			continue
		}
		ctx := memo.Remembering(context.Background())
		computed[i] = map[string]string{}
		for _, th := range catalog.All() {
			if th.Status == claim.Estimate {
				continue
			}
			row, p := proveRow(ctx, th, r, q)
			if p != nil {
				row.certify(p.Certify)
			}
			if row.Applies {
				computed[i][th.ID] = strconv.FormatFloat(row.Epsilon, 'g', -1, 64)
			}
			if row.Certified {
				computed[i][th.ID] += certifiedMark
			}
		}
	}
	if os.Getenv("UPDATE_SNAPSHOTS") != "" {
		text, err := json.MarshalIndent(computed, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(agreementFile, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	var written []map[string]string
	ReadJSON(t, agreementFile, &written)
	if len(written) != agreementRuns {
		t.Fatalf("%s holds %d runs, want %d", agreementFile, len(written), agreementRuns)
	}
	worst := 0.0
	for i, rows := range written {
		if i%sampled != 0 {
			continue
		}
		if len(rows) != len(computed[i]) {
			t.Errorf("run %d: %d rows apply, the file has %d: UPDATE_SNAPSHOTS=1 writes it; look at it", i, len(computed[i]), len(rows))
		}
		for id, text := range rows {
			wantText, certified := strings.CutSuffix(text, certifiedMark)
			if certified && computed[i][id] != text {
				t.Errorf("run %d, %s: certified %s, written %s", i, id, computed[i][id], text)
				continue
			}
			want, _ := strconv.ParseFloat(wantText, 64)
			got, err := strconv.ParseFloat(strings.TrimSuffix(computed[i][id], certifiedMark), 64)
			if err != nil {
				t.Errorf("run %d, %s: %q, want %v", i, id, computed[i][id], want)
				continue
			}
			difference := math.Abs(got - want)
			if got == want { // infinities too
				continue
			}
			worst = max(worst, difference/want)
			if th, _ := catalog.ByID(id); difference > agreement(questions[i])*want && th.Status != claim.NotValid {
				t.Errorf("run %d, %s: %v, written %v: relative difference %.2g", i, id, got, want, difference/want)
			}
			if a, b := strconv.FormatFloat(got, 'g', printedDigits, 64), strconv.FormatFloat(want, 'g', printedDigits, 64); a != b {
				t.Errorf("run %d, %s: prints %s, written %s", i, id, a, b)
			}
		}
	}
	t.Logf("largest relative difference %.2g", worst)
}
