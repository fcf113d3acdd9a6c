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
	ShowFigure = "figure" // only the paper's figure that the link names
)

// The sizes of an embed. SizeNumber is the number with its ruler, 320 by 120 pixels. SizeChart adds the picture, 480 by 360.
// SizeFull is the whole calculator. SizeRegular, the default, is the answer and the picture, sized to fit. SizeCompact is
// SizeRegular with fewer words.
const (
	SizeNumber  = "number"
	SizeChart   = "chart"
	SizeFull    = "full"
	SizeRegular = "regular"
	SizeCompact = "compact"
)

// EmbedParts lists the parts that an embed of this size shows by default.
func EmbedParts(size string) []string {
	switch size {
	case SizeNumber:
		return []string{ShowAnswer}
	case SizeFull:
		return embedParts
	}
	return []string{ShowAnswer, ShowChart}
}

// FigureAlone reports whether an embed shows a figure of a paper and no run.
func FigureAlone(v link.View) bool { return slices.Contains(v.Show, ShowFigure) }

var (
	embedParts = []string{ShowAnswer, ShowChart, ShowForm, ShowTable}
	embedSizes = []string{SizeNumber, SizeChart, SizeFull, SizeRegular, SizeCompact}
)

// WithoutFrame returns the state without the parts that only an embed can show.
func WithoutFrame(s link.State) link.State {
	s.View.Show, s.View.Theme, s.View.Size, s.View.Report = nil, "", "", ""
	return s
}

// embedProblems reports parts and sizes that embeds do not have. An unknown figure is reported elsewhere.
func embedProblems(v link.View, unknown bool) []link.Problem {
	var problems []link.Problem
	for _, part := range v.Show {
		if part != ShowFigure && !slices.Contains(embedParts, part) {
			problems = append(problems, link.Problem{Name: "show", Value: part,
				Message: "is not part of an embed; an embed can show " + strings.Join(embedParts, ", ") + ", or " + ShowFigure})
		}
	}
	switch {
	case !FigureAlone(v):
	case len(v.Show) > 1:
		problems = append(problems, link.Problem{Name: "show", Value: strings.Join(v.Show, ","),
			Message: "names a figure, which an embed shows alone"})
	case v.Figure == "" && !unknown:
		problems = append(problems, link.Problem{Name: "show", Value: ShowFigure,
			Message: "needs the name of a figure, such as figure=chien-li-1a"})
	}
	if v.Size != "" && !slices.Contains(embedSizes, v.Size) {
		problems = append(problems, link.Problem{Name: "size", Value: v.Size,
			Message: "is not a size of an embed; the sizes are " + strings.Join(embedSizes, ", ")})
	}
	return problems
}
