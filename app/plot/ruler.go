package plot

import (
	"math"
	"slices"
	"sort"

	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/style"
)

// Ruler is the picture of one answer: a logarithmic line on which lie what is
// known to be lost at least, the answer, and what it would be if every iterate
// were published. It is RulerHeight pixels high, or a card of its own.
type Ruler struct {
	Label string // what the picture says, in a sentence: its text alternative, if it needs one of its own

	Floor     Point // the greatest proved lower bound
	Estimate  Point // an estimated one above it, which is no proof
	Answer    Point // the smallest proved upper bound
	Rival     Point // the smallest published one that hides the iterates, where the answer is another
	Published Point // the loss if every iterate were published

	Truth  []string // names the span from the floor to the answer, longest first
	Least  []string // does so with the floor's value, where the floor's longest name has no room under it
	Factor []string // and the one from the answer to Published

	Width float64 // in pixels, at least 160; 0 means 720

	// Standalone makes a file of its own, with its style sheet, a background, the
	// sentence in two parts above and small print below.
	Standalone   bool
	Number, Rest string
	Foot         []string
}

// Point is a value on a ruler. At 0 lies at its left end, infinity at its right.
type Point struct {
	At    float64
	Known bool // there is such a value; if not, Words say so at the end where it would be
	// Words name it, longest first; the longest that have room are taken. The first
	// word is set in bold where the point is the answer.
	Words []string
}

// RulerHeight is the height of a ruler that is no card.
const RulerHeight = 48

const (
	rulerAbove  = 11 // baseline of the spans' names
	rulerLine   = 23
	rulerBelow  = 44   // baseline of the points' names
	rulerDot    = 7    // radius
	rulerEnd    = 8    // from the picture's edge to the outermost point
	rulerBeyond = 0.24 // share of the width that is kept for what lies at 0, at infinity, or nowhere
	rulerGap    = 14   // between names
	leastRatio  = 1.5  // of the ends of the line: what is nearer looks near
	leastRuler  = 160
)

// placed is a point, or the name of a span, at its pixel.
type placed struct {
	x     float64
	words []string
	class string
	bold  bool
	rival bool // it is the rival's
	// index is that among the names given, and last says that no shorter words are left.
	index int
	last  bool
	// width and left are those of the words chosen.
	width, left float64
}

// SVG draws the ruler.
func (r Ruler) SVG() string {
	width := r.Width
	if width == 0 {
		width = 720
	}
	width = math.Round(max(width, leastRuler))
	w := &writer{}
	if !r.Standalone {
		w.open("plot ruler", width, RulerHeight, 0)
		w.raw(` role="img"`)
		w.attribute("aria-label", r.Label)
		w.raw(">")
		r.draw(w, width, 0)
		w.raw("</svg>")
		return w.String()
	}
	r.card(w, width)
	return w.String()
}

// card draws a file of its own.
func (r Ruler) card(w *writer, width float64) {
	const frame = 12
	inner := width - 2*frame
	rest := lettering.Wrap(r.Rest, inner, lettering.TitleSize, false)
	var foot []string
	for _, line := range r.Foot {
		foot = append(foot, lettering.Wrap(line, inner, lettering.SmallSize, false)...)
	}
	y := 0.0
	if r.Number != "" {
		y += rulerNumber
	}
	restTop := y
	y += float64(len(rest))*lettering.TitleLineHeight + gap
	line := y
	y += RulerHeight
	footTop := y + gap
	if len(foot) > 0 {
		y = footTop + float64(len(foot))*lettering.SmallLineHeight
	}
	w.open("plot plot-standalone ruler", inner, y, frame)
	if r.Label != "" {
		w.raw(` role="img"`)
		w.attribute("aria-label", r.Label)
		w.raw("><title>")
		w.escaped(r.Label)
		w.raw("</title")
	}
	w.raw("><style>" + style.Ruler + "</style>")
	w.raw(`<rect class="plot-paper" fill="` + paper + `"`)
	w.number("x", -frame)
	w.number("y", -frame)
	w.raw(` width="100%" height="100%"/>`)
	if r.Number != "" {
		w.text(text{y: 0.8 * rulerNumber, anchor: start, size: rulerNumber, class: "ruler-number", words: r.Number})
	}
	for i, words := range rest {
		w.text(text{y: restTop + float64(i)*lettering.TitleLineHeight + lettering.TitleSize, anchor: start, size: lettering.TitleSize,
			class: "plot-label", words: words})
	}
	r.draw(w, inner, line)
	for i, words := range foot {
		w.text(text{y: footTop + float64(i)*lettering.SmallLineHeight + lettering.SmallSize, anchor: start, size: lettering.SmallSize,
			class: "plot-foot", words: words})
	}
	w.raw("</svg>")
}

// rulerNumber is the size of the number on a card.
const rulerNumber = 40

// scale lays the values along the line.
func (r Ruler) scale(width float64) func(Point) float64 {
	values := noExtent()
	for _, p := range r.points() {
		if p.Known {
			values.add(p.At, Log)
		}
	}
	left, right := float64(rulerEnd), width-rulerEnd
	if r.open() {
		left = math.Round(rulerBeyond * width)
	}
	if !r.Published.finite() || r.Answer.Known && !r.Answer.finite() {
		right = width - math.Round(rulerBeyond*width)
	}
	if values.empty() {
		values = extent{1, 1}
	}
	if ratio := values.max / values.min; ratio < leastRatio {
		stretch := math.Sqrt(leastRatio / ratio)
		values.min, values.max = values.min/stretch, values.max*stretch
	}
	m := newAxisScale(Log, values.min, values.max).onPixels(left, right)
	return func(p Point) float64 {
		switch {
		case p.Known && p.At > 0 && !math.IsInf(p.At, 1):
			return m.pixel(p.At)
		case p.Known && p.At > 0:
			return width - rulerEnd
		}
		return rulerEnd
	}
}

func (r Ruler) points() []Point { return []Point{r.Floor, r.Estimate, r.Answer, r.Rival, r.Published} }

func (p Point) finite() bool { return p.Known && !math.IsInf(p.At, 1) }

// open reports whether nothing bounds the truth from below, so that the span in
// which it lies begins at the left end.
func (r Ruler) open() bool {
	return !(r.Floor.Known && r.Floor.At > 0) || r.Answer.Known && r.Answer.At == 0
}

// draw draws the line from a pixel downwards.
func (r Ruler) draw(w *writer, width, top float64) {
	at := r.scale(width)
	y := top + rulerLine
	floor, answer, published := at(r.Floor), at(r.Answer), at(r.Published)
	if !r.Answer.Known {
		answer = width - rulerEnd
	}
	w.line("plot-base", ink, "1", 0, crisp(y), width, crisp(y), "stroke-opacity", ".3")

	below := []placed{
		{x: floor, words: r.Floor.Words, class: "plot-axis"},
		{x: at(r.Estimate), words: r.Estimate.Words, class: "plot-axis"},
		{x: answer, words: r.Answer.Words, class: "plot-best-label", bold: true},
		{x: at(r.Rival), rival: true, words: r.Rival.Words, class: "plot-axis"},
		{x: published, words: r.Published.Words, class: "plot-label"},
	}
	if !r.Published.Known {
		below[4].x, below[4].class = width-rulerEnd, "plot-axis"
	}
	// The rival's name goes first where there is no room, the estimate's next: both
	// are told in the sentence. A mark without a name is a riddle, so others go only where
	// they would lie on each other, and the floor's then stands above; the answer's never does.
	const floorName, estimateName, rivalName, publishedName = 0, 1, 3, 4
	names := arrangeNames(below, width, rivalName, estimateName, floorName, publishedName)
	above := len(r.Floor.Words) > 0 && len(r.Least) > 0 &&
		!slices.ContainsFunc(names, func(p placed) bool { return p.index == floorName && p.words[0] == r.Floor.Words[0] })
	if above {
		below[floorName].words = nil
		names = arrangeNames(below, width, rivalName, estimateName, publishedName)
	}

	// The truth, and what hiding the iterates saves.
	if from := min(floor, answer); answer > from {
		w.raw(`<rect class="ruler-truth" fill="` + accent + `" fill-opacity=".16"`)
		if r.open() {
			from = 0
		}
		w.number("x", from)
		w.number("y", y-rulerDot)
		w.number("width", answer-from)
		w.raw(` height="14"/>`)
	}
	saved := r.Answer.finite() && r.Published.Known && published > answer
	if saved {
		w.line("ruler-saved plot-c1", palette[0], "2", answer, y+0.5, published, y+0.5)
	}
	r.tick(w, at, r.Published, y, 9, "plot-c1", palette[0], "2.5")
	if slices.ContainsFunc(names, func(p placed) bool { return p.rival }) {
		r.tick(w, at, r.Rival, y, 6, "ruler-rival plot-base", ink, "1.5")
	}
	r.floor(w, at, r.Floor, y, accent)
	r.floor(w, at, r.Estimate, y, paper)
	if r.Answer.Known {
		if r.Answer.finite() {
			w.circle("plot-dot", answer, y+0.5, rulerDot, accent, paper, "1.5")
		} else {
			r.beyond(w, answer, y, "plot-best", accent)
		}
	}

	for _, p := range names {
		w.text(p.text(top+rulerBelow, width))
	}
	spans := []placed{{x: (floor + answer) / 2, words: r.Truth, class: "plot-best-label"},
		{x: (answer + published) / 2, words: r.Factor, class: "ruler-factor", bold: true}}
	if r.open() {
		spans[0].x = answer / 2
	}
	if !saved {
		spans[1].words = nil
	}
	const truth, factor = 0, 1
	first := truth // is left out where there is no room
	if above {
		spans[truth].words, first = r.Least, factor
	}
	if saved { // the bracket begins at the answer, in the same line
		spans[truth] = spans[truth].endingAt(answer - bracketGap)
	}
	line := r.lay(spans, names, width, first, factor, answer, published)
	named := 0.0
	for _, p := range line.names {
		w.text(p.text(top+rulerAbove, width))
		if p.index == factor {
			named = r.bracket(w, p, named, line.within, answer, published, top)
		} else {
			named = max(named, p.left+p.width)
		}
	}
	if line.said {
		y := top + rulerAbove
		if line.below {
			y = top + rulerBelow
		}
		w.text(text{x: line.scale, y: y, anchor: start, size: lettering.Size, class: "plot-axis", words: logScale})
	}
}

// spanLine is how the names of the spans lie in their line, and the words on the scale with them.
type spanLine struct {
	names  []placed
	said   bool    // the words on the scale have a place
	scale  float64 // where they begin
	within bool    // the gap of the bracket holds them, beside the factor
	below  bool    // they are in the line of the points' names
}

// shorter lists by how many lengths the span to the truth and the factor are shortened, the least harm first.
var shorter = [][2]int{{1, 0}, {0, 1}, {1, 1}, {2, 0}, {2, 1}}

// lay arranges the spans, with names shortened or the one left out that may be where otherwise nothing said how to read distances.
func (r Ruler) lay(spans, below []placed, width float64, first, factor int, answer, published float64) spanLine {
	whole := spanLine{names: arrangeNames(spans, width, first)}
	if !r.distances() || whole.say(width, factor, answer, published) {
		return whole
	}
	if whole.scale, whole.said = gapOf(below, width); whole.said {
		whole.below = true
		return whole
	}
	for _, by := range shorter {
		tried := slices.Clone(spans)
		for i := range tried {
			less := by[0]
			if i == factor {
				less = by[1]
			}
			tried[i].words = tried[i].words[min(less, max(len(tried[i].words)-1, 0)):]
		}
		if line := (spanLine{names: arrangeNames(tried, width, first)}); line.say(width, factor, answer, published) {
			return line
		}
	}
	spans = slices.Clone(spans)
	spans[first].words = nil
	if line := (spanLine{names: arrangeNames(spans, width)}); line.say(width, factor, answer, published) {
		return line
	}
	return whole
}

// say finds a place for the words on the scale: in the gap of the bracket, where the factor may give way to the left, or at
// either end of the line.
func (l *spanLine) say(width float64, factor int, answer, published float64) bool {
	more := lettering.Width(logScale, lettering.Size, false)
	from, to := width, 0.0 // what is taken
	for i, p := range l.names {
		if p.index == factor {
			room, least := published-bracketArm, answer+bracketGap
			if i+1 < len(l.names) { // the span to the truth is on the right where a floor is above the answer
				room = min(room, l.names[i+1].left-rulerGap)
			}
			if i > 0 {
				least = max(least, to+rulerGap)
			}
			left := min(p.left, room-bracketGap-more-bracketPast-p.width)
			if left >= min(least, p.left) {
				l.names[i].left = left
				l.said, l.within, l.scale = true, true, left+p.width+bracketPast
				return true
			}
			from, to = min(from, answer), max(to, published)
		}
		from, to = min(from, p.left), max(to, p.left+p.width)
	}
	switch {
	case to+rulerGap <= width-more:
		l.said, l.scale = true, width-more
	case more+rulerGap <= from:
		l.said, l.scale = true, 0
	}
	return l.said
}

// gapOf is where the words on the scale begin in the widest gap of the points' names; ok is false if none is wide enough.
func gapOf(names []placed, width float64) (at float64, ok bool) {
	more := lettering.Width(logScale, lettering.Size, false)
	widest, end := more, -float64(rulerGap)
	for _, p := range append(slices.Clone(names), placed{left: width + rulerGap}) {
		if room := p.left - end - 2*rulerGap; room >= widest {
			at, ok, widest = end+rulerGap+(room-more)/2, true, room
		}
		end = p.left + p.width
	}
	return at, ok
}

// endingAt has those of the words that end there or before, all of them where all are longer.
func (p placed) endingAt(right float64) placed {
	for i, words := range p.words {
		if length := lettering.Width(words, lettering.Size, p.bold); length <= right {
			p.words, p.x = p.words[i:], min(p.x, right-length/2)
			break
		}
	}
	return p
}

const (
	bracketY    = rulerAbove - 4.5 // the middle of the letters
	bracketEnd  = 13               // where its ends stop, above the marks
	bracketGap  = 5                // from the words
	bracketArm  = 4                // least length of what is left of an arm beside the words
	bracketStub = 16               // the same of an arm without its end, which is else a dash
	bracketPast = rulerGap / 2     // to the words that follow the factor
)

// bracket draws what the factor is between: from the answer to the loss if every iterate were
// published, with a gap for the words. Below them may stand another value, of which the
// factor is not. If it is scaled, the gap holds the words on the scale too. It strikes out nothing of what ends
// at named, and returns where the part ends.
func (r Ruler) bracket(w *writer, p placed, named float64, scaled bool, answer, published, top float64) float64 {
	left, right := p.left-bracketGap, p.left+p.width+bracketGap
	if scaled {
		right += bracketPast + lettering.Width(logScale, lettering.Size, false)
	}
	var path pen
	y, foot := top+bracketY, top+bracketEnd
	switch from := named + bracketGap; {
	case from <= answer && left-answer >= bracketArm:
		path.move(answer, foot)
		path.line(answer, y)
		path.line(left, y)
	case from > answer && left-from >= bracketStub:
		path.move(from, y)
		path.line(left, y)
	}
	if published-right >= bracketArm {
		path.move(right, y)
		path.line(published, y)
		path.line(published, foot)
	}
	if len(path.data) > 0 {
		w.raw(`<path class="ruler-bracket plot-c1" fill="none" stroke="` + palette[0] + `" stroke-width="1" d="`)
		w.b = append(w.b, path.data...)
		w.raw(`"/>`)
	}
	return max(right, published)
}

// logScale says how to read distances on the line.
const logScale = "log scale"

// distances reports whether two values lie on the line, so that there is a distance to read.
func (r Ruler) distances() bool {
	first := 0.0
	for _, p := range r.points() {
		switch {
		case !p.finite() || p.At == 0 || p.At == first:
		case first != 0:
			return true
		default:
			first = p.At
		}
	}
	return false
}

// text is the name in the room that is kept for it, which most faces do not fill: at the
// ends it keeps to these, elsewhere to the middle.
func (p placed) text(y, width float64) text {
	t := text{x: p.left + p.width/2, y: y, anchor: middle, size: lettering.Size, bold: p.bold, class: p.class, words: p.words[0]}
	switch {
	case p.left < 1:
		t.x, t.anchor = p.left, start
	case p.left+p.width > width-1:
		t.x, t.anchor = p.left+p.width, end
	}
	return t
}

// tick draws a point as a short stroke across the line, or an arrow at its end.
func (r Ruler) tick(w *writer, at func(Point) float64, p Point, y, reach float64, class, colour, width string) {
	switch {
	case !p.Known:
	case p.finite():
		w.line(class, colour, width, at(p), y+0.5-reach, at(p), y+0.5+reach)
	default:
		r.beyond(w, at(p), y, class, colour)
	}
}

// beyond draws the arrow to what is infinite.
func (r Ruler) beyond(w *writer, x, y float64, class, colour string) {
	w.raw(`<path class="` + class + `" fill="none" stroke="` + colour +
		`" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="`)
	var p pen
	p.move(x, y-5)
	p.line(x+6, y+0.5)
	p.line(x, y+6)
	w.b = append(w.b, p.data...)
	w.raw(`"/>`)
}

// floor draws a lower bound: filled where it is proved, hollow where it is estimated.
func (r Ruler) floor(w *writer, at func(Point) float64, p Point, y float64, fill string) {
	if !p.Known || p.At == 0 {
		return
	}
	class := "ruler-floor"
	if fill == paper {
		class = "ruler-estimate"
	}
	w.circle(class, at(p), y+0.5, 5, fill, accent, "1.5")
}

// arrangeNames chooses the longest names that have room beside each other, each
// at its own place, and sets them so that none touches another: where some have none,
// the widest of these that can be shortened is. Where even the shortest have none, those
// at the given indices are left out, in this order.
func arrangeNames(names []placed, width float64, leftOut ...int) []placed {
	for gone := 0; ; gone++ {
		level := make([]int, len(names))
		for {
			tried := abridged(names, level, leftOut[:gone])
			crowd := part(tried, width)
			if crowd == nil {
				return tried
			}
			widest := widestOf(crowd)
			if widest < 0 {
				widest = widestOf(tried)
			}
			if widest < 0 && gone == len(leftOut) {
				return tried
			}
			if widest < 0 {
				break
			}
			level[widest]++
		}
	}
}

// abridged are the names at their levels, in the order of their places, without those left
// out.
func abridged(names []placed, level, leftOut []int) []placed {
	var out []placed
	for i, p := range names {
		if len(p.words) == 0 || slices.Contains(leftOut, i) {
			continue
		}
		p.index, p.last = i, level[i] == len(p.words)-1
		p.words = p.words[level[i] : level[i]+1]
		p.width = lettering.Width(p.words[0], lettering.Size, p.bold)
		out = append(out, p)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].x < out[j].x })
	return out
}

// widestOf is the index of the widest name that can be shortened, -1 if there is none.
func widestOf(names []placed) int {
	index, widest := -1, 0.0
	for _, p := range names {
		if !p.last && p.width > widest {
			index, widest = p.index, p.width
		}
	}
	return index
}

// part sets names, in the order of their places, as near to these as can be, and
// returns a crowd of them that do not fit or do not lie at their own; nil if there is
// none.
func part(names []placed, width float64) []placed {
	for i := range names {
		names[i].left = min(max(names[i].x-names[i].width/2, 0), width-names[i].width)
	}
	// A few sweeps: every pair that touches gives way to both sides.
	for range 32 {
		for i := 1; i < len(names); i++ {
			a, b := &names[i-1], &names[i]
			if over := a.left + a.width + rulerGap - b.left; over > 0 {
				a.left = max(a.left-over/2, 0)
				b.left = min(a.left+a.width+rulerGap, width-b.width)
				a.left = max(min(a.left, b.left-rulerGap-a.width), 0)
			}
		}
	}
	touch := func(i int) bool { return names[i-1].left+names[i-1].width+rulerGap > names[i].left-0.5 }
	for i, p := range names {
		over := i > 0 && names[i-1].left+names[i-1].width+rulerGap > p.left+0.5
		if !over && p.left > -0.5 && p.x >= p.left-rulerGap && p.x <= p.left+p.width+rulerGap {
			continue
		}
		from, to := i, i+1
		for from > 0 && touch(from) {
			from--
		}
		for to < len(names) && touch(to) {
			to++
		}
		return names[from:to]
	}
	return nil
}
