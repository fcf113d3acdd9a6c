package bounds

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/prose"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// statement returns the paragraph that a person can put into a paper or a model card. It is empty if the run leaves a
// field unstated, if there is no finite answer, or if rows contradict each other.
func statement(p Report) string {
	return p.says(p.Answer, paragraph{
		rates: ratesOf(p.Run), noise: prose.OnIterate(p.Run), release: prose.Released(p.Run) + " ", what: prose.Subject(p.Run),
	})
}

// allIteratesStatement states the bound that holds if every iterate is public. Such a bound holds for everything
// computed from the noisy updates, so also with momentum. With noise on the gradient it does not depend on the
// learning rate, so the rate is not stated.
func allIteratesStatement(p Report) string {
	of := paragraph{what: "everything computed from its noisy updates, including the released model,"}
	if !p.Run.Noise.OnGradient() {
		of.rates = ratesOf(p.Run)
	}
	return p.says(p.AllIterates, of)
}

// paragraph holds the parts in which the paragraphs of two answers differ.
type paragraph struct {
	rates   string // the learning rate and the weight decay
	noise   string // the noise on the iterate, if the run states its noise in another convention
	release string // a sentence on what is released
	what    string // the result that is private
}

// ratesOf states the learning rate and the weight decay of a run.
func ratesOf(r run.Run) string { return prose.Rates(r) + ", " + prose.Decay(r) }

// says writes the paragraph about the answer a with the parts of.
func (p Report) says(a *Answer, of paragraph) string {
	if a == nil || math.IsInf(a.Epsilon, 1) || p.Contradiction != nil {
		return ""
	}
	if len(prose.Unsaid(p.Run)) > 0 {
		return ""
	}
	t := p.row(a.Row).Theorem
	var b strings.Builder
	projected := ""
	if p.Run.Bounded() {
		projected = "projected "
	}
	fmt.Fprintf(&b, "The model was trained by %snoisy %s on %s for %s with %s%s, %s, and %s. ",
		projected, prose.Batches(p.Run), prose.Several("n", p.Run.N, "example"), prose.Length(p.Run), of.rates,
		prose.Gradients(p.Run), prose.Noise(p.Run)+of.noise, prose.Domain(p.Run))
	b.WriteString(of.release)
	b.WriteString(prose.Deleted(p.Run))
	b.WriteString(prose.Chosen(p.Run))
	fmt.Fprintf(&b, "%s %s is %s, by %s", prose.Under(p.Run), of.what, prose.Guarantee(p.Question, a.Epsilon), t.Name)
	fmt.Fprintf(&b, " (%s)", cited(p.row(a.Row)))
	if t.HiddenState {
		fmt.Fprintf(&b, ", assuming %s", prose.Assumptions(p.Run))
		if countsOn(p.row(a.Row), theorem.WhoIsLeftOut) {
			fmt.Fprintf(&b, " and that chance decides which %s each pass leaves out (the last of its secret order)",
				prose.Examples(p.Run.Dropped()))
		}
	}
	b.WriteString("." + prose.Others(p.Run))
	if as := p.row(a.Row).As; as.Scheme != "" {
		fmt.Fprintf(&b, " The theorem is proved for %s, whose batches have the same distribution.", prose.Batches(as))
	}
	if p.AllIterates != nil && t.HiddenState {
		fmt.Fprintf(&b, " If every iterate were public, the bound would be %s.", prose.SaidEpsilon(p.AllIterates.Epsilon))
	}
	if low := p.Lower; t.HiddenState && low != nil && low.Epsilon > 0 {
		together := ""
		if p.Run.Release == run.LastIterates && p.Run.Releases() > 1 {
			together = " of these iterates together" // no floor is proved for their average alone
		}
		fmt.Fprintf(&b, " The largest loss%s that these assumptions allow is at least %s.", together,
			run.FormatNumber(run.DigitsDown(low.Epsilon, 3)))
	}
	if text := prose.LargeDelta(p.Run, p.Question); text != "" {
		b.WriteString(" " + text)
	}
	return b.String()
}

// cited names the publications of the row's theorem, of the method that found its value, and of the
// selection among several runs.
func cited(row Row) string {
	text := citedAlone(row)
	if len(row.Selection) > 0 {
		text += "; the best of several runs: " + papers(row.Selection)
	}
	return text
}

// papers lists sources as "authors year".
func papers(list []theorem.Source) string {
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = fmt.Sprintf("%s %d", s.Authors, s.Year)
	}
	return strings.Join(texts, "; ")
}

// citedAlone is cited without the selection among several runs. If the value was found by a method that the source does not have, a
// theorem of ours is cited with the papers of the method; for a published theorem these papers are enough.
func citedAlone(row Row) string {
	s := row.Theorem.Source
	ours := s.Ours()
	text := fmt.Sprintf("%s %d, %s", s.Authors, s.Year, s.Place())
	if ours {
		text = fmt.Sprintf("%s %s, unpublished, %s", s.Authors, Version, s.Place())
	}
	if len(row.By) == 0 {
		return text
	}
	method := "by privacy loss distributions, "
	if row.Theorem.Profile && !math.IsNaN(row.Mu) {
		method = "by the exact privacy profile of Gaussians, "
	}
	method += papers(row.By)
	if !ours {
		return method
	}
	return text + ", " + method
}

// countsOn reports whether a row has the named hypothesis.
func countsOn(row Row, hypothesis string) bool {
	return slices.ContainsFunc(row.Hypotheses, func(h claim.Hypothesis) bool { return h.Name == hypothesis })
}

// row returns the row of the report with this id.
func (p Report) row(id string) Row {
	for _, row := range p.Rows {
		if row.Theorem.ID == id {
			return row
		}
	}
	return Row{Theorem: &theorem.Theorem{ID: id, Name: id}}
}
