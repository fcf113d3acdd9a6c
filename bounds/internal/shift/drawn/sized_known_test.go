package drawn

import (
	"reflect"
	"slices"
	"testing"

	"lastiterate/bounds/work"
)

// What is known from runs of other lengths, and with other sizes, changes neither a solution nor what is counted for
// the way down.
func TestKnownWalks(t *testing.T) {
	var walks Walks
	for _, d := range []float64{0.5, 2, 6} {
		for i, T := range []int{300, 3, 10, 60, 1000, 61, 1000, 30_000, 59, 1001} {
			p := sizedProgram(d)
			if i%3 == 2 {
				p.Sizes = slices.Clone(p.Sizes)
				p.Sizes[0].Weight *= 1 + 1e-9
			}
			p.Work = work.NewBudget(1e9, nil)
			alone := p.Solve(T)
			fresh := p.Work.Used()
			p.Work, p.Known = work.NewBudget(1e9, nil), &walks
			if known := p.Solve(T); !reflect.DeepEqual(known, alone) || p.Work.Used() != fresh {
				t.Errorf("D = %v, T = %d: %+v by %d units with what is known, %+v by %d alone", d, T, known, p.Work.Used(), alone, fresh)
			}
		}
	}
	if kept := walks.latest; kept == nil || kept.top != 6 || kept.most > 1001 {
		t.Errorf("kept: %v", kept)
	}
}
