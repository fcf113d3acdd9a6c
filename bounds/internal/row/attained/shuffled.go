package attained

import (
	"context"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// ShuffleFloor is a floor for every accounting in which every iterate is public and every epoch has
// a fresh random order: the largest push of each epoch tells whether the differing example took part
// (bounds/internal/adversary/shuffled.md). The pair of one epoch is that of Chua et al. 2024.
var ShuffleFloor = &theorem.Theorem{
	ID:     "shuffle-floor",
	Name:   "Shuffled epochs",
	Source: proof.Ours("lower bound, bounds/internal/adversary/shuffled.md"),
	Side:   claim.Lower, Status: claim.Proved,
	Note: "Batches reshuffled every epoch, with every iterate public: one example pushes against all others, and the attack " +
		"looks at the largest push of each epoch. No accounting can give less.",
	Formula: `\delta(\varepsilon) \ge \max_{c,\,f} P(F \ge f) - e^\varepsilon Q(F \ge f), \quad F \sim \mathrm{Bin}\left(E, p\right) ` +
		`\text{ or } \mathrm{Bin}\left(E, q\right), \quad p = 1 - \Phi\left(c - \tfrac{2s}{\sigma}\right) \Phi(c)^{B-1}, ` +
		`\quad q = 1 - \Phi\left(c - \tfrac{s}{\sigma}\right) \Phi(c)^{B-1}`,
	Symbols: "B is the number of steps per epoch and E the number of whole epochs; F counts the epochs whose largest push is above " +
		"the threshold c, and f is a threshold for F; P has the differing example, Q has it zeroed out. If no two gradients differ " +
		"by more than C, the others' are 0, and the pushes are s and 0 instead of 2s and s.",
	Decays:    true,
	Nonsmooth: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{need.OneOf("batch scheme", r.Scheme, []run.Scheme{run.Reshuffle}, ""),
			need.OneOf("adjacency", r.Adjacency, []run.Adjacency{run.ZeroOut}, ""),
			needEveryIterate(r), needNoneLeftOut(r), needOneStepMember(r)}
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		epochs := adversary.Shuffled{Period: r.StepsPerEpoch(), Epochs: r.T / r.StepsPerEpoch(),
			Ratio: r.Sensitivity() / r.IterateNoise() * (1 - proof.StatedError), Flat: flatOthers(r)}
		g := proof.Parts{
			Renyi:   epochs.Renyi,
			Epsilon: func(delta float64) (float64, error) { return epochs.Epsilon(claim.AtLeast(delta)), nil },
			Note:    fmt.Sprintf("%d whole epochs of %d batches%s", epochs.Epochs, epochs.Period, DiameterNote(r)),
		}
		g.Explain = func(found claim.Bound) ([]claim.Choice, string) {
			high, low := epochs.Pushes()
			return nil, fmt.Sprintf(`p = 1 - \Phi\left(c - %[1]d \cdot %[3]s\right) \Phi(c)^{%[4]d}, \quad `+
				`q = 1 - \Phi\left(c - %[2]d \cdot %[3]s\right) \Phi(c)^{%[4]d}, \quad E = %[5]d`,
				high, low, typeset.Short(epochs.Ratio), epochs.Period-1, epochs.Epochs)
		}
		return g.Lower(), nil
	},
}

// needEveryIterate requires all iterates of at least one epoch.
func needEveryIterate(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "every iterate public", Holds: r.Releases() == r.T && r.T >= r.StepsPerEpoch(),
		Needed: "all iterates of one epoch or more", Actual: fmt.Sprintf("%d of %d iterates", r.Releases(), r.T)}
	if r.T < r.StepsPerEpoch() {
		h.Detail = fmt.Sprintf("an epoch has %d steps", r.StepsPerEpoch())
	}
	return h
}

// needNoneLeftOut requires every epoch to use all examples.
func needNoneLeftOut(r run.Run) claim.Hypothesis {
	return claim.Hypothesis{Name: "whole batches", Holds: r.N%r.B == 0, Needed: "b divides n",
		Actual: fmt.Sprintf("n = %d, b = %d", r.N, r.B)}
}
