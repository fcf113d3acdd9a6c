package link

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// IsLink reports whether text carries a state of any version. Other text belongs to another program.
func IsLink(text string) bool {
	for _, pair := range pairs(text) {
		if name, _, _ := strings.Cut(pair, "="); name == "v" {
			return true
		}
	}
	return false
}

func pairs(text string) []string {
	text = strings.TrimLeft(strings.TrimSpace(text), "#?")
	if text == "" {
		return nil
	}
	return strings.Split(text, "&")
}

// DecodeFrom reads the text after "#" or "?" into a copy of base, which must be valid; fields that the text does not name keep
// base's values. The state returned is always valid: a value that cannot be used is replaced by base's, or by the nearest that
// agrees with the rest, and a Problem says so. Text of an unknown version gives base and one Problem.
func DecodeFrom(base State, text string) (State, []Problem) {
	if len(text) > MaxLengthPinned {
		return base, []Problem{{Message: fmt.Sprintf("this link has %d characters; links of this calculator have at most %d, so none of "+
			"it was read", len(text), MaxLengthPinned)}}
	}
	given := pairs(text)
	if len(given) == 0 {
		return base, nil
	}
	r := newReader(given)
	switch v, found := r.take("v"); {
	case !found:
		return base, []Problem{{Name: "v", Message: "this address does not say which version of links it uses, so none of it was read; " +
			"links of this " +
			"calculator begin with v=1"}}
	case v != version:
		return base, []Problem{{Name: "v", Value: clip(v),
			Message: "this link is of a version that this calculator does not know, so none of it was read; it knows version 1"}}
	}

	s := base
	said := View{Blank: r.blanks(base.View)}
	s.Run = r.run(base.Run, "", &said)
	s.Question = r.question(base.Question, "", said)
	s.View = r.view(base.View)
	s.View.Blank = said.Blank
	var pinned []Pinned
	for i := range MaxPinned {
		suffix := pinSuffix(i)
		if !r.has(suffix) {
			continue
		}
		pinned = append(pinned, Pinned{
			Query: claim.Query{Run: r.run(base.Run, suffix, &View{}), Question: r.question(base.Question, suffix, View{})},
			Label: r.label("label" + suffix),
		})
	}
	if pinned != nil {
		s.View.Pinned = pinned
	}
	r.leftover()
	return s, r.problems
}

// reader reads the pairs of a link one by one and collects the problems.
type reader struct {
	order    []string
	value    map[string]string // values by name, of pairs that have not been read
	problems []Problem
}

func newReader(given []string) *reader {
	r := &reader{value: map[string]string{}}
	for _, pair := range given {
		if pair == "" {
			continue
		}
		rawName, rawValue, hasValue := strings.Cut(pair, "=")
		name, err1 := url.PathUnescape(rawName)
		value, err2 := url.PathUnescape(rawValue)
		switch {
		case err1 != nil || err2 != nil || !utf8.ValidString(name+value):
			r.problem(strings.ToValidUTF8(rawName, "\uFFFD"), strings.ToValidUTF8(rawValue, "\uFFFD"),
				"this part of the link is damaged: "+EscapeFault(err1, err2))
		case !hasValue:
			r.problem(name, "", "this part of the link has no value; parts look like eta=0.1")
		default:
			if _, twice := r.value[name]; twice {
				r.problem(name, value, name+" is given twice; the first was used")
				continue
			}
			r.order = append(r.order, name)
			r.value[name] = value
		}
	}
	return r
}

// EscapeFault says why a part of a link cannot be decoded. errs are the errors of url.PathUnescape or url.QueryUnescape, if
// any.
func EscapeFault(errs ...error) string {
	for _, err := range errs {
		var escape url.EscapeError
		if errors.As(err, &escape) {
			return "it cannot be decoded, since “" + strings.ToValidUTF8(string(escape), "\uFFFD") +
				"” is not a valid escape; a percent sign is written %25"
		}
	}
	return "it cannot be decoded, since its escapes are not valid text"
}

func (r *reader) problem(name, value, message string) {
	r.problems = append(r.problems, Problem{Name: clip(name), Value: clip(value), Message: message})
}

// longestQuote is the largest number of characters of a link that a problem repeats.
const longestQuote = 200

func clip(text string) string {
	if utf8.RuneCountInString(text) <= longestQuote {
		return text
	}
	return string([]rune(text)[:longestQuote-1]) + "…"
}

func (r *reader) take(name string) (string, bool) {
	value, found := r.value[name]
	delete(r.value, name)
	return value, found
}

// has reports whether a name that ends in suffix has not been read.
func (r *reader) has(suffix string) bool {
	for name := range r.value {
		if stem, found := strings.CutSuffix(name, suffix); found && isPinnable(stem) {
			return true
		}
	}
	return false
}

func isPinnable(name string) bool {
	_, isField := run.FieldByName(name)
	return isField || name == "alpha" || name == "delta" || name == "label"
}

// leftover reports the names that have not been read.
func (r *reader) leftover() {
	for _, name := range r.order {
		if value, left := r.value[name]; left {
			r.problem(name, value, "unknown parameter, ignored")
		}
	}
}

func (r *reader) view(base View) View {
	v := base
	for _, p := range viewParams {
		text, found := r.take(p.name)
		if !found {
			continue
		}
		if message := p.read(&v, text); message != "" {
			r.problem(p.name, text, message)
		}
	}
	if problem, wrong := rangeProblem(v); wrong {
		r.problems = append(r.problems, problem)
		v.From, v.To = base.From, base.To
	}
	return v
}

func rangeProblem(v View) (Problem, bool) {
	if v.From < v.To || v.From == 0 && v.To == 0 {
		return Problem{}, false
	}
	return Problem{Name: "to", Value: run.FormatNumber(v.To), Message: "the range needs both ends, and to above from = " +
		run.FormatNumber(v.From)}, true
}

func (r *reader) label(name string) string {
	text, found := r.take(name)
	if !found {
		return ""
	}
	if message := LabelFault(text); message != "" {
		r.problem(name, text, message)
		return ""
	}
	return text
}

// LabelFault says what is wrong with the label of a pinned configuration.
func LabelFault(text string) string {
	if utf8.RuneCountInString(text) > MaxLabel {
		return fmt.Sprintf("a label has at most %d characters", MaxLabel)
	}
	if text != strings.TrimSpace(text) || strings.ContainsFunc(text, func(c rune) bool { return !unicode.IsPrint(c) }) {
		return "a label is printable text without blanks at its ends"
	}
	return ""
}
