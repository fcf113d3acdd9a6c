package memo

import (
	"sync"
	"testing"

	"lastiterate/bounds/work"
)

// A value is computed once, also when several ask for it at the same time.
func TestFunc(t *testing.T) {
	computed := 0
	square := Func(func(x int) int { computed++; return x * x })
	var asking sync.WaitGroup
	for range 8 {
		asking.Go(func() {
			for x := range 5 {
				if got := square(x); got != x*x {
					t.Errorf("%d² = %d", x, got)
				}
			}
		})
	}
	asking.Wait()
	if computed != 5 {
		t.Errorf("5 values were computed %d times", computed)
	}
}

// At its limit it forgets all, and goes on.
func TestMost(t *testing.T) {
	m := Of[int, int]{Most: 3}
	for k := range 4 {
		m.Keep(k, -k)
	}
	if _, known := m.Known(0); known {
		t.Error("more than three are kept")
	}
	if v, known := m.Known(3); !known || v != -3 {
		t.Errorf("the last one is %v, %v", v, known)
	}
	if v := m.Get(3, func() int { return 7 }); v != -3 {
		t.Errorf("what is known is computed again: %d", v)
	}
}

// What is known costs the work that it took.
func TestPay(t *testing.T) {
	var m Of[string, Paid[float64]]
	w := work.NewBudget(1000, nil)
	for i := range 3 {
		v := Pay(&m, w, "a", func() float64 { w.Spend(100); return 2.5 })
		if used := w.Used(); v != 2.5 || used != int64(100*(i+1)) {
			t.Errorf("asked %d times: %v, for %d units", i+1, v, used)
		}
	}
}

// Of five things the first is made again.
func TestRecent(t *testing.T) {
	var l Recent[int, int]
	made := 0
	get := func(k int) { l.Get(k, func() int { made++; return k }) }
	for _, k := range []int{1, 2, 3, 4, 4, 3, 2, 1, 5, 5, 2} {
		get(k)
	}
	if made != 5 {
		t.Errorf("five things were made %d times", made)
	}
	if get(1); made != 6 {
		t.Errorf("the one that was made first is kept beside four others")
	}
}
