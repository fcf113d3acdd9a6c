package memo

import (
	"sync"
	"sync/atomic"
	"testing"

	"lastiterate/bounds/work"
)

// TestFunc: a known value is not computed again, and several goroutines may ask at the same time.
func TestFunc(t *testing.T) {
	var computed atomic.Int64
	square := Func(func(x int) int { computed.Add(1); return x * x })
	for x := range 5 {
		square(x)
	}
	var asking sync.WaitGroup
	for range 8 {
		asking.Go(func() {
			for x := range 5 {
				if got := square(x); got != x*x {
					t.Errorf("square(%d) = %d, want %d", x, got, x*x)
				}
			}
		})
	}
	asking.Wait()
	if n := computed.Load(); n != 5 {
		t.Errorf("5 values were computed %d times, want once each", n)
	}
}

// TestMost: a memo that has reached its limit forgets everything, and goes on.
func TestMost(t *testing.T) {
	m := Of[int, int]{Most: 3}
	for k := range 4 {
		m.Keep(k, -k)
	}
	if v, known := m.Known(0); known {
		t.Errorf("after four values of at most three Known(0) = %d, want no value", v)
	}
	if v, known := m.Known(3); !known || v != -3 {
		t.Errorf("the last of four values is %v, %v, want -3, true", v, known)
	}
	if v := m.Get(3, func() int { return 7 }); v != -3 {
		t.Errorf("Get of a known value = %d, want -3", v)
	}
}

// TestPay: a known value costs as much work as it took to compute.
func TestPay(t *testing.T) {
	var m Of[string, PaidValue[float64]]
	w := work.NewBudget(1000, nil)
	for i := range 3 {
		v := Pay(&m, w, "a", func() float64 { w.Spend(100); return 2.5 })
		if used := w.Used(); v != 2.5 || used != int64(100*(i+1)) {
			t.Errorf("asked %d times: %v for %d units, want 2.5 for %d", i+1, v, used, 100*(i+1))
		}
	}
}
