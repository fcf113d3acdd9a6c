package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"math"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/work"
)

//go:embed testdata/seen.json
var seenRuns []byte

// Runs whose answers were once below the loss, with adversaries that show it: the
// adversary is of the class, loses what is written here, and no valid row is below.
func TestSeen(t *testing.T) {
	var seen []struct {
		Name, Source string
		Loss         float64 // of this adversary
		Once         float64 // what was answered
		Attack       Attack
	}
	if err := json.Unmarshal(seenRuns, &seen); err != nil {
		t.Fatal(err)
	}
	if len(seen) == 0 {
		t.Fatal("the file has 0 runs, want at least 1")
	}
	for _, s := range seen {
		t.Run(s.Name, func(t *testing.T) {
			if err := Admissible(s.Attack.Run, s.Attack.Adversary); err != nil {
				t.Fatal(err)
			}
			loss, err := measure(s.Attack.Run, s.Attack.Adversary, s.Attack.Question, 2)
			if err != nil {
				t.Fatal(err)
			}
			// Where only events of a grid are looked at, the loss is a little less.
			if !(math.Abs(loss.loss-s.Loss) < 1e-6*s.Loss) && !(loss.loss < s.Loss && loss.loss > s.Loss*(1-5e-3) &&
				s.Attack.Question.Delta > 0) {
				t.Errorf("the loss is %.10g ± %.2g, want %.10g", loss.loss, loss.doubt, s.Loss)
			}
			if !(loss.surely() > s.Once) {
				t.Errorf("the loss %.10g does not show that %.10g was too small", loss.loss, s.Once)
			}
			rows, err := validRows(context.Background(), s.Attack.Run, s.Attack.Question, claim.UpperBound, nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(rows) == 0 {
				t.Errorf("validRows of %+v has 0 rows, want at least 1", s.Attack.Run)
			}
			for _, a := range compare(s.Attack, loss, rows) {
				if a.violates() {
					t.Error(a.line())
				}
			}
			report, err := bounds.Evaluate(context.Background(), s.Attack.Run, s.Attack.Question, bounds.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range report.Rows {
				var fault *work.Panic
				if errors.As(row.Err, &fault) {
					t.Errorf("%s fails: %v\n%s", row.Theorem.ID, fault.Cause, fault.Stack)
				}
			}
			if e := report.LowerEstimate; report.Answer == nil || e != nil && e.Epsilon > report.Answer.Epsilon*(1+1e-9) {
				t.Errorf("a floor is estimated at %+v, the answer is %+v", e, report.Answer)
			}
		})
	}
}
