package words

import (
	"math"
	"strconv"
	"strings"

	"lastiterate/app/form"
	"lastiterate/app/number"
	"lastiterate/bounds/run"
)

// The titles of the line at the top of the screen, for a pointer or a screen reader.
const (
	BackToAnswer = "Back to the answer"
	ToTheField   = "To the field"
	Warned       = "There are warnings beside the answer"
)

// The text of that line if there is no answer, or while another is computed.
const (
	NoAnswer  = "No answer for this run"
	Computing = "out of date, computing …"
)

// OfTheForm begins that line while a figure is shown, whose run has a paper's parameters, not the form's.
const OfTheForm = "The form’s run: "

// Mend says that the answer is out of date, and which fields to fix.
func Mend(r run.Run, faulty []string) string {
	what := strconv.Itoa(len(faulty)) + " fields"
	if len(faulty) == 1 {
		l := form.LabelOf(r, faulty[0])
		what = strings.TrimSpace(l.Name + " " + strings.ReplaceAll(l.Symbol, "_", ""))
	}
	return "Out of date: fix " + what
}

// Digest is the answer in a few parts, the most important first.
func (s Subject) Digest() []string {
	say := s.Say()
	if say.Number == "" {
		said, _, _ := strings.Cut(say.Rest, ";") // the reason is shown with the answer
		return []string{said}
	}
	parts := []string{strings.Replace(say.Number, " = ", " ", 1)}
	if s.Question.Renyi() {
		parts = append(parts, "Rényi order "+number.Plain(s.Question.Alpha))
	} else {
		delta := "δ " + number.Delta(s.Question.Delta)
		if s.largeDelta() {
			delta += " is not below 1/n"
		}
		parts = append(parts, delta)
	}
	if gain := s.Gain(); gain != "" {
		parts = append(parts, gain+" less than composition")
	}
	if name, _, ok := s.Attribution(); ok {
		parts = append(parts, name)
	}
	return parts
}

// composing names the composition that gives an answer for all iterates: the plain one, or the one that secret orders of the
// batches amplify.
func (s Subject) composing() string {
	if s.Result.Answer.Row == "shuffled-composition" {
		return "by composition, amplified by shuffling"
	}
	return "by composition"
}

// ordinary says, after the name of composition, what it counts. What amplifies it, and the best of several runs, are not part of what
// people know as the ε of DP-SGD.
func (s Subject) ordinary() string {
	if s.Result.Answer.Row == "shuffled-composition" || s.Run.Tuned() {
		return ": ε as if every iterate were public"
	}
	return ": the ordinary DP-SGD ε, as if every iterate were public"
}

// Shuffled says why an accountant for Poisson sampling reports a smaller ε for a training that shuffles; empty
// if the answer is not composition over secret orders.
func (s Subject) Shuffled() string {
	a := s.Result.Answer
	shuffles := s.Run.Scheme == run.ShuffleOnce || s.Run.Scheme == run.Reshuffle
	if a == nil || a.Row != "composition" || !shuffles || s.PublishedOnly || s.Unfinished {
		return ""
	}
	return "By what is proved, shuffling gains nothing here: every epoch counts in full. Accountants for Poisson sampling report less, " +
		"but for batches that this loader does not form."
}

// Details returns sentences about the answer: what it means, how far the true ε can be
// from it, from when on hiding the iterates helps, what else is guaranteed.
func (s Subject) Details() []string {
	var out []string
	for _, text := range []string{s.Meaning(), s.Interval()} {
		if text != "" {
			out = append(out, text)
		}
	}
	if text := s.Shuffled(); text != "" {
		out = append(out, text)
	}
	if text := s.BurnIn(); text != "" && s.Result.Verdict.Helps {
		out = append(out, text)
	}
	for _, text := range []string{s.Renyi(), s.Gaussian()} {
		if name, _, ok := s.Attribution(); ok && text != "" { // the sentence before may be of another theorem
			out = append(out, name+" gives "+text+".")
		}
	}
	if text := s.CertifiedPart(); text != "" {
		out = append(out, text)
	}
	if s.Rounded() != "" {
		out = append(out, Roundings)
	}
	return out
}

// Roundings says how displayed bounds are rounded.
const Roundings = "Upper bounds are rounded up, floors down."

// Rounded says how many digits of the answer are shown, and how it is rounded; empty if the answer is exact or there is none.
func (s Subject) Rounded() string {
	a := s.Result.Answer
	if a == nil || a.Epsilon == 0 || math.IsInf(float64(a.Epsilon), 1) {
		return ""
	}
	return "rounded up to three digits"
}
