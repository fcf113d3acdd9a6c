package lexicon

import (
	"testing"

	"lastiterate/bounds/run"
)

// A name means a number of the run or casts a doubt, not both; and every doubt leaves something open.
func TestNamesMeanOneThing(t *testing.T) {
	for _, m := range split {
		for _, named := range m.names {
			if field, ok := FieldOf(named); ok {
				t.Errorf("%q is %s and a doubt", named, field)
			}
		}
	}
	for _, m := range marks {
		if m.Why == "" || m.Departs == "" && m.Blank == "" {
			t.Errorf("the mark of %q leaves everything as it is: %+v", m.names+m.segments+m.within, m)
		}
	}
}

// What words choose can be chosen.
func TestChoicesAreChoices(t *testing.T) {
	for _, c := range Choices {
		r := run.Run{}
		if err := r.Set(c.Field, c.Value); err != nil {
			t.Errorf("%q: %v", c.Words, err)
		}
	}
}
