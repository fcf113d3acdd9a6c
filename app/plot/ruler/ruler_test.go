package ruler

import (
	"encoding/xml"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg/svgtest"
	_ "lastiterate/bounds/draws"
)

// name is a text of a ruler as drawn.
type name struct {
	left, right, y float64
	words          string
}

// drawnNames reads the texts of a drawing, and fails if it is not XML.
func drawnNames(t interface{ Fatal(...any) }, svg string) (names []name) {
	decoder := xml.NewDecoder(strings.NewReader(svg))
	var at name
	inside, bold, anchor := false, false, 0.0
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return names
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			inside = e.Name.Local == "text"
			at, bold, anchor = name{}, false, 0
			for _, a := range e.Attr {
				value, _ := strconv.ParseFloat(a.Value, 64)
				switch a.Name.Local {
				case "x":
					at.left = value
				case "y":
					at.y = value
				case "text-anchor":
					anchor = map[string]float64{"middle": 0.5, "end": 1}[a.Value]
				case "font-weight":
					bold = true
				}
			}
		case xml.CharData:
			if inside {
				at.words = string(e)
				width := lettering.Width(at.words, lettering.Size, bold)
				at.left -= anchor * width
				at.right = at.left + width
				names, inside = append(names, at), false
			}
		}
	}
}

func drawRuler(t *rapid.T) Ruler {
	value := func(label string) float64 {
		return rapid.SampledFrom([]float64{0, 1e-12, 0.0672, 0.267, 0.405, 0.4051, 1.34, 5.06, 5.07, 3.68e16, math.Inf(1)}).Draw(t, label)
	}
	point := func(label, long, short string) Point {
		if !rapid.Bool().Draw(t, label+" known") {
			return Point{Words: []string{"no " + long, "no " + short}}
		}
		return Point{At: value(label), Known: true, Words: []string{"0.405 " + long, "0.405 " + short, "0.405"}}
	}
	return Ruler{
		Floor: point("floor", "is the least that is lost", "floor"), Estimate: point("estimate", "is an estimated floor", "est."),
		Answer: point("answer", "is the answer", "ε"), Rival: point("rival", "Bok–Su–Altschuler, best published", "Bok–Su–Altschuler"),
		Published: point("published", "if every iterate were public", "published"),
		Truth:     []string{"true ε lies here", "true ε"}, Factor: []string{"12× less", "12×"},
		Least: []string{"true ε is at least 0.267", "at least 0.267", "≥ 0.267"},
		Width: rapid.Float64Range(leastWidth, 1400).Draw(t, "width"),
	}
}

// Names lie within the picture and none touches another, whatever is known.
func TestRulerNamesKeepApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRuler(t)
		names := drawnNames(t, r.SVG())
		for i, a := range names {
			if a.left < -0.5 || a.right > math.Round(r.Width)+0.5 {
				t.Errorf("at %v pixels %q lies from %v to %v", r.Width, a.words, a.left, a.right)
			}
			for _, b := range names[:i] {
				if a.y == b.y && a.left < b.right && b.left < a.right {
					t.Errorf("at %v pixels %q touches %q", r.Width, a.words, b.words)
				}
			}
		}
		if svg := r.SVG(); r.Answer.Known && !strings.Contains(svg, "0.405") {
			t.Errorf("at %v pixels the drawing does not name the answer, want 0.405:\n%s", r.Width, svg)
		}
		if r.Floor.Known && r.Floor.At > 0 && len(r.Floor.Words) > 0 && r.Answer.Known && !math.IsInf(r.Answer.At, 1) &&
			r.Floor.At < r.Answer.At && !strings.Contains(r.SVG(), "0.267") && !strings.Contains(r.SVG(), r.Floor.Words[len(r.Floor.Words)-1]) {
			t.Errorf("at %v pixels the floor is not named", r.Width)
		}
	})
}

// The floor is named as one, above its mark where there is no room below it: in the narrowest
// column as on a wide page.
func TestRulerNamesTheFloor(t *testing.T) {
	r := Ruler{
		Floor:  Point{At: 0.267, Known: true, Words: []string{"at least 0.267", "≥ 0.267"}},
		Answer: Point{At: 0.405, Known: true, Words: []string{"ε ≤ 0.405", "0.405"}},
		Rival:  Point{At: 1.34, Known: true, Words: []string{"1.34 Bok–Su–Altschuler, best published", "1.34 Bok–Su–Altschuler", "1.34"}},
		Published: Point{At: 5.06, Known: true, Words: []string{"5.06 if every iterate were public", "5.06 every iterate public",
			"5.06 every iterate"}},
		Truth: []string{"true ε lies here", "true ε"}, Factor: []string{"12× less", "12×"},
		Least: []string{"true ε is at least 0.267", "at least 0.267", "≥ 0.267"},
	}
	for width := 224.0; width <= 800; width += 4 {
		r.Width = width
		svg := r.SVG()
		for _, want := range []string{"0.267<", "0.405<", ">5.06 ", "12×"} {
			if !strings.Contains(svg, want) {
				t.Errorf("at %v pixels the ruler does not say %q", width, want)
			}
		}
	}
}

// Distances on the line are not those of the numbers: that it is logarithmic is said in every width, beside a bracket as without
// one.
func TestRulerSaysItsScale(t *testing.T) {
	point := func(at float64, words ...string) Point { return Point{At: at, Known: true, Words: words} }
	truth, least := []string{"true ε lies here", "true ε"}, []string{"true ε is at least 1.76", "at least 1.76", "≥ 1.76"}
	for name, r := range map[string]Ruler{
		"a bracket": {Floor: point(1.76, "at least 1.76", "≥ 1.76"), Answer: point(5.55, "ε ≤ 5.55", "5.55"),
			Published: point(28.4, "28.4 if every iterate were public", "28.4 every iterate public", "28.4 every iterate"),
			Factor:    []string{"5.1× less", "5.1×"}},
		"a short bracket": {Floor: point(0.01, "at least 0.01", "≥ 0.01"), Answer: point(5.55, "ε ≤ 5.55", "5.55"),
			Published: point(9.4, "9.4 if every iterate were public", "9.4 every iterate public", "9.4 every iterate"),
			Factor:    []string{"1.7× less", "1.7×"}},
		"a floor near the answer": {Floor: point(0.267, "at least 0.267", "≥ 0.267"), Answer: point(0.405, "ε ≤ 0.405", "0.405"),
			Rival:     point(1.34, "1.34 Bok–Su–Altschuler, best published", "1.34 Bok–Su–Altschuler", "1.34 literature"),
			Published: point(5.06, "5.06 if every iterate were public", "5.06 every iterate public", "5.06 every iterate"),
			Factor:    []string{"12× less", "12×"}},
		"no floor": {Floor: Point{Words: []string{"no floor known", "no floor"}}, Answer: point(5.55, "ε ≤ 5.55", "5.55"),
			Published: point(28.4, "28.4 if every iterate were public", "28.4 every iterate public", "28.4 every iterate"),
			Factor:    []string{"5.1× less", "5.1×"}},
		"no gain": {Floor: point(1.76, "at least 1.76", "≥ 1.76"), Answer: point(5.55, "5.55, the same if every iterate were public",
			"5.55, the same for every iterate", "5.55"), Published: point(5.55)},
	} {
		for width := 224.0; width <= 1400; width += 4 {
			r.Width, r.Truth, r.Least = width, truth, least
			if !strings.Contains(r.SVG(), logScale) {
				t.Errorf("%s, %v pixels: nothing says that the scale is logarithmic", name, width)
			}
		}
	}
	alone := Ruler{Answer: point(0.405, "ε ≤ 0.405"), Published: point(0.405), Truth: truth}
	if svg := alone.SVG(); strings.Contains(svg, logScale) {
		t.Errorf("the drawing of a single value says %q, want it not to:\n%s", logScale, svg)
	}
}

// What is drawn says what is known: a filled floor is proved and a hollow one is
// not, infinity is an arrow, and what is missing is said at its end.
func TestRulerMarks(t *testing.T) {
	base := Ruler{
		Floor: Point{At: 0.267, Known: true}, Answer: Point{At: 0.405, Known: true, Words: []string{"0.405"}},
		Published: Point{At: 5.06, Known: true, Words: []string{"5.06"}}, Truth: []string{"truth"}, Factor: []string{"12×"},
	}
	for _, c := range []struct {
		name       string
		change     func(*Ruler)
		has, hasNo string
	}{
		{"proved floor", func(*Ruler) {}, `class="ruler-floor"`, `class="ruler-estimate"`},
		{"estimated floor", func(r *Ruler) { r.Floor, r.Estimate = Point{}, r.Floor }, `class="ruler-estimate"`, `class="ruler-floor"`},
		{"factor", func(*Ruler) {}, ">12×<", ""},
		{"no gain", func(r *Ruler) { r.Published.At = r.Answer.At }, "", ">12×<"},
		{"published infinite", func(r *Ruler) { r.Published = Point{At: math.Inf(1), Known: true, Words: []string{"∞"}} }, ">∞<", ""},
		{"published missing", func(r *Ruler) { r.Published = Point{Words: []string{"no bound"}} }, ">no bound<", `ruler-saved`},
		{"rival", func(r *Ruler) { r.Rival = Point{At: 1.34, Known: true, Words: []string{"1.34 best published"}} },
			`class="ruler-rival plot-base"`, ""},
		{"rival without room", func(r *Ruler) {
			r.Width, r.Rival = 160, Point{At: 1.34, Known: true, Words: []string{"1.34 best published"}}
		}, "", `class="ruler-rival`},
		{"answer infinite", func(r *Ruler) { r.Answer.At = math.Inf(1) }, `class="plot-best"`, `class="plot-dot"`},
	} {
		r := base
		c.change(&r)
		svg := r.SVG()
		if c.has != "" && !strings.Contains(svg, c.has) || c.hasNo != "" && strings.Contains(svg, c.hasNo) {
			t.Errorf("%s: %s", c.name, svg)
		}
	}
}

// The points lie in their order, as far apart as their ratios.
func TestRulerIsLogarithmic(t *testing.T) {
	r := Ruler{Floor: Point{At: 0.1, Known: true}, Answer: Point{At: 1, Known: true}, Published: Point{At: 10, Known: true}}
	at := r.scale(500)
	if left, right := at(r.Answer)-at(r.Floor), at(r.Published)-at(r.Answer); left <= 0 || math.Abs(left-right) > 1e-9 {
		t.Errorf("equal ratios are %v and %v pixels", left, right)
	}
}

// A card is a file of its own with the sentence in it.
func TestRulerCard(t *testing.T) {
	r := Ruler{Label: "ε = 0.405 & more.", Number: "ε = 0.405", Rest: "at δ.", Foot: []string{"from here"}, Standalone: true,
		Answer: Point{At: 0.405, Known: true, Words: []string{"0.405"}}}
	svg := r.SVG()
	said := map[string]bool{}
	for _, n := range drawnNames(t, svg) {
		said[n.words] = true
	}
	if !said["ε = 0.405"] || !said["at δ."] || !said["from here"] || !strings.Contains(svg, `aria-label="ε = 0.405 &amp; more."`) ||
		strings.Contains(svg, "style=") {
		t.Error(svg)
	}
}

// Names that crowd each other are shortened; one that has room far from them stays whole.
func TestRulerShortensTheCrowd(t *testing.T) {
	svg := Ruler{
		Floor:  Point{At: 0.125, Known: true, Words: []string{"at least 0.125", "≥ 0.125"}},
		Answer: Point{At: 0.154, Known: true, Words: []string{"ε ≤ 0.154", "0.154"}},
		Rival: Point{At: 0.625, Known: true, Words: []string{"0.625 Bok–Su–Altschuler, best published",
			"0.625 Bok–Su–Altschuler", "0.625"}},
		Published: Point{At: 2.29, Known: true, Words: []string{"2.29 if every iterate were public", "2.29 every iterate public",
			"2.29 published"}},
		Width: 856,
	}.SVG()
	for _, want := range []string{">≥ 0.125<", "0.625 Bok–Su–Altschuler, best published", "2.29 if every iterate were public"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the ruler does not say %q: %s", want, svg)
		}
	}
}

// The factor is of the two ends of its bracket, and not of the value above which its words stand.
func TestRulerBracketsItsFactor(t *testing.T) {
	r := Ruler{
		Floor:     Point{At: 0.267, Known: true, Words: []string{"at least 0.267", "≥ 0.267"}},
		Answer:    Point{At: 0.405, Known: true, Words: []string{"ε ≤ 0.405", "0.405"}},
		Rival:     Point{At: 1.34, Known: true, Words: []string{"1.34 best published", "1.34"}},
		Published: Point{At: 5.06, Known: true, Words: []string{"5.06 if every iterate were public", "5.06 every iterate"}},
		Truth:     []string{"true ε lies here", "true ε"}, Factor: []string{"12× less", "12×"},
		Least: []string{"true ε is at least 0.267", "at least 0.267", "≥ 0.267"},
	}
	for _, standalone := range []bool{false, true} {
		for width := 300.0; width <= 1000; width += 4 {
			r.Width, r.Standalone = width, standalone
			svg := r.SVG()
			inner := math.Round(width)
			if standalone {
				inner -= 24
			}
			at := r.scale(inner)
			after, factor := at(r.Answer), 0.0 // where the words before it or the answer end, and its own begin
			for _, n := range drawnNames(t, svg) {
				if strings.HasPrefix(n.words, "true") || strings.HasSuffix(n.words, "at least 0.267") && n.y < lineY {
					after = max(after, n.right)
				}
				if strings.HasPrefix(n.words, "12×") {
					factor = n.left
				}
			}
			_, path, found := strings.Cut(svg, `class="ruler-bracket plot-c1"`)
			if !found {
				if factor-after > bracketStub+3*bracketGap {
					t.Errorf("at %v pixels the factor has no bracket", width)
				}
				continue
			}
			path, _, _ = strings.Cut(strings.SplitN(path, ` d="`, 2)[1], `"`)
			arms := strings.Split(path[1:], "M")
			if len(arms) != 2 {
				t.Errorf("at %v pixels the bracket has one arm: %s", width, path)
				continue
			}
			right, left := svgtest.Points(t, arms[1]), svgtest.Points(t, arms[0])
			if got := left[0].X; got < after-0.1 || got > after+6 {
				t.Errorf("at %v pixels the bracket begins at %v, the words before it end at %v", width, got, after)
			}
			if stub := left[len(left)-1].X - left[0].X; len(left) < 3 && stub < bracketStub-0.1 {
				t.Errorf("at %v pixels the bracket begins with a dash of %v", width, stub)
			}
			if got, want := right[len(right)-1].X, at(r.Published); math.Abs(got-want) > 0.15 {
				t.Errorf("at %v pixels the bracket ends at %v, what every iterate loses is at %v", width, got, want)
			}
			for _, n := range drawnNames(t, svg) {
				if n.words == "12× less" || n.words == "12×" {
					if end := left[len(left)-1].X; n.left < end || n.right > right[0].X {
						t.Errorf("at %v pixels the words lie from %v to %v on an arm", width, n.left, n.right)
					}
				}
			}
		}
	}
}
