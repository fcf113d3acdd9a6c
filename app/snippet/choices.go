package snippet

import "lastiterate/bounds/run"

// choices offers what trainings usually do where the text leaves open which noise its σ is, how it forms
// its batches, then what neighbouring datasets are: only what fits those batches.
func (r *reader) choices(blank []string) {
	offer := func(field, of, value, words string) {
		r.offer(field, value, of+": "+words)
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
			return // the text says how: no scheme here does that, or the dataset size decides
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
