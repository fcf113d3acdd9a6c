// Package svg writes pictures as SVG text: lines, dots and words, with presentation attributes in the colours of the light
// theme. It knows how much room words take, but nothing about charts.
package svg

import (
	"strconv"
	"strings"

	"lastiterate/app/plot/lettering"
)

// Writer builds SVG text. It keeps attributes in the order in which they are written, so that the same chart always gives the
// same text.
type Writer struct{ b []byte }

// NewWriter returns a Writer with room for so many bytes.
func NewWriter(size int) *Writer { return &Writer{b: make([]byte, 0, size)} }

// Raw appends markup.
func (w *Writer) Raw(s string) { w.b = append(w.b, s...) }

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// Escaped appends words with their special characters escaped.
func (w *Writer) Escaped(s string) { w.Raw(escaper.Replace(s)) }

// Attribute appends an attribute whose value is text.
func (w *Writer) Attribute(name, value string) {
	w.Raw(" " + name + `="`)
	w.Escaped(value)
	w.Raw(`"`)
}

// Number appends an attribute whose value is a length in pixels, rounded to a tenth.
func (w *Writer) Number(name string, value float64) {
	w.Raw(" " + name + `="`)
	w.Length(value)
	w.Raw(`"`)
}

// Length appends a length in pixels, rounded to a tenth.
func (w *Writer) Length(v float64) { w.b = AppendLength(w.b, v) }

// Path appends the data of a path element and ends the element.
func (w *Writer) Path(data []byte) {
	w.Raw(` d="`)
	w.b = append(w.b, data...)
	w.Raw(`"/>`)
}

// Crisp is the middle of the pixel that contains v: a hairline there is sharp.
func Crisp(v float64) float64 { return float64(int(v)) + 0.5 }

// Line draws a straight line with the given class and colour.
func (w *Writer) Line(class, colour, width string, x1, y1, x2, y2 float64, more ...string) {
	w.Raw(`<path class="` + class + `" fill="none" stroke="` + colour + `" stroke-width="` + width + `"`)
	for i := 0; i+1 < len(more); i += 2 {
		w.Attribute(more[i], more[i+1])
	}
	var p Pen
	p.Move(x1, y1)
	p.Line(x2, y2)
	w.Path(p.Data)
}

// Circle draws a dot.
func (w *Writer) Circle(class string, x, y, r float64, fill, stroke, width string) {
	w.Raw(`<circle class="` + class + `"`)
	w.Number("cx", x)
	w.Number("cy", y)
	w.Number("r", r)
	w.Raw(` fill="` + fill + `" stroke="` + stroke + `" stroke-width="` + width + `"/>`)
}

// Text draws one line of words.
func (w *Writer) Text(t Text) {
	w.Raw(`<text class="` + t.Class + `"`)
	w.Number("x", t.X)
	w.Number("y", t.Y)
	if t.Anchor != Start {
		w.Attribute("text-anchor", string(t.Anchor))
	}
	if t.Size != lettering.Size {
		w.Attribute("font-size", strconv.Itoa(int(t.Size)))
	}
	if t.Bold {
		w.Raw(` font-weight="600"`)
	}
	base, extra, inside := strings.Cut(t.Class, " ")
	w.Attribute("fill", fills[base])
	if inside && extra == "plot-inside" {
		// A rim in the paper's colour separates the words from lines behind them.
		w.Raw(` stroke="` + Paper + `" stroke-width="3" stroke-linejoin="round" paint-order="stroke"`)
	}
	w.Raw(`>`)
	before, after, italic := strings.Cut(" "+t.Words+" ", " "+t.Symbol+" ")
	if t.Symbol == "" || !italic {
		w.Escaped(t.Words)
	} else {
		w.Escaped(strings.TrimPrefix(before+" ", " "))
		w.Raw(`<tspan class="plot-symbol" font-style="italic">`)
		w.Escaped(t.Symbol)
		w.Raw(`</tspan>`)
		w.Escaped(strings.TrimSuffix(" "+after, " "))
	}
	w.Raw(`</text>`)
}

// Open begins the svg element of a drawing of the given size, in a blank frame of the given width.
func (w *Writer) Open(class string, width, height, frame float64) {
	w.Raw(`<svg xmlns="http://www.w3.org/2000/svg" class="` + class + `"`)
	w.Number("width", width+2*frame)
	w.Number("height", height+2*frame)
	w.Raw(` viewBox="`)
	for i, v := range []float64{-frame, -frame, width + 2*frame, height + 2*frame} {
		if i > 0 {
			w.Raw(" ")
		}
		w.Length(v)
	}
	w.Raw(`" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif" font-size="14"`)
}

// String returns the text that has been written.
func (w *Writer) String() string { return string(w.b) }
