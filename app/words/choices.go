package words

import "lastiterate/bounds/run"

// Asks is the question that the choices of a field answer; empty for a field that is no choice.
func Asks(field string) string {
	switch field {
	case "scheme":
		return "How does your loader form batches?"
	case "adjacency":
		return "How do neighbouring datasets differ?"
	case "noise":
		return "Which noise is it?"
	}
	return ""
}

// Means says of a choice, in a clause, who makes it or what it does; empty if its name says enough.
func Means(value string) string {
	switch value {
	case string(run.Poisson):
		return "each example joins each batch by chance: what Opacus does"
	case string(run.Reshuffle):
		return "an ordinary loader, shuffle=True"
	case string(run.ShuffleOnce):
		return "a random order, the same in every epoch"
	case string(run.Cyclic):
		return "the order of the dataset, shuffle=False"
	case string(run.AddRemove):
		return "what Opacus, TF Privacy and JAX Privacy report"
	case string(run.Replace):
		return "one example becomes another: twice the sensitivity"
	case string(run.ZeroOut):
		return "one example’s gradient is set to zero"
	case string(run.NoiseMultiplier):
		return "times the clipping norm: noise_multiplier in the libraries"
	case string(run.GradientNoise):
		return "the noise that is added, not times the clipping norm"
	}
	return ""
}

// Unfit says which neighbours are not offered with a scheme, and why; empty while there is no scheme.
func Unfit(s run.Scheme) string {
	switch s {
	case "":
		return ""
	case run.Poisson:
		return "“Zero out one” is for batches of a fixed size. Poisson batches vary in size, so an example is added or removed."
	default:
		return "“Add or remove one” is for batches that vary in size, as Poisson batches do."
	}
}
