package numbers

import (
	"math"
	"strconv"
	"strings"

	"lastiterate/app/snippet/source"
)

// List returns the numbers in brackets; NaN for elements that are not numbers.
func (s *Script) List(a source.Argument) (numbers []float64) {
	if !s.Is(a.From, "[") {
		return nil
	}
	for _, item := range s.ArgumentsIn(a.From+1, a.To) {
		numbers = append(numbers, s.numberOf(item))
	}
	return numbers
}

// numberOf is the number that an argument is; NaN if it is not a number.
func (s *Script) numberOf(a source.Argument) float64 {
	if a.To == a.From+1 {
		switch s.Tokens[a.From].Text {
		case "True", "cos":
			return 1
		case "False", "linear":
			return 0
		}
	}
	if x, after, ok := s.Value(a.From); ok && after == a.To {
		return x
	}
	return math.NaN()
}

// ArgumentsOf returns the values of a call's arguments, in the order of takes. An argument that the text leaves out has its
// default, or NaN if it has none. ok is false if the text has other arguments.
func (s *Script) ArgumentsOf(at, end int, takes string) (values []float64, ok bool) {
	if takes == "*" {
		return nil, true
	}
	places := map[string]int{}
	for i, t := range strings.Fields(takes) {
		named, stands, _ := strings.Cut(t, "=")
		x, err := strconv.ParseFloat(stands, 64)
		if err != nil {
			x = math.NaN()
		}
		places[named] = i
		values = append(values, x)
	}
	for i, a := range s.ArgumentsIn(at, end) {
		place, known := places[a.Name]
		switch {
		case a.Name != "" && !known, a.Name == "" && i >= len(values):
			return nil, false
		case a.Name == "":
			place = i
		}
		if a.To != a.From+1 || s.Tokens[a.From].Text != "None" {
			values[place] = s.numberOf(a)
		}
	}
	return values, true
}
