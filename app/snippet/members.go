package snippet

import (
	"math"
	"slices"
	"strings"

	"lastiterate/app/snippet/numbers"
	"lastiterate/app/snippet/source"
)

// class is a class that the text defines, with the numbers of its members.
type class struct {
	bases  []string
	fields []string           // in the order of a call's arguments
	given  map[string]float64 // by the member; NaN if it has two
	makes  bool               // its own code decides the meaning of a call's arguments
	named  bool               // other names than those of objects made from it refer to it
}

// changers are calls that give members other values: replace(cfg, sigma=0.5).
var changers = strings.Fields("replace update evolve namespace simplenamespace copy")

// findObjects finds the classes that the text defines, and the objects made from them: cfg = Config().
func (r *reader) findObjects() {
	r.classes, r.objects = map[string]*class{}, map[string]int{}
	for i := range r.Tokens {
		if member := r.Argument(i+2, 1, ""); r.Called(i) == "setattr" && member >= 0 { // setattr(cfg, "sigma", 0.5)
			note(&r.reset, r.Tokens[member].Text)
		}
		if r.Name(i) == "class" && r.Begins(i) && r.Name(i+1) != "" && r.classes[r.Name(i+1)] == nil {
			r.classes[r.Name(i+1)] = &class{bases: r.BasesAt(i), named: r.isNamed(r.Name(i + 1))}
		}
	}
	if len(r.classes) == 0 {
		return
	}
	for i := range r.Tokens {
		if r.Name(i) == "" || !r.Begins(i) || !r.Is(i+1, "=") && !r.Is(i+1, ":") || r.Is(i+2, "=") {
			continue
		}
		at := r.PastType(i + 2)
		end := at + 1
		if r.Is(end, "(") {
			end = r.Closed(at + 2)
		}
		if _, twice := r.objects[r.Name(i)]; twice || r.classes[r.Name(at)] == nil || !r.Ends(end) {
			at = -1
		}
		r.objects[r.Name(i)] = at
	}
}

// isNamed reports whether the text names a class outside the definitions of classes.
func (r *reader) isNamed(class string) bool {
	return slices.ContainsFunc(r.TokensOf(class), func(at int) bool { return r.Name(r.LineOf(at)) != "class" })
}

// findMembers notes the numbers of classes' members, and of the members of objects made from them.
func (r *reader) findMembers() {
	for _, c := range r.classes {
		c.given, c.fields = map[string]float64{}, nil
	}
	for i := range r.Tokens {
		if of := r.Name(i); of == "__init__" && r.Name(i-1) == "def" && r.classes[r.ClassOf(i)] != nil {
			r.classes[r.ClassOf(i)].makes = true
		}
		of, member := r.MemberAt(i)
		c := r.classes[of]
		if c == nil {
			continue
		}
		if r.Is(i+1, ":") {
			c.fields = append(c.fields, member)
		}
		if x, _, ok := r.Value(i + 2); ok && !r.Conditional(i) {
			r.another(member, x)
			if was, twice := c.given[member]; twice && was != x {
				x = math.NaN()
			}
			c.given[member] = x
		} else {
			c.given[member] = math.NaN()
		}
	}
	for named, c := range r.classes {
		r.bindMembers(named, c, -1)
	}
	for object, at := range r.objects {
		if at >= 0 {
			r.bindMembers(object, r.classes[r.Name(at)], at)
		}
	}
}

// bindMembers notes the members of an object made from a class by the call at a token; without a call, those of the class
// itself.
func (r *reader) bindMembers(object string, of *class, at int) {
	called := at >= 0 && r.Is(at+1, "(") && !of.makes
	for depth := 0; of != nil && depth < deepestClass; depth++ {
		for member, x := range of.given {
			named := object + "." + member
			if _, known := r.Numbers[named]; known && (depth > 0 || r.Stated[named]) {
				continue
			}
			if source.Has(r.reset, member) {
				x = math.NaN()
			} else if called {
				x = r.argumentOf(at+2, member, slices.Index(of.fields, member), depth, x)
			}
			r.Numbers[named] = x
		}
		var base *class
		for _, named := range of.bases {
			if base == nil {
				base = r.classes[named]
			}
		}
		of = base
	}
}

const deepestClass = 10 // the longest chain of base classes

// argumentOf is the number that a call's arguments, which begin at a token, give a member: x if they give it none, NaN if the
// text does not show the number.
func (r *reader) argumentOf(at int, member string, place, depth int, x float64) float64 {
	value := r.Argument(at, -1, member)
	if value < 0 && place >= 0 {
		value = r.Argument(at, place, "")
	}
	switch _, _, ok := r.Value(value); {
	case value < 0 && (r.Is(at, "*") || r.Is(at, "**") || depth > 0 && r.Argument(at, 0, "") >= 0):
		return math.NaN()
	case value < 0:
		return x
	case !ok:
		return math.NaN()
	}
	x, _, _ = r.Value(value)
	return x
}

// another notes that a member is given a number, and reports whether it was given a different one before. Then its name alone
// does not determine its value.
func (r *reader) another(member string, x float64) (twice bool) {
	for _, key := range []string{numbers.Option(member), numbers.Member(member)} {
		if was, known := r.Numbers[key]; known && was != x {
			r.Numbers[key], twice = math.NaN(), true
		}
	}
	return twice
}

// replaced reports whether the value that the statement at a token gives a member of a class is not the one used: another class
// of the text, a later statement or every call that makes an object gives it another value.
func (r *reader) replaced(at int) bool {
	of, member := r.MemberAt(at)
	c, members, calls := r.classes[of], r.TokensOf("."+member), r.TokensOf(of)
	if c == nil || len(members) > mostCalls || len(calls) > mostCalls {
		return false
	}
	for _, other := range r.classes {
		if _, has := other.given[member]; has && other.named && !c.named {
			return true
		}
	}
	for _, i := range members {
		object, _ := r.Assigned(i)
		if made := r.objects[object]; object != "" && (object == of || made > 0 && r.Name(made) == of) && r.Settles(i) {
			return true
		}
	}
	given := 0
	for _, i := range calls {
		switch {
		case r.Name(r.LineOf(i)) == "class" || !r.Is(i+1, "("):
		case r.Argument(i+2, -1, member) < 0:
			return false
		default:
			given++
		}
	}
	return given > 0
}
