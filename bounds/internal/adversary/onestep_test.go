package adversary

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestBallForgetsAllButTheLastPush follows two runs with the same noise in a ball of
// many dimensions (onestep.md): the statistic of what they release differs by the
// last push and not by the earlier ones, and its deviation is that of one step's
// noise. In few dimensions the runs differ by less.
func TestBallForgetsAllButTheLastPush(t *testing.T) {
	const steps, sigma, radius, push = 4, 0.7, 0.4, 0.5
	source := rand.New(rand.NewPCG(11, 2))
	run := func(d, runs int, last bool) (difference, deviation float64) {
		squares := 0.0
		noise := make([]float64, d)
		for range runs {
			x, y := make([]float64, d), make([]float64, d)
			for step := range steps {
				for i := range noise {
					noise[i] = sigma * source.NormFloat64()
				}
				for which, w := range [][]float64{x, y} {
					length := 0.0
					for i := range w {
						w[i] += noise[i]
						if i == 0 && which == 1 && (step < steps-1 || last) {
							w[i] += push
						}
						length += w[i] * w[i]
					}
					if length = math.Sqrt(length); length > radius {
						for i := range w {
							w[i] *= radius / length
						}
					}
				}
			}
			statistic := func(w []float64) float64 {
				return math.Sqrt(float64(d)) * sigma * w[0] / math.Sqrt(max(1e-300, radius*radius-w[0]*w[0]))
			}
			a, b := statistic(x), statistic(y)
			difference += (b - a) / float64(runs)
			squares += a * a / float64(runs)
		}
		return difference, math.Sqrt(squares)
	}
	if difference, deviation := run(20000, 30, true); math.Abs(difference/push-1) > 0.02 || math.Abs(deviation/sigma-1) > 0.4 {
		t.Errorf("the statistic differs by %v, want the last push %v; its deviation is %v, want %v", difference, push, deviation, sigma)
	}
	if difference, _ := run(20000, 30, false); math.Abs(difference) > 0.02*push {
		t.Errorf("without a last push the statistic differs by %v", difference)
	}
	// The first coordinates of earlier states shrink like 1/√d.
	few, _ := run(50, 300, false)
	more, _ := run(5000, 30, false)
	if !(few > 3*more) || !(more > 0) {
		t.Errorf("earlier pushes leave %v in 50 dimensions and %v in 5000", few, more)
	}
}
