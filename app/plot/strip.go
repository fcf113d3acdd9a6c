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

// The strip in which a chart is read lies above the plot and never over its lines: the
// value of the horizontal axis, then every line with its own.
const (
	stripSample = 22
	terseSample = 14
	stripGap    = 16  // between two lines' values
	stripName   = 210 // of a name at most, and on a wide chart
	stripShare  = 0.5 // of its width
	stripStep   = 20  // by which it is shortened
	mostStrip   = 3   // lines
	wideStrip   = 720 // of a chart, from which it takes one more
	valueRoom   = "≈ 0.00000"
	terseRoom   = "0.000"
	endsRoom    = " (0.000 to 0.000)" // of an interval, after the value
)

// cell is one line's part of the strip.
type cell struct {
	name  string
	width float64
}

// stripCells are the names with the room that each takes; where they would take too many lines
// the names at the lines' ends, which say less, and these cut short.
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

// cellsOf are the names, none of them wider than most.
func (a *arrangement) cellsOf(most float64) []cell {
	var cells []cell
	names := a.namesOf(most)
	for i, s := range a.series {
		name := names[i]
		room := valueRoom
		if a.chart.Terse {
			room = terseRoom
		}
		if s.Interval != nil {
			room += endsRoom
		}
		width := a.chart.stripSample() + 4 + lettering.Width(Valued(name, room), lettering.Size, s.Kind == Best)
		cells = append(cells, cell{name, width + stripGap})
	}
	return cells
}

// namesOf are the lines' names, none of them wider than most. Names that would be cut to the same letters begin
// where they differ.
func (a *arrangement) namesOf(most float64) []string {
	whole, names := make([]string, len(a.series)), make([]string, len(a.series))
	for i, s := range a.series {
		if whole[i] = s.Name; lettering.Width(whole[i], lettering.Size, s.Kind == Best) > most {
			whole[i] = s.label()
		}
		names[i] = lettering.Cut(whole[i], most, lettering.Size, s.Kind == Best)
	}
	cut := slices.Clone(names)
	for i, s := range a.series {
		for j := range whole {
			if cut[j] != cut[i] || whole[j] == whole[i] {
				continue
			}
			if same := strings.LastIndex(common(whole[i], whole[j]), ", "); same >= 0 {
				names[i] = lettering.Cut("… "+whole[i][same+2:], most, lettering.Size, s.Kind == Best)
				break
			}
		}
	}
	return names
}

// common is what two texts begin with.
func common(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

// symbolFrom is the width from which the head of a terse chart names what is read, and the horizontal axis may have its name
// among the ticks' labels; a narrower chart's head does where it has room.
const symbolFrom = 440

// stripHead is the value at which the chart is read, with the symbol of what is read in a terse chart. A visitor's own
// value is whole.
func (c Chart) stripHead(x string, symbol bool) string {
	of := ""
	if symbol && c.Terse && c.Y.Symbol != "" {
		of = c.Y.Symbol + " at "
	}
	if c.X.Symbol == "" {
		return of + c.X.Name + " " + x
	}
	if strings.HasPrefix(x, about) {
		return of + c.X.Symbol + " " + x
	}
	return of + c.X.Symbol + " = " + x
}

// readAt is a value of the horizontal axis where the chart is read there.
func (c Chart) readAt(x float64) string {
	for _, m := range c.Markers {
		if m.Yours && m.At == x {
			return number.Plain(x)
		}
	}
	return c.shortly(x)
}

// stripSample is the length of the piece of line before a name.
func (c Chart) stripSample() float64 {
	if c.Terse {
		return terseSample
	}
	return stripSample
}

// stripLines is how many lines the strip takes at most; where there is a key the values stand in
// it.
func (a *arrangement) stripLines() int {
	if a.chart.Standalone || len(a.series) == 0 {
		return 0
	}
	if len(a.key) > 0 {
		return 1
	}
	lines, most := a.linesOf(a.stripCells()), a.chart.mostStripLines()
	if a.chart.Terse && a.chart.Width < terseSpare {
		most++ // names that would take more lines are cut first
	}
	return min(lines, most)
}

// linesOf is how many lines the cells take.
func (a *arrangement) linesOf(cells []cell) int {
	return a.linesWith(cells, a.chart.Width >= symbolFrom)
}

// linesWith is that where the head has the symbol of what is read, or has not. The answer comes
// first, and the others of a terse chart in the order of which there are more lines: it
// depends on where the chart is read.
func (a *arrangement) linesWith(cells []cell, symbol bool) int {
	head := lettering.Width(a.chart.stripHead(a.chart.widestHead(), symbol), lettering.Size, true) + stripGap
	count := func(cells []cell) int {
		lines, x := 1, head
		for _, cell := range cells {
			if x+cell.width-stripGap > a.Width {
				lines, x = lines+1, 0
			}
			x += cell.width
		}
		return lines
	}
	if !a.chart.Terse {
		return count(cells)
	}
	cells = slices.Clone(cells)
	first := 0
	for i, s := range a.series {
		if s.Kind == Best {
			cells[0], cells[i] = cells[i], cells[0]
			first = 1
			break
		}
	}
	lines := count(cells)
	slices.Reverse(cells[first:])
	return max(lines, count(cells))
}

// drawStrip writes the readings: the answer, then the highest line's first. Where x is not a
// number there is nothing to read but names.
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
	head := a.chart.stripHead(a.chart.readAt(x), a.chart.Width >= symbolFrom || a.linesWith(cells, true) <= lines)
	sample, left, y := a.chart.stripSample(), 0.0, a.stripTop+lettering.Size
	if !math.IsNaN(x) {
		w.Text(svg.Text{Y: y, Anchor: svg.Start, Size: lettering.Size, Bold: true, Class: "plot-reading", Words: head,
			Symbol: a.chart.X.Symbol})
		left += lettering.Width(head, lettering.Size, true) + stripGap
	}
	// The answer is never what has no room.
	readings = slices.Clone(readings)
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
			words = Valued(words, r.Text)
		}
		width := sample + 4 + lettering.Width(words, lettering.Size, bold)
		if left+width > a.Width {
			if lines--; lines == 0 {
				w.Text(svg.Text{X: a.Width, Y: y, Anchor: svg.End, Size: lettering.Size, Class: "plot-reading-head",
					Words: fmt.Sprintf("+%d",
						len(readings)-i)})
				return
			}
			left, y = 0, y+lettering.LineHeight
		}
		a.drawSample(w, line, left, y-5, sample)
		w.Text(svg.Text{X: left + sample + 4, Y: y, Anchor: svg.Start, Size: lettering.Size, Bold: bold, Class: class, Words: words})
		left += width + stripGap
	}
}

// drawValues writes the readings into the key.
func (a *arrangement) drawValues(w *svg.Writer, x float64, readings []Reading) {
	w.Text(svg.Text{Y: a.stripTop + lettering.Size, Anchor: svg.Start, Size: lettering.Size, Bold: true, Class: "plot-reading",
		Words: a.chart.stripHead(a.chart.readAt(x), false), Symbol: a.chart.X.Symbol})
	for _, e := range a.key {
		for _, r := range readings {
			if r.ID == a.series[e.series].ID {
				w.Text(a.keyValue(e, r))
			}
		}
	}
}
