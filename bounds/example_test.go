package bounds_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// A strongly convex full-batch run without projection: each step multiplies
// distances by 1 − ηm = 0.95, and the noise is ten times the sensitivity.
func ExampleEvaluate() {
	r := run.Run{
		N: 1, B: 1, T: 160, Eta: 0.05, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: math.Inf(1),
		Adjacency: run.Replace, Scheme: run.Full,
		Loss: run.StronglyConvex, Smoothness: 1, StrongConvexity: 1, Clipping: run.ClippingDifference,
	}
	report, err := bounds.Evaluate(context.Background(), r, claim.Question{Delta: 1e-5}, bounds.Settings{})
	if err != nil {
		log.Fatal(err)
	}
	if report.Answer == nil || report.AllIterates == nil || report.Lower == nil {
		log.Fatal("no theorem applies to this run")
	}
	fmt.Printf("released model: ε ≤ %.4f by %s\n", report.Answer.Epsilon, report.Answer.Row)
	fmt.Printf("every iterate public: ε = %.4f\n", report.AllIterates.Epsilon)
	fmt.Printf("no analysis can go below %.4f\n", report.Lower.Epsilon)
	// Output:
	// released model: ε ≤ 2.5568 by bok-su-altschuler
	// every iterate public: ε = 5.7595
	// no analysis can go below 2.5568
}

func ExampleCurve() {
	series, err := bounds.Curve(context.Background(), bounds.DefaultRun(), claim.Question{Alpha: 2}, "T",
		[]float64{1, 10, 100, 1e6}, bounds.Settings{Rows: []string{"composition", "shift"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range series {
		fmt.Printf("%-12s", s.Row)
		for _, e := range s.Epsilon {
			fmt.Printf(" %10.6f", e)
		}
		fmt.Println()
	}
	// Output:
	// composition    0.006400   0.064000   0.640000 6400.000000
	// shift          0.006400   0.058725   0.121594   0.121600
}
