package bounds

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

var (
	extremes = flag.Int("extremes", 0, "how many requests with extreme fields TestExtremes makes; 0 for a sample")
	fromOne  = flag.Int("extreme", 0, "the number of the first of them")
	inMethod = flag.String("method", "", "only this one: evaluate, curve, solve or schedule")
)

// extremeSample is the number of requests without the flag -extremes: a few that contain every
// method, since one in fifty takes minutes.
func extremeSample() int { return draws.Sample(30, 200) }

// An extreme is one request, which its number determines.
type extreme struct {
	Number    int
	Method    string
	Run       run.Run
	Question  claim.Question
	Row       string    `json:",omitempty"` // of schedule
	Parameter string    `json:",omitempty"` // of curve and solve
	Values    []float64 `json:",omitempty"` // of curve
	Target    float64   `json:",omitempty"` // of solve

	CPU     time.Duration `json:"-"`
	Seconds float64       // of CPU
	Work    int64         // in units of package work
	Slowest string        `json:",omitempty"` // row of evaluate, and the units that it took
	Error   string        `json:",omitempty"`
}

func (x extreme) MarshalJSON() ([]byte, error) {
	type plain extreme
	y := plain(x)
	var diameter any = y.Run.Diameter
	if !y.Run.Bounded() {
		diameter = "inf"
		y.Run.Diameter = 0
	}
	return json.Marshal(struct {
		plain
		Diameter any
	}{y, diameter})
}

// extremeRun has some, half or all of its numbers anywhere in what is accepted, the
// others where theorems begin and cease to apply.
func extremeRun(r *rand.Rand) run.Run {
	x := drawRun(r)
	share := random.Pick(r, 0.2, 0.5, 1)
	for _, v := range []*float64{&x.Eta, &x.Clip, &x.Sigma, &x.Diameter, &x.Smoothness, &x.StrongConvexity, &x.WeakConvexity} {
		if r.Float64() < share {
			*v = random.LogUniform(r, run.MinMagnitude, run.MaxMagnitude)
		}
	}
	if r.IntN(4) == 0 {
		x.Diameter = math.Inf(1)
	}
	if r.Float64() < share {
		x.HolderOrder = random.LogUniform(r, run.MinOrder, 1)
	}
	for _, v := range []*int{&x.N, &x.T} {
		if r.Float64() < share {
			*v = int(random.LogUniform(r, 1, 1e18)) // most of these are refused
		}
	}
	if r.Float64() < share {
		x.B = int(random.LogUniform(r, 1, float64(x.N)))
	}
	if x.Scheme == run.Full {
		x.B = x.N
	}
	if steps := min(x.N/max(1, x.B), x.T); x.Scheme == run.Cyclic && steps > 0 && r.IntN(2) == 0 {
		x.Position = int(random.LogUniform(r, 1, float64(steps)))
	}
	if x.StrongConvexity > x.Smoothness {
		x.StrongConvexity, x.Smoothness = x.Smoothness, x.StrongConvexity
	}
	return x
}

func drawExtreme(number int) extreme {
	r := rand.New(rand.NewPCG(uint64(number), 77))
	x := extreme{Number: number, Run: extremeRun(r)}
	for r.IntN(20) != 0 && x.Run.Validate() != nil { // one in twenty may be refused
		x.Run = extremeRun(r)
	}
	x.Question.Alpha = 1 + random.LogUniform(r, 1e-12, 1e9-1)
	if r.IntN(2) == 0 {
		x.Question = claim.Question{Delta: random.Pick(r, random.LogUniform(r, 1e-300, 1), random.LogUniform(r, 1e-12, 1),
			1-random.LogUniform(r, 1e-15, 1))}
	}
	x.Method = random.Pick(r, "evaluate", "evaluate", "curve", "solve", "schedule")
	if *inMethod != "" {
		x.Method = *inMethod
	}
	x.Row = random.Pick(r, catalog.All()...).ID
	x.Parameter = random.Pick(r, Parameters()...)
	if x.Method == "solve" {
		x.Parameter = random.Pick(r, Solvable()...)
	}
	x.Target = random.LogUniform(r, 1e-6, 1e6)
	for range 12 {
		x.Values = append(x.Values, random.LogUniform(r, 1e-3, 1e6))
	}
	slices.Sort(x.Values)
	return x
}

// ask makes the request and reports what must never be said.
func (x *extreme) ask(t *testing.T) {
	total := work.NewBudget(math.MaxInt64, nil)
	ctx := work.With(context.Background(), total)
	began := cpuTime()
	say := func(err error) {
		if err == nil {
			return
		}
		var fault *work.Panic
		if errors.As(err, &fault) {
			t.Errorf("%d: %v\n%s", x.Number, fault.Cause, fault.Stack)
		}
		if x.Error = err.Error(); notForPeople.MatchString(x.Error) {
			t.Errorf("%d: a person reads %q", x.Number, err)
		}
	}
	value := func(row string, epsilon float64) {
		if math.IsNaN(epsilon) || epsilon < 0 {
			t.Errorf("%d: %s is %v", x.Number, row, epsilon)
		}
	}
	switch x.Method {
	case "evaluate":
		report, err := Evaluate(ctx, x.Run, x.Question, Settings{})
		say(err)
		most := int64(0)
		for _, row := range report.Rows {
			say(row.Err)
			if row.Applies && (row.Theorem.Side == claim.Upper || !math.IsNaN(row.Epsilon)) {
				value(row.Theorem.ID, row.Epsilon)
			}
			if used := row.budget.Used(); used > most {
				most, x.Slowest = used, row.Theorem.ID
			}
		}
		if report.Contradiction != nil {
			t.Errorf("%d: %+v contradict each other", x.Number, *report.Contradiction)
		}
	case "curve":
		series, err := Curve(ctx, x.Run, x.Question, x.Parameter, x.Values, Settings{})
		say(err)
		for _, s := range series {
			for _, e := range s.Epsilon {
				if !math.IsNaN(e) {
					value(s.Row, e)
				}
			}
		}
	case "solve":
		s, err := Solve(ctx, x.Run, x.Parameter, Target{Epsilon: x.Target, Question: x.Question}, Settings{})
		say(err)
		if err == nil && !(s.Epsilon <= x.Target) {
			t.Errorf("%d: the solution %+v misses ε = %v", x.Number, s, x.Target)
		}
	case "schedule":
		_, err := MakeSchedule(ctx, x.Run, x.Row, x.Question)
		say(err)
	}
	x.CPU, x.Work = cpuTime()-began, total.Used()
	x.Seconds = x.CPU.Seconds()
}

// TestExtremes: requests of every method, with any accepted fields, end in values, +Inf or error
// messages, within a bounded work. With -extremes 10000 -v it also prints how long they take, and
// the slowest ones as JSON.
func TestExtremes(t *testing.T) {
	if testing.Short() && *extremes == 0 {
		t.Skip("of the requests with extreme fields the long tests make a sample")
	}
	var all []extreme
	for i := range max(*extremes, extremeSample()) {
		if *extremes > 0 && i >= *extremes {
			break
		}
		x := drawExtreme(*fromOne + i)
		x.ask(t)
		all = append(all, x)
		if most := x.most(); x.Work > most {
			t.Errorf("%d: the work is %d units, above %d", x.Number, x.Work, most)
		}
	}
	slices.SortFunc(all, func(a, b extreme) int { return int(b.CPU - a.CPU) })
	for _, method := range []string{"", "evaluate", "curve", "solve", "schedule"} {
		var of []extreme
		for _, x := range all {
			if method == "" || x.Method == method {
				of = append(of, x)
			}
		}
		if len(of) > 0 {
			share := func(s float64) float64 { return of[int((1-s)*float64(len(of)))].Seconds }
			t.Logf("%d requests %s: median %.3f s of CPU, 99 %% %.3f s, 99.9 %% %.3f s, most %.3f s", len(of), method, share(0.5),
				share(0.99),
				share(0.999), of[0].Seconds)
		}
	}
	for _, x := range all[:min(len(all), 10+len(all)/1000)] {
		text, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s", text)
	}
}

// most is the work that the request may take: a curve that of as many answers as it has
// values.
func (x *extreme) most() int64 {
	const (
		answer = 1 << 29
		search = 1<<30 + answer
	)
	switch x.Method {
	case "solve":
		return search
	case "curve":
		return answer * int64(len(x.Values))
	}
	return answer
}
