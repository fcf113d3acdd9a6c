package contraction

import (
	"fmt"
	"testing"
	"time"
)

func TestTry(t *testing.T) {
	for _, sig := range []float64{1, 0.5, 0.3} {
		for _, e := range []float64{0.1, 0.08, 0, -0.1} {
			p := linear(e, 0.08, sig, 1, 200)
			t0 := time.Now()
			v, c := p.Epsilon(1e-5)
			fmt.Println(sig, e, v, c, time.Since(t0))
		}
	}
	for _, T := range []int{1, 2, 5, 10, 20, 40, 62, 63, 1e9} {
		p := linear(0, 0.08, 1, 1, T)
		t0 := time.Now()
		v, c := p.Epsilon(1e-5)
		fmt.Println(T, v, c, time.Since(t0))
	}
	for _, q := range [][3]float64{{1, .3, .01}, {10, 1, .01}, {100, 1, 1e-8}, {100, 1, 1e-3}} {
		p := linear(0, q[2], q[1], q[0], 1e9)
		t0 := time.Now()
		v, c := p.Epsilon(1e-5)
		fmt.Println(q, v, c, time.Since(t0))
	}
	for _, o := range []Order{Known, Shuffled, Reshuffled, Sampled} {
		p := linear(0, 0.08, 1, 1, 1000)
		p.Order, p.Period, p.Rate = o, 20, 0.05
		if o == Sampled {
			p.Period = 1
		}
		t0 := time.Now()
		v, c := p.Epsilon(1e-5)
		r, _ := p.Renyi(2)
		fmt.Println(o, v, c, time.Since(t0), r)
	}
}
