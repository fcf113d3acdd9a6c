package picture

import (
	"math"
	"strings"
	"testing"

	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

func ruled(change func(*protocol.Result)) words.Subject {
	number := func(x float64) *protocol.Number { n := protocol.Number(x); return &n }
	r := protocol.Result{
		Answers: protocol.Answers{
			Answer:    &protocol.Answer{Row: "profile", Epsilon: 0.4045},
			Published: &protocol.Answer{Row: "composition", Epsilon: 5.055},
			Lower:     &protocol.Answer{Row: "one-step", Epsilon: 0.2671},
			Rows: []protocol.Row{
				{ID: "composition", Name: "Composition", Side: "upper", Status: "proved", Applies: true, Epsilon: number(5.055)},
				{ID: "profile", Name: "Profile contraction", Side: "upper", Status: "proved", Applies: true, HiddenState: true,
					Epsilon: number(0.4045), Source: &protocol.Source{Authors: "Last Iterate"}},
				{ID: "bok", Name: "Bok–Su–Altschuler", Side: "upper", Status: "proved", Applies: true, HiddenState: true,
					Epsilon: number(1.334),
					Source:  &protocol.Source{Authors: "Bok, Su and Altschuler"}},
				{ID: "liang", Name: "Liang", Side: "upper", Status: "not-valid", HiddenState: true, Epsilon: number(0.01),
					Source: &protocol.Source{Authors: "Liang"}},
			},
		},
		Verdict: protocol.Verdict{Helps: true, BurnIn: 2},
	}
	change(&r)
	return words.About(bounds.DefaultQuery(), r, nil)
}

// The text alternative of the ruler is the page's sentence, with how far the truth
// can be and what others have published.
func TestRulerSaysTheSentence(t *testing.T) {
	s := ruled(func(*protocol.Result) {})
	r, ok := Ruler(s)
	if !ok {
		t.Fatal("Ruler finds no ruler, want one")
	}
	want := s.Say().Sentence() + " " + s.Interval() + " The best published theorem, Bok–Su–Altschuler, gives 1.34."
	if r.Label != want {
		t.Errorf("the ruler says %q, want %q", r.Label, want)
	}
	if svg := r.SVG(); !strings.Contains(svg, `role="img" aria-label="`+want+`"`) {
		t.Errorf("the drawing does not have the label %q, want it to:\n%s", want, svg)
	}
}

// Values are rounded to their sides, and what is not known is said.
func TestRulerPoints(t *testing.T) {
	for _, c := range []struct {
		name                                         string
		change                                       func(*protocol.Result)
		floor, estimate, answer, rival, published, s string // s is the name of the truth's span
	}{
		{"all", func(*protocol.Result) {}, "at least 0.267", "", "ε ≤ 0.405", "1.34 Bok–Su–Altschuler, best published",
			"5.06 if every iterate were public", "true ε lies here"},
		{"no floor", func(r *protocol.Result) { r.Lower = nil }, "no floor known", "", "ε ≤ 0.405",
			"1.34 Bok–Su–Altschuler, best published",
			"5.06 if every iterate were public", "true ε lies here"},
		{"estimate", func(r *protocol.Result) { r.LowerEstimate = &protocol.Answer{Epsilon: 0.3} }, "at least 0.267",
			"estimated floor 0.300",
			"ε ≤ 0.405", "1.34 Bok–Su–Altschuler, best published", "5.06 if every iterate were public", "true ε lies here"},
		{"exact", func(r *protocol.Result) { r.Lower.Epsilon = r.Answer.Epsilon }, "", "", "ε ≤ 0.405",
			"1.34 Bok–Su–Altschuler, best published",
			"5.06 if every iterate were public", "tight: no analysis can do better"},
		{"theirs", func(r *protocol.Result) { r.Answer = &protocol.Answer{Row: "bok", Epsilon: 1.334} }, "at least 0.267", "",
			"ε ≤ 1.34", "",
			"5.06 if every iterate were public", "true ε lies here"},
		{"infinite", func(r *protocol.Result) {
			r.Answer.Epsilon, r.Published.Epsilon = protocol.Number(math.Inf(1)), protocol.Number(math.Inf(1))
		}, "at least 0.267", "", "no finite bound", "", "no finite bound if every iterate were public", ""},
		{"unpublished", func(r *protocol.Result) { r.Published = nil }, "at least 0.267", "", "ε ≤ 0.405",
			"1.34 Bok–Su–Altschuler, best published", "no bound if every iterate were public", "true ε lies here"},
	} {
		r, ok := Ruler(ruled(c.change))
		if !ok {
			t.Errorf("%s: no ruler", c.name)
			continue
		}
		first := func(list []string) string {
			if len(list) == 0 {
				return ""
			}
			return list[0]
		}
		for _, got := range [][2]string{{first(r.Floor.Words), c.floor}, {first(r.Estimate.Words), c.estimate},
			{first(r.Answer.Words), c.answer},
			{first(r.Rival.Words), c.rival}, {first(r.Published.Words), c.published}, {first(r.Truth), c.s}} {
			if got[0] != got[1] {
				t.Errorf("%s: %q, want %q", c.name, got[0], got[1])
			}
		}
		// Beside the best published theorem, "published" alone would be read as its value.
		for _, label := range r.Published.Words {
			if !strings.Contains(label, "iterate") {
				t.Errorf("%s: the loss of all iterates is called %q where there is little room", c.name, label)
			}
		}
	}
}

// Floors that the reader had left out are not called unknown.
func TestRulerOfPublishedTheoremsOnly(t *testing.T) {
	s := ruled(func(r *protocol.Result) { r.Lower = nil })
	s.PublishedOnly = true
	if r, ok := Ruler(s); !ok || len(r.Floor.Words) == 0 || r.Floor.Words[0] != "floors of ours are left out" {
		t.Errorf("the floor is called %q", r.Floor.Words)
	}
}

// There is no ruler of what is not to be relied on, nor of nothing.
func TestNoRuler(t *testing.T) {
	for name, s := range map[string]words.Subject{
		"no answer":     ruled(func(r *protocol.Result) { r.Answer = nil }),
		"contradiction": ruled(func(r *protocol.Result) { r.Contradiction = &protocol.Contradiction{} }),
		"not covered": words.About(claim.Query{Run: run.Run{}, Question: claim.Question{}},
			protocol.Result{Answers: protocol.Answers{Answer: &protocol.Answer{Epsilon: 1}}}, words.Departures{words.Tuning}),
	} {
		if _, ok := Ruler(s); ok {
			t.Errorf("%s: there is one", name)
		}
	}
}

// Of a released average no floor is proved: what is is of the iterates together.
func TestRulerOfAnAverage(t *testing.T) {
	for name, exact := range map[string]bool{"apart": false, "tight": true} {
		s := ruled(func(r *protocol.Result) {
			if exact {
				r.Lower.Epsilon = r.Answer.Epsilon
			}
		})
		s.Run.Release, s.Run.Every = run.LastIterates, 10
		r, ok := Ruler(s)
		if !ok {
			t.Fatalf("exact: %t: Ruler finds no ruler, want one", exact)
		}
		for _, list := range [][]string{r.Truth, r.Least, r.Floor.Words} {
			for _, text := range list {
				if !strings.Contains(text, "together") {
					t.Errorf("%s: %q is said of an average", name, text)
				}
			}
		}
		for width := 200.0; width < 1000; width += 7 {
			r.Width = width
			r.SVG()
		}
	}
}
