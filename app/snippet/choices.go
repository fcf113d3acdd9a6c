package snippet

import "lastiterate/bounds/run"

// choices offers what trainings usually do where the text leaves open which noise its σ is, how it forms
// its batches, then what neighbouring datasets are: only what fits those batches.
func (r *reader) choices(blank []string) {
	offer := func(field, of, value, words string) {
		r.offers = append(r.offers, Offer{field, value, of + ": " + words})
	}
	if has(blank, "noise") && r.says("sigma") {
		for _, c := range []run.Convention{run.NoiseMultiplier, run.GradientNoise} {
			offer("noise", r.values["sigma"].Said, string(c), run.Words(c))
		}
	}
	scheme := run.Scheme(r.values["scheme"].Value)
	switch {
	case has(blank, "scheme"):
		if has(r.blanks, "scheme") || r.sampling.buffer.Said != "" {
			return // the text says how, and no scheme here is that or it hangs on n
		}
		for _, s := range []run.Scheme{run.Poisson, run.Reshuffle} {
			if s != run.Poisson || r.sampling.poisson.said == "" {
				offer("scheme", "batches", string(s), run.Words(s))
			}
		}
	case !has(blank, "adjacency") || scheme == "":
	case scheme == run.Poisson:
		offer("adjacency", neighbours, string(run.AddRemove), run.Words(run.AddRemove))
		offer("adjacency", neighbours, string(run.Replace), run.Words(run.Replace))
	default:
		offer("adjacency", neighbours, string(run.Replace), run.Words(run.Replace))
		offer("adjacency", neighbours, string(run.ZeroOut), run.Words(run.ZeroOut))
	}
}

const neighbours = "neighbouring datasets"

// paced is the field of an offer that says when the learning rate changes. It is no field of a run.
const paced = "pace"

const (
	everyBatch = "batch"
	everyEpoch = "epoch"
)

// askPace is the number of steps from one change of the learning rate to the next where the text does
// not show it: as a person has chosen.
func (r *reader) askPace() (steps float64, why string) {
	switch r.offered[paced].Value {
	case everyBatch:
		return 1, ""
	case everyEpoch:
		return r.epochPace()
	}
	return 1, notPaced
}

// offerPaces offers both.
func (r *reader) offerPaces() {
	for _, each := range []string{everyBatch, everyEpoch} {
		r.offers = append(r.offers, Offer{paced, each, "the learning rate changes after every " + each})
	}
}

// epochPace is the number of steps of an epoch.
func (r *reader) epochPace() (steps float64, why string) {
	if r.loader == 0 {
		return 1, "the number of steps per epoch is not known yet"
	}
	return r.loader, ""
}
