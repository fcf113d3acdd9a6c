package words

import (
	"fmt"
	"math"
	"slices"
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

// Chips states a row's hypotheses. One that fails says what the row needs and what the run has.
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

// Value is the row's ε with six digits, an upper bound rounded up and a lower bound rounded down; whole numbers have no
// point. It is a dash if the row does not apply.
func Value(row protocol.Row) string {
	if row.Epsilon == nil {
		return "—"
	}
	return number.Tabled(Rounded(row, TableDigits))
}

// Rounded is the row's ε with so many digits, an upper bound rounded up and a lower bound rounded down.
func Rounded(row protocol.Row, digits int) string {
	if row.Side == "lower" {
		return number.Down(float64(*row.Epsilon), digits)
	}
	return number.Up(float64(*row.Epsilon), digits)
}

// Ratio is the row's ε divided by the answer's: "1.10×". It is empty if one of them is missing, and for a reference
// line, which is not a bound.
func Ratio(row protocol.Row, answer *protocol.Answer) string {
	if row.Epsilon == nil || answer == nil || row.Kind() == claim.ReferenceLine {
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

// Remark explains RemarkMark, the mark in the table at a row whose printed text has a remark.
const (
	Remark     = "has a remark on the printed text"
	RemarkMark = "†"
)

// Kind says what a row is if it is not a proved upper bound, and that a proved upper bound holds even if every iterate
// is published. It is empty for a bound that uses hidden state.
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
	return "holds even if every iterate is public"
}

// theorems is “one theorem” or “n theorems”.
func theorems(n int) string {
	if n == 1 {
		return "one theorem"
	}
	return whole(n) + " theorems"
}

// Listed says how many of the rows apply, or that the table comes with the answer.
func Listed(rows []protocol.Row) string {
	if len(rows) == 0 {
		return "The table comes with the answer."
	}
	return Apply(Applying(rows))
}

// Apply says how many theorems apply.
func Apply(n int) string {
	switch n {
	case 0:
		return "None applies"
	case 1:
		return "1 applies"
	}
	return whole(n) + " apply"
}

// Symbols lists the values of the letters in a row’s formula, then what its other letters mean. Values that depend on
// a blank field are left out.
func Symbols(row protocol.Row, r run.Run, lacking []string) string {
	var parts []string
	if !slices.Contains(lacking, "eta") && !slices.Contains(lacking, "clip") {
		parts = []string{
			"s = " + number.Plain(round(r.Steps().Peak().Sensitivity)) + ", how far one example can move a step" + atPeak(r),
			"σ = " + number.Plain(round(r.Steps().Peak().Noise)) + " on the iterate" + atPeak(r),
		}
	}
	if r.Bounded() && !slices.Contains(lacking, "diameter") {
		parts = append(parts, "D = "+number.Plain(r.Diameter))
	}
	parts = append(parts, "T = "+whole(r.T))
	switch {
	case r.Scheme.Sampled():
		parts = append(parts, "q = "+number.Plain(round(r.SamplingRate())))
	case !r.Scheme.UsesAll():
		parts = append(parts, "B = "+whole(r.StepsPerEpoch())+" steps per epoch")
	}
	return strings.TrimSpace(Together(strings.Join(parts, "; ")) + ". " + row.Symbols)
}

// atPeak is appended to the sensitivity and the noise of a step; if the learning rate changes, it says that they are
// those at the full rate.
func atPeak(r run.Run) string {
	if r.Steady() {
		return ""
	}
	return " at the full learning rate"
}

// Together keeps a symbol and its number on one line.
func Together(text string) string { return strings.ReplaceAll(text, " = ", "\u00a0=\u00a0") }

// Exact is a row's value with every digit that the engine returned; the table rounds it. It is empty if the row has no
// finite value.
func Exact(row protocol.Row) string {
	if row.Epsilon == nil || math.IsInf(float64(*row.Epsilon), 1) {
		return ""
	}
	sign := "="
	switch row.Kind() {
	case claim.UpperBound:
		sign = "≤"
	case claim.Floor:
		sign = "≥"
	case claim.AsPrinted, claim.ReferenceLine, claim.EstimatedFloor: // not bounds
	}
	return "ε " + sign + " " + number.Plain(float64(*row.Epsilon)) + "."
}

// Certified says whether a row's value is certified. It is empty if the row has no finite value.
func Certified(row protocol.Row) string {
	side := "at most"
	if row.Side == "lower" {
		side = "at least"
	}
	switch {
	case row.Epsilon == nil || math.IsInf(float64(*row.Epsilon), 1):
		return ""
	case row.Certified:
		return fmt.Sprintf("Certified: every rounding error from the numbers as stated is bounded, so the exact value is %s this one, "+
			"to the last digit.", side)
	}
	return "Not certified: evaluated in double precision, so its last digits may be wrong."
}

// Rounding says how a row's value was rounded, for a tooltip.
func Rounding(row protocol.Row) string {
	rounded := "rounded up"
	if row.Side == "lower" {
		rounded = "rounded down"
	}
	if row.Certified {
		rounded = "certified: every rounding error is bounded, " + rounded
	}
	return rounded
}

// Converted says which ε a row's Rényi guarantee alone gives, by each conversion from Rényi divergence to (ε, δ). It is
// empty if the row has no finite conversion.
func Converted(row protocol.Row) string {
	if row.RDP == nil || row.RDP.Converted == nil || math.IsInf(float64(*row.RDP.Converted), 1) {
		return ""
	}
	text := fmt.Sprintf("ε ≤ %s by its Rényi guarantee alone, at α = %s (Canonne, Kamath and Steinke 2020)",
		number.Up(float64(*row.RDP.Converted), TableDigits), number.Order(float64(row.RDP.Alpha)))
	if row.RDP.Mironov != nil && !math.IsInf(float64(*row.RDP.Mironov), 1) {
		text += fmt.Sprintf("; %s by the older conversion (Mironov 2017)", number.Up(float64(*row.RDP.Mironov), TableDigits))
	}
	return text + "."
}

// Pending says what is still being computed: how many rows, or, after all rows, from which change of the run hidden
// state helps. It is empty once the result is complete.
func (s Subject) Pending(names []string) string {
	switch {
	case !s.Unfinished:
		return ""
	case len(names) > 0:
		return "Still computing " + theorems(len(names)) + ". The answer can only fall."
	case s.Result.Verdict.Helps:
		return "ε is final. Still looking for the iteration from which hiding the models pays off."
	}
	return "ε is final. Still looking for what would make hidden state help."
}
