package export

import (
	"fmt"
	"slices"
	"strings"

	"lastiterate/app/form"
	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/app/words"
	"lastiterate/bounds/figure"
	"lastiterate/bounds/run"
)

// A few lines are the columns of a table, of as many rows as a column of a paper has. More would be wider than a page: then each
// line is a row, with its values at a few places.
const (
	mostColumns = 4  // lines that are columns
	linesRows   = 12 // about how many rows these have
	linesPlaces = 5  // about how many values a line has that is a row
)

// LinesLaTeX is a table of a chart's lines. A heading above its values names the vertical axis. Its caption has the chart's title,
// which names the paper of a figure, and states the figure's run. It needs the packages booktabs and url.
func (d Document) LinesLaTeX(c plot.Chart) string {
	t, columns, cell, begin := printed(c, linesRows), "r", "\\parbox[b]{0.17\\linewidth}{\\raggedleft %s}", ""
	if len(t.Head)-1 > mostColumns {
		t, columns, cell, begin = printed(c, linesPlaces).Turned(), "p{0.28\\linewidth}", "%s", "\\raggedright "
	}
	n := len(t.Head) - 1
	var b strings.Builder
	b.WriteString(d.latexHead())
	fmt.Fprintf(&b, "\\begin{table}\n  \\centering\\small\n  \\caption{%s}\n", tex(d.linesCaption(c)))
	fmt.Fprintf(&b, "\\begin{tabular}{@{}%s%s@{}}\n  \\toprule\n", columns, strings.Repeat("r", n))
	if what := c.Y.Words(); what != "" && n > 0 {
		fmt.Fprintf(&b, "  & \\multicolumn{%d}{c}{%s} \\\\\n  \\cmidrule(l){2-%d}\n", n, tex(what), n+1)
	}
	b.WriteString("  " + axisHead(c.X))
	for _, head := range t.Head[1:] {
		fmt.Fprintf(&b, " & "+cell, tex(head))
	}
	b.WriteString(" \\\\\n  \\midrule\n")
	for _, row := range t.Rows {
		written := make([]string, len(row))
		for i, text := range row {
			written[i] = tex(text)
		}
		b.WriteString("  " + begin + strings.Join(written, " & ") + " \\\\\n")
	}
	b.WriteString("  \\bottomrule\n\\end{tabular}\n" + d.latexFoot())
	return b.String()
}

// LinesCSV is a table of all data of a chart. Every line names the engine and the link of the run.
func (d Document) LinesCSV(c plot.Chart) string {
	return c.CSV(plot.Same{Head: "engine", Text: words.Name + " " + d.Engine}, plot.Same{Head: "link", Text: d.Link})
}

// linesCaption states the run of the chart's lines as the caption of an answer's table does, with the range of the horizontal axis:
// in place of the number of iterations, or before the run if the lines are over something else.
func (d Document) linesCaption(c plot.Chart) string {
	length, before := form.Length(d.Subject.Run), ""
	if points := c.Points(); len(points) > 0 {
		span := fmt.Sprintf("%s from %s to %s", c.X.Symbol, number.Plain(points[0]), number.Plain(points[len(points)-1]))
		if c.X.Symbol == "T" {
			length = span
		} else {
			before = span + "; otherwise: "
		}
	}
	text := c.Title + ". " + words.Roundings + " " + before + summary(d.Subject, length) + "; a line may differ, as its name says"
	if others := d.unlikeRun(); others != "" {
		text += " (with " + others + ")"
	}
	return text + "."
}

// unlikeRun lists the numbers that lines of the document's figure have besides the figure's run and that their names do not say:
// "m = 1".
func (d Document) unlikeRun() string {
	f, _ := figure.ByID(d.Figure)
	var texts []string
	for _, line := range f.Lines {
		r := f.RunOf(line)
		for _, field := range run.Fields() {
			x, ok := r.Number(field.Name)
			if !ok || x == 0 || !r.Uses(field.Name) || f.Run.Uses(field.Name) {
				continue
			}
			text := strings.ReplaceAll(form.LabelOf(r, field.Name).Symbol, "_", "") + " = " + number.Plain(x)
			if !strings.Contains(line.Name, text) && !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	return strings.Join(texts, ", ")
}

// axisHead is the name of the horizontal axis, with its symbol as mathematics.
func axisHead(a plot.Axis) string {
	symbol := a.Symbol
	if len(symbol) == 1 { // a single letter, which is upright in text
		a.Symbol = ""
		return strings.TrimSpace(tex(a.Words()) + " $" + symbol + "$")
	}
	return tex(a.Words())
}
