package lettering

import "strings"

// Sizes of type in pixels; the page's scale begins 14, 16.
const (
	Size      = 14
	TitleSize = 16
	SmallSize = 11 // the foot of an exported chart

	LineHeight      = 18 // of text
	TitleLineHeight = 21
	SmallLineHeight = 14
)

// glyphWidths lists characters by their width in twentieths of the type size: the greater of the widths in DejaVu Sans and
// Liberation Sans (whose widths are Arial's), rounded up. DejaVu Sans is the widest face that "system-ui" commonly means, so
// text never takes more room than is kept for it.
var glyphWidths = map[int]string{
	6:  `'Iijl`,
	7:  " ,./:;\\|·’\u00a0\u202f",
	8:  `()-[]ft`,
	9:  `!r⁰¹²³⁴⁵⁶⁷⁸⁹₀₁`,
	10: "\"*J`",
	11: `cszε⁻“”`,
	12: `?L_kvxy–λκ`,
	13: `$0123456789FTabdeghnopqu{}δσημτéöüß√`,
	14: `ABEKPSVXYZα`,
	15: `CNRU`,
	16: `&DGHOQ`,
	17: `#+<=>^w~−×≤≥∞`,
	18: `M`,
}

// widest is the width, in twentieths, of the characters that are not listed, such as %, @, W, m and —.
const widest = 21

// boldFactor is an upper bound on the ratio of a bold glyph's width in Liberation Sans to the width listed above.
const boldFactor = 1.2

var glyphWidth = byGlyph(glyphWidths)

func byGlyph(widths map[int]string) map[rune]int {
	m := map[rune]int{}
	for width, characters := range widths {
		for _, r := range characters {
			m[r] = width
		}
	}
	return m
}

// Width is the most that text takes at the given size, in pixels.
func Width(text string, size float64, bold bool) float64 {
	sum := 0
	for _, r := range text {
		if w, known := glyphWidth[r]; known {
			sum += w
		} else {
			sum += widest
		}
	}
	width := float64(sum) / 20 * size
	if bold {
		width *= boldFactor
	}
	return width
}

// Wrap breaks text into lines of at most width pixels: at blanks, and in long names of several authors after a dash. A word
// that is wider than a line has a line of its own and is cut with an ellipsis.
func Wrap(text string, width, size float64, bold bool) []string {
	return wrapBy(text, width, func(s string) float64 { return Width(s, size, bold) })
}

// wrapBy is Wrap with widths measured by `of`.
func wrapBy(text string, width float64, of func(string) float64) []string {
	var lines []string
	for _, word := range breakable(text) {
		if n := len(lines) - 1; n >= 0 && of(lines[n]+word) <= width {
			lines[n] += word
		} else {
			lines = append(lines, cutBy(strings.TrimSpace(word), width, of))
		}
	}
	return lines
}

// longWord is the length in bytes from which a word of several authors may be broken after a dash.
const longWord = 30

// breakable returns the parts of a text between which it may be broken. Each part includes the blank before it. A no-break space is
// a part of a word: "1.36\u00a0%" stays whole.
func breakable(text string) (parts []string) {
	for i, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' }) {
		if i > 0 {
			word = " " + word
		}
		if len(word) < longWord {
			parts = append(parts, word)
			continue
		}
		parts = append(parts, strings.SplitAfter(word, "–")...)
	}
	return parts
}

// Balanced breaks text into as few lines as Wrap does, but of about equal length.
func Balanced(text string, width, size float64, bold bool) []string {
	return BalancedBy(text, width, func(s string) float64 { return Width(s, size, bold) })
}

// BalancedBy is Balanced with widths measured by `of`.
func BalancedBy(text string, width float64, of func(string) float64) []string {
	lines := wrapBy(text, width, of)
	return wrapBy(text, min(width, narrowestBy(text, len(lines), of)), of)
}

// Cut shortens text to the width, with an ellipsis at the end.
func Cut(text string, width, size float64, bold bool) string {
	return cutBy(text, width, func(s string) float64 { return Width(s, size, bold) })
}

func cutBy(text string, width float64, of func(string) float64) string {
	if of(text) <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && of(string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimSpace(string(runes)) + "…"
}

// Narrowest is the least width at which text takes at most the given number of lines.
func Narrowest(text string, lines int, size float64, bold bool) float64 {
	return narrowestBy(text, lines, func(s string) float64 { return Width(s, size, bold) })
}

func narrowestBy(text string, lines int, of func(string) float64) float64 {
	least := 0.0
	words := breakable(text)
	for _, w := range words {
		least = max(least, of(strings.TrimSpace(w)))
	}
	// Every break gives a candidate; there are few words in a label or a title.
	best := of(strings.Join(words, ""))
	for i := range words {
		for j := i + 1; j <= len(words); j++ {
			w := of(strings.TrimSpace(strings.Join(words[i:j], "")))
			if w >= least && w < best && len(wrapBy(text, w, of)) <= lines {
				best = w
			}
		}
	}
	return best
}

// titleWidths lists the widths of the bold characters of the page's own face, in the same way. Titles on the page are set in
// this face, so they need not be broken as early as in wider faces.
var titleWidths = map[int]string{
	6:  " ,./Iijl’",
	7:  "!()-:[]ft·",
	8:  "r",
	12: "0123456789aceksvxyzJ–κλ=₀₁⁶",
	13: "FLTZbdghnopquδα",
	14: "EPSVXYσ",
	15: "ABCDHKNRU",
	16: "GOQw",
	17: "M",
	18: "m",
}

var titleGlyph = byGlyph(titleWidths)

// TitleWidth is the width of a title on the page.
func TitleWidth(text string) float64 {
	width := 0.0
	for _, r := range text {
		if w, known := titleGlyph[r]; known {
			width += float64(w) / 20 * TitleSize
		} else {
			width += Width(string(r), TitleSize, true)
		}
	}
	return width
}
