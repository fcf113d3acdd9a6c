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

// The sizes of an embed. SizeNumber is the number with its ruler, 320 by 120 pixels;
// SizeChart has the picture below them, 480 by 360; SizeFull is the whole calculator.
// SizeRegular, which is meant where none is named, is the answer and the picture, sized to
// fit; SizeCompact the same with less said.
const (
	SizeNumber  = "number"
	SizeChart   = "chart"
	SizeFull    = "full"
	SizeRegular = "regular"
	SizeCompact = "compact"
)

// EmbedParts are the parts that an embed of a size shows unless its link names them.
func EmbedParts(size string) []string {
	switch size {
	case SizeNumber:
		return []string{ShowAnswer}
	case SizeFull:
		return embedParts
	}
	return []string{ShowAnswer, ShowChart}
}

var (
	embedParts = []string{ShowAnswer, ShowChart, ShowForm, ShowTable}
	embedSizes = []string{SizeNumber, SizeChart, SizeFull, SizeRegular, SizeCompact}
)

// WithoutFrame is the state without what only an embed can show.
func WithoutFrame(s link.State) link.State {
	s.View.Show, s.View.Theme, s.View.Size, s.View.Report = nil, "", "", ""
	return s
}

// embedProblems reports parts and sizes that an embed does not have.
func embedProblems(v link.View) []link.Problem {
	var problems []link.Problem
	for _, part := range v.Show {
		if !slices.Contains(embedParts, part) {
			problems = append(problems, link.Problem{Name: "show", Value: part,
				Message: "is no part of an embed; it can show " + strings.Join(embedParts, ", ")})
		}
	}
	if v.Size != "" && !slices.Contains(embedSizes, v.Size) {
		problems = append(problems, link.Problem{Name: "size", Value: v.Size,
			Message: "is no size of an embed; there are " + strings.Join(embedSizes, ", ")})
	}
	return problems
}
