package snippet

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/numbers"
	"lastiterate/app/snippet/source"
)

// known notes every name that is given a number, so that other values may refer to the name.
func (r *reader) known() {
	r.Numbers, r.Stated = map[string]float64{}, map[string]bool{}
	if n := r.theSize(); n > 0 {
		r.Numbers[numbers.Examples] = n
	}
	if r.loader > 0 {
		r.Numbers[numbers.Batches] = r.loader
	}
	r.findObjects()
	for range 4 {
		r.options()
		for _, member := range r.reset {
			r.another(member, math.NaN())
		}
		r.findMembers()
		r.overridden()
		before := len(r.Numbers)
		for i := 0; i < len(r.Tokens); i++ {
			if after, other := r.apart(i); other {
				i = after - 1
			} else if names, values := r.Unpacked(i); len(names) > 0 {
				r.noteAll(names, values)
				i = values[0] - 1
			} else {
				r.noteAt(i)
			}
		}
		if len(r.Numbers) == before {
			break
		}
	}
	for range 4 {
		if !r.unsettle() {
			return
		}
	}
}

// unsettle forgets the numbers of names to which a statement also gives a value that cannot be computed: sigma = 4.0 and then
// sigma = f(), sigma /= 8 or for sigma in (1, 2). It reports whether there were any.
func (r *reader) unsettle() (found bool) {
	given := map[string]bool{}
	for i := range r.Tokens {
		if !r.Begins(i) || !r.Is(i+1, "=") || r.Name(i) == "" {
			continue
		}
		if _, _, ok := r.Value(i + 2); ok {
			given[r.scopedName(i, r.Name(i))] = true
		}
	}
	for i := 0; i < len(r.Tokens); i++ {
		if after, other := r.apart(i); other {
			i = after - 1
			continue
		}
		for _, named := range r.unreadAt(i) {
			x, known := r.Numbers[named]
			_, member, dotted := strings.Cut(named, ".")
			switch {
			case known && (math.IsNaN(x) || x == 0), strings.HasPrefix(named, "self."):
			case dotted:
				member = member[strings.LastIndexByte(member, '.')+1:]
				found = r.another(member, math.NaN()) || known || found
				r.Numbers[named] = math.NaN()
			case known && given[r.scopedName(i, named)]:
				r.Numbers[named], found = math.NaN(), true
			}
		}
	}
	return found
}

// scopedName is a name together with the function that contains a token.
func (r *reader) scopedName(at int, named string) string {
	if function := r.Function(at); function >= 0 {
		return strconv.Itoa(function) + " " + named
	}
	return named
}

// unreadAt lists the names to which the statement at a token gives a value that cannot be computed.
func (r *reader) unreadAt(at int) (names []string) {
	if !r.Begins(at) || r.Name(at) == "" || r.Enclosing(at) >= 0 {
		return nil
	}
	if r.Name(at) == "for" {
		for at++; at < r.HeadEnd(at) && r.Name(at) != "in"; at++ {
			names = append(names, r.Name(at))
		}
		return names
	}
	if all, values := r.Unpacked(at); len(all) > 0 {
		for i, named := range all {
			if len(values) != len(all) || !r.computes(values[i]) {
				names = append(names, named)
			}
		}
		return names
	}
	field, _ := lexicon.FieldOf(r.Name(at))
	if last := r.Name(at)[strings.LastIndexByte(r.Name(at), '.')+1:]; len(last) == 1 && last != "n" {
		field = "" // a letter
	}
	switch {
	case r.Is(at+1, "=") && !r.Is(at+2, "=") && at+2 < len(r.Tokens):
		end, _ := r.Skip(at + 2)
		if own := r.Refers(r.Name(at), at+2, end); own && field == "" || !own && !r.computes(at+2) {
			return []string{r.Name(at)}
		}
	case r.Is(at+2, "=") && at+1 < len(r.Tokens) && source.IsSign(r.Tokens[at+1], "*/") && field == "":
		return []string{r.Name(at)}
	}
	return nil
}

// computes reports whether the value at a token is a number that can be computed, or is not a number: None, a text.
func (r *reader) computes(at int) bool {
	_, _, ok := r.Value(at)
	return ok || at >= len(r.Tokens) || r.Tokens[at].Kind == source.Quoted || source.Has([]string{"None", "True", "False"}, r.Name(at))
}

// noteAll notes the numbers of several names that one statement gives values.
func (r *reader) noteAll(names []string, values []int) {
	for i, named := range names {
		if len(values) != len(names) {
			continue
		}
		if x, _, ok := r.Value(values[i]); ok {
			r.Bind(named, x, true)
		}
	}
}

// noteParameter reports whether a parameter without a default is at a token, and notes the values that calls give it.
func (r *reader) noteParameter(at int) bool {
	of := r.Defined(at)
	if of == "" || r.Tokens[at].Kind != source.Name || !r.Is(at-1, "(") && !r.Is(at-1, ",") {
		return false
	}
	end, _ := r.Skip(at)
	if slices.ContainsFunc(r.Tokens[at:end], func(t source.Token) bool { return source.IsSign(t, "=") }) {
		return false
	}
	if given, known := r.givenTo(of, r.Tokens[at].Text, at); known {
		for _, x := range given {
			r.Bind(r.Tokens[at].Text, x, true)
		}
	}
	return true
}

// noteAt notes the number that the name at a token is given, if any.
func (r *reader) noteAt(at int) {
	t := r.Tokens[at]
	if r.noteParameter(at) {
		return
	}
	if t.Kind != source.Name && t.Kind != source.Quoted || source.Has(source.Types, t.Text) || !r.Is(at+1, "=") && !r.Is(at+1, ":") {
		return
	}
	x, after, ok := r.Value(at + 2)
	broken, _ := r.Broken(at+2, after, true)
	if !ok || broken != "" || r.foreign(at) || r.Refers(t.Text, at+2, after) {
		return
	}
	if field, _ := lexicon.FieldOf(t.Text); field != "" && r.Pointed(field, r.Written(at+2, after), x) != "" {
		return
	}
	if object, member := r.Assigned(at); object != "" && r.another(member, x) && !r.Settles(at) {
		x = math.NaN()
	}
	if of := r.Defined(at); of != "" {
		if given, known := r.givenTo(of, t.Text, at); !known {
			return
		} else if len(given) > 0 {
			for _, x := range given {
				r.Bind(t.Text, x, true)
			}
			return
		}
		r.Bind(t.Text, x, true)
		return
	}
	if source.Has(changers, r.Called(r.Enclosing(at))) || r.classes[r.Name(r.Enclosing(at))] != nil {
		r.another(t.Text, x)
	}
	configures, states := r.configures(at), r.Begins(at) && r.Enclosing(at) < 0
	if !configures && !states && !lexicon.IsField(t.Text) {
		return // an argument of a call that does not train
	}
	r.Bind(t.Text, x, states)
	if !configures {
		return
	}
	if t.Kind == source.Quoted {
		r.another(t.Text, x)
	}
	switch was, twice := r.Numbers[numbers.Member(t.Text)]; { // a member of one configuration, or of two
	case !twice:
		r.Numbers[numbers.Member(t.Text)] = x
	case was != x:
		r.Numbers[numbers.Member(t.Text)] = math.NaN()
	}
}

// configures reports whether a value at a token may belong to a member of a configuration: in a statement, a dictionary, or a
// call that makes a configuration.
func (r *reader) configures(at int) bool {
	if r.Begins(at) || r.Tokens[at].Kind == source.Quoted {
		return true
	}
	return source.HasAny(lexicon.Configurations, source.Segments(r.Name(r.Enclosing(at))))
}
