package average

import (
	"math"
	"testing"
)

func BenchmarkEpsilon(b *testing.B) {
	p := SampledProgram{Rate: 256. / 60000, T: 1e4, Diameter: math.Inf(1)}
	for b.Loop() {
		if _, _, err := p.Epsilon(1, 1e-5); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRenyi(b *testing.B) {
	p := SampledProgram{Rate: 256. / 60000, T: 1e4, Diameter: math.Inf(1)}
	for b.Loop() {
		p.Renyi(1, 5)
	}
}
