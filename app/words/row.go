package words

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"lastiterate/app/number"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Chip is a hypothesis in a few words.
type Chip struct {
	Text  string
	Holds bool
	Why   string // a fuller sentence; may be empty
}

// Chips tells a row's hypotheses: those that fail say what is needed and what
// is the case.
func Chips(row protocol.Row) []Chip {
	chips := make([]Chip, len(row.Hypotheses))
	for i, h := range row.Hypotheses {
		chips[i] = Chip{Text: h.Name, Holds: h.Holds, Why: h.Detail}
		if h.Holds {
			if h.Actual != "" && h.Needed != "" && h.Actual != h.Needed {
				chips[i].Why = strings.TrimSpace("needs " + h.Needed + "; here " + h.Actual + ". " + h.Detail)
			}
			continue
		}
		switch {
		case h.Needed != "" && h.Actual != "":
			chips[i].Text = "needs " + h.Needed + "; yours: " + h.Actual
		case h.Needed != "":
			chips[i].Text = "needs " + h.Needed
		}
	}
	return chips
}

// Value is the row's ε with six digits, rounded to its side; a dash where the
// row does not apply.
func Value(row protocol.Row) string {
	if row.Epsilon == nil {
		return "—"
	}
	return Rounded(row, TableDigits)
}

// Rounded is the row's ε with so many digits, rounded to its side.
func Rounded(row protocol.Row, digits int) string {
	if row.Side == "lower" {
		return number.Down(float64(*row.Epsilon), digits)
	}
	return number.Up(float64(*row.Epsilon), digits)
}

// Ratio compares the row with the answer: "1.10×"; empty without both.
func Ratio(row protocol.Row, answer *protocol.Answer) string {
	if row.Epsilon == nil || answer == nil {
		return ""
	}
	ratio := float64(*row.Epsilon) / float64(answer.Epsilon)
	switch {
	case math.IsNaN(ratio) || math.IsInf(ratio, 0) || ratio == 0:
		return ""
	case row.ID == answer.Row:
		return "1×"
	case ratio >= 100:
		return number.Up(ratio, 3) + "×"
	case ratio >= 10:
		return fmt.Sprintf("%.1f×", ratio)
	}
	return fmt.Sprintf("%.2f×", ratio)
}

// Remark is said of a row whose printed text is remarked upon, by a mark in the table.
const (
	Remark     = "with a remark on the printed text"
	RemarkMark = "†"
)

// Kind says what a row is where it is not a proved upper bound.
func Kind(row protocol.Row) string {
	switch row.Kind() {
	case claim.AsPrinted:
		return "as printed, not a valid bound"
	case claim.ReferenceLine:
		return "reference line only"
	case claim.EstimatedFloor:
		return "estimated floor"
	case claim.Floor:
		return "proved floor"
	case claim.UpperBound: // of one iterate or of all
	}
	if row.HiddenState {
		return ""
	}
	return "holds if every iterate is published"
}

// Found tells what a row's own optimisation chose; empty for closed forms.
func Found(row protocol.Row, steps int) string {
	var parts []string
	if o := row.Optimum; o != nil {
		switch {
		case o.Window > 0 && o.Window < steps:
			parts = append(parts, fmt.Sprintf("it pays for the last %s of %s steps, from τ = %s on", whole(o.Window), whole(steps), whole(o.Tau)))
		case o.Window == 1:
			parts = append(parts, "it pays for the one step")
		case o.Window > 0:
			parts = append(parts, "it pays for all "+whole(steps)+" steps")
		}
		if o.P != nil {
			parts = append(parts, "the last step costs a = "+number.Plain(round(float64(*o.P))))
		}
		// Of a block of steps one alone may use the example, with all of its noise.
		all := o.Beta != nil && *o.Beta >= 1 && o.Block > 1
		rest := "the rest contracts what came before"
		if all {
			rest = "what came before contracts"
			parts = append(parts, "all of each step’s noise hides that step")
		} else if o.Beta != nil {
			parts = append(parts, share(float64(*o.Beta))+" of each step’s noise hides that step")
		}
		if len(o.Betas) > 0 {
			parts = append(parts, "the shares β = "+listed(o.Betas)+" of the steps’ noise hide those steps")
		}
		switch {
		case o.Block == 1 && o.Tail == 0:
			parts = append(parts, rest)
		case o.Block > 0 && o.Tail > 0:
			parts = append(parts, fmt.Sprintf("%s over blocks of %s, and the %s after each pay off the distance", rest, count(o.Block),
				count(o.Tail)))
		case o.Block > 1:
			parts = append(parts, rest+" over blocks of "+count(o.Block))
		}
		if o.Factor != nil {
			parts = append(parts, "each step of the run maps x to c·x with c = "+number.Plain(round(float64(*o.Factor))))
		}
		if o.Least != nil && o.Most != nil {
			from, to := number.Plain(round(float64(*o.Least))), number.Plain(round(float64(*o.Most)))
			parts = append(parts, "the cost Σa² is from "+from+" to "+to+", as the differing example is placed")
		}
		if len(o.Levels) > 0 {
			parts = append(parts, "the distances allowed at the ends of epochs are "+listed(o.Levels))
		}
	}
	if row.Gap != nil && *row.Gap > 0 {
		parts = append(parts, fmt.Sprintf("within %s of the optimum of its own program", percent(float64(*row.Gap))))
	}
	if len(parts) == 0 {
		return ""
	}
	text := strings.Join(parts, "; ")
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// share is a part of a whole in per cent, to two digits, or more where two would
// make it the whole.
func share(x float64) string {
	for digits := 2; ; digits++ {
		text := strconv.FormatFloat(100*x, 'g', digits, 64)
		if rounded, err := strconv.ParseFloat(text, 64); err != nil || digits > 16 || rounded < 100 || x >= 1 {
			return number.Plain(rounded) + " %"
		}
	}
}

func whole(n int) string { return number.Plain(float64(n)) }

// count counts steps.
func count(n int) string {
	if n == 1 {
		return "one step"
	}
	return whole(n) + " steps"
}

// theorems counts them.
func theorems(n int) string {
	if n == 1 {
		return "one theorem"
	}
	return whole(n) + " theorems"
}

// Apply says how many theorems apply.
func Apply(n int) string {
	if n == 1 {
		return "1 applies"
	}
	return whole(n) + " apply"
}

// mostListed is how many numbers a sentence lists.
const mostListed = 6

// listed lists numbers, the first and the last ones where they are many.
func listed(list []protocol.Number) string {
	var texts []string
	for i, z := range list {
		if len(list) > mostListed && i == mostListed/2 {
			texts = append(texts, "…")
		}
		if len(list) <= mostListed || i < mostListed/2 || i >= len(list)-mostListed/2 {
			texts = append(texts, number.Plain(round(float64(z))))
		}
	}
	return strings.Join(texts, ", ")
}

// Symbols are the numbers that stand behind the letters of a row’s formula, and
// what its other letters mean.
func Symbols(row protocol.Row, r run.Run) string {
	parts := []string{
		"s = " + number.Plain(round(r.Steps().Peak().Sensitivity)) + ", what one example can move a step" + atPeak(r),
		"σ = " + number.Plain(round(r.Steps().Peak().Noise)) + " on the iterate" + atPeak(r),
	}
	if r.Bounded() {
		parts = append(parts, "D = "+number.Plain(r.Diameter))
	}
	parts = append(parts, "T = "+whole(r.T))
	switch {
	case r.Scheme.Sampled():
		parts = append(parts, "q = "+number.Plain(round(r.SamplingRate())))
	case !r.Scheme.UsesAll():
		parts = append(parts, "B = "+whole(r.StepsPerEpoch())+" steps an epoch")
	}
	return strings.TrimSpace(Together(strings.Join(parts, "; ")) + ". " + row.Symbols)
}

// atPeak says of which step a length is, where steps differ.
func atPeak(r run.Run) string {
	if r.Steady() {
		return ""
	}
	return " at the full learning rate"
}

// Together keeps a symbol and its number on one line.
func Together(text string) string { return strings.ReplaceAll(text, " = ", "\u00a0=\u00a0") }

// Exact is a row's value with every digit that was computed, which the table
// rounds; empty where there is none.
func Exact(row protocol.Row) string {
	if row.Epsilon == nil || math.IsInf(float64(*row.Epsilon), 1) {
		return ""
	}
	return "ε = " + number.Plain(float64(*row.Epsilon)) + "."
}

// Certified tells how far a row's value is certain; empty where it has none.
func Certified(row protocol.Row) string {
	side := "at most"
	if row.Side == "lower" {
		side = "at least"
	}
	switch {
	case row.Epsilon == nil || math.IsInf(float64(*row.Epsilon), 1):
		return ""
	case row.Certified:
		return fmt.Sprintf("Certified: evaluated with outward rounding from the numbers as stated, so that the exact value is %s this one in "+
			"every digit.", side)
	}
	return "Not certified: evaluated in double precision, so that the last of its fifteen digits may be off."
}

// Rounding says how a row's value was rounded, for a tooltip.
func Rounding(row protocol.Row) string {
	rounded := "rounded up"
	if row.Side == "lower" {
		rounded = "rounded down"
	}
	if row.Certified {
		rounded = "certified: evaluated with outward rounding, " + rounded
	}
	return rounded
}

// Converted tells what ε a row's Rényi guarantee gives by itself, by either
// conversion; empty where the question was a Rényi divergence.
func Converted(row protocol.Row) string {
	if row.RDP == nil || row.RDP.Converted == nil || math.IsInf(float64(*row.RDP.Converted), 1) {
		return ""
	}
	text := fmt.Sprintf("ε = %s by its Rényi guarantee alone, at α = %s (Canonne, Kamath and Steinke 2020)",
		number.Up(float64(*row.RDP.Converted), TableDigits), number.Up(float64(row.RDP.Alpha), SentenceDigits))
	if row.RDP.Mironov != nil && !math.IsInf(float64(*row.RDP.Mironov), 1) {
		text += fmt.Sprintf("; %s by the older conversion (Mironov 2017)", number.Up(float64(*row.RDP.Mironov), TableDigits))
	}
	return text + "."
}

func percent(gap float64) string {
	if gap < 1e-6 {
		return "a millionth"
	}
	return number.Up(100*gap, 2) + " %"
}

// round keeps four digits, for numbers that explain and bound nothing.
func round(x float64) float64 {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return x
	}
	scale := math.Pow(10, 3-math.Floor(math.Log10(math.Abs(x))))
	return math.Round(x*scale) / scale
}

// Pending says what is still being computed: how many rows, or what comes after
// all rows.
func (s Subject) Pending(names []string) string {
	switch {
	case !s.Unfinished:
		return ""
	case len(names) > 0:
		return "Still computing " + theorems(len(names)) + ". The answer can only fall."
	case s.Result.Verdict.Helps:
		return "Every bound is computed. Still looking for the iteration from which hiding the models pays off."
	}
	return "Every bound is computed. Still looking for what would make hidden state help."
}
