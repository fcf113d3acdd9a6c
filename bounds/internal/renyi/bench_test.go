package renyi

import (
	"fmt"
	"testing"
)

func BenchmarkDivergence(b *testing.B) {
	functions := []struct {
		name string
		f    func(q, u, alpha float64) (float64, error)
	}{
		{"mix", Counted{}.MixToNormal},
		{"normal", Counted{}.NormalToMix},
		{"replace", Counted{}.WithoutReplacement},
		{"zeroout", Counted{}.WithoutReplacementZeroOut},
		{"contracted", Counted{}.PoissonReplace},
	}
	for _, f := range functions {
		for _, p := range [][3]float64{{.01, 1, 16}, {.01, 1, 16.5}, {.01, 1, 4.5}, {.1, 4, 30.5}, {.001, 20, 1500.5}} {
			b.Run(fmt.Sprintf("%s/q=%v,u=%v,a=%v", f.name, p[0], p[1], p[2]), func(b *testing.B) {
				for b.Loop() {
					f.f(p[0], p[1], p[2])
				}
			})
		}
	}
}
