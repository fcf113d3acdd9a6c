package picture

import (
	"math"
	"slices"

	"lastiterate/app/plot"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// matches reports whether the curve's values answer the question: values along α are Rényi divergences,
// values along δ are the ε of (ε, δ).
func (s Scene) matches() bool {
	switch s.Parameter {
	case "alpha":
		return s.Question.Renyi()
	case "delta":
		return !s.Question.Renyi()
	}
	return true
}

// along returns a row's curve: the values at which the engine has evaluated the row, and the run's own value with its ε. Slow
// rows have fewer values than others.
func (s Scene) along(row protocol.Row) (x, y []float64) {
	i := slices.IndexFunc(s.Curve.Series, func(c protocol.Series) bool { return c.Row == row.ID })
	if i < 0 || len(s.Curve.Series[i].Epsilon) != len(s.At) {
		return nil, nil
	}
	x, y = make([]float64, 0, len(s.At)+1), make([]float64, 0, len(s.At)+1)
	for j, e := range s.Curve.Series[i].Epsilon {
		if e != nil && s.isPossible(s.At[j]) {
			x, y = append(x, s.At[j]), append(y, float64(*e))
		}
	}
	own, ok := Here(s.parameter(), s.Query)
	if ok && s.matches() && row.Epsilon != nil && len(s.At) > 0 && own >= s.At[0] && own <= s.At[len(s.At)-1] &&
		s.isPossible(own) {
		j, found := slices.BinarySearch(x, own)
		if !found {
			x, y = slices.Insert(x, j, own), slices.Insert(y, j, 0)
		}
		y[j] = float64(*row.Epsilon)
	}
	return x, y
}

// best is the id of the row that gives the answer. If the curve is about another question, it is the row that is smallest at
// most of the curve's values.
func (s Scene) best() string {
	if s.Result.Answer == nil {
		return ""
	}
	if s.matches() {
		return s.Result.Answer.Row
	}
	if rivals := s.rivals(); len(rivals) > 0 {
		return winner(rivals)
	}
	return s.Result.Answer.Row
}

// rivals lists the proved upper bounds that have curves.
func (s Scene) rivals() (out []rival) {
	for _, row := range s.Result.Rows {
		if x, y := s.along(row); row.Kind() == claim.UpperBound && row.Epsilon != nil && len(x) > 0 {
			out = append(out, rival{row.ID, x, y})
		}
	}
	return out
}

// rival is a row that may be the best, with its curve.
type rival struct {
	row  string
	x, y []float64
}

// winner returns the rival that is the smallest at most values. Only the values of the rival with the fewest count, so that a
// slow row is compared at all of them.
func winner(rivals []rival) string {
	fewest := slices.MinFunc(rivals, func(a, b rival) int { return len(a.x) - len(b.x) })
	wins := make([]int, len(rivals))
	for _, at := range fewest.x {
		best, least := -1, math.Inf(1)
		for i, r := range rivals {
			if j, found := slices.BinarySearch(r.x, at); found && r.y[j] < least*(1-1e-9) {
				best, least = i, r.y[j]
			}
		}
		if best >= 0 {
			wins[best]++
		}
	}
	return rivals[slices.Index(wins, slices.Max(wins))].row
}

// envelopes returns the smallest proved upper bound and the largest proved lower bound at the values of the best row. At other
// values the best row is unknown, and the smallest bound would be a worse row's.
func (s Scene) envelopes() (at, upper, lower []float64) {
	best, ok := find(s.Result, s.best())
	if !ok {
		return nil, nil, nil
	}
	at, upper = s.along(best)
	upper = slices.Clone(upper)
	lower = make([]float64, len(at))
	for j := range lower {
		lower[j] = math.NaN()
	}
	for _, row := range s.Result.Rows {
		if !drawable(s.Result, row.ID) {
			continue
		}
		x, y := s.along(row)
		i := 0
		for j, t := range at {
			for i < len(x) && x[i] < t {
				i++
			}
			switch kind := row.Kind(); {
			case i == len(x) || x[i] != t:
			case kind == claim.Floor && !(y[i] <= lower[j]):
				lower[j] = y[i]
			case kind == claim.UpperBound:
				upper[j] = min(upper[j], y[i])
			}
		}
	}
	return at, upper, lower
}

// savedBand is the area between the lowest line of the rows and the loss if every iterate is public. It is empty if that line is
// not drawn, or nowhere above another.
func (s Scene) savedBand(lines []plot.Series, lowest lowest) plot.Band {
	i := slices.IndexFunc(lines, func(l plot.Series) bool { return l.Kind == plot.Published && !l.Hidden })
	if i < 0 {
		return plot.Band{}
	}
	// The area has a corner at each value of a line, so that its edges are the lines.
	x := slices.Clone(lowest.x)
	if !slices.Equal(x, lines[i].X) {
		x = append(x, lines[i].X...)
		slices.Sort(x)
		x = slices.Compact(x)
	}
	x = s.withCrossings(x, lowest)
	band := plot.Band{Name: "what hiding the iterates saves", X: x, Lower: make([]float64, len(x)), Upper: make([]float64, len(x)),
		Between: lowest.known}
	gains := false
	for j, t := range x {
		_, band.Lower[j] = lowest.at(t)
		band.Upper[j] = lowest.height(lines[i].X, lines[i].Y, t)
		if band.Lower[j] > band.Upper[j] {
			band.Lower[j] = band.Upper[j] // the published line is the best there, and has fewer points
		}
		gains = gains || band.Upper[j] > 1.001*band.Lower[j]
	}
	if !gains {
		return plot.Band{}
	}
	return band
}

// withCrossings adds to values the places between them where another row's line becomes the lowest.
func (s Scene) withCrossings(x []float64, lowest lowest) []float64 {
	if whole(s.parameter()) {
		return x
	}
	var crossings []float64
	after := -1
	for j := range x {
		before := after
		if after, _ = lowest.at(x[j]); j == 0 || before == after {
			continue
		}
		low, high := x[j-1], x[j]
		for range 30 {
			middle := (low + high) / 2
			if row, _ := lowest.at(middle); row == before {
				low = middle
			} else {
				high = middle
			}
		}
		crossings = append(crossings, low)
	}
	x = append(x, crossings...)
	slices.Sort(x)
	return slices.Compact(x)
}

// between says how lines are drawn between two of their values.
type between struct {
	known      plot.Between
	logX, logY bool
}

func (s Scene) between() between {
	return between{s.knownBest(), LogX(s.View, s.parameter()), s.logY()}
}

// height is the height of a line at a value, on the straight line between two of its points; NaN beyond its ends.
func (b between) height(x, y []float64, at float64) float64 {
	i, _ := slices.BinarySearch(x, at)
	return b.heightBefore(x, y, i, at)
}

// heightBefore is height if the i-th value is the first that is not below at.
func (b between) heightBefore(x, y []float64, i int, at float64) float64 {
	switch {
	case i < len(x) && x[i] == at:
		return y[i]
	case i == 0 || i == len(x):
		return math.NaN()
	case b.known == plot.Rises:
		return y[i] // a line that never falls is drawn as a stair
	}
	share := (at - x[i-1]) / (x[i] - x[i-1])
	if b.logX && x[i-1] > 0 {
		share = math.Log(at/x[i-1]) / math.Log(x[i]/x[i-1])
	}
	if b.logY && y[i-1] > 0 && y[i] > 0 {
		return y[i-1] * math.Pow(y[i]/y[i-1], share)
	}
	return y[i-1] + (y[i]-y[i-1])*share
}

func highest(y []float64) float64 {
	top := 0.0
	for _, v := range y {
		if v > top && !math.IsInf(v, 1) {
			top = v
		}
	}
	return top
}

func hasNumber(y []float64) bool {
	return slices.ContainsFunc(y, func(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) })
}

// here is the best bound at the nearest value at or above the visitor's, 0 if there is none. It only places things on the
// screen, and is not shown as a bound.
func (s Scene) here(at, upper []float64) float64 {
	i, _ := slices.BinarySearch(at, s.Here)
	if s.Here == 0 || !s.isPossible(s.Here) || i >= len(upper) || math.IsInf(upper[i], 0) {
		return 0
	}
	return upper[i]
}
