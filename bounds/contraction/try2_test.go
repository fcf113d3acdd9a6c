package contraction

import (
	"fmt"
	"testing"
)

func TestTwoPhase(t *testing.T) {
	for _, sig := range []float64{1, 0.5, .3} {
		p := linear(0, 0.08, sig, 1, 200)
		const delta = 1e-5
		s := p.hunt(func(g *grid, h []float64) float64 { return g.lossAt(h, delta) })
		top := map[float64]float64{1: .65, .5: 2.2, .3: 8}[sig]
		k := 1.0
		if sig == .3 {
			k = 2
		}
		g := newGrid(top, 300)
		for _, b := range []float64{.5, .6, .65, .7, .75, .85, .9, .95} {
			h := s.run(g, plan{b, k}, 1e-8)
			fmt.Print(sig, " ", b, " ", s.want(g, h), " : ")
			for _, kk := range []float64{1, 2, 3} {
				for _, b2 := range []float64{.4, .5, .6, .7, .8, .9, 1} {
					h2 := s.chain(s.lengths, g, plan{b2, kk}, 1).over(h)
					best := 9.
					for _, b3 := range []float64{.4, .5, .6, .7, .8, .9, 1} {
						h3 := s.chain(s.lengths, g, plan{b3, kk}, 1).over(h2)
						best = min(best, s.want(g, h3))
					}
					fmt.Printf("%.5f/%.5f ", s.want(g, h2), best)
				}
				fmt.Print(" | ")
			}
			fmt.Println()
		}
	}
}
