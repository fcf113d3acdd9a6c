package svg

import (
	"math"
	"strconv"
)

// Pen writes the data of an SVG path, in pixels rounded to a tenth. Lines are relative to the
// last point: about five characters a point.
type Pen struct {
	Data  []byte
	x, y  int // last point, in tenths
	drawn bool
}

// Far is the largest coordinate, in pixels; what lies farther outside the plot is clipped anyway.
const Far = 5000

func tenths(v float64) int { return int(math.Round(min(max(v, -Far), Far) * 10)) }

// Move begins a new piece.
func (p *Pen) Move(x, y float64) {
	p.x, p.y = tenths(x), tenths(y)
	p.Data = append(p.Data, 'M')
	p.pair(p.x, p.y)
	p.drawn = false
}

// Line draws a line to a point. A point that rounds to the last one is left out, except the first after
// a move, so that a piece always has a line.
func (p *Pen) Line(x, y float64) {
	tx, ty := tenths(x), tenths(y)
	if tx == p.x && ty == p.y && p.drawn {
		return
	}
	p.Data = append(p.Data, 'l')
	p.pair(tx-p.x, ty-p.y)
	p.x, p.y, p.drawn = tx, ty, true
}

// Close draws a line back to the beginning of the piece.
func (p *Pen) Close() { p.Data = append(p.Data, 'Z') }

// pair appends two coordinates. It puts a blank between them only if the second has no minus sign.
func (p *Pen) pair(x, y int) {
	p.Data = appendTenths(p.Data, x)
	if y >= 0 {
		p.Data = append(p.Data, ' ')
	}
	p.Data = appendTenths(p.Data, y)
}

// Dot makes a piece of a single point visible, with the help of round caps.
func (p *Pen) Dot(open bool) {
	if open && !p.drawn {
		p.Data = append(p.Data, "h0"...)
	}
}

// AppendLength appends a length in pixels, rounded to a tenth and limited to ±Far.
func AppendLength(b []byte, v float64) []byte { return appendTenths(b, tenths(v)) }

// appendTenths appends n/10 in as few characters as possible: 12.3, 12, .5, -.5.
func appendTenths(b []byte, n int) []byte {
	if n < 0 {
		b = append(b, '-')
		n = -n
	}
	if n >= 10 || n == 0 {
		b = strconv.AppendInt(b, int64(n/10), 10)
	}
	if n%10 != 0 {
		b = append(b, '.', byte('0'+n%10))
	}
	return b
}
