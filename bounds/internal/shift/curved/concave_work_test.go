package curved

import (
	"testing"

	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// The solver reports that its budget is spent wherever that happens: in the table, in Newton's method or in
// paths of stretches.
func TestConcaveSpendsItsBudget(t *testing.T) {
	ms := modulus.Min{{Name: "holder", Holder: 0.1, Order: 0.5}, {Name: "clipped", Offset: 0.3}}
	p := ConcaveProgram{Plain: ms, Visit: ms.Visit(run.Run{B: 3}.Step()), Sensitivity: 0.01, Diameter: 1, Period: 4}
	whole := work.NewBudget(1<<40, nil)
	p.Work = whole
	if err := work.Alone(func() { p.Solve(4000) }); err != nil || whole.Used() == 0 {
		t.Fatalf("with a large budget: %v, %d units", err, whole.Used())
	}
	p.Work = work.NewBudget(whole.Used()-1, nil)
	if err := work.Alone(func() { p.Solve(4000) }); err != work.ErrSpent {
		t.Errorf("with a unit less than it takes: %v", err)
	}
	p.Work = nil
	if got := p.Solve(4000).R; got <= 0 {
		t.Errorf("without a budget R = %v, want more than 0", got)
	}
}
