package snippet

import (
	"math"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/numbers"
	"lastiterate/app/snippet/source"
)

// known notes every name that is given a number, so that others may refer to it.
func (r *reader) known() {
	r.Numbers, r.Stated = map[string]float64{}, map[string]bool{}
	if n := r.theSize(); n > 0 {
		r.Numbers[numbers.Examples] = n
	}
	if r.loader > 0 {
		r.Numbers[numbers.Batches] = r.loader
	}
	for range 4 {
		r.options()
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
			return
		}
	}
}

// noteAll notes the numbers that several names are given at once.
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

// noteAt notes the number that the name at a token is given, if it is.
func (r *reader) noteAt(at int) {
	t := r.Tokens[at]
	if t.Kind != source.Name && t.Kind != source.Quoted || source.Has(source.Types, t.Text) || !r.Is(at+1, "=") && !r.Is(at+1, ":") {
		return
	}
	x, after, ok := r.Value(at + 2)
	if !ok || r.foreign(at) || r.Refers(t.Text, at+2, after) {
		return
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
	configures, states := r.configures(at), r.Begins(at) && r.Enclosing(at) < 0
	if !configures && !states && !lexicon.IsField(t.Text) {
		return // of a call that is of something else
	}
	r.Bind(t.Text, x, states)
	if !configures {
		return
	}
	switch was, twice := r.Numbers[numbers.Member(t.Text)]; { // of a configuration, or of two
	case !twice:
		r.Numbers[numbers.Member(t.Text)] = x
	case was != x:
		r.Numbers[numbers.Member(t.Text)] = math.NaN()
	}
}

// configures reports whether a value at a token may be a member's of a configuration: a statement's, a dictionary's or an
// argument's of a call that makes one.
func (r *reader) configures(at int) bool {
	if r.Begins(at) || r.Tokens[at].Kind == source.Quoted {
		return true
	}
	return source.HasAny(lexicon.Configurations, source.Segments(r.Name(r.Enclosing(at))))
}
