package words

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lastiterate/app/form"
	"lastiterate/app/number"
	"lastiterate/bounds/run"
)

// Line is a row of the comparison: one value for each configuration.
type Line struct {
	Name, Symbol string
	Values       []string
}

// differs reports whether the configurations do not all have the same value.
func (l Line) differs() bool {
	return slices.ContainsFunc(l.Values, func(v string) bool { return v != l.Values[0] })
}

// Outcomes lists what is known about each configuration: its ε, the row that gave it,
// and the values to compare it with. A configuration without an answer has dashes.
func Outcomes(list []Subject) []Line {
	lines := []Line{{Name: "released model", Symbol: "ε"}, {Name: "by"}, {Name: "every iterate public", Symbol: "ε"},
		{Name: "proved floor", Symbol: "ε"}}
	for _, s := range list {
		values := [4]string{"—", "—", "—", "—"}
		if a := s.Result.Answer; s.Contradiction() != "" {
			values[1] = "rows contradict each other"
		} else if a != nil {
			values[0] = number.Tabled(number.Up(float64(a.Epsilon), TableDigits))
			values[1], _, _ = s.Attribution()
		}
		if a := s.Result.Published; a != nil {
			values[2] = number.Tabled(number.Up(float64(a.Epsilon), TableDigits))
		}
		if a := s.Result.Lower; a != nil && a.Epsilon > 0 {
			values[3] = number.Tabled(number.Down(float64(a.Epsilon), TableDigits))
		}
		for i := range lines {
			lines[i].Values = append(lines[i].Values, values[i])
		}
	}
	return lines
}

// Differences lists the fields and questions in which the configurations differ. same lists the others in a sentence. Both are
// empty for fewer than two configurations.
func Differences(list []Subject) (differ []Line, same string) {
	if len(list) < 2 {
		return nil, ""
	}
	var alike []string
	for _, line := range constants(list) {
		switch {
		case line.differs():
			differ = append(differ, line)
		case line.Symbol != "":
			alike = append(alike, line.Symbol+" = "+line.Values[0])
		default:
			alike = append(alike, line.Name+": "+line.Values[0])
		}
	}
	if len(differ) == 0 {
		return nil, "The runs and questions are identical."
	}
	return differ, "The same in all: " + strings.Join(alike, " · ") + "."
}

// constants lists every field that at least one of the configurations states.
func constants(list []Subject) []Line {
	var lines []Line
	for _, f := range run.Fields() {
		line := Line{Name: f.Label, Symbol: f.Symbol}
		used := false
		for _, s := range list {
			text := "—"
			used = used || s.Run.States(f.Name)
			switch {
			case slices.Contains(s.Departures.Lacking(), f.Name):
				text = "blank"
			case s.Run.Uses(f.Name):
				text = constant(s.Run, f)
			}
			line.Values = append(line.Values, text)
		}
		if used {
			lines = append(lines, line)
		}
	}
	question := Line{Name: "question"}
	for _, s := range list {
		question.Values = append(question.Values, fmt.Sprintf("%s %s", s.EpsilonName(), s.at()))
	}
	return append(lines, question)
}

// constant is the value of a field in the words of the form.
func constant(r run.Run, f run.Field) string {
	if f.Name == "loss" && r.Nonsmooth() {
		return form.Loss(r)
	}
	if f.Kind == run.Choice {
		return form.ChoiceLabel(f.Name, r.Get(f.Name))
	}
	x, _ := r.Number(f.Name)
	if math.IsInf(x, 1) {
		return form.Infinite(f.Name)
	}
	if f.Lacks(r) {
		switch f.Name {
		case "position":
			return "the worst"
		case "group":
			return "1"
		}
		return "none"
	}
	return number.Plain(x)
}
