package catalog

import (
	"math"
	"math/rand/v2"

	"lastiterate/bounds/run"
)

// Kong and Ribero 2025, arXiv:2407.05237: equations (13), (15), (16), (17), (19) and Corollary C.3,
// with their λ = η, k = n, d_h = D.

func drawKongRibero(s *rand.Rand) run.Run {
	r := drawFull(s)
	r.B = 1 + s.IntN(3)
	r.N = r.B * (2 + s.IntN(4))
	r.Scheme = []run.Scheme{run.Cyclic, run.ShuffleOnce}[s.IntN(2)]
	r.Eta /= 4
	return r
}

func drawKongRiberoC3(s *rand.Rand) run.Run {
	r := drawKongRibero(s)
	r.Clipping = run.ClippingNever
	return r
}

func kongRiberoL(r run.Run) float64 {
	m, M := 0.0, r.Smoothness
	switch r.Loss {
	case run.WeaklyConvex:
		m = r.WeakConvexity
	case run.Smooth:
		m = r.Smoothness
	}
	if m == 0 {
		return 1
	}
	return math.Sqrt(1 + 2*r.Eta*m*(1+m/(2*(M+m))))
}

// (16) with the constant of Proposition 2.1(b) where gradients may be clipped, as the errata say.
func printedKongRibero22(r run.Run, alpha float64) float64 {
	c := kongRiberoL(r)
	if r.Clipping == run.ClippingActive {
		c *= math.Sqrt2
	}
	return alpha / (2 * r.Sigma * r.Sigma) * math.Pow(c*r.Diameter+2*r.Eta*r.Clip/float64(r.B), 2)
}

func printedKongRibero23(r run.Run, alpha float64) float64 {
	c, l := kongRiberoL(r), r.N/r.B
	if r.Clipping == run.ClippingActive {
		c *= math.Sqrt2
	}
	epochs := math.Ceil(float64(r.T) / float64(l))
	return 4 * alpha * math.Pow(r.Eta*r.Clip/(float64(r.B)*r.Sigma), 2) * (1 + epochs*printedTheta(c, l))
}

func printedKongRiberoC3(r run.Run, alpha float64) float64 {
	return 4 * alpha * math.Pow(r.Clip/(float64(r.B)*r.Sigma), 2) * (1 + printedTheta(kongRiberoL(r), r.N/r.B))
}

// Ye and Shokri 2022, arXiv:2203.05363. Their noise has the variance 2ησ² = r.Sigma² and their
// sensitivity is S_g = sb/η, so that αηS_g²/(4σ²b²) = αs²/(2·2ησ²); K epochs of n/b batches.

func yeShokriUnit(r run.Run, alpha float64) float64 {
	b, sg := float64(r.B), sensitivityOf(r)*float64(r.B)/r.Eta
	theirs := r.Sigma * r.Sigma / (2 * r.Eta) // their σ²
	return alpha * r.Eta * sg * sg / (4 * theirs * b * b)
}

func yeShokri0(r run.Run, alpha float64, j int) float64 {
	return yeShokriUnit(r, alpha) * printedTheta(1-r.Eta*r.StrongConvexity, j)
}

func yeShokriEarlier(r run.Run, alpha float64) float64 {
	k, batches, _ := epochsOf(r)
	half, c := batches/2, 1-r.Eta*r.StrongConvexity
	sum := 0.0 // (1 − c^{2(K−1)h})/(1 − c^{2h})
	for i := range k - 1 {
		sum += math.Pow(c, float64(2*i*(batches-half)))
	}
	return yeShokri0(r, alpha, half) * sum
}

func printedYeShokri33(r run.Run, alpha float64) float64 {
	_, batches, j0 := epochsOf(r)
	return yeShokriEarlier(r, alpha) + yeShokri0(r, alpha, batches-j0)
}

// (135)
func printedYeShokri42(r run.Run, alpha float64) float64 {
	batches, mean := r.N/r.B, 0.0
	for j0 := range batches {
		mean += math.Exp((alpha-1)*yeShokri0(r, alpha, batches-j0)) / float64(batches)
	}
	return yeShokriEarlier(r, alpha) + math.Log(mean)/(alpha-1)
}

// (147) to (150)
func printedYeShokri43(r run.Run, alpha float64) float64 {
	logS, q := 0.0, float64(r.B)/float64(r.N)
	for range r.T {
		c := 1 - r.Eta*r.StrongConvexity
		used, idle := (alpha-1)*yeShokriUnit(r, alpha)+logS, c*c*logS
		logS = max(used, idle) + math.Log(q*math.Exp(used-max(used, idle))+(1-q)*math.Exp(idle-max(used, idle)))
	}
	return logS / (alpha - 1)
}

// (112)
func printedYeShokriD6(r run.Run, alpha float64) float64 {
	sum := 0.0
	for k := 1; k <= r.T; k++ {
		sum += math.Pow(1-r.Eta*r.StrongConvexity/2, float64(k))
	}
	return 2 * yeShokriUnit(r, alpha) * sum
}

// (127), αS_g²/(λσ²n²)·(1 − e^{−ληK/2})
func printedChourasia(r run.Run, alpha float64) float64 {
	m := r.StrongConvexity
	return 4 * yeShokriUnit(r, alpha) / (r.Eta * m) * (1 - math.Exp(-m*r.Eta*float64(r.T)/2))
}

// (80)
func printedFeldman(r run.Run, alpha float64) float64 {
	k, batches, j0 := epochsOf(r)
	return yeShokriUnit(r, alpha)*float64(k-1)/float64(batches) + yeShokriUnit(r, alpha)/float64(batches-j0)
}

// (111), and below it: with S_g for the Lipschitz constant, earlier epochs as for the first batch.
func printedBalle(r run.Run, alpha float64) float64 {
	k, batches, j0 := epochsOf(r)
	beta, lambda := r.Smoothness, r.StrongConvexity
	use := func(j0 int) float64 {
		if j0 == batches-1 {
			return yeShokriUnit(r, alpha)
		}
		rho := math.Pow(1-2*r.Eta*beta*lambda/(beta+lambda), float64(batches-j0)/2)
		return yeShokriUnit(r, alpha) * rho / float64(batches-j0-1)
	}
	return float64(k-1)*use(0) + use(j0)
}

// drawQuiet are sampled runs with much noise, as Mironov, Talwar and Zhang's Theorem 11 wants it.
func drawQuiet(rate float64) func(s *rand.Rand) run.Run {
	return func(s *rand.Rand) run.Run {
		r := published(s)
		r.B = 20 + s.IntN(200)
		r.N = int(float64(r.B) / (rate * (0.2 + s.Float64())))
		r.T = 1 + s.IntN(5000)
		r.Scheme, r.Loss, r.Clipping = run.WithoutReplacement, run.Convex, run.ClippingNever
		r.Sigma = r.Eta * r.Clip / float64(r.B) * (12 + 40*s.Float64())
		r.Diameter = 2 * r.Eta * r.Clip / float64(r.N) * math.Pow(10, 4*s.Float64())
		return r
	}
}

// Altschuler and Talwar 2022, Theorem 3.1 with the constants of its proof; the row's number of last
// steps is a whole one.
func printedAltschulerTalwar(r run.Run, alpha float64) float64 {
	sn := 2 * r.Eta * r.Clip / float64(r.N)
	return 2 * alpha * sn * sn / (r.Sigma * r.Sigma) * min(float64(r.T), 2*r.Diameter/sn)
}

// Bok, Su and Altschuler 2024, the μ-GDP of a cyclic order, as ε(α) = αμ²/2.
func printedBok(r run.Run, alpha float64) float64 {
	last := r
	if r.Position > 0 { // the steps after the last use are post-processing
		epochs, batches, _ := epochsOf(r)
		last.T, last.Position = (epochs-1)*batches+r.Position, 0
	}
	epochs, batches, _ := epochsOf(last)
	b, e, s := float64(batches), float64(epochs), sensitivityOf(r)
	convex := 1 + 3*r.Diameter/(s*b) + math.Ceil(r.Diameter/s)/b
	least := min(e, convex)
	c := max(math.Abs(1-r.Eta*r.StrongConvexity), math.Abs(1-r.Eta*r.Smoothness))
	if c < 1 {
		strong := 1 + math.Pow(c, 2*b-2)*(1-c*c)/math.Pow(1-math.Pow(c, b), 2)*(1-math.Pow(c, b*(e-1)))/(1+math.Pow(c, b*(e-1)))
		least = min(least, strong)
	}
	return alpha * least * s * s / (2 * r.Sigma * r.Sigma)
}

// Liang et al. 2025, arXiv:2502.17772, with σ = ησ_DP: (10) to (12), whose constants are 2αC²/(nbσ_DP²)
// and α(1+ηL)²D²/(2η²σ_DP²), and β chosen.

func drawLiang(s *rand.Rand) run.Run {
	r := published(s)
	r.Scheme = run.Poisson
	r.Adjacency = []run.Adjacency{run.AddRemove, run.Replace, run.ZeroOut}[s.IntN(3)]
	r.Sigma, r.Noise = 0.3+3*s.Float64(), run.GradientNoise
	return r
}

func printedLiang33(r run.Run, alpha float64) float64 {
	return 2 * alpha * r.Clip * r.Clip / (float64(r.N) * float64(r.B) * r.Sigma * r.Sigma) * float64(r.T)
}

func printedLiang34(r run.Run, alpha float64) float64 {
	step := printedLiang33(r, alpha) / float64(r.T)
	domain := alpha * math.Pow((1+r.Eta*r.Smoothness)*r.Diameter/(r.Eta*r.Sigma), 2) / 2
	beta := math.Sqrt(step) / (math.Sqrt(step) + math.Sqrt(domain))
	return min(printedLiang33(r, alpha), step/beta+domain/(1-beta))
}

// The strengthened form, 8αC²/(n²σ_DP²βη…) by their program, minimised over the shares that its
// conditions allow; those are looked for on a grid.
func printedLiangStrengthened(r run.Run, alpha float64) float64 {
	q, u := float64(r.B)/float64(r.N), float64(r.B)*r.Sigma/(2*r.Eta*r.Clip)
	step := 8 * alpha * math.Pow(r.Eta*r.Clip/(float64(r.N)*r.Sigma), 2)
	domain := alpha * math.Pow((1+r.Eta*r.Smoothness)*r.Diameter/r.Sigma, 2) / 2
	least := float64(r.T) * step
	for i := 1; i < 20000; i++ {
		beta := float64(i) / 20000
		if v := u * math.Sqrt(beta); v > 4 && alpha <= theorem11(q, v, alpha) {
			least = min(least, step/beta+domain/(1-beta))
		}
	}
	return least
}

// theorem11 is the least of the two limits on α of Mironov, Talwar and Zhang 2019, Theorem 11.
func theorem11(q, sigma, alpha float64) float64 {
	k := math.Log(1 + 1/(q*(alpha-1)))
	return min(k*sigma*sigma/2-2*math.Log(sigma),
		(k*k*sigma*sigma/2-math.Log(5)-2*math.Log(sigma))/(k+math.Log(q*alpha)+1/(2*sigma*sigma)))
}
