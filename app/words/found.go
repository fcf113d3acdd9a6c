package words

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"lastiterate/app/number"
	"lastiterate/wasm/protocol"
)

// Found says what a row's optimisation chose; empty for closed forms.
func Found(row protocol.Row, steps int) string {
	var parts []string
	if o := row.Optimum; o != nil {
		switch {
		case o.Window == 1 && steps > 1:
			parts = append(parts, fmt.Sprintf("only the last of %s steps is charged", whole(steps)))
		case o.Window > 0 && o.Window < steps:
			parts = append(parts, fmt.Sprintf("only the last %s of %s steps are charged, from τ = %s on", whole(o.Window), whole(steps),
				whole(o.Tau)))
		case o.Window == 1:
			parts = append(parts, "the one step is charged")
		case o.Window > 0:
			parts = append(parts, "all "+whole(steps)+" steps are charged")
		}
		if o.P != nil {
			parts = append(parts, "the last step costs a = "+number.Plain(round(float64(*o.P))))
		}
		// In a block of steps only one may use the example; then all of that step's noise hides the step.
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
			parts = append(parts, "the cost Σa² lies between "+from+" and "+to+", depending on where the differing example is")
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

// share is a part of a whole in per cent, to two digits, or to more if two digits would round it up
// to 100 %.
func share(x float64) string {
	for digits := 2; ; digits++ {
		text := strconv.FormatFloat(100*x, 'g', digits, 64)
		if rounded, err := strconv.ParseFloat(text, 64); err != nil || digits > 16 || rounded < 100 || x >= 1 {
			return number.Plain(rounded) + " %"
		}
	}
}

func whole(n int) string { return number.Plain(float64(n)) }

// count is “one step” or “n steps”.
func count(n int) string {
	if n == 1 {
		return "one step"
	}
	return whole(n) + " steps"
}

// mostListed is the largest number of numbers that a sentence lists.
const mostListed = 6

// listed lists numbers; of many it lists only the first and the last ones.
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

func percent(gap float64) string {
	if gap < 1e-6 {
		return "a millionth"
	}
	return number.Up(100*gap, 2) + " %"
}

// round keeps four digits, for numbers that explain a bound but are not bounds.
func round(x float64) float64 {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return x
	}
	scale := math.Pow(10, 3-math.Floor(math.Log10(math.Abs(x))))
	return math.Round(x*scale) / scale
}
