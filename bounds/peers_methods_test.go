package bounds_test

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/internal/vectors"
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

	"delta_gaussian_composed": value("errfloat.Profile", func(p peer) (float64, error) {
		return errfloat.Profile(math.Sqrt(p.num("count"))/p.num("sigma"), p.num("epsilon")), nil
	}),
	"tpr_at_fpr_gaussian": value("errfloat.Profile", truePositives),

	"calibrate_sigma_gaussian": calibrated("errfloat.Profile", "delta", func(p peer, sigma float64) (float64, error) {
		return errfloat.Profile(math.Sqrt(p.num("num_queries"))*p.num("sensitivity")/sigma, p.num("epsilon")), nil
	}),

	"epsilon_dpsgd_pld":                          metByDistributions,
	"epsilon_dpsgd_pld_add_remove":               metByDistributions,
	"epsilon_dpsgd_pld_substitute":               metByDistributions,
	"epsilon_dpsgd_prv_upper":                    metByDistributions,
	"delta_dpsgd_pld":                            metByDistributions,
	"delta_dpsgd_pld_add_remove":                 metByDistributions,
	"delta_dpsgd_pld_substitute":                 metByDistributions,
	"delta_single_step_poisson_sampled_gaussian": metByDistributions,
	"calibrate_sigma_single_step":                metByDistributions,
	"calibrate_sigma_pld":                        metByDistributions,
	"calibrate_sigma_subsampled_gaussian_pld":    metByDistributions,
	"calibrate_sigma_prv":                        metByDistributions,
}

// metByDistributions are values that package pld meets in its own TestPeers, which refuses
// a kind that it does not know: here they only have to be among those that it reads.
var metByDistributions = method{"pld", func(p peer, _ coverage) error {
	var file struct{ Rows []peer }
	if err := json.Unmarshal(vectors.Distributions, &file); err != nil {
		return err
	}
	if !slices.ContainsFunc(file.Rows, func(other peer) bool { return reflect.DeepEqual(other, p) }) {
		return errors.New("package pld does not read it")
	}
	return nil
}}

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
		best = min(best, p.num("steps")*d+math.Log1p(-1/alpha)-math.Log(alpha*p.num("delta"))/(alpha-1))
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
