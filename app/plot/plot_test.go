package plot

import (
	"encoding/csv"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lastiterate/app/number"
	"lastiterate/app/plot/style"
	"lastiterate/app/plot/svg"
)

func TestGaps(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	c := Chart{Width: 600, Height: 400, Series: []Series{{ID: "s", Name: "s", X: []float64{1, 2, 3, 4, 5, 6, 7},
		Y: []float64{1, 2, nan, 3, inf, 1, 2}}}}
	a := c.arrange()
	data := string(linePath(a.lines[0]))
	if strings.Count(data, "M") != 3 || strings.Count(data, "h0") != 1 {
		t.Errorf("three pieces, of which one is a dot, are drawn as %s", data)
	}
	c.Band = Band{X: c.Series[0].X, Lower: []float64{0, 0, 0, 0, 0, 0, 0}, Upper: c.Series[0].Y}
	if data := string(c.arrange().bandPath(c.Band)); strings.Count(data, "Z") != 2 {
		t.Errorf("two stretches of a band are drawn as %s", data)
	}
	c.Y.Scale = Log // a lower end of zero reaches the axis
	a = c.arrange()
	if data := string(a.bandPath(c.Band)); strings.Count(data, "Z") != 2 {
		t.Errorf("on a logarithmic axis: %s", data)
	}
}

func TestReadings(t *testing.T) {
	x := []float64{1, 2, 4}
	c := Chart{X: Axis{Name: "iterations", Symbol: "T"}, Series: []Series{
		{ID: "low", Name: "Low", Kind: Lower, X: x, Y: []float64{0.1, 0.12345678, 0.2}},
		{ID: "best", Name: "Best", Kind: Best, X: x, Y: []float64{0.3, 0.12345679, 0.5}},
		{ID: "all", Name: "All", Kind: Other, X: x, Y: []float64{1, math.Inf(1), 3}},
		{ID: "gap", Name: "Gap", Kind: Other, X: x, Y: []float64{1, math.NaN(), 3}},
		{ID: "off", Name: "Off", Kind: Other, X: x, Y: []float64{1, 1, 1}, Hidden: true},
	}}
	var got [][2]string
	for _, r := range c.Draw().Readings(2) {
		got = append(got, [2]string{r.ID, r.Text})
	}
	if want := [][2]string{{"all", "∞"}, {"best", "0.123457"}, {"low", "0.123456"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("readings %v, want %v", got, want)
	}
	// Between its points a line reads what is drawn, marked as such; a line that has
	// a gap there, none.
	between := map[string]string{}
	for _, r := range c.Draw().Readings(3) {
		between[r.ID] = r.Text
	}
	if want := map[string]string{"low": "≈ 0.161", "best": "≈ 0.312"}; !reflect.DeepEqual(between, want) {
		t.Errorf("between points %v, want %v", between, want)
	}
	c.Y.Scale, c.X.Scale = Log, Log
	for _, r := range c.Draw().Readings(math.Sqrt(8)) {
		if r.ID == "best" && r.Text != "≈ "+number.Up(math.Sqrt(0.12345679*0.5), 3) {
			t.Errorf("half way on logarithmic axes the best reads %s", r.Text)
		}
	}
	c.Y.Scale, c.X.Scale = Linear, Linear
	if got := c.Points(); !reflect.DeepEqual(got, x) {
		t.Errorf("points %v", got)
	}
	l := c.Layout()
	if got, ok := c.Nearest(l.X(2) + 3); !ok || got != 2 {
		t.Errorf("nearest to 2 is %v", got)
	}
	if at, ok := (Chart{}).Nearest(100); ok {
		t.Errorf("the nearest point of an empty chart = %v, want none", at)
	}
}

func TestOverlay(t *testing.T) {
	c := sampleChart()
	for _, width := range []float64{280, 400, 720, 2000} {
		c.Width = width
		svg := c.Draw().Overlay(120)
		for _, want := range []string{"T</tspan> = 120<", "0.121600", `aria-hidden="true"`} {
			if !strings.Contains(svg, want) {
				t.Errorf("%v wide: the overlay lacks %s", width, want)
			}
		}
		if len(svg) > 6000 {
			t.Errorf("%v wide: %d bytes for a hair", width, len(svg))
		}
	}
	for _, x := range []float64{-5, 301, math.NaN()} {
		if svg := c.Draw().Overlay(x); svg != "" {
			t.Errorf("at %v, outside the plot: %s", x, svg)
		}
	}
	crowd := manyLines(30, 10)
	crowd.Width = 1200
	if key := crowd.Draw().key; len(key) > 0 {
		t.Errorf("the key of thirty lines has %d names, want none: they have room at the ends of lines 1200 pixels wide", len(key))
	}
	if svg := crowd.Draw().Overlay(crowd.Points()[4]); !regexp.MustCompile(`>\+\d+<`).MatchString(svg) {
		t.Errorf("the strip of thirty readings is\n%s\nwant it to end with the number of those that it leaves out", svg)
	}
	// A figure of a paper in the column of a telephone.
	crowd = manyLines(8, 10)
	crowd.Width = 318
	if svg := crowd.Draw().Overlay(crowd.Points()[4]); strings.Count(svg, "<text") != 9 {
		t.Errorf("of eight lines, not all are read: %s", svg)
	}
}

// What is read lies in the strip above the plot, or in the key, which is below it if it is long and the chart narrow:
// no word of the overlay lies over a line.
func TestReadingsKeepOffTheLines(t *testing.T) {
	for _, lines := range []int{1, 3, 9, 30} {
		for _, width := range []float64{280, 358, 480, 796, 1200} {
			c := manyLines(lines, 10)
			c.Width = width
			a := c.arrange()
			words := regexp.MustCompile(`<text [^>]*y="([0-9.]+)"`).FindAllStringSubmatch(c.Draw().Overlay(c.Points()[4]), -1)
			if len(words) < 2 {
				t.Fatalf("%d lines on %v pixels: nothing is read", lines, width)
			}
			for _, w := range words {
				if y, _ := strconv.ParseFloat(w[1], 64); y+4 > a.Top && y < a.Bottom+tickGap {
					t.Errorf("%d lines on %v pixels: words at %v, in the plot from %v to %v", lines, width, y, a.Top, a.Bottom)
				}
			}
		}
	}
}

// In a narrow column a long key leaves the lines in sight: they stand above it. A short one names them first.
func TestLongKeysStandBelow(t *testing.T) {
	for _, c := range []struct {
		lines int
		width float64
		below bool
	}{{2, 276, false}, {3, 276, false}, {13, 276, true}, {13, 480, false}} {
		chart := manyLines(c.lines, 10)
		chart.Width = c.width
		a := chart.arrange()
		if len(a.key) == 0 {
			t.Fatalf("%d lines on %v pixels have no key", c.lines, c.width)
		}
		if below := a.keyTop > a.Bottom; below != c.below {
			t.Errorf("%d lines on %v pixels: the key is at %v and the plot from %v to %v, want it below: %t", c.lines, c.width, a.keyTop, a.Top,
				a.Bottom, c.below)
		}
	}
}

func TestLegend(t *testing.T) {
	c := sampleChart()
	c.Series[1].Hidden = true
	c.Width = 280
	legend := c.Draw().Legend()
	if len(legend) != len(c.Series) || !legend[1].Hidden {
		t.Errorf("%+v", legend)
	}
	c.Width = 900
	for i, e := range c.Draw().Legend() {
		if e.ID != c.Series[i].ID || !strings.HasPrefix(e.Sample, "<svg ") {
			t.Errorf("%+v", e)
		}
	}
}

// Lines that ask for the same colour differ as long as there are colours, and
// the legend shows the colour that is drawn.
func TestColoursDiffer(t *testing.T) {
	c := Chart{Width: 900}
	for i := range len(svg.Colours) {
		c.Series = append(c.Series, Series{ID: string(rune('a' + i)), Name: "line", Kind: Other, Colour: 8 * i, X: []float64{1, 2},
			Y: []float64{1, float64(i)}})
	}
	svg, seen := c.SVG(), map[string]bool{}
	for i, e := range c.Draw().Legend() {
		_, after, _ := strings.Cut(e.Sample, "plot-line ")
		class, _, _ := strings.Cut(after, `"`)
		if seen[class] {
			t.Errorf("two lines are %s", class)
		}
		seen[class] = true
		if want := `data-series="` + c.Series[i].ID + `" class="plot-line ` + class + `"`; !strings.Contains(svg, want) {
			t.Errorf("the chart has no %s", want)
		}
	}
}

func TestTable(t *testing.T) {
	c := sampleChart()
	table := c.Table(8)
	if len(table.Rows) > 8 || len(table.Rows) < 6 {
		t.Errorf("%d rows", len(table.Rows))
	}
	var xs []string
	for _, row := range table.Rows {
		xs = append(xs, row[0])
		if len(row) != len(table.Head) {
			t.Errorf("%v under %v", row, table.Head)
		}
	}
	for _, want := range []string{"1", "24", "200", "300"} {
		found := false
		for _, x := range xs {
			found = found || x == want
		}
		if !found {
			t.Errorf("no row at %s among %v", want, xs)
		}
	}
	if table.Head[0] != "iterations T" || table.Head[5] != "Shift, exact optimum" {
		t.Errorf("head %v", table.Head)
	}
}

// Where a line is drawn there is a value: between a slow row's points what is drawn.
func TestTableBetweenPoints(t *testing.T) {
	c := Chart{X: Axis{Name: "iterations", Symbol: "T"}, Series: []Series{
		{ID: "quick", Name: "Quick", X: []float64{1, 2, 3, 4}, Y: []float64{1, 2, 3, 4}},
		{ID: "slow", Name: "Slow", X: []float64{1, 3}, Y: []float64{2, 4}},
	}}
	want := [][]string{{"1", "1", "2"}, {"2", "2", "≈ 3"}, {"3", "3", "4"}, {"4", "4", "none"}}
	if got := c.Table(8).Rows; !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("the table is %v, want %v", got, want)
	}
}

// A place on the axis that is no round number is rounded, and says so; the file has all of its digits.
func TestTableRoundsItsPlaces(t *testing.T) {
	const x = 0.3353648525938624
	c := Chart{X: Axis{Name: "noise", Symbol: "σ", Scale: Log}, Series: []Series{{ID: "a", Name: "A", X: []float64{0.1, x, 1},
		Y: []float64{3, 2, 1}}}}
	if got := c.Table(8).Rows[1][0]; got != "≈ 0.335" {
		t.Errorf("the table reads at %s", got)
	}
	if svg := c.Draw().Overlay(x); !strings.Contains(svg, "</tspan> ≈ 0.335<") {
		t.Errorf("the strip reads at %s", svg)
	}
	if text := c.CSV(); !strings.Contains(text, "0.3353648525938624") {
		t.Errorf("the file is\n%s\nwant all digits of 0.3353648525938624", text)
	}
	c.Markers = []Marker{{Yours: true, At: x}}
	if svg := c.Draw().Overlay(x); !strings.Contains(svg, "= 0.3353648525938624<") {
		t.Errorf("a visitor’s own value is rounded: %s", svg)
	}
}

func TestCSV(t *testing.T) {
	c := Chart{X: Axis{Name: "iterations", Symbol: "T"}, Series: []Series{
		{ID: "a", Name: `Shift, "exact"`, X: []float64{1, 2}, Y: []float64{1e-5, math.Inf(1)}},
		{ID: "b", Name: "B", X: []float64{2, 3}, Y: []float64{0.1, math.NaN()}},
	}}
	records, err := csv.NewReader(strings.NewReader(c.CSV())).ReadAll()
	want := [][]string{{"iterations T", `Shift, "exact"`, "B", "empty cells"}, {"1", "1e-5", "", "the line does not reach so far"},
		{"2", "inf", "0.1", "none"}, {"3", "", "", `Shift, "exact": the line does not reach so far; B: no value here`}}
	if err != nil || !reflect.DeepEqual(records, want) {
		t.Errorf("%q, %v; want %q", records, err, want)
	}
	c.Markers = []Marker{{At: 1}, {At: 2, Yours: true}}
	records, err = csv.NewReader(strings.NewReader(c.CSV())).ReadAll()
	for i, said := range []string{"values", ofCurve, "the run’s own", ofCurve} { // before the reasons for empty cells
		if err != nil || records[i][3] != said || records[i][4] != want[i][3] {
			t.Errorf("row %d is %q, %v; want %q", i, records[i], err, said)
		}
	}
}

func TestEscaping(t *testing.T) {
	c := Chart{Title: `a < b & "c"`, Desc: "<script>", Series: []Series{{ID: `"`, Name: "</text>", X: []float64{1, 2}, Y: []float64{1, 2}}}}
	svg := c.SVG()
	if strings.Contains(svg, "<script>") || strings.Contains(svg, "</text></text>") ||
		!strings.Contains(svg, "a &lt; b &amp; &quot;c&quot;") {
		t.Error(svg)
	}
}

// A style sheet has a rule for every class that takes a colour.
func TestEveryClassHasAColour(t *testing.T) {
	for _, svg := range charts() {
		for _, piece := range strings.Split(svg, `class="`)[1:] {
			classes, _, _ := strings.Cut(piece, `"`)
			known := false
			for _, class := range strings.Fields(classes) {
				known = known || strings.Contains(style.Sheet+style.Standalone, "."+class+"{") ||
					strings.Contains(style.Sheet+style.Standalone, "."+class+",") ||
					strings.Contains(style.Sheet, "."+class+" ")
			}
			if !known {
				t.Errorf("no rule for %q", classes)
			}
		}
	}
}

func BenchmarkSVG(b *testing.B) {
	c := manyLines(20, 2000)
	c.Width, c.Y.Scale = 900, Log
	b.ReportAllocs()
	size := 0
	for b.Loop() {
		size = len(c.SVG())
	}
	b.ReportMetric(float64(size), "bytes")
}

func BenchmarkOverlay(b *testing.B) {
	c := manyLines(20, 2000)
	c.Width = 900
	d := c.Draw()
	for b.Loop() {
		d.Overlay(500)
	}
}

// The colours have at least 3:1 on paper in both themes, and the style sheet's
// light theme is the one that shapes carry as attributes.
func TestContrast(t *testing.T) {
	themes := strings.SplitN(style.Sheet, "@media", 2)
	light := properties(t, themes[0]+style.Standalone[:strings.Index(style.Standalone, "@media")])
	dark := properties(t, themes[1][:strings.Index(themes[1], "}")]+style.Standalone[strings.Index(style.Standalone, "@media"):])
	for _, theme := range []map[string]string{light, dark} {
		least := map[string]float64{"--ink": 7, "--muted": 4.5, "--accent": 4.5, "--danger": 4.5, "--plot-1-text": 4.5}
		for name, colour := range theme {
			if name == "--paper" {
				continue
			}
			want := max(least[name], 3)
			if got := contrast(t, colour, theme["--paper"]); got < want {
				t.Errorf("%s %s on %s: %.2f, want %v", name, colour, theme["--paper"], got, want)
			}
		}
		if len(theme) != 14 {
			t.Errorf("%d colours: %v", len(theme), theme)
		}
	}
	for i, colour := range append(svg.Colours, svg.Paper, svg.Ink, svg.Muted, svg.Accent, svg.Danger, svg.Ochre) {
		name := "--plot-" + strconv.Itoa(i+1)
		if i >= len(svg.Colours) {
			name = []string{"--paper", "--ink", "--muted", "--accent", "--danger", "--plot-1-text"}[i-len(svg.Colours)]
		}
		if light[name] != colour {
			t.Errorf("%s is %s in the style sheet, %s in attributes", name, light[name], colour)
		}
	}
}

func properties(t *testing.T, css string) map[string]string {
	found := map[string]string{}
	for _, m := range regexp.MustCompile(`(--[a-z0-9-]+):(#[0-9a-f]{6})`).FindAllStringSubmatch(css, -1) {
		found[m[1]] = m[2]
	}
	return found
}

// contrast is WCAG 2's ratio of two colours.
func contrast(t *testing.T, a, b string) float64 {
	luminance := func(colour string) float64 {
		n, err := strconv.ParseUint(colour[1:], 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		linear := func(v uint64) float64 {
			c := float64(v&255) / 255
			if c <= 0.04045 {
				return c / 12.92
			}
			return math.Pow((c+0.055)/1.055, 2.4)
		}
		return 0.2126*linear(n>>16) + 0.7152*linear(n>>8) + 0.0722*linear(n)
	}
	l, m := luminance(a), luminance(b)
	return (max(l, m) + 0.05) / (min(l, m) + 0.05)
}
