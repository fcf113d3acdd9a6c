package bounds

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/figure"
)

// Every line of every figure is drawn, over its whole length, with the
// engine's own values, and has the numbers that its paper or the authors'
// program gives.
func TestFigures(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	for _, f := range figure.All() {
		t.Run(f.ID, func(t *testing.T) {
			began := time.Now()
			done := 0
			lines, err := Draw(context.Background(), f, func(complete []DrawnLine) {
				if done++; len(complete) != done || complete[done-1].ID != f.Lines[done-1].ID || len(complete[done-1].Epsilon) == 0 {
					t.Errorf("after line %d of the figure the complete lines are %+v", done, complete)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d lines in %v", len(lines), time.Since(began).Round(time.Millisecond))
			if done != len(f.Lines) || len(lines) != len(f.Lines) {
				t.Errorf("%d of %d lines, %d counted", len(lines), len(f.Lines), done)
			}
			byID := map[string]bool{}
			ours := 0
			for _, l := range lines {
				if byID[l.ID] {
					t.Errorf("two lines are %s", l.ID)
				}
				byID[l.ID] = true
				if l.Ours {
					ours++
				}
				for i, e := range l.Epsilon {
					if math.IsNaN(e) || math.IsInf(e, 0) || e <= 0 {
						t.Fatalf("%s at T = %v is %v", l.ID, l.At[i], e)
					}
				}
				equalsEngine(t, f, l)
			}
			if ours == 0 && f.Quantity == "" {
				t.Errorf("%s has 0 lines of ours, want at least 1", f.ID)
			}
			for _, c := range f.Checks {
				if got := ValueOf(lines, c.Line, c.T); !c.Agrees(got) {
					t.Errorf("%s at T = %v is %.8g, want %.8g (%s)", c.Line, c.T, got, c.Want, c.Source)
				}
			}
			if (len(f.Checks) == 0) != (f.Quantity != "") || f.Seen == "" || f.Setting == "" || f.Open == "" {
				t.Errorf("%s: %d checks with the quantity %q, seen %q, setting %q, open %q; want checks or a quantity, and all texts",
					f.ID, len(f.Checks),
					f.Quantity, f.Seen, f.Setting, f.Open)
			}
			for _, text := range []string{f.Seen, f.Setting, f.Open} {
				if text != strings.TrimSpace(text) || strings.Contains(text, "  ") {
					t.Errorf("spaces: %q", text)
				}
			}
			for i := range lines {
				below(t, lines[i], lines)
			}
		})
	}
}

// equalsEngine compares a line with the answer to its run at three places.
func equalsEngine(t *testing.T, f figure.Figure, l DrawnLine) {
	t.Helper()
	if l.Row == "" {
		return
	}
	for _, i := range []int{0, len(l.At) / 2, len(l.At) - 1} {
		r := f.RunOf(l.PlottedLine)
		r.T = int(f.Steps(l.PlottedLine, l.At[i]))
		// A curve is not evaluated with outward rounding; an answer may be, and to ten digits.
		if got := row(t, r, f.Question, l.Row).Epsilon; math.Abs(got-l.Epsilon[i]) > 1e-9*got {
			t.Errorf("%s at T = %d is drawn at %v; the engine says %v", l.ID, r.T, l.Epsilon[i], got)
		}
	}
}

// below holds what is said of our lines: the optimum of the shift program is
// not above a paper's bound on the same run.
func below(t *testing.T, ours DrawnLine, lines []DrawnLine) {
	t.Helper()
	if ours.Row != "shift" {
		return
	}
	for _, other := range lines {
		if other.Ours || other.Row == "" || other.Status != claim.Proved || !same(ours.PlottedLine, other.PlottedLine) {
			continue
		}
		for i, T := range ours.At {
			if e := ValueOf(lines, other.ID, T); ours.Epsilon[i] > e*(1+1e-9) {
				t.Errorf("at T = %v %s is %v, above %s with %v", T, ours.ID, ours.Epsilon[i], other.ID, e)
				break
			}
		}
	}
}

func same(a, b figure.PlottedLine) bool {
	one, other := figure.Figure{}, figure.Figure{}
	return one.RunOf(a) == other.RunOf(b)
}

// Figure 1(b) of Chien and Li shows what they say of it: Theorem 3.1 is nowhere above
// what Altschuler and Talwar's argument gives, and in the end strictly below both
// earlier bounds.
func TestEarlierBoundsAreAbove(t *testing.T) {
	f, _ := figure.ByID("chien-li-1b")
	lines, err := Draw(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, T := range f.Values {
		if ours, theirs := ValueOf(lines, "ours", T), ValueOf(lines, "altschuler", T); !(ours <= theirs*(1+1e-9)) {
			t.Errorf("T = %v: Theorem 3.1 is %v, the earlier argument gives %v", T, ours, theirs)
		}
	}
	end := f.Values[len(f.Values)-1]
	ours := ValueOf(lines, "ours", end)
	for _, id := range []string{"altschuler", "ye-shokri"} {
		if theirs := ValueOf(lines, id, end); !(ours < theirs*0.99) {
			t.Errorf("%s ends at %v, Theorem 3.1 at %v", id, theirs, ours)
		}
	}
}

// Figure 2(a) says that our estimate shows no benefit of λ < 1, and that composition is
// all of the loss of the first pass in Figure 1 of Kong and Ribero.
func TestWhatTheAddedLinesShow(t *testing.T) {
	f, _ := figure.ByID("chien-li-2a")
	f.Values = []float64{1, 51, 101, 200}
	lines, err := Draw(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, T := range f.Values {
		if half, one := ValueOf(lines, "estimated-half", T), ValueOf(lines, "estimated-one", T); !(half >= one*(1-1e-9)) {
			t.Errorf("T = %v: λ = 0.5 gives %v, below the %v of λ = 1", T, half, one)
		}
	}
	f, _ = figure.ByID("kong-ribero-1-left")
	if lines, err = Draw(t.Context(), f, nil); err != nil {
		t.Fatal(err)
	}
	for T := 100.0; T <= 1000; T += 100 {
		if got := ValueOf(lines, "composition", T); math.Abs(got-4) > 1e-9 {
			t.Errorf("T = %v in the first pass: composition is %v, want αs²/(2σ²) = 4", T, got)
		}
	}
}

// Means and ends of the intervals of Liang et al.'s Figures 2(a) and 4 at E = 400 are the
// means and the 2.5 and 97.5 percentiles, interpolated as numpy does, of the ten values that
// they publish beside their program (HauLiang/DPSGD-DC, epsilon_results_….txt and
// train_loss_….txt, MIT), here to four decimals.
func TestIntervalsOfTenTrainings(t *testing.T) {
	for id, published := range map[string]map[string][]float64{
		"liang-2a": {
			"b100":  {1.1016, 1.0977, 1.1481, 1.0629, 1.1366, 1.0821, 1.2259, 1.1586, 1.1183, 1.0785},
			"b200":  {0.9998, 1.101, 1.0024, 0.9701, 1.0104, 1.0814, 1.0198, 1.0297, 0.9978, 1.0298},
			"b300":  {0.8591, 0.9816, 0.931, 0.8785, 0.9448, 0.8989, 0.946, 0.9384, 1.0403, 0.9717},
			"b400":  {0.7426, 0.7932, 0.8733, 0.7399, 0.8723, 0.7821, 0.805, 0.8265, 0.7534, 0.8295},
			"b600":  {0.5982, 0.71, 0.7301, 0.5881, 0.6931, 0.6902, 0.7036, 0.7456, 0.6816, 0.7393},
			"b1000": {0.4223, 0.4244, 0.4451, 0.4057, 0.5003, 0.5384, 0.4161, 0.4753, 0.4242, 0.5257},
		},
		"liang-4": {
			"b100":  {0.2111, 0.1899, 0.2025, 0.2008, 0.1912, 0.2156, 0.2262, 0.2227, 0.2118, 0.2365},
			"b200":  {0.293, 0.3086, 0.2828, 0.316, 0.3075, 0.2861, 0.3141, 0.3281, 0.3016, 0.2946},
			"b300":  {0.4122, 0.4133, 0.3706, 0.3703, 0.3626, 0.397, 0.4018, 0.404, 0.3917, 0.4248},
			"b400":  {0.4795, 0.4679, 0.4576, 0.4597, 0.4496, 0.4623, 0.4934, 0.4635, 0.4735, 0.4795},
			"b600":  {0.6228, 0.6069, 0.6207, 0.6073, 0.5943, 0.5926, 0.604, 0.6099, 0.5962, 0.572},
			"b1000": {0.79, 0.862, 0.7931, 0.8269, 0.8098, 0.8146, 0.7911, 0.7914, 0.7441, 0.824},
		},
	} {
		f, _ := figure.ByID(id)
		seen := 0
		for _, l := range f.Lines {
			if l.Points == nil {
				continue
			}
			seen++
			runs := published[l.ID]
			slices.Sort(runs)
			mean := 0.0
			for _, v := range runs {
				mean += v / 10
			}
			last := len(l.Points) - 1
			for _, e := range []struct{ got, want float64 }{
				{l.Points[last], mean}, {l.Low[last], runs[0] + 0.225*(runs[1]-runs[0])}, {l.High[last], runs[9] - 0.225*(runs[9]-runs[8])},
			} {
				if math.Abs(e.got-e.want) > 6e-4 {
					t.Errorf("%s, %s ends at %v, want %v", id, l.ID, e.got, e.want)
				}
			}
			for i, mean := range l.Points {
				if !(l.Low[i] < mean && mean < l.High[i]) {
					t.Errorf("%s, %s: the mean %v is outside its interval at %v epochs", id, l.ID, mean, f.Values[i])
				}
			}
		}
		if seen != len(published) || f.Ends != [2]string{"2.5 %", "97.5 %"} {
			t.Errorf("%s: %d of %d lines, between %v", id, seen, len(published), f.Ends)
		}
	}
}

// A figure draws the answer that the form gives to its parameters, so that the two agree: of the lines about the
// figure's own run one has that value at its T. Figures that count epochs draw no such T or the paper's numbers alone.
func TestFiguresDrawTheAnswer(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	for _, f := range figure.All() {
		if f.Epochs {
			continue
		}
		report, err := Evaluate(context.Background(), f.Run, f.Question, Settings{})
		if err != nil || report.Answer == nil {
			t.Errorf("%s: no answer, %v", f.ID, err)
			continue
		}
		f.Lines = slices.DeleteFunc(slices.Clone(f.Lines), func(l figure.PlottedLine) bool { return l.Row != report.Answer.Row || l.With != nil })
		lines, err := Draw(context.Background(), f, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(lines) != 1 {
			t.Errorf("%s: the form answers %v by %s, of which there are %d lines", f.ID, report.Answer.Epsilon, report.Answer.Row, len(lines))
			continue
		}
		if got := ValueOf(lines, lines[0].ID, float64(f.Run.T)); math.Abs(got-report.Answer.Epsilon) > 1e-6*report.Answer.Epsilon {
			t.Errorf("%s: %s is drawn at %v, and the form answers %v", f.ID, lines[0].Row, got, report.Answer.Epsilon)
		}
	}
}

// What a figure names exists, and its words are short enough to be read.
func TestFiguresAreWellFormed(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range figure.All() {
		if seen[f.ID] || len(f.ID) > 24 || strings.Trim(f.ID, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			t.Errorf("%s is twice there or no name for a link", f.ID)
		}
		seen[f.ID] = true
		if err := f.Run.Validate(); err != nil {
			t.Errorf("%s: %v", f.ID, err)
		}
		for _, l := range f.Lines {
			given := 0
			for _, has := range []bool{l.Row != "", l.Formula != nil, l.Points != nil} {
				if has {
					given++
				}
			}
			if _, known := catalog.ByID(l.Row); given != 1 || known != (l.Row != "") {
				t.Errorf("%s, %s: a line has a row of the catalogue, a formula or points", f.ID, l.ID)
			}
			if l.Points != nil && (len(l.Points) != len(f.ValuesOf(l)) || l.Ours) {
				t.Errorf("%s, %s: %d points at %d values", f.ID, l.ID, len(l.Points), len(f.ValuesOf(l)))
			}
			if ends := len(l.Low); ends != len(l.High) || ends > 0 && (ends != len(l.Points) || f.Ends[0] == "" || f.Ends[1] == "") {
				t.Errorf("%s, %s: %d low and %d high ends of %d points, between %q", f.ID, l.ID, ends, len(l.High), len(l.Points), f.Ends)
			}
			if f.Quantity != "" && l.Points == nil {
				t.Errorf("%s, %s: nothing here computes a %s", f.ID, l.ID, f.Quantity)
			}
			if err := f.RunOf(l).Validate(); err != nil {
				t.Errorf("%s, %s: %v", f.ID, l.ID, err)
			}
		}
		if found, ok := figure.ByID(f.ID); !ok || found.ID != f.ID {
			t.Errorf("%s is not found by its name", f.ID)
		}
	}
	if f, ok := figure.ByID("none"); ok {
		t.Errorf("ByID(none) = %s, want no figure", f.ID)
	}
}

// The words of Figure 1 (a) hold: the paper's bounds end in the order of their losses, those without convexity after
// theirs level off later; and for convex losses the optimum of the shift program is the paper's bound, so that one line
// stands for both.
func TestFigure1aIsAsItSays(t *testing.T) {
	t.Parallel()
	f, _ := figure.ByID("chien-li-1a")
	var with []figure.PlottedLine
	for _, l := range f.Lines {
		switch l.ID {
		case "convex":
			ours := l
			ours.ID, ours.Row = "shift-convex", "shift"
			with = append(with, l, ours)
		case "smooth":
			with = append(with, l)
		}
	}
	f.Lines = with
	lines, err := Draw(context.Background(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	level := func(id string) float64 { // the first T at which a line is within 1 % of its end
		for _, T := range f.Values {
			if ValueOf(lines, id, T) > 0.99*ValueOf(lines, id, 200) {
				return T
			}
		}
		return math.Inf(1)
	}
	for _, T := range f.Values {
		theirs, ours := ValueOf(lines, "convex", T), ValueOf(lines, "shift-convex", T)
		if math.Abs(theirs-ours) > 1e-6*theirs {
			t.Errorf("at T = %v the paper's bound for convex losses is %v, the optimum %v", T, theirs, ours)
		}
	}
	if smooth, convex := level("smooth"), level("convex"); !(smooth > convex) || ValueOf(lines, "smooth", 200) <= ValueOf(lines, "convex", 200) {
		t.Errorf("without convexity the bound levels off at T = %v, with it at %v", smooth, convex)
	}
}
