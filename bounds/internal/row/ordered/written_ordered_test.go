package ordered

import (
	"testing"

	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
)

// A number in scientific notation is put in brackets before it is squared.
func TestSquared(t *testing.T) {
	for x, want := range map[float64]string{0.08: `0.08^2`, 3e-6: `\left(3\cdot 10^{-6}\right)^2`, 1e-9: `\left(10^{-9}\right)^2`} {
		if got := typeset.Squared(x); got != want {
			t.Errorf("%v squared is %s, want %s", x, got, want)
		}
	}
}

// The distances at the ends of epochs begin and end at 0, one for each epoch and
// one before; where many are the same they are told as often as makes a list that is
// cut short.
func TestLevelsTold(t *testing.T) {
	r := rowtest.StrongRun()
	r.N, r.B, r.Scheme, r.Sigma = 20, 10, run.Reshuffle, 0.5
	for epochs, want := range map[int]int{1: 2, 5: 6, 200: 0} {
		r.T = 2 * epochs
		_, chosen, _ := rowtest.Told(t, AveragedReshuffled, r, 4)
		levels := rowtest.Named(chosen, "levels")
		if want == 0 {
			if len(levels) <= mostLevels || len(levels) > 60 {
				t.Errorf("%d epochs have %d levels", epochs, len(levels))
			}
		} else if len(levels) != want {
			t.Errorf("%d epochs have the levels %v", epochs, levels)
		}
		if levels[0] != 0 && levels[0] != r.Diameter || levels[len(levels)-1] != 0 {
			t.Errorf("%d epochs begin and end at %v", epochs, levels)
		}
	}
}
