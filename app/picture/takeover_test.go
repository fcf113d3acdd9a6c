package picture

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/plot"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// givesUp is a scene along the noise in which the answer's row, "curve", proves next to nothing below 3, where "window" proves more. Each
// of the two is computed at some values only; "every" is the loss if every iterate is public.
func givesUp() Scene {
	q := bounds.DefaultQuery()
	q.Run.Sigma = 4
	lines := map[string][]float64{"curve": {40, 0, 30, 1, 0.8, 0, 0.6}, "window": {2, 1.8, 0, 1.4, 0, 1.1, 1}, "every": {9, 8, 7, 6, 5, 4, 3}}
	s := Scene{Tab: Sweep, Parameter: "sigma", Query: q, At: []float64{1, 1.5, 2, 3, 4, 5, 6}, Here: 4, Width: 720}
	for _, id := range []string{"curve", "window", "every"} {
		own := protocol.Number(lines[id][4])
		if id == "window" {
			own = 1.2
		}
		s.Result.Rows = append(s.Result.Rows, protocol.Row{ID: id, Name: "Row " + id, Epsilon: &own, Side: string(claim.Upper),
			Status: string(claim.Proved)})
		series := protocol.Series{Row: id}
		for _, e := range lines[id] {
			n := protocol.Number(e)
			series.Epsilon = append(series.Epsilon, &n)
			if e == 0 { // not computed
				series.Epsilon[len(series.Epsilon)-1] = nil
			}
		}
		s.Curve.Series = append(s.Curve.Series, series)
	}
	s.Result.Answer, s.Result.Published = &protocol.Answer{Row: "curve", Epsilon: 0.8}, &protocol.Answer{Row: "every", Epsilon: 5}
	return s
}

// Where the answer's row gives up, the area of what is saved reaches down to the row that is the best there, and turns on its line.
func TestSavedReachesTheSmallestBound(t *testing.T) {
	s := givesUp()
	band := s.Chart().Band
	for x, want := range map[float64]float64{1: 2, 1.5: 1.8, 3: 1, 4: 0.8, 6: 0.6} {
		if i, found := slices.BinarySearch(band.X, x); !found || math.Abs(band.Lower[i]-want) > 1e-12 {
			t.Errorf("at %v: %v, want %v", x, band.Lower, want)
		}
	}
	i, _ := slices.BinarySearch(band.X, 2) // the window has no value there; its line passes between those at 1.5 and 3
	if low := band.Lower[i]; low > 1.8 || low < 1.4 {
		t.Errorf("at 2 the area reaches down to %v", low)
	}
	window, curve := s.rivals()[1], s.rivals()[0]
	at := band.X[i+1] // where the two lines cross
	if a, b := s.between().height(window.x, window.y, at), s.between().height(curve.x, curve.y, at); at == 3 || math.Abs(a-b) > 1e-6 || band.Lower[i+1] != a {
		t.Errorf("at %v the lines are at %v and %v, and the area at %v", at, a, b, band.Lower[i+1])
	}
}

// The jump is marked and names the row that gives the bound from there on, on the side where it does; the thick line ends, since the loss
// does not jump. A line that is computed coarsely so far is left alone.
func TestTakeoverIsNamed(t *testing.T) {
	s := givesUp()
	c := s.Chart()
	want := plot.Marker{ID: "takeover-1", At: 2, Label: "up to here Row window gives the bound"}
	if !slices.Contains(c.Markers, want) {
		t.Errorf("the markers are %+v", c.Markers)
	}
	if breaks := c.Series[0].Breaks; !slices.Equal(breaks, []float64{3}) {
		t.Errorf("the line breaks before %v", breaks)
	}
	for k, e := range s.Curve.Series[0].Epsilon { // the other way round: it gives up above 3
		back := []float64{0.6, 0, 0.8, 1, 30, 0, 40}[k]
		if e != nil {
			*e = protocol.Number(back)
		}
	}
	s.Run.Sigma, s.Here = 2, 2
	*s.Result.Rows[0].Epsilon = 0.8
	c = s.Chart()
	if want := (plot.Marker{ID: "takeover-1", At: 4, Label: "from here on Row window gives the bound"}); !slices.Contains(c.Markers, want) {
		t.Errorf("above: the markers are %+v", c.Markers)
	}
	s.Unfinished = true
	for _, m := range s.Chart().Markers {
		if strings.HasPrefix(m.ID, "takeover") {
			t.Errorf("unfinished: %+v", m)
		}
	}
}

// A title takes no value where the answer's row has given up and the row that proves more has not been computed.
func TestTitleWhereAnotherRowIsLower(t *testing.T) {
	const want = "The bound falls from 2.00 to 0.600 as the noise on the iterate goes from 1 to 6"
	if title := givesUp().Chart().Title; title != want {
		t.Errorf("the title is %q, want %q", title, want)
	}
}

// Of a level line the title says how far it goes. It tells of the bound: what the run loses may change all the same.
func TestTitleOfALevelBound(t *testing.T) {
	s := givesUp()
	for i := range s.Curve.Series[0].Epsilon {
		level := protocol.Number(0.8)
		s.Curve.Series[0].Epsilon[i] = &level
	}
	const want = "The bound does not depend on the noise on the iterate from σ = 1 to 6"
	if title := s.Chart().Title; title != want {
		t.Errorf("the title is %q, want %q", title, want)
	}
}

// If the answer's row has values only where another row passes below, between its own values, no bound is known for a title.
func TestTitleWithoutAKnownBound(t *testing.T) {
	s := givesUp()
	s.Run.Sigma = 40 // not on the axis
	for i := range s.At {
		if series := s.Curve.Series; i%2 == 0 {
			series[0].Epsilon[i] = nil
		} else {
			high, low := protocol.Number(40), protocol.Number(1)
			series[0].Epsilon[i], series[1].Epsilon[i] = &high, nil
			series[1].Epsilon[i-1], series[1].Epsilon[i+1] = &low, &low
		}
	}
	if title, want := s.Chart().Title, s.subject(); title != want {
		t.Errorf("the title is %q, want %q", title, want)
	}
}

// Where another row is far below the answer's without a jump, the crossing is marked and the answer's line goes on. A crossing of
// lines that stay close is not marked.
func TestCrossingIsNamed(t *testing.T) {
	for _, c := range []struct {
		least protocol.Number
		want  []plot.Marker
	}{
		{0.3, []plot.Marker{{ID: "takeover-1", At: 3, Label: "up to here Row window gives the bound"}}},
		{0.95, nil},
	} {
		s := givesUp()
		for k, e := range []protocol.Number{1, 0, 1, 1, 1, 0, 1} {
			if s.Curve.Series[0].Epsilon[k] != nil {
				*s.Curve.Series[0].Epsilon[k] = e
			}
		}
		for k, e := range s.Curve.Series[1].Epsilon {
			if e != nil {
				*e = []protocol.Number{c.least, 0.9, 0.9, 0.95, 1.1, 1.2, 1.3}[k]
			}
		}
		*s.Result.Rows[0].Epsilon = 1
		var got []plot.Marker
		chart := s.Chart()
		for _, m := range chart.Markers {
			if strings.HasPrefix(m.ID, "takeover") {
				got = append(got, m)
			}
		}
		if !slices.Equal(got, c.want) || chart.Series[0].Breaks != nil {
			t.Errorf("least %v: %+v and breaks %v, want %+v and no break", c.least, got, chart.Series[0].Breaks, c.want)
		}
	}
}
