package main

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// A row answers if it is the least, and is needed if it is the least by more than 1 %.
func TestWinners(t *testing.T) {
	of := func(scheme run.Scheme, row string, answer, without float64) band {
		return band{Query: claim.Query{Run: run.Run{Scheme: scheme}}, answer: bounds.Answer{Row: row, Epsilon: answer}, without: without}
	}
	got := winners([]band{of(run.Full, "a", 1, 1.005), of(run.Full, "a", 1, 3), of(run.Poisson, "a", 2, 2.5), of(run.Cyclic, "b", 0, 0),
		of(run.Cyclic, "c", 1, math.Inf(1)), of(run.Cyclic, "d", 0, 2), of(run.Full, "", math.Inf(1), math.Inf(1))})
	want := `
row                  answers  by > 1 %   largest  needed for
a                          3         2        3x  full 1, poisson 1
c                          1         1  no other  cyclic 1
d                          1         1     +Infx  cyclic 1
b                          1         0        1x  
`
	if got != want {
		t.Errorf("the table is\n%s, want\n%s", got, want)
	}
}

// A sample: every scheme is drawn, no answer is below a floor, and runs on a bounded
// domain have one.
func TestSample(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	bands, err := evaluate(t.Context(), 1, 0, 60, 2)
	if err != nil {
		t.Fatal(err)
	}
	again, err := evaluate(t.Context(), 1, 30, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	drawn, answered := map[run.Scheme]int{}, 0
	for i, b := range bands {
		drawn[b.Run.Scheme]++
		if b.answer.Row != "" {
			answered++
		}
		if !(b.answer.Epsilon >= 0) {
			t.Errorf("run %d: the answer is %+v", i, b.answer)
		}
		if b.Run.Bounded() && b.floor.Row == "" && b.Question.Renyi() {
			t.Errorf("run %d: no floor\n%s", i, b.line())
		}
	}
	if answered < 50 {
		t.Errorf("%d runs have an answer", answered)
	}
	for i, b := range again {
		if b != bands[30+i] {
			t.Errorf("run %d is %+v by itself, %+v among others", 30+i, b, bands[30+i])
		}
	}
	for _, s := range schemes {
		if drawn[s] == 0 {
			t.Errorf("no run is %s", s)
		}
	}
	if text, sound := report(bands, 20); !sound || strings.Count(text, "#v=1&") != 20 {
		t.Errorf("sound: %v\n%s", sound, text)
	}
}

// Half of the runs in a known order state a position, any that comes up; it changes nothing
// else of a run: these two are from before there were positions.
func TestPositionsAreDrawn(t *testing.T) {
	cyclic, stated, later := 0, 0, 0
	for i := range 3000 {
		r, _ := draw(rand.New(rand.NewPCG(1, uint64(i))))
		if err := r.Validate(); err != nil {
			t.Errorf("run %d: %v", i, err)
		}
		switch {
		case r.Scheme != run.Cyclic && r.Position != 0:
			t.Errorf("run %d is %s and has a position", i, r.Scheme)
		case r.Scheme == run.Cyclic:
			cyclic++
			if r.Position > 0 {
				stated++
			}
			if 2*r.Position > r.StepsPerEpoch() {
				later++
			}
		}
	}
	if stated < 2*cyclic/5 || stated > 3*cyclic/5 || later < stated/3 || later > 4*stated/5 {
		t.Errorf("%d of %d state a position, %d of them a later one", stated, cyclic, later)
	}
	for number, want := range before {
		r, q := draw(rand.New(rand.NewPCG(1, number)))
		if r.Position = 0; r != want.run || q != want.question {
			t.Errorf("run %d is %+v, %+v", number, r, q)
		}
	}
}

// The numbers of a report are those of its runs, and an answer below a floor is told.
func TestReport(t *testing.T) {
	r, _ := draw(rand.New(rand.NewPCG(4, 4)))
	r.Scheme = run.Full
	q := claim.Query{Run: r, Question: claim.Question{Alpha: 2}}
	var bands []band
	for i := range 11 {
		bands = append(bands, band{number: i, Query: q, answer: bounds.Answer{Row: "shift", Epsilon: 2 + float64(i)},
			floor: bounds.Answer{Row: "one-step", Epsilon: 1}})
	}
	bands = append(bands, band{Query: q, answer: bounds.Answer{Row: "shift", Epsilon: 3}})
	bands = append(bands, band{Query: q, answer: bounds.Answer{Epsilon: math.Inf(1)}, floor: bounds.Answer{Row: "one-step", Epsilon: 1}})
	text, sound := report(bands, 20)
	for _, want := range []string{"all                       13         7        11        12         1         1",
		"12        at most 12 by shift, at least 1 by one-step (run 10)"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if !sound {
		t.Errorf("report: sound = false, want true: no answer is below a floor in\n%s", text)
	}
	bands[3].answer.Epsilon = 0.999
	if text, sound := report(bands, 20); sound || !strings.Contains(text, "below a floor: 0.999") {
		t.Errorf("an answer below a floor is not told:\n%s", text)
	}
}
