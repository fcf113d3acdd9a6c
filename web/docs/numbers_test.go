package docs

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// On a domain that is far larger than the noise, hidden state begins to help after 4D/s full-batch steps if the loss is
// convex, later if it is not, and earlier where contraction helps. The page says so, with the engine’s numbers.
func TestWhenHiddenStateBegins(t *testing.T) {
	raw, err := texts.ReadFile("hidden-state.md")
	if err != nil {
		t.Fatal(err)
	}
	said := string(raw)
	r := run.Run{N: 5, B: 5, T: 100, Eta: 0.1, Clip: 2, Sigma: 0.05, Noise: run.IterateNoise, Diameter: 1, Scheme: run.Full,
		Adjacency: run.Replace, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	const steps = 50 // 4D/s, where s = 2ηC/n = 0.08
	begins := func(r run.Run, q claim.Question) int {
		report, err := bounds.Evaluate(t.Context(), r, q, bounds.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		return report.Verdict.BurnIn
	}
	for _, q := range []claim.Question{{Delta: 1e-5}, {Delta: 1e-2}, {Alpha: 1.5}, {Alpha: 2}} {
		if at := begins(r, q); at != steps+1 {
			t.Errorf("%+v: hidden state helps from step %d on, want %d", q, at, steps+1)
		}
	}
	larger := r
	larger.Diameter, larger.T = 4, 400
	if at := begins(larger, claim.Question{Delta: 1e-5}); at != 4*steps+1 {
		t.Errorf("on a domain four times as large it helps from step %d on, want %d", at, 4*steps+1)
	}
	smooth := r
	smooth.Loss = run.Smooth
	late := begins(smooth, claim.Question{Delta: 1e-5})
	if late <= steps+1 {
		t.Errorf("where steps stretch distances it helps from step %d on, not later", late)
	}
	noisy := r
	noisy.Sigma = 0.5
	soon := begins(noisy, claim.Question{Delta: 1e-5})
	contracted := begins(r, claim.Question{Alpha: 8})
	if contracted >= steps || soon >= steps {
		t.Errorf("contraction helps from steps %d and %d on, not earlier", contracted, soon)
	}
	if want := fmt.Sprintf("hidden state helps from step %d on, and after %d steps", steps+1, r.T); !strings.Contains(said, want) {
		t.Errorf("the page does not say %q", want)
	}
}

// Under replace one the same noise hides a move that is twice as long. What that costs is more than a factor of two, and
// grows with ε: the page of pitfalls says the engine’s numbers, those of the loaders’ table among them.
func TestWhatReplaceCosts(t *testing.T) {
	raw, err := texts.ReadFile("pitfalls.md")
	if err != nil {
		t.Fatal(err)
	}
	_, said, _ := strings.Cut(string(raw), "## Replace, or add or remove")
	said, _, _ = strings.Cut(said, "\n## ")
	last := 2.0
	for _, c := range []struct {
		scheme run.Scheme
		b, t   int
		sigma  float64
		want   string // with ε under zero out one and replace one, and their ratio
	}{
		{run.Full, 1000, 1, 10, "is %s under zero out one has %s under replace one, %.1f times as much"},
		{run.Cyclic, 100, 20, 1, "%.1[3]f for two epochs in a fixed order (%[1]s and %[2]s)"},
		{run.Full, 1000, 20, 1, "%.1[3]f for twenty full-batch steps (%[1]s and %[2]s)"},
	} {
		published := func(a run.Adjacency) float64 {
			report, err := bounds.Evaluate(t.Context(), run.Run{N: 1000, B: c.b, T: c.t, Eta: 0.1, Clip: 1, Sigma: c.sigma,
				Noise: run.NoiseMultiplier, Diameter: 2, Scheme: c.scheme, Adjacency: a, Loss: run.Convex, Smoothness: 1,
				Clipping: run.ClippingNever}, claim.Question{Delta: 1e-5}, bounds.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			return report.AllIterates.Epsilon
		}
		zeroed, replaced := published(run.ZeroOut), published(run.Replace)
		ratio := replaced / zeroed
		if ratio <= last {
			t.Errorf("%s, T = %d: the ratio is %.3f, want more than %.3f", c.scheme, c.t, ratio, last)
		}
		last = ratio
		if want := fmt.Sprintf(c.want, number.Up(zeroed, 3), number.Up(replaced, 3), ratio); !strings.Contains(said, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// Each pitfall begins with how bad it is, in numbers.
func TestPitfallsSayHowBad(t *testing.T) {
	raw, err := texts.ReadFile("pitfalls.md")
	if err != nil {
		t.Fatal(err)
	}
	said := string(raw)
	sections := strings.Split(said, "\n## ")[1:]
	for _, section := range sections {
		title, text, _ := strings.Cut(section, "\n\n")
		if first, _, _ := strings.Cut(text, "\n\n"); !strings.HasPrefix(first, "**How bad:** ") || !strings.ContainsAny(first, "0123456789") &&
			!strings.Contains(first, " four ") {
			t.Errorf("%s begins with %q", title, first)
		}
	}
	if n := strings.Count(said, "**How bad:**"); n != len(sections) || n < 9 {
		t.Errorf("%d of %d sections say how bad it is", n, len(sections))
	}
	answered := func(text string) float64 {
		s, problems := link.DecodeFrom(link.State{}, text)
		report, err := bounds.Evaluate(t.Context(), s.Run, s.Question, bounds.Settings{})
		if err != nil || problems != nil {
			t.Fatal(err, problems)
		}
		return report.Answer.Epsilon
	}
	// What no link of the page opens.
	const poisson = "v=1&n=1000&b=100&T=20&eta=0.1&clip=1&sigma=1&noise=multiplier&diameter=inf&adjacency=add-remove&scheme=poisson" +
		"&loss=smooth&smoothness=1&clipping=active&delta=1e-5"
	if !strings.Contains(said, "(CALCULATOR#"+poisson+")") {
		t.Error("the page has another run of Poisson batches")
	}
	if change := answered(strings.Replace(poisson, "n=1000", "n=999", 1))/answered(poisson) - 1; !(change > 0 && change < 0.001) {
		t.Errorf("one example fewer changes ε by %.2g of itself", change)
	}
	for of, ratio := range map[string]float64{"2.7 times as much as one in the run below.": 2.50 / 0.919, "in the run below, 2.2 times.": 5.76 / 2.56} {
		if n := fmt.Sprintf("%.1f", math.Floor(10*ratio)/10); !strings.Contains(said, of) || !strings.Contains(of, n) {
			t.Errorf("the page does not say %q, which is %s", of, n)
		}
	}
}
