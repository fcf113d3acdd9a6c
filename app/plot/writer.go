package plot

import (
	"strconv"
	"strings"

	"lastiterate/app/plot/lettering"
)

// writer builds SVG text. Attributes always come in the order in which they
// are written: the same chart is the same text.
type writer struct{ b []byte }

func (w *writer) raw(s string) { w.b = append(w.b, s...) }

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func (w *writer) escaped(s string) { w.raw(escaper.Replace(s)) }

func (w *writer) attribute(name, value string) {
	w.raw(" " + name + `="`)
	w.escaped(value)
	w.raw(`"`)
}

// number appends an attribute in tenths of a pixel.
func (w *writer) number(name string, value float64) {
	w.raw(" " + name + `="`)
	w.b = appendTenths(w.b, tenths(value))
	w.raw(`"`)
}

// line draws a straight line with the given class and colour.
func (w *writer) line(class, colour, width string, x1, y1, x2, y2 float64, more ...string) {
	w.raw(`<path class="` + class + `" fill="none" stroke="` + colour + `" stroke-width="` + width + `"`)
	for i := 0; i+1 < len(more); i += 2 {
		w.attribute(more[i], more[i+1])
	}
	w.raw(` d="`)
	var p pen
	p.move(x1, y1)
	p.line(x2, y2)
	w.b = append(w.b, p.data...)
	w.raw(`"/>`)
}

// text sets one line of words.
func (w *writer) text(t text) {
	w.raw(`<text class="` + t.class + `"`)
	w.number("x", t.x)
	w.number("y", t.y)
	if t.anchor != start {
		w.attribute("text-anchor", string(t.anchor))
	}
	if t.size != lettering.Size {
		w.attribute("font-size", strconv.Itoa(int(t.size)))
	}
	if t.bold {
		w.raw(` font-weight="600"`)
	}
	base, extra, inside := strings.Cut(t.class, " ")
	w.attribute("fill", fills[base])
	if inside && extra == "plot-inside" {
		// A rim in the paper's colour parts the words from lines behind them.
		w.raw(` stroke="` + paper + `" stroke-width="3" stroke-linejoin="round" paint-order="stroke"`)
	}
	w.raw(`>`)
	before, after, italic := strings.Cut(" "+t.words+" ", " "+t.symbol+" ")
	if t.symbol == "" || !italic {
		w.escaped(t.words)
	} else {
		w.escaped(strings.TrimPrefix(before+" ", " "))
		w.raw(`<tspan class="plot-symbol" font-style="italic">`)
		w.escaped(t.symbol)
		w.raw(`</tspan>`)
		w.escaped(strings.TrimSuffix(" "+after, " "))
	}
	w.raw(`</text>`)
}

// fills are the colours of text by class.
var fills = map[string]string{
	"plot-title":        ink,
	"plot-axis":         muted,
	"plot-tick":         muted,
	"plot-label":        ink,
	"plot-best-label":   accent,
	"plot-note":         muted,
	"plot-tag":          ink,
	"plot-marker-label": muted,
	"plot-yours-label":  accent,
	"plot-foot":         muted,
	"plot-reading":      ink,
	"plot-reading-best": accent,
	"plot-reading-head": muted,
	"plot-band-label":   ochre,
	"ruler-number":      accent,
	"ruler-factor":      ochre,
}

// open begins the svg element: a drawing of the given size in a blank frame.
func (w *writer) open(class string, width, height, frame float64) {
	w.raw(`<svg xmlns="http://www.w3.org/2000/svg" class="` + class + `"`)
	w.number("width", width+2*frame)
	w.number("height", height+2*frame)
	w.raw(` viewBox="`)
	for i, v := range []float64{-frame, -frame, width + 2*frame, height + 2*frame} {
		if i > 0 {
			w.raw(" ")
		}
		w.b = appendTenths(w.b, tenths(v))
	}
	w.raw(`" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif" font-size="14"`)
}

func (w *writer) String() string { return string(w.b) }
