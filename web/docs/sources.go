package docs

import (
	"fmt"
	"slices"
	"strings"

	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// sourcesOf lists the papers of a theorem's page: the theorem's own, and those of the method that finds values at a given δ.
func sourcesOf(t *theorem.Theorem) string {
	var out strings.Builder
	list := func(lead string, sources []theorem.Source) {
		fmt.Fprintf(&out, "<p>%s</p><ul class=\"list\">\n", lead)
		for _, s := range sources {
			fmt.Fprintf(&out, "<li>%s</li>\n", source(s))
		}
		out.WriteString("</ul>\n")
	}
	method := whereDistributions(t)
	if !t.Source.Ours() {
		fmt.Fprintf(&out, "<h2>Source</h2><p>%s</p>\n", source(t.Source))
	} else if method != "" {
		out.WriteString("<h2>Sources</h2>\n")
	}
	if method != "" {
		list(method+":", theorem.LossDistributions())
	}
	if method != "" && t.Allocates {
		list("The pair of distributions for random allocation is from:", theorem.RandomAllocation())
	}
	return out.String()
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
