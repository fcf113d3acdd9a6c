package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"lastiterate/bounds/run"
)

// worth is the ratio of the next row to a row above which that row counts as needed.
const worth = 1.01

// wins are the runs that one row answers.
type wins struct {
	runs, needed int                // in how many runs the row is the least; in how many by more than 1 %
	most         float64            // the largest ratio of the next row to this one; +Inf if only this one is 0 or finite
	alone        bool               // in some run no other row is finite
	schemes      map[run.Scheme]int // number of runs in which it is needed
}

// winners lists which rows answer, how often the answer would be larger without each, and by how much: the reasons
// for keeping a row.
func winners(bands []band) string {
	by := map[string]*wins{}
	for _, x := range bands {
		if x.answer.Row == "" {
			continue
		}
		w := by[x.answer.Row]
		if w == nil {
			w = &wins{schemes: map[run.Scheme]int{}}
			by[x.answer.Row] = w
		}
		w.runs++
		gain := x.without / x.answer.Epsilon
		if x.without == x.answer.Epsilon {
			gain = 1
		}
		if gain > worth {
			w.needed++
			w.schemes[x.Run.Scheme]++
		}
		w.most, w.alone = max(w.most, gain), w.alone || math.IsInf(x.without, 1)
	}
	rows := slices.SortedFunc(maps.Keys(by), func(x, y string) int {
		return cmp.Or(cmp.Compare(by[y].needed, by[x].needed), cmp.Compare(by[y].runs, by[x].runs), strings.Compare(x, y))
	})
	var b strings.Builder
	fmt.Fprintf(&b, "\n%-20s %7s %9s %9s  %s\n", "row", "answers", "by > 1 %", "largest", "needed for")
	for _, id := range rows {
		w := by[id]
		var where []string
		for _, s := range schemes {
			if n := w.schemes[s]; n > 0 {
				where = append(where, fmt.Sprintf("%s %d", s, n))
			}
		}
		most := fmt.Sprintf("%.3gx", w.most)
		if w.alone {
			most = "no other"
		}
		fmt.Fprintf(&b, "%-20s %7d %9d %9s  %s\n", id, w.runs, w.needed, most, strings.Join(where, ", "))
	}
	return b.String()
}
