package lab

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// The words of a mark begin or end at it, in the order of the marks; no line from a mark passes through other words; and the line is said
// to be logarithmic.
func TestWordsStandAtTheirMarks(t *testing.T) {
	v := View{Scale: []Mark{{"attack", 0.217, MarkAttack}, {"proved floor", 0.267, MarkFloor}, {"bound", 0.383, MarkBound},
		{"one run", 4.9, MarkAttack}, {"every iterate public", 5.06, MarkTick}}}
	words := regexp.MustCompile(`<text x="([0-9.]+)" y="([0-9]+)" text-anchor="(start|end)">([^<]*)</text>`)
	lines := regexp.MustCompile(`<line class="lead" x1="([0-9.]+)" y1="[0-9]+" x2="[0-9.]+" y2="([0-9]+)"/>`)
	number := func(text string) (x float64) {
		if _, err := fmt.Sscan(text, &x); err != nil {
			t.Fatal(err)
		}
		return x
	}
	for _, width := range []float64{358, 826} {
		svg, _ := v.ScaleSVG(width)
		if !strings.Contains(svg, ">log scale</text>") {
			t.Errorf("the scale is not named: %s", svg)
		}
		labels, leads := words.FindAllStringSubmatch(svg, -1), lines.FindAllStringSubmatch(svg, -1)
		if len(labels) != len(v.Scale) || len(leads) != len(v.Scale) {
			t.Fatalf("%d labels, %d lines: %s", len(labels), len(leads), svg)
		}
		for i, l := range labels {
			x, y, mark := number(l[1]), number(l[2]), number(leads[i][1])
			if d := x - mark; d < -6.1 || d > 6.1 || (l[3] == "start") != (d < 0) {
				t.Errorf("%v pixels: %q is anchored %v from its mark, at its %s", width, l[4], d, l[3])
			}
			left, right := x, x+7.8*float64(len([]rune(l[4])))
			if l[3] == "end" {
				left, right = x-(right-x), x
			}
			if left < 0 || right > width {
				t.Errorf("%v pixels: %q takes %v to %v", width, l[4], left, right)
			}
			for j, lead := range leads {
				if at := number(lead[1]); j != i && left+6 < at && at < right-6 && number(lead[2]) > y {
					t.Errorf("%v pixels: the line of %q passes through %q", width, labels[j][4], l[4])
				}
			}
		}
	}
}
