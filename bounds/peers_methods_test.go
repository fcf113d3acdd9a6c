package bounds_test

import (
	"fmt"
	"math"
	"strings"

	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/pld"
	"lastiterate/bounds/internal/renyi"
)

// functionMethods are the methods that ask a function below the rows.
var functionMethods = map[string]method{
	"rdp_gaussian": value("renyi.MixToNormal", func(p peer) (float64, error) { // of a batch that always holds the example
		return renyi.Counted{}.MixToNormal(1, p.num("sigma"), p.num("alpha"))
	}),
	"rdp_poisson_sampled_gaussian_add_remove":             value("renyi.MixToNormal", poissonDivergence),
	"rdp_poisson_sampled_gaussian_PESSIMISTIC_frac_order": value("renyi.MixToNormal", poissonDivergence),
	"rdp_sampled_without_replacement_gaussian_replace_one_WBK19_Thm27": value("renyi.WithoutReplacement", func(p peer) (float64, error) {
		d, err := renyi.Counted{}.WithoutReplacement(p.num("q"), p.num("sigma"), p.num("alpha"))
		return p.num("steps") * d, err
	}),
	"epsilon_dpsgd_rdp": value("renyi.MixToNormal", epsilonAtOrders),

	"epsilon_dpsgd_pld":            value("pld.Compose", poissonEpsilon),
	"epsilon_dpsgd_pld_add_remove": value("pld.Compose", poissonEpsilon),
	"epsilon_dpsgd_pld_substitute": value("pld.Compose", func(p peer) (float64, error) {
		return epsilonLimit(p, pld.PoissonReplace(p.num("q"), p.num("sigma")))
	}),
	"epsilon_dpsgd_prv_upper": value("pld.Epsilon", func(p peer) (float64, error) {
		return pld.EpsilonWithin(nil, p.num("delta"), pld.Part{Step: pld.Poisson(p.num("q"), p.num("sigma")), Times: int(p.num("steps"))})
	}),
	"delta_dpsgd_pld":            value("pld.Compose", poissonDelta),
	"delta_dpsgd_pld_add_remove": value("pld.Compose", poissonDelta),
	"delta_dpsgd_pld_substitute": value("pld.Compose", func(p peer) (float64, error) {
		return deltaLimit(p, pld.PoissonReplace(p.num("q"), p.num("sigma")))
	}),
	"delta_single_step_poisson_sampled_gaussian": value("pld.Step.Grid", func(p peer) (float64, error) {
		return oneStep(p, p.num("std")/p.num("sensitivity"))
	}),
	"delta_gaussian_composed": value("errfloat.Profile", func(p peer) (float64, error) {
		return errfloat.Profile(math.Sqrt(p.num("count"))/p.num("sigma"), p.num("epsilon")), nil
	}),
	"tpr_at_fpr_gaussian": value("errfloat.Profile", truePositives),

	"calibrate_sigma_gaussian": calibrated("errfloat.Profile", "delta", func(p peer, sigma float64) (float64, error) {
		return errfloat.Profile(math.Sqrt(p.num("num_queries"))*p.num("sensitivity")/sigma, p.num("epsilon")), nil
	}),
	"calibrate_sigma_single_step": calibrated("pld.Step.Grid", "delta", func(p peer, sigma float64) (float64, error) {
		return oneStep(p, sigma/p.num("sensitivity"))
	}),
	"calibrate_sigma_pld": calibrated("pld.Compose", "target_epsilon", func(p peer, sigma float64) (float64, error) {
		return epsilonLimit(p, pld.Poisson(p.num("q"), sigma))
	}),
	"calibrate_sigma_subsampled_gaussian_pld": calibrated("pld.Compose", "epsilon", func(p peer, sigma float64) (float64, error) {
		return epsilonLimit(p, pld.Poisson(p.num("q"), sigma/p.num("sensitivity")))
	}),
	"calibrate_sigma_prv": {"pld.Compose", prvSearch},
}

func poissonDivergence(p peer) (float64, error) {
	d, err := renyi.Counted{}.MixToNormal(p.num("q"), p.num("sigma"), p.num("alpha"))
	return p.num("steps") * d, err
}

// epsilonAtOrders is the conversion of Canonne, Kamath and Steinke at the best
// of the peer's fixed list of orders.
func epsilonAtOrders(p peer) (float64, error) {
	best := math.Inf(1)
	for _, alpha := range orders(p) {
		d, err := renyi.Counted{}.MixToNormal(p.num("q"), p.num("sigma"), alpha)
		if err != nil {
			return 0, err
		}
		best = math.Min(best, p.num("steps")*d+math.Log1p(-1/alpha)-math.Log(alpha*p.num("delta"))/(alpha-1))
	}
	return best, nil
}

// orders are the lists of orders that peers.json describes in words.
func orders(p peer) (list []float64) {
	span := func(from, to int, unit float64) {
		for i := from; i <= to; i++ {
			list = append(list, float64(i)*unit)
		}
	}
	switch words := p.text("orders") + p.text("accountant_defaults"); {
	case strings.HasPrefix(words, "[1+x/10 for x in 1..99]+[12..63]"):
		span(11, 109, 0.1)
		span(12, 63, 1)
	case strings.HasPrefix(words, "[1.25,1.5,1.75,2,2.25,2.5,3,3.5,4,4.5]+[5..63]+[128,256,512]"):
		span(5, 10, 0.25)
		span(6, 9, 0.5)
		span(5, 63, 1)
		list = append(list, 128, 256, 512)
	case strings.Contains(words, "1.1..10.9 step .1, 11..63,128,256,512,1024"):
		span(11, 109, 0.1)
		span(11, 63, 1)
		list = append(list, 128, 256, 512, 1024)
	}
	return list
}

func poissonEpsilon(p peer) (float64, error) {
	if p.num("q") == 1 {
		return convert.GaussianEpsilonUpper(math.Sqrt(p.num("steps"))/p.num("sigma"), p.num("delta")), nil
	}
	return epsilonLimit(p, pld.Poisson(p.num("q"), p.num("sigma")))
}

func poissonDelta(p peer) (float64, error) {
	return deltaLimit(p, pld.Poisson(p.num("q"), p.num("sigma")))
}

func epsilonLimit(p peer, step pld.Step) (float64, error) {
	times, delta := int(p.num("steps", "num_queries")), p.num("delta")
	answer, err := pld.EpsilonWithin(nil, delta, pld.Part{Step: step, Times: times})
	if err != nil {
		return answer, err
	}
	limit, err := extrapolate(step, times, answer, delta, func(c *pld.Composition) (float64, error) { return c.Epsilon(delta) })
	return limit, orderly(answer, limit, err)
}

func deltaLimit(p peer, step pld.Step) (float64, error) {
	times, epsilon := int(p.num("steps")), p.num("epsilon")
	answer, err := pld.Delta(epsilon, pld.Part{Step: step, Times: times})
	if err != nil {
		return answer, err
	}
	limit, err := extrapolate(step, times, epsilon, answer, func(c *pld.Composition) (float64, error) { return c.Delta(epsilon) })
	return limit, orderly(answer, limit, err)
}

// extrapolate puts a step on two grids and takes away the discretisation's
// error, which is quadratic in the grid's step; the worse of both directions is
// what the peers' adjacencies ask for. The steps of about √(6e-6·ε/T) give 1e-7
// of ε.
func extrapolate(step pld.Step, times int, epsilon, delta float64, of func(*pld.Composition) (float64, error)) (float64, error) {
	h := math.Sqrt(6e-6 * epsilon / float64(times))
	coarse, err := onGrid(step, times, h, delta, of)
	if err != nil {
		return coarse, err
	}
	fine, err := onGrid(step, times, h/2, delta, of)
	return fine - (coarse-fine)/3, err
}

func onGrid(step pld.Step, times int, h, delta float64, of func(*pld.Composition) (float64, error)) (float64, error) {
	remove, err := step.Grid(h, 1e-9*delta/float64(times))
	if err != nil {
		return math.Inf(1), err
	}
	worst := 0.0
	for _, loss := range []*pld.PLD{remove, remove.Dual()} {
		c, err := pld.Compose(pld.Term{Loss: loss, Times: times})
		if err != nil {
			return math.Inf(1), err
		}
		v, err := of(c)
		if err != nil {
			return math.Inf(1), err
		}
		worst = math.Max(worst, v)
	}
	return worst, nil
}

// orderly checks that the answer a user gets is an upper bound near the limit.
func orderly(answer, limit float64, err error) error {
	if err == nil && !(answer >= limit*(1-1e-6) && answer <= limit*(1+1e-4)) {
		return fmt.Errorf("the answer is %.9g, the limit %.9g", answer, limit)
	}
	return err
}

// oneStep puts ε on the grid of one step's law, where the law is exact.
func oneStep(p peer, u float64) (float64, error) {
	q, epsilon := p.num("q"), p.num("epsilon")
	step := pld.Poisson(q, u)
	adjacency := strings.ToLower(p.text("adjacency"))
	if strings.HasPrefix(adjacency, "rep") {
		step = pld.PoissonReplace(q, u)
	}
	law, err := step.Grid(math.Abs(epsilon)/100, 1e-14)
	if err != nil {
		return 1, err
	}
	if adjacency == "add" {
		law = law.Dual()
	}
	return law.Delta(epsilon), nil
}

// truePositives is the trade-off curve of a Gaussian mechanism at a false
// positive rate f, from its profile by duality: min over ε of e^ε·f + δ(ε).
func truePositives(p peer) (float64, error) {
	at := func(epsilon float64) float64 {
		return math.Exp(epsilon)*p.num("fpr") + errfloat.Profile(p.num("mu"), epsilon)
	}
	lo, hi := 0.0, 40.0
	for range 200 {
		a, b := lo+(hi-lo)/3, hi-(hi-lo)/3
		if at(a) < at(b) {
			hi = b
		} else {
			lo = a
		}
	}
	return at(lo), nil
}

// prvSearch checks the result of a bisection that stops where the target less
// the accountant's upper value is in [0, epsilon_tolerance), an upper value that
// exceeds the loss by up to twice its error of 0.01.
func prvSearch(p peer, _ coverage) error {
	epsilon, err := epsilonLimit(p, pld.Poisson(p.num("q"), p.Expected))
	target := p.num("target_epsilon")
	if err != nil || !(epsilon <= target && epsilon >= target-p.num("epsilon_tolerance")-0.02) {
		return fmt.Errorf("ε = %v at σ = %v, target %v (%v)", epsilon, p.Expected, target, err)
	}
	return nil
}
