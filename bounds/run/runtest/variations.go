// Package runtest varies every field of a run, for tests that must notice a new one.
package runtest

import (
	"iter"
	"testing"

	"lastiterate/bounds/run"
)

// Variation is a run and the same run with another value of one field.
type Variation struct {
	Field         run.Field
	Before, After run.Run
}

// Variations gives each field of a run other values: a choice all others, a number smaller and larger ones. Both runs of a
// variation are valid and use the field. The run before is one of those given; only for a field that none of them uses it is one
// that differs from them in a choice. A field that cannot be varied fails the test, which needs a run that uses it.
func Variations(t *testing.T, from ...run.Run) iter.Seq[Variation] {
	t.Helper()
	return func(yield func(Variation) bool) {
		for _, f := range run.Fields() {
			variations := varied(f, from)
			if len(variations) == 0 {
				variations = varied(f, chosen(from))
			}
			if len(variations) == 0 {
				t.Errorf("no run in which the field %s can have two values: give Variations a run that uses it", f.Name)
			}
			for _, v := range variations {
				if !yield(v) {
					return
				}
			}
		}
	}
}

// varied lists the variations of a field in all runs that use it.
func varied(f run.Field, runs []run.Run) (all []Variation) {
	for _, before := range runs {
		if before.Uses(f.Name) {
			for _, after := range others(before, f) {
				all = append(all, Variation{f, before, after})
			}
		}
	}
	return all
}

// chosen lists the valid runs that differ from one of those given in one choice.
func chosen(from []run.Run) (all []run.Run) {
	for _, r := range from {
		for _, f := range run.Fields() {
			if f.Kind == run.Choice {
				all = append(all, others(r, f)...)
			}
		}
	}
	return all
}

// others lists the valid runs that use the field and have another value of it.
func others(r run.Run, f run.Field) (all []run.Run) {
	with := func(set func(*run.Run) error) {
		other := r
		if set(&other) == nil && !other.Same(r) && other.Uses(f.Name) && other.Validate() == nil {
			all = append(all, other)
		}
	}
	for _, choice := range f.Choices {
		with(func(r *run.Run) error { return r.Set(f.Name, choice) })
	}
	if own, isNumber := r.Number(f.Name); isNumber {
		for _, value := range []float64{3 * own, own / 4, 2, 7, 0.375} {
			with(func(r *run.Run) error { return r.SetNumber(f.Name, value) })
		}
	}
	return all
}
