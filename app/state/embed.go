package state

import (
	"slices"
	"strings"

	"lastiterate/app/link"
)

// The parts that an embed can show, by their names in links.
const (
	ShowAnswer = "answer"
	ShowChart  = "chart"
	ShowForm   = "form"
	ShowTable  = "table"
)

// SizeCompact is an embed for narrow places: less type, less said.
const SizeCompact = "compact"

var (
	embedParts = []string{ShowAnswer, ShowChart, ShowForm, ShowTable}
	embedSizes = []string{"regular", SizeCompact}
)

// embedProblems reports parts and sizes that an embed does not have.
func embedProblems(v link.View) []link.Problem {
	var problems []link.Problem
	for _, part := range v.Show {
		if !slices.Contains(embedParts, part) {
			problems = append(problems, link.Problem{Name: "show", Value: part, Message: "is no part of an embed; it can show " + strings.Join(embedParts, ", ")})
		}
	}
	if v.Size != "" && !slices.Contains(embedSizes, v.Size) {
		problems = append(problems, link.Problem{Name: "size", Value: v.Size, Message: "is no size of an embed; there are " + strings.Join(embedSizes, " and ")})
	}
	return problems
}
