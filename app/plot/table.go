package plot

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"lastiterate/app/plot/axis"
	"lastiterate/bounds/run"
)

// Table is the chart in words and numbers.
type Table struct {
	Head []string   // the horizontal axis, then the series
	Rows [][]string // as long as Head
}

// Table returns the chart as a table of at most the given number of rows, for readers who do not see it. The rows are the
// first and the last point, the points at the markers, and others spread evenly along the axis. Points where a line would have
// to be interpolated are used only if there are too few others; there the table shows the reading that the strip under the
// pointer shows.
func (c Chart) Table(limit int) Table {
	t := Table{Head: c.columns()}
	a := c.arrange()
	for _, x := range c.samples(limit) {
		row := []string{c.shortText(x)}
		for i := range a.series {
			row = append(row, cmp.Or(a.reading(i, x).Text, "none"))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Turned is the table with its rows as columns.
func (t Table) Turned() Table {
	turned := Table{Head: t.Head[:1:1]}
	for _, row := range t.Rows {
		turned.Head = append(turned.Head, row[0])
	}
	for i, name := range t.Head[1:] {
		line := []string{name}
		for _, row := range t.Rows {
			line = append(line, row[i+1])
		}
		turned.Rows = append(turned.Rows, line)
	}
	return turned
}

// columns are the heads of the table's columns.
func (c Chart) columns() []string {
	head := []string{c.X.Words()}
	for _, s := range c.drawnSeries() {
		head = append(head, s.column())
	}
	return head
}

// column is a column of numbers.
type column struct {
	name string
	x, y []float64
}

// gap says why a column has no value at x.
func (l column) gap(x float64) string {
	i, own := slices.BinarySearch(l.x, x)
	switch {
	case own:
		return "no value here"
	case i == 0 || i == len(l.x):
		return "the line does not reach so far"
	}
	return "not computed here"
}

// emptyCell is a cell of a row without a value.
type emptyCell struct{ name, why string }

// reasons says why cells are empty: which ones one sees, so that the names stand before the reasons only if these differ.
func reasons(empty []emptyCell) string {
	var whys, parts []string
	for _, cell := range empty {
		if !slices.Contains(whys, cell.why) {
			whys = append(whys, cell.why)
		}
	}
	if len(whys) == 1 {
		return whys[0]
	}
	for _, why := range whys {
		var names []string
		for _, cell := range empty {
			if cell.why == why {
				names = append(names, cell.name)
			}
		}
		parts = append(parts, strings.Join(names, ", ")+": "+why)
	}
	return strings.Join(parts, "; ")
}

// data are the lines as columns. The ends of a line's interval follow the line as two more columns.
func (c Chart) data() []column {
	var out []column
	for _, s := range c.drawnSeries() {
		name := s.Name
		if s.Kind == Lower {
			name += " (floor)"
		}
		out = append(out, column{name, s.X, s.Y})
		if v := s.Interval; v != nil {
			out = append(out, column{s.Name + ", " + v.Ends[0], s.X, v.Low}, column{s.Name + ", " + v.Ends[1], s.X, v.High})
		}
	}
	return out
}

// samples chooses at most limit points of the chart for a table.
func (c Chart) samples(limit int) []float64 {
	points := c.Points()
	if common := c.common(points); len(common) >= limit/2 {
		points = common
	}
	if len(points) <= limit {
		return points
	}
	scale := c.scaleX(c.extents()).OnPixels(0, 1)
	nearest := func(target float64) float64 {
		return slices.MinFunc(points, func(a, b float64) int {
			if math.Abs(scale.Pixel(a)-target) <= math.Abs(scale.Pixel(b)-target) {
				return -1
			}
			return 1
		})
	}
	chosen := map[float64]bool{}
	choose := func(x float64) {
		if len(chosen) < limit {
			chosen[x] = true
		}
	}
	choose(points[0])
	choose(points[len(points)-1])
	for _, m := range c.Markers {
		choose(nearest(scale.Pixel(m.At)))
	}
	for i := 1; i < limit-1; i++ {
		choose(nearest(float64(i) / float64(limit-1)))
	}
	return slices.DeleteFunc(points, func(x float64) bool { return !chosen[x] })
}

// common returns the points at which no line has to be read between its values: each line has a value or a gap there, or
// does not reach so far.
func (c Chart) common(points []float64) []float64 {
	lines := c.drawnSeries()
	return slices.DeleteFunc(slices.Clone(points), func(x float64) bool {
		return slices.ContainsFunc(lines, func(s Series) bool {
			i, found := slices.BinarySearch(s.X, x)
			return !found && i > 0 && i < len(s.X)
		})
	})
}

// ofCurve marks, in the CSV, values that are not the run's own: the engine rounds these outward by its slack.
const ofCurve = "curve: rounded outward by up to 1e-8 of the value"

// Same is a column of a file that has the same text in every line, so that lines of several files can be put together.
type Same struct{ Head, Text string }

// CSV is all data of the chart and of the charts below it, at full precision. The first line has the names, "inf" is
// infinity, and a cell is empty where a series has no value. If the chart marks the run's own place, a column says which values
// are the run's. If any cell is empty, a column says why. The given columns come last, with the same text in every line.
func (c Chart) CSV(same ...Same) string {
	head, points, columns := []string{c.X.Words()}, c.Points(), c.data()
	for _, other := range c.Below {
		points = append(slices.Clone(points), other.Points()...)
		columns = append(columns, other.data()...)
	}
	gaps := false
	for _, l := range columns {
		head = append(head, l.name)
		for _, x := range points {
			gaps = gaps || math.IsNaN(valueAt(l.x, l.y, x))
		}
	}
	own := slices.IndexFunc(c.Markers, func(m Marker) bool { return m.Yours })
	if own >= 0 {
		head = append(head, "values")
	}
	if gaps {
		head = append(head, "empty cells")
	}
	for _, column := range same {
		head = append(head, column.Head)
	}
	slices.Sort(points)
	points = slices.Compact(points)
	var b strings.Builder
	writeRecord(&b, head)
	for _, x := range points {
		record, empty := []string{run.FormatNumber(x)}, []emptyCell(nil)
		for _, l := range columns {
			if value := valueAt(l.x, l.y, x); math.IsNaN(value) {
				record, empty = append(record, ""), append(empty, emptyCell{l.name, l.gap(x)})
			} else {
				record = append(record, run.FormatNumber(value))
			}
		}
		if own >= 0 && x == c.Markers[own].At {
			record = append(record, "the run’s own")
		} else if own >= 0 {
			record = append(record, ofCurve)
		}
		if gaps {
			record = append(record, cmp.Or(reasons(empty), "none"))
		}
		for _, column := range same {
			record = append(record, column.Text)
		}
		writeRecord(&b, record)
	}
	return b.String()
}

// writeRecord writes one line as RFC 4180 specifies. A spreadsheet would run a cell that looks like a formula, and the names
// of lines may come from a stranger's link. So such a cell begins with an apostrophe, which marks plain text.
func writeRecord(b *strings.Builder, fields []string) {
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(',')
		}
		if _, err := strconv.ParseFloat(f, 64); err != nil && f != "" && strings.IndexByte("=+-@\t\r\n", f[0]) >= 0 {
			f = "'" + f
		}
		if strings.ContainsAny(f, "\",\r\n") {
			f = `"` + strings.ReplaceAll(f, `"`, `""`) + `"`
		}
		b.WriteString(f)
	}
	b.WriteString("\r\n")
}

const (
	printedDigits = 4    // digits of every value of a printed table
	slack         = 1e-8 // relative amount that the engine adds to a bound for its own rounding
)

// Printed is the chart as a table for print, of about the given number of rows. The rows are the first and the last point,
// the markers, and round values of a linear axis; if the lines have no values at these, the rows are as in Table. All
// values have the same number of digits. Upper bounds are rounded up and lower bounds down, but a bound that differs from
// the nearest rounded number by no more than the engine's slack is printed as this number.
func (c Chart) Printed(about int) Table {
	t := Table{Head: c.columns()}
	a := c.arrange()
	for _, x := range c.roundPlaces(about) {
		row := []string{c.shortText(x)}
		for i, s := range a.series {
			row = append(row, cmp.Or(s.printedText(a, i, x), "none"))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// printedText is the text of the i-th line's value at x. Where the line is interpolated, has an interval, is infinite or is
// quoted from a publication (Stated), it is the ordinary reading; otherwise it has printedDigits digits.
func (s Series) printedText(a *arrangement, i int, x float64) string {
	value, own := a.read(i, x)
	if !own || s.Stated || s.Interval != nil || math.IsInf(value, 0) {
		return a.reading(i, x).Text
	}
	if near := run.Digits(value, printedDigits); math.Abs(value-near) <= slack*math.Abs(value) {
		value = near
	}
	return s.roundedText(value, printedDigits)
}

// roundPlaces returns the points for the rows of a printed table: round values of a linear axis if the lines have values there,
// otherwise those of samples.
func (c Chart) roundPlaces(about int) []float64 {
	points := c.common(c.Points())
	if c.X.Scale == Log || len(points) <= about {
		return c.samples(about)
	}
	first, last := points[0], points[len(points)-1]
	places := []float64{first, last}
	for _, m := range c.Markers {
		if slices.Contains(points, m.At) {
			places = append(places, m.At)
		}
	}
	step := axis.LinearStep(last-first, about-1, c.X.Whole)
	for k := math.Floor(first/step) + 1; k*step < last; k++ {
		x := axis.Round(k * step)
		if !slices.Contains(points, x) {
			return c.samples(about)
		}
		places = append(places, x)
	}
	slices.Sort(places)
	return slices.Compact(places)
}
