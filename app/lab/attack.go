package lab

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

func auditTool() *Tool {
	return &Tool{
		Name: "audit", Method: "lab.audit", Group: Attacks, Proves: true, Tab: "audit",
		Title: "What an attack’s counts prove",
		Lead: []string{
			"A membership inference attack is shown examples and says which were trained on. Its counts prove a lower bound on ε, " +
				"whatever the training was.",
		},
		Source: "Liang et al. 2025, equation (20); Kairouz, Oh and Viswanath 2015; limits by Clopper and Pearson 1934; one run by " +
			"Steinke, Nasr and Jagielski 2023, Theorem 5.2",
		Fields: []Field{
			{Name: "members", Label: "members shown", Kind: Whole, Default: "100",
				Help: "examples of the training set that the attack was asked about", Optional: true},
			{Name: "true_positives", Label: "true positives", Kind: Whole, Default: "60",
				Help: "members that the attack called members", Optional: true},
			{Name: "non_members", Label: "non-members shown", Kind: Whole, Default: "100", Help: "examples that were not trained on",
				Optional: true},
			{Name: "false_positives", Label: "false positives", Kind: Whole, Default: "30",
				Help: "non-members that the attack called members", Optional: true},
			{Name: "delta", Label: "failure probability", Symbol: "δ", Kind: Number, Default: "1e-5", Setting: true},
			{Name: "level", Label: "confidence", Kind: Number, Default: "0.95", Setting: true, Help: "of the limit, such as 0.95"},
			{Name: "table", Label: "several thresholds, as CSV", Kind: Table, Optional: true, Fold: "Several thresholds",
				Help: "columns `tp` and `fp`, or `tpr` and `fpr`, one line per threshold. It replaces the two counts; the limits " +
					"then hold for all lines at once, unless the thresholds were fitted to these counts."},
			{Name: "guesses", Label: "guesses in one run", Symbol: "r", Kind: Whole, Optional: true, Fold: "One training run",
				Help: "if one training run tossed a fair coin for each example: for how many the attack guessed membership. If it " +
					"abstained on others, enter the members and non-members too"},
			{Name: "correct", Label: "correct guesses", Symbol: "v", Kind: Whole, Optional: true, Fold: "One training run",
				Help: "how many of those guesses, of either kind, were right"},
			runField("the attacked training, to compare the attack with what is proved: a link copied from the calculator", true, false),
		},
		input: auditInput,
		used:  auditUses,
		show:  showAudit,
	}
}

// auditCounts are the names of an attack's four counts.
var auditCounts = []string{"members", "true_positives", "non_members", "false_positives"}

func auditInput(v Values, input map[string]any) []Problem {
	var problems []Problem
	for _, pair := range [][2]string{{"guesses", "correct"}, {"correct", "guesses"}} {
		if input[pair[0]] != nil && input[pair[1]] == nil {
			problems = append(problems, Problem{pair[1], "enter both the guesses and the correct guesses of the one run"})
		}
	}
	for _, name := range auditCounts {
		switch {
		case !auditUses(v, name):
			delete(input, name)
		case input[name] != nil:
		case strings.HasSuffix(name, "members"):
			problems = append(problems, Problem{name, ByName("audit").field(name).Label + " is missing"})
		default:
			problems = append(problems, Problem{name, "true and false positives are both needed, unless a table or one run’s " +
				"guesses are given"})
		}
	}
	return problems
}

// auditUses reports whether an audit uses a field. The guesses of one run are enough for an audit; with them
// the four counts are used only if all were entered. In the audit of one run, members and non-members are the
// examples for which coins were tossed. If they have not been entered, the form's example values are used,
// provided that they add up to at least the number of guesses: more examples prove less.
func auditUses(v Values, name string) bool {
	switch {
	case !blank(v["table"]): // it replaces the true and the false positives
		return !strings.HasSuffix(name, "positives")
	case blank(v["guesses"]) || blank(v["correct"]):
		return true
	}
	switch name {
	case "members", "non_members":
		return auditEntered(v, "members", "non_members") == 2 ||
			value(v, "members")+value(v, "non_members") >= value(v, "guesses")
	case "true_positives", "false_positives":
		return auditEntered(v, auditCounts...) == len(auditCounts)
	}
	return true
}

// auditEntered counts the fields that hold something other than the form's example value.
func auditEntered(v Values, names ...string) (n int) {
	for _, name := range names {
		if !blank(v[name]) && strings.TrimSpace(v[name]) != ByName("audit").field(name).Default {
			n++
		}
	}
	return n
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }

// auditAnswer is the part of the engine's answer that the page shows.
type auditAnswer struct {
	point
	Points       []point          `json:"points"`
	Best         *int             `json:"best"`
	Corrected    bool             `json:"corrected"`
	OneRun       *oneRun          `json:"one_run"`
	Bound        *protocol.Answer `json:"bound"`
	Floor        *protocol.Answer `json:"floor"`
	Published    *protocol.Answer `json:"published"`
	Contradicted bool             `json:"contradicted"`
}

type point struct {
	Epsilon        protocol.Number `json:"epsilon"`
	Side           string          `json:"side"`
	Estimate       protocol.Number `json:"estimate"`
	TPR            rate            `json:"tpr"`
	FPR            rate            `json:"fpr"`
	TruePositives  int             `json:"true_positives"`
	FalsePositives int             `json:"false_positives"`
}

type rate struct{ Value, Lower, Upper protocol.Number }

type oneRun struct {
	Epsilon                    protocol.Number
	Canaries, Guesses, Correct int
	Apart                      bool
}

func showAudit(v Values, raw json.RawMessage) (View, error) {
	a, err := read[auditAnswer](raw)
	if err != nil {
		return View{}, err
	}
	sure := number.Plain(100*value(v, "level")) + " %"
	at := "δ = " + number.Plain(value(v, "delta"))
	lower := float64(a.Epsilon)
	var w View
	counts := a.TPR.Upper > 0 // the upper limit of a rate is always positive; without counts there is no rate
	if counts {
		w.Answer = fmt.Sprintf("The attack shows ε ≥ %s at %s, with %s confidence.", number.Down(lower, 3), at, sure)
		if lower == 0 {
			w.Answer = fmt.Sprintf("At %s confidence the attack shows nothing: it may as well be guessing.", sure)
			if proved := reversed(v, a); proved > 0 {
				w.Answer = fmt.Sprintf("At %s confidence the attack shows nothing: it does worse than guessing.", sure)
				w.Notes = append(w.Notes, wouldShow(proved, value(v, "level")))
			}
		}
		limits := func(r rate) string {
			return fmt.Sprintf("between %s and %s", percent(float64(r.Lower), false), percent(float64(r.Upper), true))
		}
		w.Facts = []Fact{
			{"true-positive rate", percent(float64(a.TPR.Value), false), limits(a.TPR)},
			{"false-positive rate", percent(float64(a.FPR.Value), true), limits(a.FPR)},
			{"from the rates alone", "ε̂ = " + number.Down(float64(a.Estimate), 6), "a point estimate, not a bound"},
			{"proved by the counts", "ε ≥ " + number.Down(lower, 6), side(a.Side)},
		}
		w.Scale = append(w.Scale, Mark{"attack", lower, MarkAttack})
	}
	other := otherNeighbours(v, a)
	if o := a.OneRun; o != nil {
		switch {
		case !counts:
			w.Answer = fmt.Sprintf("One run shows ε ≥ %s at %s, with %s confidence.", number.Down(float64(o.Epsilon), 3), at, sure)
			if o.Epsilon == 0 {
				w.Answer = fmt.Sprintf("At %s confidence the guesses of this run show nothing: a coin may guess as well.", sure)
			}
		case other == "":
			w.Answer += fmt.Sprintf(" One run shows ε ≥ %s.", number.Down(float64(o.Epsilon), 3))
		}
		if !counts || other == "" {
			w.Scale = append(w.Scale, Mark{"one run", float64(o.Epsilon), MarkAttack})
		}
		w.addOneRun(*o, counts, auditUses(v, "members"))
		if !counts && auditEntered(v, "true_positives")+auditEntered(v, "false_positives") > 0 {
			w.Notes = append(w.Notes, "The true and false positives are not used, because fewer than four counts have been "+
				"entered in place of the example’s.")
		}
	}
	if a.Corrected {
		w.Notes = append(w.Notes, fmt.Sprintf("Threshold %d of %d proves the most. The limits hold for all of them at once, "+
			"so choosing the best one is fair.", *a.Best+1, len(a.Points)))
		chart := rocChart(a)
		w.Chart = &chart
	}
	if counts {
		w.Notes = append(w.Notes, independence)
	}
	if a.Bound == nil && counts {
		w.Scale = append(w.Scale, Mark{"from the rates alone", run.Digits(float64(a.Estimate), 3), MarkTick})
	}
	if other != "" {
		w.Notes = append(w.Notes, fmt.Sprintf("The limit of one run is not compared with what is proved for the run, ε ≤ %s: one ε is for "+
			"adding or removing an example, the other for the run’s adjacency, “%s”.", number.Up(float64(a.Bound.Epsilon), 3), other))
	}
	if a.Bound == nil || other != "" && !counts {
		w.Notes = append(w.Notes, "A limit from an attack is a lower bound for this training, at this confidence. It does not say "+
			"how much more a better attack would show.")
		return w, nil
	}
	bound := float64(a.Bound.Epsilon)
	w.Scale = append(w.Scale, Mark{"bound", bound, MarkBound})
	if a.Published != nil {
		w.Scale = append(w.Scale, Mark{"every iterate public", float64(a.Published.Epsilon), MarkTick})
	}
	if a.Floor != nil {
		w.Scale = append(w.Scale, Mark{"proved floor", float64(a.Floor.Epsilon), MarkFloor})
	}
	w.Wrong = a.Contradicted
	beside := "; the run’s bound is ε ≤ %s."
	if a.Contradicted {
		beside = ", but the run is proved to have ε ≤ %s."
	}
	w.Answer = strings.TrimSuffix(w.Answer, ".") + fmt.Sprintf(beside, number.Up(bound, 3))
	if a.Contradicted {
		w.Notes = append(w.Notes, fmt.Sprintf("The attack shows more than is proved. So the training is not "+
			"the run described (its sensitivity, noise, batches or releases), or the counts are not those of independent examples, "+
			"or the limit fails by chance, as it may in one of %s cases.", number.Plain(math.Round(10/(1-value(v, "level")))/10)))
	} else {
		w.Notes = append(w.Notes, "The attack does not contradict the bound. That it shows less does not mean that the bound is "+
			"loose: a better attack may exist.")
	}
	return w, nil
}

// otherNeighbours is the run's adjacency if the engine keeps the ε of one run's guesses apart from the run's bound, since they are about
// different neighbours. It is empty if the two may be compared, or if there are not two.
func otherNeighbours(v Values, a auditAnswer) string {
	s, ok := runIn(v)
	if !ok || a.OneRun == nil || a.Bound == nil || !a.OneRun.Apart {
		return ""
	}
	return run.Words(s.Run.Adjacency)
}

// independence states the condition under which the counts of an attack prove something.
const independence = "The counts prove this if the examples are independent, as they are if each comes from a training run of its own. " +
	"If one model was trained, give the guesses of one run instead."

// addOneRun adds the audit of one run to the view. counts reports whether the view also has an audit by counts. stated
// reports whether members and non-members give the number of coin tosses; otherwise the engine assumes one toss per guess.
func (w *View) addOneRun(o oneRun, counts, stated bool) {
	e := float64(o.Epsilon)
	w.Facts = append(w.Facts, Fact{"proved by one run", "ε ≥ " + number.Down(e, 6),
		fmt.Sprintf("by %s correct of %s guesses about %s coin tosses", number.Plain(float64(o.Correct)), number.Plain(float64(o.Guesses)),
			number.Plain(float64(o.Canaries)))})
	note := "The limit of one run needs only that a separate fair coin decided each membership and that the " +
		"attack chose its guesses without knowing the coins. Its ε is for adding or removing an example."
	if counts {
		note += " Each limit holds at the stated confidence on its own; taking the larger of the two doubles the chance of error."
	}
	w.Notes = append(w.Notes, note)
	if !stated {
		w.Notes = append(w.Notes, "It is assumed that the attack guessed for every example for which a coin was tossed. If it "+
			"abstained on some, enter the members and non-members shown: with them the limit is lower.")
	}
}

// side names the inequality that gave the largest lower bound; s is the engine's name for it.
func side(s string) string {
	switch s {
	case "positives":
		return "from TPR ≤ e^(ε)·FPR + δ"
	case "negatives":
		return "from TNR ≤ e^(ε)·FNR + δ"
	}
	return ""
}

// rocChart draws the attack's operating points and their confidence limits, with the diagonal of guessing for comparison.
func rocChart(a auditAnswer) plot.Chart {
	s := plot.Series{ID: "attack", Name: "the attack", Kind: plot.Estimate}
	low := plot.Series{ID: "limit", Name: "true positives at least, false positives at most", Label: "limits", Kind: plot.Lower}
	points := append([]point(nil), a.Points...)
	sortBy(points, func(p point) float64 { return float64(p.FPR.Value) })
	for _, p := range points {
		if n := len(s.X); n == 0 || float64(p.FPR.Value) > s.X[n-1] {
			s.X, s.Y = append(s.X, float64(p.FPR.Value)), append(s.Y, float64(p.TPR.Value))
		}
		if n := len(low.X); n == 0 || float64(p.FPR.Upper) > low.X[n-1] {
			low.X, low.Y = append(low.X, float64(p.FPR.Upper)), append(low.Y, float64(p.TPR.Lower))
		}
	}
	return inPercent(plot.Chart{
		ID: "lab", Title: "The attack’s thresholds and their confidence limits",
		Desc: "True positives against false positives, with the limits that hold for all thresholds at once.",
		X:    plot.Axis{Name: "false-positive rate", From: 0, To: 1}, Y: plot.Axis{Name: "true-positive rate", From: 0, To: 1},
		Series: []plot.Series{s, low, guessing()},
	})
}

func guessing() plot.Series {
	return plot.Series{ID: "guess", Name: "guessing", Kind: plot.Reference, X: []float64{0, 1}, Y: []float64{0, 1}}
}
