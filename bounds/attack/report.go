package main

import (
	"encoding/json"
	"fmt"
	"math"
	"sort"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// fields holds the fields of a run or a question by their names in the protocol; numbers are JSON numbers.
type fields map[string]any

func (a Attack) fields() (r, q fields) {
	r, q = fields{}, fields{}
	for _, f := range run.Fields() {
		if !a.Run.States(f.Name) {
			continue
		}
		r[f.Name] = a.Run.Get(f.Name)
		if x, number := a.Run.Number(f.Name); number && !math.IsInf(x, 0) {
			r[f.Name] = x
		}
	}
	if a.Question.Renyi() {
		q["alpha"] = a.Question.Alpha
	} else {
		q["delta"] = a.Question.Delta
	}
	return r, q
}

type writtenReport struct {
	Run       fields    `json:"run"`
	Question  fields    `json:"question"`
	Adversary Adversary `json:"adversary"`
}

// MarshalJSON writes an attack with the names of the protocol.
func (a Attack) MarshalJSON() ([]byte, error) {
	r, q := a.fields()
	return json.Marshal(writtenReport{r, q, a.Adversary})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (a *Attack) UnmarshalJSON(text []byte) error {
	var w writtenReport
	if err := json.Unmarshal(text, &w); err != nil {
		return err
	}
	a.Adversary, a.Run, a.Question = w.Adversary, run.Run{}, claim.Question{}
	for name, value := range w.Run {
		text := fmt.Sprint(value)
		if x, number := value.(float64); number {
			text = run.FormatNumber(x)
		}
		if err := a.Run.Set(name, text); err != nil {
			return err
		}
	}
	if a.Run.Noise == "" {
		a.Run.Noise = run.IterateNoise
	}
	if a.Run.Adjacency == "" {
		a.Run.Adjacency = run.Replace
	}
	a.Question.Alpha, _ = w.Question["alpha"].(float64)
	a.Question.Delta, _ = w.Question["delta"].(float64)
	if err := a.Run.Validate(); err != nil {
		return err
	}
	return a.Question.Validate()
}

// A tally keeps the closest approach to every row, leaving out losses that meet the row's value.
type tally struct {
	closest map[string]approach
	runs    map[string]int // attacks on the row
	met     map[string]int // attacks whose loss is the row's value, within the accuracy of the grid
}

func newTally() tally { return tally{map[string]approach{}, map[string]int{}, map[string]int{}} }

// same is the share of a row's value from which on a loss counts as equal to it.
const same = 1 - 1e-5

func (t tally) add(a approach) {
	t.runs[a.Row]++
	switch {
	case a.ratio() > same && !a.violates():
		t.met[a.Row]++
	case a.ratio() >= t.closest[a.Row].ratio():
		t.closest[a.Row] = a
	}
}

// table lists the rows by how close the loss came.
func (t tally) table() string {
	var rows []string
	for row := range t.runs {
		rows = append(rows, row)
	}
	sort.Slice(rows, func(i, j int) bool {
		a, b := t.closest[rows[i]].ratio(), t.closest[rows[j]].ratio()
		return a > b || a == b && rows[i] < rows[j]
	})
	var out strings.Builder
	fmt.Fprintf(&out, "%-20s %7s %7s  %-9s  %-11s %-11s %s\n", "row", "attacks", "met", "loss/row", "loss", "row's value", "run")
	for _, row := range rows {
		a, link := t.closest[row], "-"
		if a.Row != "" {
			link = a.Link()
		}
		fmt.Fprintf(&out, "%-20s %7d %7d  %-9.6f  %-11.6g %-11.6g %s\n", row, t.runs[row], t.met[row], a.ratio(), a.Truth.loss,
			a.Bound, link)
	}
	return out.String()
}

// line describes one approach, with the adversary that reproduces it.
func (a approach) line() string {
	text, err := json.Marshal(a.Attack)
	if err != nil {
		text = []byte(err.Error())
	}
	return fmt.Sprintf("%s = %.10g is below the loss %.10g ± %.2g of\n%s", a.Row, a.Bound, a.Truth.loss, a.Truth.doubt, text)
}
