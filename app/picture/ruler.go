package picture

import (
	"fmt"
	"math"

	"lastiterate/app/number"
	"lastiterate/app/plot/ruler"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// Ruler is the picture of the answer; ok is false if no number is known or may be relied on.
func Ruler(s words.Subject) (r ruler.Ruler, ok bool) {
	answer, allIterates := s.Result.Answer, s.Result.Published
	if answer == nil || s.Contradiction() != "" || s.Departures.Coverage(s.Run) == words.Nothing {
		return ruler.Ruler{}, false
	}
	say := s.Say()
	r = ruler.Ruler{Label: say.Sentence(), Number: say.Number, Rest: say.Rest + "."}
	if between := s.Interval(); between != "" {
		r.Label += " " + between
	}
	e := float64(answer.Epsilon)
	r.Answer = ruler.Point{At: e, Known: true, Words: []string{"ε ≤ " + up(e), up(e)}}
	switch {
	case math.IsInf(e, 1):
		r.Answer.Words = []string{"no finite bound", "∞"}
	case e == 0:
		r.Answer.Words = []string{"ε = 0", "0"}
	}
	floors(&r, s, e)
	if row, found := s.Rival(); found && float64(*row.Epsilon) > e && !hasValue(allIterates, float64(*row.Epsilon)) {
		r.Rival = ruler.Point{At: float64(*row.Epsilon), Known: true}
		value := up(r.Rival.At)
		r.Rival.Words = []string{value + " " + row.Name + ", best published", value + " " + row.Name, value + " literature"}
		r.Label += fmt.Sprintf(" The best published theorem, %s, gives %s.", row.Name, value)
	}
	switch {
	case allIterates == nil && s.Unfinished:
		r.Published.Words = []string{"every iterate public: computing …", "computing …"}
	case allIterates == nil:
		r.Published.Words = []string{"no bound if every iterate were public", "every iterate: no bound"}
	case math.IsInf(float64(allIterates.Epsilon), 1):
		r.Published = ruler.Point{At: math.Inf(1), Known: true, Words: []string{"no finite bound if every iterate were public",
			"every iterate: no finite bound", "every iterate: ∞"}}
	case float64(allIterates.Epsilon) <= e:
		// The dot has the only tick, which is named with it.
		r.Published = ruler.Point{At: e, Known: true}
		switch number := e > 0 && !math.IsInf(e, 1) && s.Run.T > 1; {
		case number && s.Departures.Lacking() != nil: // the answer is the loss from all iterates, whatever the last one reveals
			r.Answer.Words = []string{up(e) + " if every iterate were public", up(e) + " for every iterate", up(e)}
		case number:
			r.Answer.Words = []string{up(e) + ", the same if every iterate were public", up(e) + ", the same for every iterate", up(e)}
		}
	default:
		r.Published = ruler.Point{At: float64(allIterates.Epsilon), Known: true}
		value := up(r.Published.At)
		r.Published.Words = []string{value + " if every iterate were public", value + " every iterate public",
			value + " every iterate"}
	}
	switch gain := s.Gain(); gain {
	case "", "barely":
	default:
		r.Factor = []string{gain + " less", gain}
	}
	return r, true
}

// floors adds the lower bounds on the true loss.
func floors(r *ruler.Ruler, s words.Subject, answer float64) {
	lower, estimate := s.Result.Lower, s.Result.LowerEstimate
	if s.Departures.Coverage(s.Run) != words.Everything {
		lower, estimate = nil, nil // they hold for the run without departures
	}
	switch {
	case lower != nil && lower.Epsilon > 0:
		r.Floor = ruler.Point{At: float64(lower.Epsilon), Known: true, Words: []string{"at least " + down(lower), "≥ " + down(lower)}}
		r.Truth = []string{"true ε lies here", "true ε"}
		r.Least = []string{"true ε is at least " + down(lower), "at least " + down(lower), "≥ " + down(lower)}
		if n := s.Average(); n != "" { // no lower bound is proved for the average alone
			r.Floor.Words = []string{"together at least " + down(lower), "together ≥ " + down(lower)}
			r.Truth = []string{"true ε of the last " + n + " together", "ε together"}
			r.Least = []string{"true ε of the last " + n + " together is at least " + down(lower), "together at least " + down(lower),
				"together ≥ " + down(lower)}
		}
	case s.Unfinished:
		r.Floor.Words = []string{"floor: computing …", "computing …"}
	case answer > 0 && s.PublishedOnly:
		r.Floor.Words = []string{"floors of ours are left out", "floors left out"}
		r.Truth = []string{"true ε lies here", "true ε"}
	case answer > 0:
		r.Floor.Words = []string{"no floor known", "no floor"}
		r.Truth = []string{"true ε lies here", "true ε"}
	}
	if estimate != nil && estimate.Epsilon > 0 && (lower == nil || words.SaysMore(float64(estimate.Epsilon), float64(lower.Epsilon))) {
		r.Estimate = ruler.Point{At: float64(estimate.Epsilon), Known: true, Words: []string{"estimated floor " + down(estimate),
			"estimate " + down(estimate), "est. " + down(estimate)}}
	}
	switch {
	case answer == 0:
		r.Truth = []string{"tight: ε is never below 0", "tight"}
		if !s.Question.Renyi() {
			r.Truth = []string{"all of the loss is within δ", "within δ"}
		}
		r.Floor, r.Estimate = ruler.Point{}, ruler.Point{}
	case math.IsInf(answer, 1):
		r.Truth = nil
	case words.Meet(r.Floor.At, answer):
		r.Truth = []string{"tight: no analysis can do better", "tight"}
		if s.Average() != "" { // no lower bound is proved for the average alone
			r.Truth = []string{"tight for the last " + s.Average() + " together", "tight together"}
		}
		r.Floor.Words = nil // one name serves for both
	}
}

func up(x float64) string { return number.Up(x, words.SentenceDigits) }

func down(a *protocol.Answer) string { return number.Down(float64(a.Epsilon), words.SentenceDigits) }

// hasValue reports whether an answer exists and equals the value in the digits shown.
func hasValue(a *protocol.Answer, value float64) bool {
	return a != nil && up(float64(a.Epsilon)) == up(value)
}
