package plot

import (
	"encoding/csv"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

// withIntervals is two lines on a logarithmic axis, the first with an interval.
func withIntervals() Chart {
	x := []float64{50, 100, 150}
	return Chart{
		Width: 720, Title: "Intervals", X: Axis{Name: "epochs", Symbol: "E"}, Y: Axis{Name: "loss", Scale: Log},
		Series: []Series{
			{ID: "a", Name: "attack", Kind: Estimate, Stated: true, X: x, Y: []float64{0.31, 0.569, 0.789}, Interval: &Interval{
				Low: []float64{0.241, 0.471, 0.715}, High: []float64{0.356, 0.619, 0.869}, Ends: [2]string{"2.5 %", "97.5 %"}}},
			{ID: "b", Name: "another", Kind: Estimate, Stated: true, Colour: 1, X: x, Y: []float64{0.5, 0.5, 0.5}},
		},
	}
}

// An interval is shaded in its line's colour, below all lines, between its ends, which are
// within the axis; it is read, tabled and exported in words and numbers.
func TestIntervals(t *testing.T) {
	c := withIntervals()
	for _, standalone := range []bool{false, true} {
		c.Standalone = standalone
		drawn := c.SVG()
		shade := regexp.MustCompile(`<path data-interval="(.)" class="(.*?)" fill="(.*?)" fill-opacity="\.14"`).FindAllStringSubmatch(drawn, -1)
		if len(shade) != 1 || shade[0][1] != "a" || shade[0][2] != "plot-c1-fill" || shade[0][3] != svg.Colours[0] {
			t.Fatalf("shaded: %v", shade)
		}
		if strings.Index(drawn, "data-interval") > strings.Index(drawn, "data-series") {
			t.Error("the shade comes after the lines, want it before, so that it lies under them")
		}
	}
	c.Standalone = false
	a := c.arrange()
	want := svg.Pen{}
	iv := c.Series[0].Interval
	var high, low []point
	for i, x := range c.Series[0].X {
		high, low = append(high, point{a.X(x), a.Y(iv.High[i])}), append(low, point{a.X(x), a.Y(iv.Low[i])})
	}
	want.Move(a.X(50), a.Y(iv.High[0]))
	for _, at := range smooth(high)[1:] {
		want.Line(at.x, at.y)
	}
	for _, at := range slices.Backward(smooth(low)) {
		want.Line(at.x, at.y)
	}
	want.Close()
	if !strings.Contains(c.SVG(), `stroke="none" d="`+string(want.Data)+`"`) {
		t.Errorf("no area %s", want.Data)
	}
	if from, to := a.RangeY(); from > 0.241 || to < 0.869 {
		t.Errorf("the axis shows %v to %v", from, to)
	}
	c.Series[0].Hidden = true
	if strings.Contains(c.SVG(), "data-interval") {
		t.Error("the interval of a hidden line is shaded, want no shade")
	}
}

func TestIntervalsInWords(t *testing.T) {
	c := withIntervals()
	readings := c.Draw().Readings(100)
	if readings[0].Text != "0.569 (0.471 to 0.619)" || readings[1].Text != "0.5" {
		t.Errorf("read: %+v", readings)
	}
	c.Series[0].Stated = false
	if text := c.Draw().Readings(100)[0].Text; text != "0.569000 (0.471 to 0.619)" {
		t.Errorf("not stated: %s", text)
	}
	c.Series[0].Stated = true
	if between := c.Draw().Readings(75)[0].Text; strings.Contains(between, "to") {
		t.Errorf("between values: %s", between)
	}
	table := c.Table(10)
	if !slices.Equal(table.Head, []string{"epochs E", "attack (2.5 % to 97.5 %)", "another"}) ||
		table.Rows[2][1] != "0.789 (0.715 to 0.869)" {
		t.Errorf("%+v", table)
	}
	records, err := csv.NewReader(strings.NewReader(c.CSV())).ReadAll()
	if err != nil || !slices.Equal(records[0], []string{"epochs E", "attack", "attack, 2.5 %", "attack, 97.5 %", "another"}) ||
		!slices.Equal(records[1], []string{"50", "0.31", "0.241", "0.356", "0.5"}) {
		t.Errorf("%v, %v", records, err)
	}
	c.Series[0].Interval.Low = []float64{0.241, math.NaN(), 0.715}
	if text := c.Draw().Readings(100)[0].Text; text != "0.569" {
		t.Errorf("without a low end: %s", text)
	}
	if strings.Contains(c.SVG(), "NaN") {
		t.Errorf("the picture holds NaN, want none:\n%s", c.SVG())
	}
}

// The strip keeps room for intervals: both are read, and no words of two readings meet.
func TestIntervalsHaveRoomInTheStrip(t *testing.T) {
	c := withIntervals()
	c.Series[1].Interval = c.Series[0].Interval
	for width := 360.0; width <= 800; width += 10 {
		c.Width = width
		if strings.Contains(c.Draw().Overlay(100), ">+1<") {
			t.Errorf("%v wide: one of two lines is not read", width)
		}
		end, line := 0.0, 0.0
		for _, w := range regexp.MustCompile(`<text [^>]*?x="([0-9.]+)"[^>]*y="([0-9.]+)"[^>]*>(.*?)</text>`).FindAllStringSubmatch(c.Draw().Overlay(100), -1) {
			x, y := parse(t, w[1]), parse(t, w[2])
			if y == line && x < end {
				t.Errorf("%v wide: %s begins at %v, before %v", width, w[3], x, end)
			}
			if line, end = y, x+lettering.Width(regexp.MustCompile(`<.*?>`).ReplaceAllString(w[3], ""), lettering.Size,
				false); end > width {
				t.Errorf("%v wide: %s ends at %v", width, w[3], end)
			}
		}
		if line == 0 {
			t.Errorf("%v wide: nothing is read", width)
		}
	}
}

func parse(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}
