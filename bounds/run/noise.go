package run

// Convention says what the stated noise measures. The engine works with the
// standard deviation σ that is added to the iterate.
type Convention string

const (
	// IterateNoise states σ itself (Chien and Li 2024; Kong and Ribero 2025).
	IterateNoise Convention = "iterate"
	// GradientNoise states σ_DP of the update −η(g + ζ), ζ ~ N(0, σ_DP²): σ = ησ_DP (Liang et al. 2025).
	GradientNoise Convention = "gradient"
	// LangevinNoise states σ_LD of the update −ηg + N(0, 2ησ_LD²): σ = √(2η)·σ_LD (Chourasia et al. 2021; Ye and Shokri 2022).
	LangevinNoise Convention = "langevin"
	// NoiseMultiplier states z, noise zC on the summed gradient: σ = ηzC/b (Opacus, TensorFlow Privacy).
	NoiseMultiplier Convention = "multiplier"
)

// OnGradient reports whether the noise is stated on the gradient, before the optimiser: the learning rate then
// scales the noise and the sensitivity alike, and their ratio does not depend on it.
func (c Convention) OnGradient() bool { return c == GradientNoise || c == NoiseMultiplier }

// GrowsWithBatch reports whether ε grows with b if all other fields keep their values. Noise stated on the sum of the clipped
// gradients hides an example equally well in batches of any size, and larger batches use each example more often. Noise stated
// on their mean hides an example better in a larger batch.
func (r Run) GrowsWithBatch() bool { return r.Noise == NoiseMultiplier }

// IterateNoise is σ, the standard deviation of the noise added to each coordinate of the iterate. It panics if the steps of the
// run differ.
func (r Run) IterateNoise() float64 { return r.Step().Noise }

// WithIterateNoise returns the run with σ, at the full learning rate, set and stated in the run's own
// convention.
func (r Run) WithIterateNoise(sigma float64) Run {
	peak := r.Steps().Peak()
	r.Sigma = sigma / peak.noisePerUnit()
	return r
}

// WithConvention returns the same run with its noise restated in another convention: σ, at the full
// learning rate, is kept; the stated number changes.
func (r Run) WithConvention(c Convention) Run {
	sigma := r.Steps().Peak().Noise
	r.Noise = c
	return r.WithIterateNoise(sigma)
}
