package number

import (
	"math"
	"strconv"
	"strings"
)

// Numbers from 0.001 up to a million are written out; smaller and larger ones have a power of ten, because nobody counts more
// zeros than that at a glance.
const (
	leastWrittenOut = -3 // decimal exponent of the first significant digit
	mostWrittenOut  = 5
)

// MaxDigits is the largest number of significant digits that Up and Down
// distinguish; with more, neighbouring texts would read back to one float64.
const MaxDigits = 15

// Up writes x with the given number of significant digits (1 to MaxDigits), rounded up: the smallest text of that many
// digits that reads back to a float64 of at least x. It is for upper bounds: one that a computation has made larger by a mere
// rounding error goes up to the next digit like any other.
func Up(x float64, digits int) string { return directed(x, digits, true) }

// Down is Up with the other rounding: the largest text that reads back to at most x. It is for lower bounds.
func Down(x float64, digits int) string { return directed(x, digits, false) }

// Delta writes a failure probability for a sentence: exactly if that is short, otherwise with four digits, rounded up. A bound
// at δ holds at every larger δ.
func Delta(x float64) string {
	const short, digits = 8, 4
	if exact, _ := scientific(math.Abs(x), -1); len(exact) > short {
		return Up(x, digits)
	}
	return Plain(x)
}

// Order writes a Rényi order that a search has found, in three digits, rounded down: a bound at an order holds at every
// lower one.
func Order(alpha float64) string { return Tabled(Down(alpha, 3)) }

// Tabled is a value without decimals that are all zeros, 36,000 for 36,000.0, so that whole numbers look alike in a column of a
// table.
func Tabled(value string) string {
	whole, part, _ := strings.Cut(value, ".")
	if strings.Trim(part, "0") == "" {
		return whole
	}
	return value
}

// Stated writes a value that nobody typed, such as one at which a chart is read, for a sentence or a label: exactly where
// it has at most six digits, otherwise to the nearest six.
func Stated(x float64) string {
	const most = 6
	if s, special := specialText(x); special {
		return s
	}
	if digits, _ := scientific(math.Abs(x), -1); len(digits) <= most || x == math.Trunc(x) {
		return Plain(x)
	}
	digits, exponent := scientific(math.Abs(x), most)
	return sign(x) + layout(strings.TrimRight(digits, "0"), exponent)
}

// Plain writes x exactly: the fewest digits that read back to the same
// float64. It is for numbers that a person stated.
func Plain(x float64) string {
	if s, special := specialText(x); special {
		return s
	}
	digits, exponent := scientific(math.Abs(x), -1)
	return sign(x) + layout(digits, exponent)
}

func directed(x float64, digits int, up bool) string {
	if s, special := specialText(x); special {
		return s
	}
	digits = min(max(digits, 1), MaxDigits)
	magnitude := math.Abs(x)
	// First to the nearest: a stated 0.1 must not become 0.101 because the float64 that stands for it lies 5·10⁻¹⁸ above
	// the tenth.
	text, exponent := scientific(magnitude, digits)
	away := up == (x > 0) // the magnitude may grow, not shrink
	back := readBack(text, exponent)
	switch {
	case away && back < magnitude:
		text, exponent = nextUp(text, exponent)
	case !away && back > magnitude:
		text, exponent = nextDown(text, exponent)
	}
	return sign(x) + layout(text, exponent)
}

// specialText is the text of a value without digits: NaN, ±∞ or 0.
func specialText(x float64) (text string, special bool) {
	switch {
	case math.IsNaN(x):
		return "—", true
	case math.IsInf(x, 0):
		return sign(x) + "∞", true
	case x == 0:
		return "0", true
	}
	return "", false
}

func sign(x float64) string {
	if x < 0 {
		return "−"
	}
	return ""
}

// scientific returns the significant digits of x > 0, without a point, and the
// decimal exponent of the first one. count −1 means as many as needed.
func scientific(x float64, count int) (digits string, exponent int) {
	precision := count - 1
	if count < 0 {
		precision = -1
	}
	mantissa, power, _ := strings.Cut(strconv.FormatFloat(x, 'e', precision, 64), "e")
	exponent, err := strconv.Atoi(power)
	if err != nil {
		panic("number: strconv wrote the exponent " + power)
	}
	return strings.Replace(mantissa, ".", "", 1), exponent
}

// readBack is the number that Parse reads from the digits; +Inf beyond the largest float64.
func readBack(digits string, exponent int) float64 {
	x, _ := strconv.ParseFloat(digits[:1]+"."+digits[1:]+"e"+strconv.Itoa(exponent), 64)
	return x
}

// nextUp adds one unit in the last place.
func nextUp(digits string, exponent int) (string, int) {
	d := []byte(digits)
	for i := len(d) - 1; i >= 0; i-- {
		if d[i] != '9' {
			d[i]++
			return string(d), exponent
		}
		d[i] = '0'
	}
	return "1" + string(d[:len(d)-1]), exponent + 1
}

// nextDown subtracts one unit in the last place. From 1.00 it goes to 0.999, with a smaller unit.
func nextDown(digits string, exponent int) (string, int) {
	d := []byte(digits)
	for i := len(d) - 1; i >= 0; i-- {
		if d[i] != '0' {
			d[i]--
			break
		}
		d[i] = '9'
	}
	if d[0] == '0' {
		return strings.Repeat("9", len(d)), exponent - 1
	}
	return string(d), exponent
}

// layout places the point and the thousands separators, or writes a power of ten.
func layout(digits string, exponent int) string {
	switch {
	case exponent < leastWrittenOut || exponent > mostWrittenOut:
		return times(digits) + "10" + raise(exponent)
	case exponent < 0:
		return "0." + strings.Repeat("0", -exponent-1) + digits
	case len(digits) <= exponent+1:
		return group(digits + strings.Repeat("0", exponent+1-len(digits)))
	}
	return group(digits[:exponent+1]) + "." + digits[exponent+1:]
}

// times writes the factor before a power of ten; a lone 1 is left out.
func times(digits string) string {
	switch {
	case digits == "1":
		return ""
	case len(digits) == 1:
		return digits + " × "
	}
	return digits[:1] + "." + digits[1:] + " × "
}

// group sets commas in numbers of five digits and more; 1000 needs none.
func group(whole string) string {
	if len(whole) < 5 {
		return whole
	}
	head := len(whole) % 3
	if head == 0 {
		head = 3
	}
	out := whole[:head]
	for i := head; i < len(whole); i += 3 {
		out += "," + whole[i:i+3]
	}
	return out
}

func raise(exponent int) string {
	var b strings.Builder
	for _, c := range strconv.Itoa(exponent) {
		if c == '-' {
			b.WriteRune('⁻')
			continue
		}
		b.WriteRune(superscripts[c-'0'])
	}
	return b.String()
}
