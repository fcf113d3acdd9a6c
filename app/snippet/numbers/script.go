// Package numbers computes the values after equals signs: arithmetic with numbers, and with names to which the text gives
// numbers. It runs nothing.
package numbers

import (
	"math"

	"lastiterate/app/snippet/source"
)

// Script is a text with the numbers of its names.
type Script struct {
	source.Text
	Numbers map[string]float64
	Stated  map[string]bool // names that a statement gives a number

	points map[float64]string // see FindPoints
}

// Value returns the number that begins at a token, and the token after it.
func (s *Script) Value(at int) (x float64, next int, ok bool) {
	at = s.PastType(at)
	if made := s.Called(at); made == "field" || made == "option" || made == "argument" { // lr: float = field(default=0.1)
		if stands := s.Argument(at+2, 0, "default"); stands >= 0 {
			end, _ := s.Skip(stands)
			x, ok = s.Part(stands, min(end, len(s.Tokens)))
			return x, s.Closed(at + 2), ok
		}
	}
	e := s.evaluator(at, len(s.Tokens))
	x, ok = e.sum()
	if next = e.at; s.Name(next) == "if" || s.Name(next) == "or" || s.Is(next, "%") { // 1 if args.debug else 30
		ok = false
	}
	return x, next, ok
}

// evaluator computes the expression between two tokens.
func (s *Script) evaluator(from, to int) *evaluator {
	return &evaluator{in: s.Tokens[:to], all: s.Tokens, at: from, known: s.Numbers}
}

// Part returns the number of an expression between two tokens.
func (s *Script) Part(from, to int) (float64, bool) {
	e := s.evaluator(from, to)
	return e.sum()
}

// Product returns the number of an expression between two tokens if it is a product.
func (s *Script) Product(from, to int) (float64, bool) {
	e := s.evaluator(from, to)
	x, ok := e.product()
	return x, ok && e.at == to
}

// Bind notes that a statement or an argument gives a name a number. A name to which statements give two numbers has none, since
// the text does not show which of them is used.
func (s *Script) Bind(named string, x float64, states bool) {
	was, twice := s.Numbers[named]
	switch {
	case !twice || states && !s.Stated[named]:
		s.Numbers[named] = x
	case states && was != x:
		s.Numbers[named] = math.NaN()
	}
	s.Stated[named] = s.Stated[named] || states
}

// Ranged returns the number of indices that begin at a token: range(50000), list(range(N)), np.arange(10_000, 60_000).
func (s *Script) Ranged(at int) (x float64, after int, ok bool) {
	switch s.Called(at) {
	case "list":
		x, after, ok = s.Ranged(at + 2)
		return x, after + 1, ok && s.Is(after, ")")
	case "range", "arange":
	default:
		return 0, at, false
	}
	from := 0.0
	x, after, ok = s.Value(at + 2)
	if ok && s.Is(after, ",") {
		from = x
		x, after, ok = s.Value(after + 1)
	}
	return x - from, after + 1, ok && from >= 0 && s.Is(after, ")")
}
