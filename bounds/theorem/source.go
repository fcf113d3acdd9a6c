package theorem

import (
	"fmt"
	"strings"

	"lastiterate/bounds/claim"
)

// Source says where a theorem was published.
type Source struct {
	Authors string // "Chien and Li"
	Title   string
	Year    int
	Where   string // "Theorem 3.1"
	URL     string // of the preprint; empty for our own results

	Key   string // in a bibliography: "chien2024convergent"; empty for our own results
	Names string // all authors as BibTeX wants them: "Chien, Eli and Li, Pan"
	In    string // the proceedings or the journal; empty if only the preprint was at hand
	Pages string // there, "521--532"; may be empty

	Volume  string // of a journal, "84(1)"; empty for proceedings
	Printed int    // the year of In where that is not Year, the preprint's
}

// Ours reports whether the result is ours, which no paper has.
func (s Source) Ours() bool { return s.URL == "" }

// arXiv is the beginning of the addresses of preprints.
const arXiv = "https://arxiv.org/abs/"

// Place is Where as citations show it: it names a note of ours by its page in the documentation instead of its file.
func (s Source) Place() string {
	before, rest, ours := strings.Cut(s.Where, "bounds/")
	file, after, note := strings.Cut(rest, ".md")
	if !ours || !note {
		return s.Where
	}
	return before + claim.Proofs + file[strings.LastIndex(file, "/")+1:] + ".html" + after
}

// BibTeX is the bibliography entry of the source. It is empty for our own results, which are cited with the calculator.
func (s Source) BibTeX() string {
	if s.Key == "" {
		return ""
	}
	kind, venue := "misc", ""
	switch {
	case s.Volume != "":
		kind, venue = "article", "journal"
	case s.In != "":
		kind, venue = "inproceedings", "booktitle"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "@%s{%s,\n", kind, s.Key)
	field := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "  %-13s = {%s},\n", name, value)
		}
	}
	field("author", s.Names)
	field("title", strings.NewReplacer("é", `{\'e}`, "Rényi", `{R{\'e}nyi}`, "Noisy-SGD", "{Noisy-SGD}", "DP-SGD", "{DP-SGD}",
		" SGD", " {SGD}", "Langevin", "{Langevin}", "FFT", "{FFT}").Replace(s.Title))
	field(venue, s.In)
	volume, number, _ := strings.Cut(strings.TrimSuffix(s.Volume, ")"), "(")
	field("volume", volume)
	field("number", number)
	field("pages", s.Pages)
	field("year", fmt.Sprint(max(s.Year, s.Printed)))
	if eprint, ok := strings.CutPrefix(s.URL, arXiv); ok {
		field("eprint", eprint)
		field("archiveprefix", "arXiv")
	}
	field("url", s.URL)
	b.WriteString("}\n")
	return b.String()
}
