// Attack looks for runs that lose more privacy than the calculator's bounds allow.
//
//	attack [flags]            (attack -help lists them)
//	attack -replay file.json
//
// It draws random runs of every class of assumptions, and adversaries that meet them: each
// example's gradient is a piecewise linear function of one variable. It computes the laws of the released
// model under both datasets on a grid, and compares the loss with every valid upper row. If the
// loss is near a row, it refines the grid until a violation is certain or gone. It prints how
// close the true loss came to each row. If a loss is above a row, it prints a line of JSON that
// reproduces it, and exits with status 1.
//
// It is written from the definitions of a run and of the classes, not from the code of the bounds. It
// uses only the engine's rows and their values. See attack.md.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"time"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

func main() {
	var (
		n        = flag.Int("n", 2000, "number of runs to attack")
		seed     = flag.Uint64("seed", 1, "seed of the random runs and adversaries")
		workers  = flag.Int("workers", 1, "number of runs to attack in parallel")
		scheme   = flag.String("scheme", "", "attack only runs with this batch `scheme`")
		loss     = flag.String("loss", "", "attack only runs with this `class` of losses")
		clipping = flag.String("clipping", "", "attack only runs with this kind of `clipping`")
		deleted  = flag.Float64("deleted", oftenShare, "share of runs whose example is deleted")
		released = flag.Float64("released", releasing, "share of runs that release more than the last iterate")
		tuned    = flag.Float64("tuned", tuning, "share of runs that are the best of several")
		grouped  = flag.Float64("grouped", grouping, "share of runs whose datasets differ in several examples")
		rows     = flag.String("rows", "", "compare losses only with these `rows`, separated by commas")
		changes  = flag.Float64("schedules", oftenShare, "share of runs whose learning rate changes")
		first    = flag.Int("first", 0, "number of the first run; a seed and a number identify a run")
		replay   = flag.String("replay", "", "recompute the attacks in a `file`, one line of JSON each; - for standard input")
	)
	flag.Parse()
	e := thorough
	if *rows != "" {
		e.rows = strings.Split(*rows, ",")
	}
	if *replay != "" {
		os.Exit(repeat(*replay, e.rows))
	}
	on := focus{scheme: run.Scheme(*scheme), loss: run.Class(*loss), clipping: run.Clipping(*clipping), decays: usualShare,
		deletes:  *deleted,
		releases: *released,
		changes:  *changes, jumps: usualShare, tunes: *tuned, groups: *grouped}
	c := campaign{seed: *seed, first: *first, n: *n, focus: on, effort: e, workers: *workers, log: os.Stderr, slow: 20 * time.Second}
	t, violations := c.wage(context.Background())
	fmt.Print(t.table())
	if len(violations) > 0 {
		fmt.Printf("\n%d violations\n", len(violations))
		os.Exit(1)
	}
	fmt.Printf("\n%d runs attacked, no violation\n", *n)
}

// A campaign attacks many runs. What it finds depends only on its seed and on the numbers of the
// runs, not on the number of workers.
type campaign struct {
	seed     uint64
	first, n int
	focus    focus
	effort   effort
	workers  int
	log      io.Writer
	slow     time.Duration // runs that take longer are reported; 0 for none
	stop     bool          // end at the first violation
	attacked int           // number of runs attacked so far
}

// wage attacks the runs, reports violations as they are found, and tallies.
func (c *campaign) wage(ctx context.Context) (tally, []approach) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	all := newTally()
	var violations []approach
	note := func(i int, met []approach, err error) {
		c.attacked++
		if err != nil && ctx.Err() == nil {
			fmt.Fprintf(c.log, "run %d: %v\n", i, err)
		}
		for _, a := range met {
			all.add(a)
			if !a.violates() {
				continue
			}
			violations = append(violations, a)
			fmt.Fprintf(c.log, "VIOLATION in run %d of seed %d: %s\n", i, c.seed, a.line())
			if c.stop {
				cancel()
			}
		}
		if c.attacked%100 == 0 {
			fmt.Fprintf(c.log, "%d of %d runs, %d violations\n", c.attacked, c.n, len(violations))
		}
	}
	var mu sync.Mutex
	var group sync.WaitGroup
	next := make(chan int)
	for range max(1, c.workers) {
		group.Go(func() {
			for i := range next {
				began := time.Now()
				met, err := c.run(ctx, i)
				mu.Lock()
				if took := time.Since(began); c.slow > 0 && took > c.slow {
					fmt.Fprintf(c.log, "run %d took %v\n", i, took.Round(time.Second))
				}
				note(i, met, err)
				mu.Unlock()
			}
		})
	}
	for i := c.first; i < c.first+c.n && ctx.Err() == nil; i++ {
		next <- i
	}
	close(next)
	group.Wait()
	return all, violations
}

// run attacks the i-th run.
func (c *campaign) run(ctx context.Context, i int) ([]approach, error) {
	rng := rand.New(rand.NewPCG(c.seed, uint64(i)))
	r := drawRun(rng, c.focus)
	return assail(ctx, rng, r, drawQuestions(rng), c.effort)
}

// repeat recomputes recorded attacks. It returns 1 after a violation or an attack that is not in the class, 2 if the file cannot
// be read.
func repeat(name string, rows []string) int {
	file := os.Stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 2
		}
		defer f.Close()
		file = f
	}
	status := 0
	for decoder := json.NewDecoder(file); ; {
		var a Attack
		switch err := decoder.Decode(&a); {
		case err == io.EOF:
			return status
		case err != nil:
			fmt.Fprintln(os.Stderr, err)
			return 2
		}
		if err := Admissible(a.Run, a.Adversary); err != nil {
			fmt.Printf("%s\nnot in the class: %v\n", a.Link(), err)
			status = max(status, 1)
			continue
		}
		for level := 1; level < len(resolutions); level++ { // the first has no coarser grid that tells its error
			t, err := measure(a.Run, a.Adversary, a.Question, level)
			if err != nil {
				fmt.Println(err)
				break
			}
			fmt.Printf("resolution %.2f: loss %.10g ± %.2g\n", resolutions[level], t.loss, t.doubt)
		}
		t, err := measure(a.Run, a.Adversary, a.Question, 1)
		if err != nil {
			fmt.Println(err)
			continue
		}
		valid, err := validRows(context.Background(), a.Run, a.Question, claim.UpperBound, rows)
		if err != nil {
			fmt.Println(err)
			continue
		}
		for _, m := range compare(a, t, valid) {
			fmt.Printf("%-20s %-14.8g loss/row %.6f\n", m.Row, m.Bound, m.ratio())
			if m.violates() {
				status = 1
			}
		}
	}
}
