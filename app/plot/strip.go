package plot

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"lastiterate/app/number"
	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

// The strip in which a chart is read lies above the plot and never over its lines. It shows the value of the horizontal
// axis, then every line with its value there.
const (
	stripSample = 22  // length of the piece of a line before its name
	terseSample = 14  // the same in a terse chart
	stripGap    = 16  // blank between two lines' values
	stripName   = 210 // least width to which a name is cut, except in a terse chart
	stripShare  = 0.5 // greatest share of a wide chart's width for a name
	stripStep   = 20  // steps in which names are shortened
	mostStrip   = 3   // greatest number of lines of the strip
	wideStrip   = 720 // least width of a chart whose strip may have one line more
	valueRoom   = "≈ 0.00000"
	floorRoom   = "≥ 0.0000000"
	terseRoom   = "0.000"
	terseFloor  = "≥ 0.000"
	endsRoom    = " (0.000 to 0.000)" // the ends of an interval, after the value
)

// cell is the part of the strip for one line of the chart.
type cell struct {
	name  string
	width float64
}

// stripCells returns the names in the strip and their widths. If they would take too many lines of text, long names are
// replaced by the shorter names at the lines' ends, and these are cut.
func (a *arrangement) stripCells() []cell {
	most, least := max(stripName, stripShare*a.Width), float64(stripName)
	if a.chart.Terse {
		least = terseName
	}
	for ; most > least; most -= stripStep {
		if cells := a.cellsOf(most); a.linesOf(cells) <= a.chart.mostStripLines() {
			return cells
		}
	}
	return a.cellsOf(least)
}

// cellsOf returns the cells with names that are no wider than limit.
func (a *arrangement) cellsOf(limit float64) []cell {
	var cells []cell
	names := a.namesOf(limit)
	for i, s := range a.series {
		name, room := names[i], a.roomFor(s)
		if s.Interval != nil {
			room += endsRoom
		}
		width := a.chart.stripSample() + 4 + lettering.Width(Valued(name, room), lettering.Size, s.Kind == Best)
		cells = append(cells, cell{name, width + stripGap})
	}
	return cells
}

// roomFor is the longest value for which the strip and the key keep room.
func (a *arrangement) roomFor(s Series) string {
	switch {
	case a.chart.Terse && s.Kind == Lower:
		return terseFloor
	case a.chart.Terse:
		return terseRoom
	case s.Kind == Lower:
		return floorRoom
	}
	return valueRoom
}

// valueText is a reading as the strip and the key write it: a floor after "≥", or its number could be taken for a smaller upper
// bound.
func (a *arrangement) valueText(r Reading) string {
	if r.Kind == Lower && r.Text != "" && r.Text[0] >= '0' && r.Text[0] <= '9' {
		return "≥ " + r.Text
	}
	return r.Text
}

// namesOf returns the lines' names, cut so that none is wider than limit. A terse strip calls a floor by its short name, which leaves room
// for its sign. Names that would be cut to the same letters begin
// with "…" and the part in which they differ.
func (a *arrangement) namesOf(limit float64) []string {
	whole, names := make([]string, len(a.series)), make([]string, len(a.series))
	for i, s := range a.series {
		whole[i] = s.Name
		if a.chart.Terse && s.Kind == Lower || lettering.Width(whole[i], lettering.Size, s.Kind == Best) > limit {
			whole[i] = s.label()
		}
		names[i] = lettering.Cut(whole[i], limit, lettering.Size, s.Kind == Best)
	}
	cut := slices.Clone(names)
	for i, s := range a.series {
		for j := range whole {
			if cut[j] != cut[i] || whole[j] == whole[i] {
				continue
			}
			if same := strings.LastIndex(common(whole[i], whole[j]), ", "); same >= 0 {
				names[i] = lettering.Cut("… "+whole[i][same+2:], limit, lettering.Size, s.Kind == Best)
				break
			}
		}
	}
	return names
}

// common is the longest common beginning of two texts.
func common(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

// stripHead is the beginning of the strip: the value x at which the chart is read, in a terse chart after the symbol of the
// vertical axis, which stands nowhere else. If nobody reads the chart, x is empty.
func (c Chart) stripHead(x string) string {
	of := ""
	if c.Terse && c.Y.Symbol != "" {
		of = c.Y.Symbol + " at "
	}
	switch {
	case x == "":
		return strings.TrimSuffix(of, " at ")
	case c.X.Symbol == "":
		return of + c.X.Name + " " + x
	case strings.HasPrefix(x, about):
		return of + c.X.Symbol + " " + x
	}
	return of + c.X.Symbol + " = " + x
}

// readAt is the text of the value at which the chart is read: with all digits if the visitor has set it, otherwise rounded.
func (c Chart) readAt(x float64) string {
	for _, m := range c.Markers {
		if m.Yours && m.At == x {
			return number.Plain(x)
		}
	}
	return c.shortText(x)
}

// stripSample is the length of the piece of a line before its name.
func (c Chart) stripSample() float64 {
	if c.Terse {
		return terseSample
	}
	return stripSample
}

// stripStep is the distance from one line of the strip to the next.
func (c Chart) stripStep() float64 {
	if c.Terse {
		return terseStep
	}
	return lettering.LineHeight
}

// stripLines is the number of lines for which the strip keeps room. A chart with a key has only one, because the values
// stand in the key. A chart without lines has one for the value at which it is read.
func (a *arrangement) stripLines() int {
	if a.chart.Standalone {
		return 0
	}
	if len(a.key) > 0 {
		return 1
	}
	lines, most := a.linesOf(a.stripCells()), a.chart.mostStripLines()
	if a.chart.Terse && a.chart.Width < terseSpare {
		most++ // stripCells has cut the names already, and they still take more lines
	}
	return min(lines, most)
}

// linesOf is the number of lines that the cells take.
func (a *arrangement) linesOf(cells []cell) int {
	head := lettering.Width(a.chart.stripHead(a.chart.widestHead()), lettering.Size, true) + stripGap
	lines, x := 1, head
	for _, i := range a.stripOrder() {
		if x+cells[i].width-stripGap > a.Width {
			lines, x = lines+1, 0
		}
		x += cells[i].width
	}
	return lines
}

// stripOrder is the order of the lines in the strip, in which a terse chart keeps them wherever it is read, so that they take no
// more lines of text than there is room for.
func (a *arrangement) stripOrder() []int {
	if a.chart.Terse {
		return a.bestFirst()
	}
	order := make([]int, len(a.series))
	for i := range order {
		order[i] = i
	}
	return order
}

// drawStrip writes the readings: first the answer, then the others from the highest line to the lowest, in a terse chart in the
// order of the lines. If x is NaN, it writes only the names.
func (a *arrangement) drawStrip(w *svg.Writer, x float64, readings []Reading) {
	if a.chart.Standalone {
		return
	}
	if len(a.key) > 0 {
		a.drawValues(w, x, readings)
		return
	}
	cells := a.stripCells()
	lines := a.stripLines()
	at := ""
	if !math.IsNaN(x) {
		at = a.chart.readAt(x)
	}
	head := a.chart.stripHead(at)
	sample, left, y := a.chart.stripSample(), 0.0, a.stripTop+lettering.Size
	if head != "" {
		w.Text(svg.Text{Y: y, Anchor: svg.Start, Size: lettering.Size, Bold: true, Class: "plot-reading", Words: head,
			Symbol: a.chart.X.Symbol})
		left += lettering.Width(head, lettering.Size, true) + stripGap
	}
	// The answer comes first, so that it always has room.
	readings = slices.Clone(readings)
	if a.chart.Terse {
		sort.SliceStable(readings, func(i, j int) bool { return a.index(readings[i].ID) < a.index(readings[j].ID) })
	}
	sort.SliceStable(readings, func(i, j int) bool {
		return importance[readings[i].Kind]/importance[Best] > importance[readings[j].Kind]/importance[Best]
	})
	for i, r := range readings {
		bold, class := r.Kind == Best, "plot-reading"
		if bold {
			class = "plot-reading-best"
		}
		line := a.index(r.ID)
		words := cells[line].name
		if r.Text != "" {
			words = Valued(words, a.valueText(r))
		}
		width := sample + 4 + lettering.Width(words, lettering.Size, bold)
		if left+width > a.Width {
			if lines--; lines == 0 {
				w.Text(svg.Text{X: a.Width, Y: y, Anchor: svg.End, Size: lettering.Size, Class: "plot-reading-head",
					Words: fmt.Sprintf("+%d",
						len(readings)-i)})
				return
			}
			left, y = 0, y+a.chart.stripStep()
		}
		a.drawSample(w, line, left, y-5, sample)
		w.Text(svg.Text{X: left + sample + 4, Y: y, Anchor: svg.Start, Size: lettering.Size, Bold: bold, Class: class, Words: words})
		left += width + stripGap
	}
}

// drawValues writes the readings into the key.
func (a *arrangement) drawValues(w *svg.Writer, x float64, readings []Reading) {
	w.Text(svg.Text{Y: a.stripTop + lettering.Size, Anchor: svg.Start, Size: lettering.Size, Bold: true, Class: "plot-reading",
		Words: a.chart.stripHead(a.chart.readAt(x)), Symbol: a.chart.X.Symbol})
	for _, e := range a.key {
		for _, r := range readings {
			if r.ID == a.series[e.series].ID {
				w.Text(a.keyValue(e, r))
			}
		}
	}
}
