package bounds

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// statementDigits are the significant digits of ε in a statement, rounded up: those of
// the page’s first sentence.
const statementDigits = 3

// statement is the paragraph that a person can put into a paper or a model
// card; empty when there is no answer, or one that is in doubt.
func statement(p Report) string {
	return p.says(p.Answer, released(p.Run)+" ", whatIsReleased(p.Run))
}

// publishedStatement is that of the bound which holds if every iterate is published, and of
// whatever else is computed from the noisy updates alone.
func publishedStatement(p Report) string {
	return p.says(p.Published, "", "everything that is computed from its noisy updates, the released model among it,")
}

// says is the paragraph of an answer: what is released, and what of it is private.
func (p Report) says(a *Answer, release, what string) string {
	if a == nil || math.IsInf(a.Epsilon, 1) || p.Contradiction != nil {
		return ""
	}
	if len(unsaid(p.Run)) > 0 {
		return ""
	}
	t := p.row(a.Row).Theorem
	var b strings.Builder
	projected := ""
	if p.Run.Bounded() {
		projected = "projected "
	}
	fmt.Fprintf(&b, "The model was trained by %snoisy %s on %s for %s with %s, %s%s, %s, and %s. ",
		projected, batches(p.Run), several("n", p.Run.N, "example"), length(p.Run), rates(p.Run), decay(p.Run),
		gradients(p.Run), noise(p.Run), domain(p.Run))
	b.WriteString(release)
	b.WriteString(deleted(p.Run))
	b.WriteString(chosen(p.Run))
	fmt.Fprintf(&b, "Under %s adjacency%s %s is %s, by %s", adjacency(p.Run), whose(p.Run), what, guarantee(p.Question, a.Epsilon), t.Name)
	fmt.Fprintf(&b, " (%s)", cited(p.row(a.Row)))
	if t.HiddenState {
		fmt.Fprintf(&b, ", assuming %s", assumptions(p.Run))
		if countsOn(p.row(a.Row), theorem.WhoIsLeftOut) {
			fmt.Fprintf(&b, " and that chance decides which %s each pass leaves out, the last of its secret order",
				examples(p.Run.Dropped()))
		}
	}
	b.WriteString(".")
	if as := p.row(a.Row).As; as.Scheme != "" {
		fmt.Fprintf(&b, " It is proved there for %s, whose batches have the same law.", batches(as))
	}
	if p.Published != nil && t.HiddenState {
		fmt.Fprintf(&b, " If every iterate were published, ε would be %s.", saidEpsilon(p.Published.Epsilon))
	}
	if text := largeDelta(p.Run, p.Question); text != "" {
		b.WriteString(" " + text)
	}
	return b.String()
}

// cited is where the row's theorem and the method that found its value were published.
func cited(row Row) string {
	s := row.Theorem.Source
	text := fmt.Sprintf("%s %d, %s", s.Authors, s.Year, s.Where)
	if s.URL == "" {
		text = fmt.Sprintf("%s %s, %s", s.Authors, Version, s.Where)
	}
	if len(row.By) == 0 {
		return text
	}
	papers := make([]string, len(row.By))
	for i, s := range row.By {
		papers[i] = fmt.Sprintf("%s %d", s.Authors, s.Year)
	}
	method := "by privacy loss distributions, " + strings.Join(papers, "; ")
	if s.URL != "" {
		return method
	}
	return text + ", " + method
}

// countsOn reports whether a row has the named hypothesis.
func countsOn(row Row, hypothesis string) bool {
	return slices.ContainsFunc(row.Hypotheses, func(h claim.Hypothesis) bool { return h.Name == hypothesis })
}

// examples counts them.
func examples(n int) string {
	if n == 1 {
		return "example"
	}
	return fmt.Sprintf("%d examples", n)
}

// unsaid are the fields of a run whose choice has no words here: there is no statement then,
// since any words would be those of another choice.
func unsaid(r run.Run) (fields []string) {
	for _, part := range []struct{ field, words string }{
		{"scheme", batches(r)}, {"adjacency", adjacency(r)}, {"loss", assumptions(r)}, {"clipping", gradients(r)}, {"noise", noise(r)},
		{"schedule", rates(r)}, {"release", released(r)},
	} {
		if part.words == "" {
			fields = append(fields, part.field)
		}
	}
	return fields
}

// whose says which examples a guarantee is about, where that is not all.
func whose(r run.Run) string {
	if r.States("group") {
		return fmt.Sprintf(", for all %d examples of one person together,", r.Members())
	}
	if !r.States("position") {
		return ""
	}
	return fmt.Sprintf(", for the examples in batch %d of each epoch,", r.Position)
}

// deleted says since when the example is not in the data.
func deleted(r run.Run) string {
	if r.After == 0 {
		return ""
	}
	return fmt.Sprintf("The example was deleted, and %s more %s made on the data without it, the sum of a batch’s gradients still "+
		"divided by b. ", run.FormatNumber(float64(r.After)), steps(r.After))
}

func steps(n int) string {
	if n == 1 {
		return "step was"
	}
	return "steps were"
}

// length is T, and the epochs that it makes where there are whole ones.
func length(r run.Run) string {
	text := several("T", r.T, "iteration")
	if steps := r.EpochSteps(); steps > 1 && r.T%steps == 0 {
		if epochs := r.T / steps; epochs == 1 {
			text += " (1 epoch)"
		} else {
			text += fmt.Sprintf(" (%d epochs)", epochs)
		}
	}
	return text
}

// decay is the weight decay, if there is any.
func decay(r run.Run) string {
	if !r.States("weight_decay") {
		return ""
	}
	return "weight decay " + run.FormatNumber(r.WeightDecay) + " outside of the clip, "
}

// noise is the noise as it is stated, and what that is on the iterate.
func noise(r run.Run) string {
	stated, on := run.FormatNumber(r.Sigma), ", which adds Gaussian noise of standard "+
		"deviation "+run.FormatNumber(run.Digits(r.Steps().Peak().Noise, 4))+" to every iterate"
	if !r.Steady() {
		on += " at the learning rate " + run.FormatNumber(r.Eta) + ", and less where that is smaller"
	}
	switch r.Noise {
	case run.NoiseMultiplier:
		return "noise multiplier " + stated + on
	case run.GradientNoise:
		return "Gaussian noise of standard deviation " + stated + " on the gradient" + on
	case run.LangevinNoise:
		return "Langevin noise of standard deviation " + stated + on
	case run.IterateNoise:
		return "Gaussian noise of standard deviation " + stated + " added to every iterate"
	}
	return ""
}

// saidEpsilon is ε with all its digits, zeros at the end among them, as the first sentence
// of the page has it.
func saidEpsilon(epsilon float64) string {
	text := decimalUp(epsilon)
	if epsilon == 0 || math.IsInf(epsilon, 1) || strings.Contains(text, "e") {
		return text
	}
	for len(strings.TrimLeft(strings.Replace(text, ".", "", 1), "0")) < statementDigits {
		if !strings.Contains(text, ".") {
			text += "."
		}
		text += "0"
	}
	return text
}

// row is a row of the report.
func (p Report) row(id string) Row {
	for _, row := range p.Rows {
		if row.Theorem.ID == id {
			return row
		}
	}
	return Row{Theorem: &theorem.Theorem{ID: id, Name: id}}
}

// several is "T = 7 iterations", or "T = 1 iteration".
func several(symbol string, n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%s = %d %s", symbol, n, noun)
}

func guarantee(q claim.Question, epsilon float64) string {
	e := saidEpsilon(epsilon)
	if q.Renyi() {
		return fmt.Sprintf("(α, ε)-Rényi differentially private with ε = %s at order α = %s", e, run.FormatNumber(q.Alpha))
	}
	return fmt.Sprintf("(ε, δ)-differentially private with ε = %s and δ = %s", e, run.FormatNumber(q.Delta))
}

func batches(r run.Run) string {
	size := fmt.Sprintf("stochastic gradient descent (batches of b = %d, ", r.B)
	switch r.Scheme {
	case run.Full:
		return "gradient descent (full batch)"
	case run.Cyclic:
		return size + "fixed order)"
	case run.ShuffleOnce:
		return size + "shuffled once, secretly)"
	case run.Reshuffle:
		return size + "reshuffled every epoch, secretly)"
	case run.WithoutReplacement:
		return size + "drawn without replacement at every step)"
	case run.Poisson:
		return fmt.Sprintf("stochastic gradient descent (Poisson batches of expected size b = %d)", r.B)
	case run.Allocation:
		text := fmt.Sprintf("stochastic gradient descent (every epoch each example joins one of %d batches, at random and independently of "+
			"the others", r.StepsPerEpoch())
		if r.N%r.B == 0 {
			return text + fmt.Sprintf("; expected size b = %d)", r.B)
		}
		return text + fmt.Sprintf("; sums are divided by b = %d)", r.B)
	}
	return ""
}

func gradients(r run.Run) string {
	c := run.FormatNumber(r.Clip)
	switch r.Clipping {
	case run.ClippingNever:
		return "gradients of norm at most C = " + c + " (never clipped)"
	case run.ClippingGLM:
		text := "the unregularised gradients of a generalised linear model clipped at C = " + c
		if r.Loss == run.StronglyConvex {
			text += " and the regulariser’s gradient added once a step, whatever the batch"
		}
		return text
	case run.ClippingDifference:
		return fmt.Sprintf("unclipped gradients, of which those of the example that differs are at most %s apart in the two datasets",
			run.FormatNumber(r.Kappa()*r.Clip))
	case run.ClippingDifferenceAll:
		return fmt.Sprintf("unclipped gradients, no two examples’ more than %s apart", run.FormatNumber(r.Kappa()*r.Clip))
	case run.ClippingActive:
		return "gradients clipped at C = " + c
	}
	return ""
}

func domain(r run.Run) string {
	if r.Bounded() {
		return "projection onto a convex set of diameter " + run.FormatNumber(r.Diameter)
	}
	return "no projection"
}

func adjacency(r run.Run) string {
	switch r.Adjacency {
	case run.Replace:
		return "replace-one"
	case run.ZeroOut:
		return "zero-out-one"
	case run.AddRemove:
		return "add-or-remove-one"
	}
	return ""
}

func assumptions(r run.Run) string {
	l := run.FormatNumber(r.Smoothness)
	switch r.Loss {
	case run.Convex:
		if r.Nonsmooth() {
			return "convex losses that need not be smooth, whose subgradients depend on the iterate, the step and the batch only"
		}
		return "convex losses with " + l + "-Lipschitz gradients"
	case run.StronglyConvex:
		return fmt.Sprintf("%s-strongly convex losses with %s-Lipschitz gradients", run.FormatNumber(r.StrongConvexity), l)
	case run.WeaklyConvex:
		return fmt.Sprintf("%s-weakly convex losses with %s-Lipschitz gradients", run.FormatNumber(r.WeakConvexity), l)
	case run.Holder:
		return fmt.Sprintf("losses with (%s, %s)-Hölder continuous gradients", l, run.FormatNumber(r.HolderOrder))
	case run.Smooth:
		return "losses with " + l + "-Lipschitz gradients"
	}
	return ""
}

// decimalUp writes ε ≥ 0 as statements have it, never less.
func decimalUp(epsilon float64) string {
	return run.FormatNumber(run.DigitsUp(epsilon, statementDigits))
}
