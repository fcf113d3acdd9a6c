package link

import (
	"errors"
	"strings"

	"lastiterate/app/number"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// blanks lists the fields that the state leaves blank: those that the link names without a value, and those that base leaves
// blank and the link does not name.
func (r *reader) blanks(base View) []string {
	var blank []string
	for _, f := range run.Fields() {
		text, found := r.value[f.Name]
		if !CanBlank(f.Name) || found && text != "" || !found && !base.IsBlank(f.Name) {
			continue
		}
		r.take(f.Name)
		if f.Name != "b" || r.value["scheme"] != string(run.Full) { // b of full batches equals n
			blank = append(blank, f.Name)
		}
	}
	text, found := r.value["delta"]
	if _, other := r.value["alpha"]; !other && (found && text == "" || !found && base.IsBlank("delta")) {
		r.take("delta")
		blank = append(blank, "delta")
	}
	return blank
}

// run reads the fields with the given suffix into a copy of base. A field whose text may mean two numbers becomes another blank
// field of v.
func (r *reader) run(base run.Run, suffix string, v *View) run.Run {
	got := base
	before := len(r.problems)
	hasBatch := false
	given := map[string]string{}
	for _, f := range run.Fields() {
		text, found := r.take(f.Name + suffix)
		if !found {
			continue
		}
		hasBatch = hasBatch || f.Name == "b"
		given[f.Name] = text
		trial := got
		if message := setField(&trial, f, text); message != "" {
			r.problem(f.Name+suffix, text, message)
			if suffix == "" && CanBlank(f.Name) && unclear(f, text) != "" {
				v.leave(f.Name)
			}
			continue
		}
		got = trial
	}
	if given["scheme"] != "" && given["position"] == "" {
		got.Position = 0 // base's position does not count, since the link states none
	}
	if got.Scheme.UsesAll() && !hasBatch {
		got.B = got.N // the only value a full batch can have
	}
	got = Hold(got, *v)
	return r.agreeing(got, base, suffix, given, len(r.problems) == before)
}

// agreeing changes fields of the run until they agree with each other, and reports those that it changes. Validate
// compares fields only once each is valid by itself, so it may have to be called several times. If the
// fields never agree, the result is base.
func (r *reader) agreeing(got, base run.Run, suffix string, given map[string]string, allRead bool) run.Run {
	told := map[string]bool{}
	for range run.Fields() {
		var faults run.Errors
		if !errors.As(got.Validate(), &faults) {
			return got
		}
		for _, fault := range faults {
			if !told[fault.Field] {
				r.misfit(fault, suffix, given, allRead)
			}
			told[fault.Field] = true
			reconcile(&got, base, fault.Field)
		}
		allRead = false
	}
	return base
}

// misfit reports a field that contradicts others.
func (r *reader) misfit(fault run.FieldError, suffix string, given map[string]string, allRead bool) {
	message := fault.Message
	if !allRead {
		message = "does not fit the rest of the link, part of which could not be read"
	}
	value, written := given[fault.Field]
	if !written {
		value = fault.Value
	}
	r.problem(fault.Field+suffix, value, message)
}

// setField sets one field from text. It returns a sentence about a wrong value, and "" for a right one.
func setField(r *run.Run, f run.Field, text string) string {
	if f.Kind != run.Choice {
		x, message := decimal(text)
		if says := unclear(f, text); says != "" {
			return "this " + says
		}
		if message == notANumber && f.Kind == run.Integer {
			message = "must be a whole number such as 5000"
		}
		if message != "" {
			return f.Label + " " + message
		}
		// Set gets the number rather than the text, because it would read 1e-400 as 0.
		text = run.FormatNumber(x)
	}
	if err := r.Set(f.Name, text); err != nil {
		var fault run.FieldError
		errors.As(err, &fault)
		return fault.Message
	}
	return r.Fault(f.Name)
}

// unclear says which two numbers a text may mean for a field; empty if it has one meaning. The point of 50.000 may group
// thousands in a whole number; that of 5.0 may not.
func unclear(f run.Field, text string) string {
	var fault number.Unclear
	if f.Kind == run.Integer {
		_, err := number.ParseCount(text)
		errors.As(err, &fault)
	}
	return fault.Says
}

// reconcile changes a field that contradicts others to the nearest value to base's that agrees.
func reconcile(r *run.Run, base run.Run, field string) {
	switch field {
	case "b":
		r.B = min(base.B, r.N)
		if r.Scheme.UsesAll() {
			r.B = r.N
		}
	case "position":
		r.Position = 0
	case "after":
		r.After = 0
	case "weight_decay":
		r.WeightDecay = 0
	case "group":
		r.Group = r.N
	case "every":
		r.Release = run.AllIterates // no release loses more
	case "tuning_mean", "tuning_shape":
		r.Tuning = run.NoTuning
	case "warmup":
		r.Warmup = min(r.Warmup, r.T)
	case "schedule", "schedule_final", "schedule_factor":
		r.Schedule, r.ScheduleFinal = run.ConstantRate, 0
	case "smoothness":
		if r.Smoothness = base.Smoothness; r.Nonsmooth() {
			r.Smoothness = 1
		}
	case "holder_order":
		r.HolderOrder = min(r.HolderOrder, run.MaxOrder)
	case "strong_convexity":
		r.StrongConvexity = min(base.StrongConvexity, r.Smoothness)
	case "clipping":
		r.Clipping = run.ClippingActive
	}
}

func (r *reader) question(base claim.Question, suffix string, v View) claim.Question {
	q := base
	if v.IsBlank("delta") && q.Renyi() {
		q = claim.Question{Delta: heldDelta}
	}
	answered := ""
	for _, name := range r.order { // the first name in the link counts
		kind, isOurs := strings.CutSuffix(name, suffix)
		if !isOurs || kind != "alpha" && kind != "delta" {
			continue
		}
		text, found := r.take(name)
		if !found { // the question is blank
			continue
		}
		if answered != "" {
			r.problem(name, text, "a link asks for alpha or for delta, not for both; "+answered+" was used")
			continue
		}
		trial, message := setQuestion(kind, text)
		if message != "" {
			r.problem(name, text, message)
			continue
		}
		q, answered = trial, kind
	}
	return q
}

// heldDelta replaces a blank δ if the question was of another kind.
const heldDelta = 1e-5

func setQuestion(kind, text string) (claim.Question, string) {
	x, message := decimal(text)
	q, label := claim.Question{Delta: x}, "δ"
	if kind == "alpha" {
		q, label = claim.Question{Alpha: x}, "Rényi order"
	}
	if message != "" {
		return q, label + " " + message
	}
	var faults run.Errors
	if errors.As(q.Validate(), &faults) {
		return q, faults[0].Message
	}
	return q, ""
}

const notANumber = "must be a number such as 0.1 or 1e-5"

// decimal reads a number as links write it. If it cannot, message is the end of a sentence that begins with the
// field. A number that a float64 cannot tell from zero is refused rather than read as zero.
func decimal(text string) (x float64, message string) {
	x, err := run.ParseDecimal(text)
	if err != nil {
		return 0, notANumber
	}
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	if x == 0 && strings.ContainsAny(mantissa, "123456789") {
		return 0, "is too close to zero to compute with"
	}
	if x == 0 {
		return 0, "" // not −0
	}
	return x, ""
}
