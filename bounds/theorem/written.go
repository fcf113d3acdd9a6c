package theorem

import (
	"fmt"
	"math"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Outcome is what an evaluation found, as far as a formula can show it.
type Outcome struct {
	Question claim.Question
	Epsilon  float64        // the answer; NaN or infinite where there is none
	Optimum  *claim.Optimum // nil where nothing is chosen, or nothing was found
	Alpha    float64        // the order asked for or behind ε; 0 where there is none
	Renyi    float64        // ε(α) at it
	Direct   bool           // ε was bounded at δ itself and not by way of ε(α)
}

// found reports whether there is a finite value, whose formula can be written.
func (o Outcome) found() bool { return !math.IsNaN(o.Epsilon) && !math.IsInf(o.Epsilon, 0) }

// ordered reports whether the value is, or comes from, a Rényi divergence.
func (o Outcome) ordered() bool {
	return o.Alpha > 1 && !math.IsNaN(o.Renyi) && !math.IsInf(o.Renyi, 0)
}

// at is α and α−1 in LaTeX, the latter as a difference: "17.3" and "(17.3 − 1)".
func (o Outcome) at() (alpha, less string) {
	return tex(o.Alpha), "(" + tex(o.Alpha) + " - 1)"
}

// direct says what the answer at δ is where it does not come from ε(α) alone.
func (o Outcome) direct() string {
	if !o.Direct || !o.found() {
		return ""
	}
	return fmt.Sprintf(`, \quad \delta(%s) \le %s`, tex(o.Epsilon), tex(o.Question.Delta))
}

// closed is the Write of a row whose formula needs nothing but the run.
func closed(write func(run.Run) string) func(run.Run, Outcome) string {
	return func(r run.Run, _ Outcome) string { return write(r) }
}

// base is a number in LaTeX to which an exponent can be set.
func base(x float64) string {
	text := tex(x)
	if strings.Contains(text, "^") || x < 0 {
		return `\left(` + text + `\right)`
	}
	return text
}

// squared is the square of a number in LaTeX.
func squared(x float64) string { return base(x) + "^2" }

// between is a range of numbers in LaTeX.
func between(least float64, name string, most float64) string {
	if tex(least) == tex(most) {
		return name + " = " + tex(most)
	}
	return fmt.Sprintf(`%s \le %s \le %s`, tex(least), name, tex(most))
}

// listed writes numbers in LaTeX, the first and the last ones where they are many.
func listed(list []float64) string {
	const most = 6
	var out []string
	for i, x := range list {
		switch {
		case len(list) <= most || i < most/2 || i >= len(list)-most/2:
			out = append(out, tex(x))
		case i == most/2:
			out = append(out, `\ldots`)
		}
	}
	return strings.Join(out, `,\, `)
}
