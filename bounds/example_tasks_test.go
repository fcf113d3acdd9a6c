package bounds_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// classifier is logistic regression on 10,000 examples: Poisson batches of 100 on average,
// ten epochs, clipping norm 1, add or remove one example.
func classifier() run.Run {
	return run.Run{
		N: 10000, B: 100, T: 1000, Eta: 0.5, Clip: 1, Sigma: 1, Noise: run.NoiseMultiplier, Diameter: math.Inf(1),
		Adjacency: run.AddRemove, Scheme: run.Poisson,
		Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingActive,
	}
}

// The least noise multiplier with which the classifier has ε ≤ 1 at δ = 10⁻⁵, by composition alone.
func ExampleSolve() {
	target := claim.Target{Epsilon: 1, Question: claim.Question{Delta: 1e-5}}
	found, err := bounds.Solve(context.Background(), classifier(), "sigma", target, bounds.Settings{Rows: []string{"composition"}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("z = %.3f gives ε = %.4f\n", found.Value, found.Epsilon)
	// Output:
	// z = 1.415 gives ε = 1.0000
}

// How the shift row's value is made: the steps that pay, and how much of the distance between
// the two runs each of them pays for.
func ExampleMakeSchedule() {
	r := bounds.DefaultRun()
	schedule, err := bounds.MakeSchedule(context.Background(), r, "shift", claim.Question{})
	if err != nil {
		log.Fatal(err)
	}
	last := len(schedule.A) - 1
	fmt.Printf("steps %d to %d of %d pay\n", schedule.Tau, r.T-1, schedule.T)
	fmt.Printf("the last pays %.4f, the one ten steps earlier %.4f\n", schedule.A[last], schedule.A[last-10])
	// Output:
	// steps 0 to 199 of 200 pay
	// the last pays 0.1520, the one ten steps earlier 0.0530
}

// The same noise in all four conventions. The noise on the iterate is σ, η times the noise on
// the gradient, ηC/b times the noise multiplier, and √(2η) times the Langevin noise.
func Example_noiseConventions() {
	r := bounds.DefaultRun() // n = b = 5, η = 0.1, C = 2
	for _, noise := range []struct {
		convention run.Convention
		sigma      float64
	}{{run.IterateNoise, 1}, {run.GradientNoise, 10}, {run.NoiseMultiplier, 25}, {run.LangevinNoise, 1 / math.Sqrt(0.2)}} {
		r.Noise, r.Sigma = noise.convention, noise.sigma
		report, err := bounds.Evaluate(context.Background(), r, claim.Question{Alpha: 2}, bounds.Settings{Rows: []string{"chien-li-3.1"}})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%-10s σ = %6.3f: ε(2) = %.4f\n", noise.convention, noise.sigma, report.Answer.Epsilon)
	}
	// Output:
	// iterate    σ =  1.000: ε(2) = 0.1333
	// gradient   σ = 10.000: ε(2) = 0.1333
	// multiplier σ = 25.000: ε(2) = 0.1333
	// langevin   σ =  2.236: ε(2) = 0.1333
}

// Settings.Rows restricts the answer to some rows; an unknown name is an error.
func ExampleSettings() {
	settings := bounds.Settings{Rows: []string{"composition", "chien-li-3.1"}}
	report, err := bounds.Evaluate(context.Background(), bounds.DefaultRun(), bounds.DefaultQuestion(), settings)
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range report.Rows {
		fmt.Printf("%-13s %.4f\n", row.Theorem.ID, row.Epsilon)
	}
	_, err = bounds.Evaluate(context.Background(), bounds.DefaultRun(), bounds.DefaultQuestion(),
		bounds.Settings{Rows: []string{"chien-li"}})
	fmt.Println(err)
	// Output:
	// composition   5.0528
	// chien-li-3.1  1.5313
	// there is no such row: the page “The rows and their sources” lists them; got rows = chien-li
}

// A context that ends ends the computation; what was found until then is not returned.
func ExampleEvaluate_cancelled() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := bounds.Evaluate(ctx, classifier(), bounds.DefaultQuestion(), bounds.Settings{})
	fmt.Println(errors.Is(err, context.Canceled))
	// Output:
	// true
}

// An engine remembers what questions about similar runs share.
func ExampleEngine() {
	var engine bounds.Engine
	r := bounds.DefaultRun()
	for _, T := range []int{100, 200, 400} {
		r.T = T
		report, err := engine.Evaluate(context.Background(), r, claim.Question{Alpha: 2}, bounds.Settings{Rows: []string{"shift"}})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("T = %d: ε(2) = %.6f\n", T, report.Answer.Epsilon)
	}
	// Output:
	// T = 100: ε(2) = 0.121594
	// T = 200: ε(2) = 0.121600
	// T = 400: ε(2) = 0.121600
}
