package plot

import (
	"math"
	"sort"

	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

// label is a name at a line's end.
type label struct {
	series     int // index among the drawn series
	words      []string
	note       []string // the value at the line's end, in lighter type under the name
	x          float64  // the left edge of the words
	y          float64  // the middle of the words
	endX, endY float64  // where the line ends
	before     float64  // the line's height an eighth of the plot to the left of its end
	beyond     int      // −1: the line has left the plot at the top; 1: at the bottom
	inside     bool     // the name stands in the plot, where the line left it at the top
}

// height is the height of the label with the blank that separates names of several lines.
func (l label) height() float64 { return blockHeight(len(l.words) + len(l.note)) }

// blockHeight is the height of a label with so many lines of text.
func blockHeight(lines int) float64 {
	if lines > 1 {
		return float64(lines)*lettering.LineHeight + 5
	}
	return lettering.LineHeight
}

// early is a share of the plot's width. A line that ends farther than that from the right edge ends early.
const early = 1.0 / 8

// placeLabels places a name beside the end of every line in the plot, as near to the end as its neighbours allow. If there
// is not room for all, the least important names are left to the legend and the readings. If there is no room beside the
// ends, names stand in the plot, where they have room; the key has all of them.
func (a *arrangement) placeLabels() {
	room := a.room.width
	var inside []label
	from, to, fans := a.meetingEnds()
	named := false // a line that gives the answer
	order := a.bestFirst()
	hasBest := len(order) > 0 && a.series[order[0]].Kind == Best
	for _, i := range order {
		s := a.series[i]
		if room == 0 && hasBest && !named && s.Kind != Best {
			break // the key names all; a name of another line alone would be taken for the answer's
		}
		l, seen := a.lineEnd(i)
		if !seen {
			continue
		}
		l.series = i
		if room > 0 {
			s.Ending = s.Ending && a.room.ends
			l.words = a.chart.endName(s, room)
		}
		if a.room.noted && l.beyond == 0 {
			l.note = lettering.Balanced(a.chart.endNote(s), room, lettering.Size, false)
		}
		l.x = a.Right + leader
		// The name of a line that ends early would seem, at the right edge, to belong to a value there.
		ends := !s.Valued && l.endX < a.Right-(a.Right-a.Left)*early
		meets := fans && l.endX > a.Right-meeting && l.endY >= from-around && l.endY <= to+around
		if l.beyond == 0 && (room == 0 || ends || meets) && a.placeBeside(i) {
			named = true
			continue
		}
		if l.beyond < 0 && a.placeInside(&l, s.label(), s.Kind == Best) {
			inside, named = append(inside, l), true
			continue
		}
		if room > 0 {
			a.labels = append(a.labels, l)
		}
	}
	sort.SliceStable(a.labels, func(i, j int) bool { return a.labels[i].above(a.labels[j]) })
	a.dropLabels()
	spread(a.labels, a.Top, a.Bottom)
	a.labels = append(a.labels, inside...)
	for _, l := range a.labels {
		s := a.series[l.series]
		class := "plot-label"
		if s.Kind == Best {
			class = "plot-best-label"
		}
		if l.inside {
			class += " plot-inside"
		}
		y := l.y - float64(len(l.words)+len(l.note))*lettering.LineHeight/2
		for _, line := range l.words {
			a.add(svg.Text{X: l.x, Y: y + lettering.Size, Anchor: svg.Start, Size: lettering.Size,
				Bold: s.Kind == Best, Class: class, Words: line})
			y += lettering.LineHeight
		}
		for _, line := range l.note {
			a.add(svg.Text{X: l.x, Y: y + lettering.Size, Anchor: svg.Start, Size: lettering.Size, Class: "plot-note", Words: line,
				Symbol: symbolIn(line, a.chart.X.Symbol)})
			y += lettering.LineHeight
		}
	}
}

// above reports whether a label should stand above another: if its line ends higher or, for lines that end at one place,
// if its line comes from higher up.
func (l label) above(o label) bool {
	if end, other := math.Round(l.endY), math.Round(o.endY); end != other {
		return end < other
	}
	return l.before < o.before
}

// bestFirst returns the lines in the order in which their names choose places within the plot.
func (a *arrangement) bestFirst() []int {
	order := make([]int, len(a.series))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool {
		return a.series[order[i]].Kind == Best && a.series[order[j]].Kind != Best
	})
	return order
}

// lineEnd finds the end of a line within the range of the horizontal axis; seen is false if the line has no point there.
func (a *arrangement) lineEnd(series int) (l label, seen bool) {
	line := a.lines[series]
	for i := len(line) - 1; i >= 0; i-- {
		x, y := line[i].x, line[i].y
		if math.IsNaN(y) || !(x >= a.Left-0.5 && x <= a.Right+0.5) {
			continue
		}
		l.endX, l.endY, l.before = x, min(max(y, a.Top), a.Bottom), y
		from := x - (a.Right-a.Left)/8
		for k := i; k > 0 && line[k].x > from; k-- {
			p, q := line[k-1], line[k]
			if l.before = p.y; p.x < from {
				l.before += (q.y - p.y) * (from - p.x) / (q.x - p.x)
			}
		}
		switch {
		case y < a.Top-0.5:
			l.beyond = -1
		case y > a.Bottom+0.5:
			l.beyond = 1
		}
		return l, true
	}
	return l, false
}

// placeInside places the name of a line that leaves the plot at the top, beside the point where it leaves, and reports
// whether it has room there among other words. A name that would lie across another line is broken into two, and left to
// the key if there is one.
func (a *arrangement) placeInside(l *label, name string, bold bool) bool {
	x := a.leaves(l.series) + gap
	const most = 2 // lines of text
	room, narrow := a.Right-gap-x, lettering.Narrowest(name, most, lettering.Size, bold)
	if !(room >= narrow) || a.Bottom-a.Top < (most+2)*lettering.LineHeight {
		return false
	}
	var words []string
	var b svg.Box
	free := false
	for _, width := range []float64{room, narrow} {
		broken := lettering.Balanced(name, width, lettering.Size, bold)
		around := a.insideBox(x, broken, bold)
		free = !a.crossesLine(around, l.series) && !a.meets(around)
		if words == nil || free {
			words, b = broken, around
		}
		if free {
			break
		}
	}
	if a.meetsWords(b) || len(a.key) > 0 && !free {
		return false
	}
	a.insideBoxes = append(a.insideBoxes, b)
	l.inside, l.words, l.x, l.y = true, words, x, a.Top+tickGap+float64(len(words))*lettering.LineHeight/2
	return true
}

// leaves is the horizontal pixel at which a line leaves the plot at the top for the last time, NaN if it never does.
func (a *arrangement) leaves(series int) float64 {
	x, line := math.NaN(), a.paths[series]
	for i := 1; i < len(line); i++ {
		p, q := line[i-1], line[i]
		if p.y >= a.Top && q.y < a.Top {
			x = p.x + (q.x-p.x)*(p.y-a.Top)/(p.y-q.y)
		}
	}
	return x
}

// insideBox is the box that stays free for words that begin at the horizontal pixel x, under the plot's top.
func (a *arrangement) insideBox(x float64, words []string, bold bool) svg.Box {
	b := svg.Box{Left: x - gap, Right: x + gap, Top: a.Top, Bottom: a.Top + tickGap + float64(len(words))*lettering.LineHeight}
	for _, line := range words {
		b.Right = max(b.Right, x+gap+lettering.Width(line, lettering.Size, bold))
	}
	return b
}

// crossesLine reports whether a line passes through a box, except the line `own`.
func (a *arrangement) crossesLine(b svg.Box, own int) bool {
	for i, line := range a.paths {
		if i != own && passes(line, b) {
			return true
		}
	}
	return false
}

// passes reports whether a drawn line passes through a box.
func passes(line []point, b svg.Box) bool {
	for k := 1; k < len(line); k++ {
		p, q := line[k-1], line[k]
		from, to := max(p.x, b.Left), min(q.x, b.Right)
		if !(from <= to) {
			continue
		}
		at, then := p.y, q.y
		if q.x > p.x { // not vertical
			slope := (q.y - p.y) / (q.x - p.x)
			at, then = p.y+slope*(from-p.x), p.y+slope*(to-p.x)
		}
		if max(at, then) > b.Top && min(at, then) < b.Bottom {
			return true
		}
	}
	return false
}

// importance orders lines by how much a reader would miss their names.
var importance = map[Kind]int{Best: 8, Beside: 7, Published: 6, Lower: 5, Rival: 4, Other: 3, Reference: 2, Estimate: 1, Quiet: 1,
	NotValid: 0}

// dropLabels removes the least important labels until there is room for the rest.
func (a *arrangement) dropLabels() {
	for {
		sum, least := 0.0, -1
		for i, l := range a.labels {
			sum += l.height()
			if least < 0 || importance[a.series[l.series].Kind] <= importance[a.series[a.labels[least].series].Kind] {
				least = i
			}
		}
		if sum <= a.Bottom-a.Top || least < 0 {
			return
		}
		a.labels = append(a.labels[:least], a.labels[least+1:]...)
	}
}

// spread moves labels, which are sorted by the ends of their lines, so that they lie between top and bottom and do not
// touch. It minimises the sum of the squared distances from the ends, by pooling neighbours.
func spread(labels []label, top, bottom float64) {
	if len(labels) == 0 {
		return
	}
	// The offset of a label is the sum of the heights above it. Labels do not touch if y − offset never falls from one to
	// the next: an isotonic regression.
	type pool struct {
		mean  float64
		count int
	}
	offsets := make([]float64, len(labels))
	var pools []pool
	above := 0.0
	for i, l := range labels {
		offsets[i] = above + l.height()/2
		above += l.height()
		p := pool{l.endY - offsets[i], 1}
		for n := len(pools); n > 0 && pools[n-1].mean >= p.mean; n-- {
			q := pools[n-1]
			p = pool{(q.mean*float64(q.count) + p.mean*float64(p.count)) / float64(q.count+p.count), q.count + p.count}
			pools = pools[:n-1]
		}
		pools = append(pools, p)
	}
	i := 0
	for _, p := range pools {
		for range p.count {
			labels[i].y = min(max(p.mean, top), bottom-above) + offsets[i]
			i++
		}
	}
}
