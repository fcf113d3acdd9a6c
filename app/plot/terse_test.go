package plot

import (
	"regexp"
	"strings"
	"testing"

	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

// terseChart is the sample as an embed shows it: the answer, composition and the floor.
func terseChart(width float64) Chart {
	c := sampleChart()
	c.Terse, c.Width, c.Height = true, width, 272
	for i := range c.Series {
		switch s := &c.Series[i]; s.ID {
		case "composition":
			s.Kind = Published
		case "shift":
		case "adversary":
			s.Label = "floor"
		default:
			s.Hidden = true
		}
	}
	return c
}

// In a frame of 480 by 360 the lines have 200 pixels of the height, as in one as narrow as a telephone. What the lines are is read
// in the strip, in the digits of the answer.
func TestTerseChartLeavesRoom(t *testing.T) {
	for _, width := range []float64{464, 374, 342, 304, 284, 264, 224} {
		c := terseChart(width)
		d := c.Draw()
		if room := d.Bottom - d.Top; room < 200 && width > 330 || room < 150 {
			t.Errorf("%v wide: %v pixels for the lines", width, room)
		}
		if room := d.Right - d.Left; room < 0.8*width {
			t.Errorf("%v wide: the lines are %v wide", width, room)
		}
		strip := d.Strip(200)
		if strings.Contains(strip, ">+") {
			t.Errorf("%v wide: the strip leaves lines out: %s", width, strip)
		}
		for _, want := range []string{"> = 200", "Composition 1.28", "Shift, ", " 0.122", ">floor ≥ 0.0997<", "ε(α) at"} {
			if !strings.Contains(strip, want) {
				t.Errorf("%v wide: the strip lacks %q: %s", width, want, strip)
			}
		}
		svg := c.SVG()
		if strings.Contains(svg, "hidden state helps") || strings.Contains(svg, "plot-title") {
			t.Errorf("%v wide: there are more words than there is room for", width)
		}
		if n := strings.Count(svg, ">iterations <"); n != 1 {
			t.Errorf("%v wide: the horizontal axis has %d names", width, n)
		}
	}
	c := terseChart(284)
	for _, want := range []string{"Composition<", ">Shift", ">floor<"} {
		if names := c.Draw().Names(); !strings.Contains(names, want) || strings.Contains(names, "= 200") {
			t.Errorf("unread, the strip lacks %q: %s", want, names)
		}
	}
	if names := sampleChart().Draw().Names(); names != "" {
		t.Errorf("a chart with names at its lines has them again: %s, want none", names)
	}
	c.X.Name = "failure probability"
	if svg := c.SVG(); !strings.Contains(svg, ">failure probability <") {
		t.Errorf("the horizontal axis has no name in a column of 300 pixels: %s", svg)
	}
	c.X.Name = "steps from one release to the next one or the one after that"
	if svg := c.SVG(); strings.Contains(svg, "after that") || !strings.Contains(svg, ">steps from one") {
		t.Errorf("a long name is not cut short below the ticks: %s", svg)
	}
}

// In a frame as narrow as a telephone the strip names every line: it takes a line more rather than to leave one out.
func TestTerseStripNamesAllLines(t *testing.T) {
	for _, width := range []float64{342, 374} {
		c := terseChart(width)
		another := c.Series[0]
		another.ID, another.Name, another.Label, another.Kind = "literature", "literature", "literature", Other
		another.Hidden = false
		c.Series = append(c.Series, another)
		if strip := c.Draw().Strip(200); strings.Contains(strip, ">+") || !strings.Contains(strip, ">literature") {
			t.Errorf("%v wide: the strip leaves lines out: %s", width, strip)
		}
	}
}

// In the columns of the smallest telephones the answer's name is whole, if it is not longer than that of three authors.
func TestTerseStripDoesNotCutTheAnswer(t *testing.T) {
	for _, width := range []float64{224, 264, 304} {
		c := terseChart(width)
		for i := range c.Series {
			if c.Series[i].Kind == Best {
				c.Series[i].Name, c.Series[i].Label = "Bok–Su–Altschuler", ""
			}
		}
		if strip := c.Draw().Strip(200); !strings.Contains(strip, ">Bok–Su–Altschuler 0.122<") {
			t.Errorf("%v wide: the strip says %s", width, strip)
		}
	}
}

// The name of the horizontal axis takes the place of no tick's label, and could not be taken for one: it stands below them.
func TestTerseNameLeavesTheTicks(t *testing.T) {
	for width := 224.0; width <= 700; width += 14 {
		for _, name := range []string{"iterations", "noise on the iterate", "failure probability"} {
			for _, scale := range []Scale{Linear, Log} {
				for _, to := range []float64{200, 1000, 2500, 20000} {
					c := terseChart(width)
					c.X.Name, c.X.Scale, c.X.From, c.X.To = name, scale, 1, to
					a := c.arrange()
					var labels []svg.Text
					for _, text := range a.texts {
						if text.Class == "plot-tick" && text.Y > a.Bottom+tickGap {
							labels = append(labels, text)
						}
					}
					if len(labels) != len(a.ticksX) || len(labels) < 2 {
						t.Errorf("%v wide, %s to %v: %d of %d ticks are named", width, name, to, len(labels), len(a.ticksX))
					}
					for _, text := range a.texts {
						if text.Class == "plot-axis" && text.Y > a.Bottom && text.Y <= labels[0].Y {
							t.Errorf("%v wide, %s to %v: the name stands among the labels", width, name, to)
						}
						for _, label := range labels {
							if text.Class == "plot-axis" && text.Box().Meets(label.Box()) {
								t.Errorf("%v wide, %s to %v: the name lies on %s", width, name, to, label.Words)
							}
						}
					}
				}
			}
		}
	}
}

// The strip of a terse chart begins with the symbol of the vertical axis, whether or not it is read, and touches no label of that axis,
// whether or not there are lines and numbers yet.
func TestTerseStripHasTheSymbol(t *testing.T) {
	for width := 224.0; width <= 700; width += 14 {
		for _, most := range []float64{0, 0.37, 0.5, 1.3, 2, 20, 300} {
			for _, drawn := range []bool{true, false} {
				c := terseChart(width)
				if c.Y.From, c.Y.To = 0, most; most == 0 {
					c.Waits = "computing …"
				}
				if !drawn {
					c.Series = nil
				}
				d := c.Draw()
				if head := d.Strip(200); !strings.Contains(head, ">ε(α) at ") {
					t.Fatalf("%v wide to %v, drawn: %t: the strip is %s", width, most, drawn, head)
				}
				if names := d.Names(); !strings.Contains(names, ">ε(α)<") {
					t.Fatalf("%v wide to %v, drawn: %t: unread, the strip is %s", width, most, drawn, names)
				}
				last := svg.Text{Y: d.stripTop + lettering.Size + float64(d.stripLines()-1)*terseStep, Anchor: svg.Start, Size: lettering.Size,
					Words: "T = 200", Bold: true}
				for _, text := range d.texts {
					if text.Box().Meets(last.Box()) {
						t.Errorf("%v wide to %v, drawn: %t: the strip lies on %q", width, most, drawn, text.Words)
					}
					if text.Class == "plot-axis" && text.Y < d.Bottom {
						t.Errorf("%v wide to %v, drawn: %t: %q stands at the vertical axis, too", width, most, drawn, text.Words)
					}
				}
			}
		}
	}
}

// A strip takes no more lines of text than it keeps room for, wherever it is read, and keeps no empty one at the run's own place.
func TestTerseStripHasNoEmptyLine(t *testing.T) {
	line := regexp.MustCompile(`<text[^>]* y="([^"]*)"`)
	for width := 224.0; width <= 700; width += 6 {
		c := terseChart(width)
		c.Series[0].Y[299] = 3 // the order of the values is another at the end
		d := c.Draw()
		for at, least := range map[float64]int{1: 1, 200: d.stripLines(), 300: 1} {
			lines := map[string]bool{}
			for _, found := range line.FindAllStringSubmatch(d.Strip(at), -1) {
				lines[found[1]] = true
			}
			if len(lines) < least || len(lines) > d.stripLines() {
				t.Errorf("%v wide, at %v: %d lines of text, with room for %d", width, at, len(lines), d.stripLines())
			}
		}
	}
}
