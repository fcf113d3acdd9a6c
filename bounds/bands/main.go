// Bands measures how far apart the answers and the proved floors are.
//
//	bands [-n 2000] [-seed 1] [-workers 1] [-first 0] [-widest 20]
//
// It draws random runs of every batch scheme except random allocation (draw.go has the distribution), half of
// the questions at a δ and half at an order, evaluates every proved row, and prints the
// ratio of the answer to the largest proved floor: the median and the ninth decile, for
// all runs and for each scheme, the twenty widest bands with their links, and which rows
// answer. It exits with status 1 if an answer is below a floor.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"

	"lastiterate/bounds"
	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

func main() {
	var (
		n       = flag.Int("n", 2000, "number of runs")
		seed    = flag.Uint64("seed", 1, "seed of the random runs")
		workers = flag.Int("workers", 1, "number of runs to evaluate in parallel")
		widest  = flag.Int("widest", 20, "number of the widest bands to print")
		first   = flag.Int("first", 0, "number of the first run; a seed and a number identify a run")
	)
	flag.Parse()
	bands, err := evaluate(context.Background(), *seed, *first, *n, *workers)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	text, sound := report(bands, *widest)
	fmt.Print(text + winners(bands))
	if !sound {
		os.Exit(1)
	}
}

// A band bounds the loss of one run, which is between floor and answer.
type band struct {
	claim.Query
	number        int
	answer, floor bounds.Answer // floor's Row is empty if none is above 0
	without       float64       // the least upper bound without the answer's row, +Inf if none is finite
}

// ratio is +Inf if no floor is above 0, and 1 if both are equal.
func (b band) ratio() float64 {
	if b.answer.Epsilon == b.floor.Epsilon {
		return 1
	}
	return b.answer.Epsilon / b.floor.Epsilon
}

// evaluate returns the bands of the runs with these numbers, in their order.
func evaluate(ctx context.Context, seed uint64, first, n, workers int) ([]band, error) {
	bands, errs := make([]band, n), make([]error, n)
	next := make(chan int)
	var group sync.WaitGroup
	for range max(1, workers) {
		group.Go(func() {
			for i := range next {
				r, q := draw(rand.New(rand.NewPCG(seed, uint64(first+i))))
				bands[i], errs[i] = bandOf(ctx, r, q)
				bands[i].number = first + i
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	group.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("run %d: %w", first+i, err)
		}
	}
	return bands, nil
}

// proved are the proved rows, upper and lower.
var proved = sync.OnceValue(func() (ids []string) {
	for _, t := range catalog.All() {
		if t.Status == claim.Proved {
			ids = append(ids, t.ID)
		}
	}
	return ids
})

func bandOf(ctx context.Context, r run.Run, q claim.Question) (band, error) {
	b := band{Query: claim.Query{Run: r, Question: q}, answer: bounds.Answer{Epsilon: math.Inf(1)}, without: math.Inf(1)}
	rows, err := bounds.Rows(ctx, r, q, bounds.Settings{Rows: proved()})
	for _, row := range rows {
		a := bounds.Answer{Row: row.Theorem.ID, Epsilon: row.Epsilon, Certified: row.Certified}
		switch {
		case !row.Applies || row.Err != nil || math.IsNaN(row.Epsilon):
		case row.Theorem.Side == claim.Upper && a.Epsilon < b.answer.Epsilon:
			b.answer, b.without = a, b.answer.Epsilon
		case row.Theorem.Side == claim.Upper:
			b.without = min(b.without, a.Epsilon)
		case row.Theorem.Side == claim.Lower && a.Epsilon > b.floor.Epsilon:
			b.floor = a
		}
	}
	return b, err
}

// report says how wide the bands are, and lists the widest; sound is false
// if an answer is below a floor.
func report(bands []band, widest int) (text string, sound bool) {
	var b strings.Builder
	line := func(name string, of []band) {
		var ratios []float64
		unknown, endless := 0, 0
		for _, x := range of {
			switch {
			case math.IsInf(x.answer.Epsilon, 1):
				endless++
			case math.IsInf(x.ratio(), 1):
				unknown++
			default:
				ratios = append(ratios, x.ratio())
			}
		}
		slices.Sort(ratios)
		fmt.Fprintf(&b, "%-20s %7d %9s %9s %9s %9d %9d\n", name, len(of), quantile(ratios, 0.5), quantile(ratios, 0.9), quantile(ratios, 1),
			unknown, endless)
	}
	fmt.Fprintf(&b, "%-20s %7s %9s %9s %9s %9s %9s\n", "answer / floor", "runs", "median", "90 %", "largest", "no floor", "no answer")
	line("all", bands)
	for _, s := range schemes {
		line(string(s), slices.DeleteFunc(slices.Clone(bands), func(x band) bool { return x.Run.Scheme != s }))
	}
	for _, renyi := range []bool{false, true} {
		name := map[bool]string{false: "at a δ", true: "at an order"}[renyi]
		line(name, slices.DeleteFunc(slices.Clone(bands), func(x band) bool { return x.Question.Renyi() != renyi }))
	}
	known := slices.DeleteFunc(slices.Clone(bands), func(x band) bool { return math.IsInf(x.ratio(), 1) })
	slices.SortStableFunc(known, func(x, y band) int { return cmp.Compare(y.ratio(), x.ratio()) })
	fmt.Fprintf(&b, "\nThe widest bands:\n")
	for _, x := range known[:min(widest, len(known))] {
		b.WriteString(x.line())
	}
	sound = true
	for _, x := range known {
		// Rounding may put an answer that is not certified just below an equal floor.
		const rounding = 1e-9
		if x.ratio() < 1-rounding {
			sound = false
			fmt.Fprintf(&b, "\nAn answer is below a floor: %s", x.line())
		}
	}
	return b.String(), sound
}

// quantile formats a quantile of sorted numbers, - if there are none.
func quantile(sorted []float64, of float64) string {
	if len(sorted) == 0 {
		return "-"
	}
	return fmt.Sprintf("%.4g", sorted[min(len(sorted)-1, int(of*float64(len(sorted))))])
}

func (b band) line() string {
	return fmt.Sprintf("%-9.4g at most %.6g by %s, at least %.6g by %s (run %d)\n  %s\n", b.ratio(), b.answer.Epsilon, b.answer.Row,
		b.floor.Epsilon,
		b.floor.Row, b.number, b.Link())
}
