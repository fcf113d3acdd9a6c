package prose

import (
	"fmt"

	"lastiterate/bounds/run"
)

// Released says which iterates are released, and is empty for a choice that it has no words for.
func Released(r run.Run) string {
	k := run.FormatNumber(float64(r.Every))
	switch r.Release {
	case "", run.LastIterate:
	case run.AllIterates:
		return "All iterates are released."
	case run.EveryKth:
		if n := r.Releases(); n > 1 {
			return fmt.Sprintf("The iterate after every %s steps and the last one are released, %d in all.", k, n)
		}
	case run.LastIterates:
		if r.Releases() > 1 {
			return "The last " + k + " iterates are released, or what is computed from them, such as their average."
		}
	default:
		return ""
	}
	return "Only the last iterate is released."
}

// Subject is the subject of a guarantee.
func Subject(r run.Run) string {
	switch {
	case Released(r) == "" || r.Releases() == 1:
		return "the released model"
	case r.Release == run.LastIterates:
		return "everything computed from these iterates"
	}
	return "the joint release of these iterates"
}

// Chosen says how many runs the released one was chosen from.
func Chosen(r run.Run) string {
	mean := run.FormatNumber(r.TuningMean)
	law := ""
	switch r.Tuning {
	case run.NoTuning, "":
		return ""
	case run.FixedTuning:
		return fmt.Sprintf("The released run is the best of %s, all of which are counted. ", mean)
	case run.Geometric:
		law = "geometric"
	case run.Logarithmic:
		law = "logarithmic"
	case run.NegativeBinomial:
		law = "truncated negative binomial (ν = " + run.FormatNumber(r.TuningShape) + ")"
	case run.PoissonTuning:
		law = "Poisson"
	}
	return fmt.Sprintf("The released run is the best of several, chosen from what the runs release; their number was drawn "+
		"beforehand from the %s distribution with mean %s, and their settings without the data. ", law, mean)
}
