package picture

import (
	"math"

	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/bounds/run"
)

// possible is the range of a parameter's values with which a loss can meet the run's assumptions: over a domain of diameter D the
// gradients of an m-strongly convex loss differ by mD, so they are at most C long only if mD ≤ 2C. Beyond it the engine's bounds are of
// no training, and the form says so (words.Subject.Impossible). The range is not limited if no value meets the assumptions.
func possible(parameter string, r run.Run) (from, to float64) {
	from, to = math.Inf(-1), math.Inf(1)
	if r.Loss != run.StronglyConvex || r.Clipping != run.ClippingNever || r.StrongConvexity <= 0 {
		return from, to
	}
	switch {
	case parameter == "diameter":
		to = limit(2*r.Clip/r.StrongConvexity, 1-aside)
	case parameter == "strong_convexity" && r.Bounded():
		to = limit(2*r.Clip/r.Diameter, 1-aside)
	case parameter == "clip" && r.Bounded():
		from = limit(r.StrongConvexity*r.Diameter/2, 1+aside)
	}
	return from, to
}

// aside is the relative distance from a limit that no short decimal states: the engine compares exactly.
const aside = 1e-12

// limit is x if it is a short decimal, otherwise a number beside it.
func limit(x, aside float64) float64 {
	if short := run.Digits(x, 12); math.Abs(short-x) <= 1e-15*x {
		return short
	}
	return x * aside
}

// isPossible reports whether a loss can meet the assumptions at a value of the scene's parameter.
func (s Scene) isPossible(v float64) bool {
	from, to := possible(s.parameter(), s.Run)
	return from <= v && v <= to
}

// lastPossible marks where the lines end because no loss meets the assumptions beyond.
func (s Scene) lastPossible() []plot.Marker {
	from, to := possible(s.parameter(), s.Run)
	at, side := to, "beyond "
	if !math.IsInf(from, 0) {
		at, side = from, "below "
	}
	if len(s.At) == 0 || at < s.At[0] || at > s.At[len(s.At)-1] {
		return nil
	}
	symbol := PlainSymbol(s.axis().Symbol)
	return []plot.Marker{{ID: "possible", At: at,
		Label: "no loss meets these assumptions " + side + symbol + " = " + number.Plain(threeDigits(at))}}
}
