package bounds_test

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// cyclicRun has B steps an epoch, sensitivity s = 1 and the given step
// contraction; epochs of one step are a full batch.
func cyclicRun(c float64, perEpoch, epochs int, muStep float64) run.Run {
	r := run.Run{
		N: perEpoch, B: 1, T: perEpoch * epochs, Eta: 1, Clip: 0.5, Sigma: 1 / muStep, Noise: run.IterateNoise,
		Diameter: math.Inf(1), Adjacency: run.Replace, Scheme: run.Cyclic,
		Loss: run.StronglyConvex, Smoothness: 1 - c, StrongConvexity: 1 - c, Clipping: run.ClippingDifference,
	}
	if perEpoch == 1 {
		r.Scheme = run.Full
	}
	return r
}

// convexRun is the same for convex losses on a domain: Bok et al. state the
// change L of a gradient over the batch, the noise on the gradient and D.
func convexRun(p peer, change float64, perEpoch, epochs int) run.Run {
	r := cyclicRun(1, perEpoch, epochs, 1)
	r.Loss, r.Smoothness, r.Noise = run.Convex, 1, run.GradientNoise
	r.Eta, r.Clip, r.Sigma, r.Diameter = p.num("eta"), change/2, p.num("sigma"), p.num("D")
	return r
}

// liangRun is the setting of Figure 1 of Liang et al. 2025.
func liangRun(p peer, T int) run.Run {
	return run.Run{
		N: int(p.num("n")), B: int(p.num("b")), T: T, Eta: p.num("eta"), Clip: p.num("C"), Sigma: p.num("sigma"), Noise: run.GradientNoise,
		Diameter: p.num("D"), Adjacency: run.Replace, Scheme: run.WithoutReplacement,
		Loss: run.Smooth, Smoothness: p.num("L"), Clipping: run.ClippingActive,
	}
}

// askRow is the row's answer.
func askRow(id string, r run.Run, q claim.Question) (bounds.Row, error) {
	rows, err := bounds.Rows(context.Background(), r, q, bounds.Settings{Rows: []string{id}})
	if err != nil {
		return bounds.Row{}, err
	}
	row := rows[0]
	if !row.Applies {
		return row, fmt.Errorf("%s does not apply: %+v", id, row.Hypotheses)
	}
	return row, row.Err
}

// mu is a method for the Gaussian parameter that a row proves.
func mu(id string, of func(p peer) run.Run) method {
	return value(id, func(p peer) (float64, error) {
		row, err := askRow(id, of(p), claim.Question{Delta: 1e-5})
		return row.Mu, err
	})
}

// epsilon is a method for a row's ε at δ.
func epsilon(id string, of func(p peer) run.Run) method {
	return value(id, func(p peer) (float64, error) {
		row, err := askRow(id, of(p), claim.Question{Delta: p.num("delta")})
		return row.Epsilon, err
	})
}

// divergence is a method for a row's ε(α).
func divergence(id string, of func(p peer) run.Run) method {
	return value(id, func(p peer) (float64, error) {
		row, err := askRow(id, of(p), claim.Question{Alpha: p.num("alpha")})
		return row.Epsilon, err
	})
}

// manyEpochs is more epochs than a convex run on a domain needs to reach its limit.
const manyEpochs = 1e6

// rowMethods are the methods that ask a row of the catalogue.
var rowMethods = map[string]method{
	"hidden_state_gdp_mu_NoisyGD_strongly_convex": mu("bok-su-altschuler", func(p peer) run.Run {
		return cyclicRun(p.num("c"), 1, int(p.num("t")), p.num("L_over_n_sigma"))
	}),
	"hidden_state_epsilon_NoisyGD_strongly_convex": epsilon("bok-su-altschuler", func(p peer) run.Run {
		return cyclicRun(p.num("c"), 1, int(p.num("t")), p.num("L_over_n_sigma"))
	}),
	"hidden_state_gdp_mu_NoisyGD_convex_bounded": mu("bok-su-altschuler", func(p peer) run.Run {
		return convexRun(p, p.num("L_over_n"), 1, manyEpochs)
	}),
	"hidden_state_gdp_mu_NoisyCGD_strongly_convex": mu("bok-su-altschuler", func(p peer) run.Run {
		return cyclicRun(p.num("c"), int(p.num("l")), int(p.num("E")), p.num("L_over_b_sigma"))
	}),
	"hidden_state_gdp_mu_NoisyCGD_convex_bounded": mu("bok-su-altschuler", func(p peer) run.Run {
		return convexRun(p, p.num("L_over_b"), int(p.num("l")), manyEpochs)
	}),
	"hidden_state_epsilon_NoisyCGD_strongly_convex": epsilon("bok-su-altschuler", func(p peer) run.Run {
		return cyclicRun(p.num("c"), int(p.num("l")), int(p.num("E")), p.num("mu_step"))
	}),
	"hidden_state_epsilon_composition_NoisyCGD": epsilon("composition", func(p peer) run.Run {
		return cyclicRun(1, 40, int(p.num("E")), p.num("mu_step")) // any number of steps an epoch
	}),
	"epsilon_composition_NoisySGD_symmetrised": epsilon("composition", func(p peer) run.Run {
		r := cyclicRun(1, int(math.Round(1/p.num("p"))), 1, p.num("mu_step"))
		r.Scheme, r.Clipping, r.T = run.WithoutReplacement, run.ClippingActive, int(p.num("steps"))
		return r
	}),
	"hidden_state_rdp_liang_thm3.4_cap_UNCERTIFIED":   divergence("liang-3.4", func(p peer) run.Run { return liangRun(p, 1e6) }),
	"hidden_state_rdp_liang_thm3.3_slope_UNCERTIFIED": divergence("liang-3.3", func(p peer) run.Run { return liangRun(p, 1) }),
	"hidden_state_rdp_kong_ribero_as_plotted": divergence("kong-ribero-2.2", func(p peer) run.Run {
		r := liangRun(p, 1e6)
		r.Loss, r.WeakConvexity, r.Clipping = run.WeaklyConvex, p.num("m"), run.ClippingNever
		return r
	}),
}
