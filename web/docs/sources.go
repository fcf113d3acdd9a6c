package docs

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// cited are papers of a theorem's page, and when they are used.
type cited struct {
	when    string
	sources []theorem.Source
}

// sourcesOf lists every paper that the row may cite for a value of one run, each with when it is used, and the papers on which the
// proof relies besides.
func sourcesOf(t *theorem.Theorem) string {
	all := citations(t)
	switch {
	case len(all) == 0:
		return ""
	case len(all) == 1 && !t.Source.Ours():
		return fmt.Sprintf("<h2>Source</h2><p>%s</p>\n", source(t.Source))
	}
	var out strings.Builder
	out.WriteString("<h2>Sources</h2>\n")
	for _, c := range all {
		fmt.Fprintf(&out, "<p>%s:</p><ul class=\"list\">\n", c.when)
		for _, s := range c.sources {
			fmt.Fprintf(&out, "<li>%s</li>\n", source(s))
		}
		out.WriteString("</ul>\n")
	}
	return out.String()
}

// citations are the theorem's own source, the papers of the methods that find values at a given δ, and those of further.
func citations(t *theorem.Theorem) (all []cited) {
	if !t.Source.Ours() {
		all = append(all, cited{"The theorem, at a Rényi order", []theorem.Source{t.Source}})
	}
	if t.Profile {
		atDelta := claim.Bound{Question: claim.Question{Delta: example.Question.Delta}, Converted: math.NaN()}
		all = append(all, cited{"Where the steps together are one Gaussian mechanism, as with batches in an order, a value at a given " +
			"δ is that of the mechanism’s exact privacy profile", t.Method(example.Run, atDelta, 1)})
	}
	method := whereDistributions(t)
	if method != "" {
		all = append(all, cited{method, theorem.LossDistributions()})
	}
	if method != "" && t.Allocates {
		all = append(all, cited{"The pair of distributions for random allocation is from", theorem.RandomAllocation()})
	}
	return append(all, further[t.ID]...)
}

// authors are the authors and years of the papers on a theorem's page, by which the search finds it.
func authors(t *theorem.Theorem) string {
	var text strings.Builder
	for _, c := range citations(t) {
		for _, s := range c.sources {
			fmt.Fprintf(&text, "%s %d ", s.Authors, s.Year)
		}
	}
	return wordsOf(text.String())
}

// further are papers on which a row relies, by its id, but which it does not cite with a value.
var further = map[string][]cited{
	"composition": {
		{"The Rényi divergence of one step with a Poisson batch is from", []theorem.Source{{Authors: "Mironov, Talwar and Zhang",
			Title: "Rényi differential privacy of the sampled Gaussian mechanism", Year: 2019, Where: "Theorem 4",
			URL: "https://arxiv.org/abs/1908.10530"}}},
		{"The privacy profile of one step with a batch drawn without replacement is from", []theorem.Source{{
			Authors: "Balle, Barthe and Gaboardi", Year: 2018, Where: "Theorem 9", URL: "https://arxiv.org/abs/1807.01647",
			Title: "Privacy amplification by subsampling: tight analyses via couplings and divergences"}}},
		{"DP-SGD, and composition of its steps by the moments of their losses (the moments accountant), are from", []theorem.Source{{
			Authors: "Abadi et al.", Title: "Deep learning with differential privacy", Year: 2016,
			URL: "https://arxiv.org/abs/1607.00133"}}},
	},
	"shuffle-floor": {
		{"The pair of distributions of one epoch is from", []theorem.Source{{
			Authors: "Chua, Ghazi, Kamath, Kumar, Manurangsi, Sinha and Zhang", Title: "How private are DP-SGD implementations?",
			Year: 2024, URL: "https://arxiv.org/abs/2403.17673"}}},
	},
}

// whereDistributions says for which runs a theorem's values at a given δ come from privacy loss distributions. It is empty if they
// never do.
func whereDistributions(t *theorem.Theorem) string {
	if t.Losses == nil {
		return ""
	}
	used := func(release run.Release) bool {
		return slices.ContainsFunc(settings()[t.ID], func(s setting) bool {
			return slices.ContainsFunc(run.Schemes(), func(scheme run.Scheme) bool {
				r := run.Run{N: 1000, B: 10, T: 200, Scheme: scheme, Release: release, Every: 50}
				return run.Words(scheme) == s.batches && t.Losses(r)
			})
		})
	}
	switch {
	case used(run.LastIterate):
		return "For sampled batches, values at a given δ are computed from privacy loss distributions"
	case used(run.EveryKth):
		return "If several iterates are released, values at a given δ may be composed as privacy loss distributions"
	}
	return ""
}

func source(s theorem.Source) string {
	where := ""
	if s.Where != "" {
		where = ", " + escape(s.Where)
	}
	return fmt.Sprintf(`%s (%d), <a href="%s">%s</a>%s.`, escape(s.Authors), s.Year, escape(s.URL), escape(s.Title), where)
}
