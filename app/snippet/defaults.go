package snippet

import (
	"slices"
	"strings"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// defaulted is an option of the command line with its default.
type defaulted struct {
	named string
	x     float64
	set   bool // the text sets the value, so it is not a default
}

// ofDefaults lists the fields that options may state.
var ofDefaults = []string{"n", "b", "T", "epochs", "eta", "clip", lexicon.Multiplier, "delta"}

// targets reports whether the text trains for a target ε, from which the noise follows.
func (r *reader) targets() bool {
	return slices.ContainsFunc(r.Tokens, func(t source.Token) bool { return source.LastPart(t.Text) == "makeprivatewithepsilon" })
}

// fallBack takes the defaults of options for fields that the text does not state otherwise. Each is marked as a default, since
// the command line may have set another value.
func (r *reader) fallBack() {
	for _, field := range ofDefaults {
		if field == lexicon.Multiplier && r.targets() {
			continue
		}
		if d, ok := r.defaults[field]; ok && !r.says(field) && !(field == "T" && r.says("epochs")) &&
			!(field == lexicon.Multiplier && r.says("sigma")) {
			if why := r.Pointed(field, d.named, d.x); why != "" {
				r.withhold(d.named, field, why)
				continue
			}
			if d.set {
				r.number(d.named+" = "+run.FormatNumber(d.x), field, d.x)
				continue
			}
			r.number(d.named+" (its default)", field, d.x)
			r.defaulted = true
		}
	}
}

// argumentDefault takes the value that calls of a function give an argument, or its default if they give none. If they give
// different values, or one that is not known, it leaves the field blank.
func (r *reader) argumentDefault(named, field string, at int, x float64) {
	of := r.Defined(at)
	given, known := r.givenTo(of, named, at)
	switch {
	case len(given) == 0 && known:
		if _, option := r.defaults[field]; !option {
			r.defaults[field] = defaulted{named + " of " + of, x, false}
		}
	case known && !slices.ContainsFunc(given, func(y float64) bool { return y != given[0] }):
		r.number(named+" = "+run.FormatNumber(given[0])+" of "+of, field, given[0])
	case determines[field] != "":
		r.blanks = append(r.blanks, determines[field])
		r.leave(named+" = "+run.FormatNumber(x), "is a default that a call of "+of+" replaces: enter the value that counts")
	}
}

// givenTo lists the numbers that calls of a function give an argument, by its name or by its place. The argument's name is at a
// token of the function's definition. known is false if a call gives it a value that is not known.
func (r *reader) givenTo(of, named string, at int) (given []float64, known bool) {
	const longest = 1000 // tokens of a definition
	place := 0
	for i := r.Enclosing(at) + 2; i < at && at-i < longest; i++ {
		if r.Is(i, ",") && r.Beside(i, at) {
			place++
		}
	}
	if source.Has([]string{"self", "cls"}, r.Name(r.Past(r.Enclosing(at)+2))) {
		place--
	}
	if of == "__init__" { // the class is called
		of = r.ClassOf(at)
	}
	calls := slices.Concat(r.TokensOf(of), r.TokensOf("."+of))
	for _, i := range calls[:min(len(calls), mostCalls)] {
		called := r.Name(i)
		if !r.Is(i+1, "(") || r.Name(i-1) == "def" || r.Name(i-1) == "class" || called != of && !strings.HasSuffix(called, "."+of) {
			continue
		}
		value := r.Argument(i+2, -1, named)
		if value < 0 {
			value = r.Argument(i+2, place, "")
		}
		if value < 0 {
			continue
		}
		x, after, ok := r.Value(value)
		if !ok || !r.Is(r.Past(after), ",") && !r.Is(r.Past(after), ")") {
			return given, false
		}
		given = append(given, x)
	}
	return given, true
}

// mostCalls is the largest number of calls of a function that are examined.
const mostCalls = 50
