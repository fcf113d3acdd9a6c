package snippet

import (
	"math"
	"strings"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/source"
)

// notPaced is the reason if the code does not show when the learning rate changes.
const notPaced = "the text does not show whether it changes after every batch or after every epoch"

// notCounted is the reason if it changes once an epoch, of unknown length.
const notCounted = "the number of steps per epoch is not known yet"

// paced names the question when the learning rate changes, which the visitor may answer by an offer. It is no
// field of a run.
const paced = "pace"

const (
	everyBatch = "batch"
	everyEpoch = "epoch"
)

// askPace is the pace that the visitor has chosen among the offers of offerPaces; without a choice, why is notPaced.
func (r *reader) askPace() (steps float64, why string) {
	switch r.offered[paced].Value {
	case everyBatch:
		return 1, ""
	case everyEpoch:
		return r.epochPace()
	}
	return 1, notPaced
}

// offerPaces offers the two answers to the question paced.
func (r *reader) offerPaces() {
	for _, each := range []string{everyBatch, everyEpoch} {
		r.offer(paced, each, "the learning rate changes after every "+each)
	}
}

// paceByLength is the pace of a schedule that the text nowhere moves on. If it is as long as the run has epochs, it changes once an
// epoch if at all: that is nearly a schedule of the form, under which composition alone counts. Otherwise the visitor is asked, even
// if it is as long as the run has steps: a schedule that nobody moves on is none, and a bound of hidden state would be of another run.
func (r *reader) paceByLength(p plan) (steps float64, why string) {
	if _, told := r.offered[paced]; !told && r.lasts("epochs", p) && !r.lasts("T", p) {
		return r.epochPace()
	}
	return r.askPace()
}

// epochPace is the pace of a learning rate that changes once an epoch.
func (r *reader) epochPace() (steps float64, why string) {
	if r.loader == 0 {
		return 1, notCounted
	}
	return r.loader, ""
}

// pace is the number of the run's steps from one change of the learning rate to the next. It follows from
// the loop in which the code calls the named scheduler: for batch in loader, or for epoch in range(…). why is the reason
// why it is not known, or empty.
func (r *reader) pace(named string, p plan) (steps float64, why string) {
	if r.loader == 1 {
		return 1, ""
	}
	steps, found := 1, ""
	for i, t := range r.Tokens {
		if t.Kind != source.Name || named == "" || !isStep(t.Text, named) || !r.Is(i+1, "(") {
			continue
		}
		loop := r.loopOf(i, named)
		if !r.Is(i+2, ")") || loop == "" || found != "" && found != loop {
			return r.askPace()
		}
		found = loop
	}
	switch {
	case found == "":
		return r.paceByLength(p)
	case found == everyEpoch:
		return r.epochPace()
	case r.accrued.Said != "" && r.accrued.Value != "1" || r.mentions("batchmemorymanager"):
		return 1, "it changes after every physical batch, not after every step"
	}
	return 1, ""
}

// isStep reports whether a name is scheduler.step or self.scheduler.step.
func isStep(text, named string) bool {
	object, ok := strings.CutSuffix(text, ".step")
	return ok && (object == named || strings.HasSuffix(object, "."+named) || strings.HasSuffix(named, "."+object))
}

// mentions reports whether key is the last part of a name in the code.
func (r *reader) mentions(key string) bool {
	for _, t := range r.Tokens {
		if t.Kind == source.Name && source.LastPart(t.Text) == key {
			return true
		}
	}
	return false
}

// loopOf is the kind of the innermost loop around a call: "batch" or "epoch". It is empty if that cannot be
// told, because the call is under a condition or the loop's body does nothing before it.
func (r *reader) loopOf(at int, named string) string {
	begins := func(i int) bool { return i == 0 || r.Tokens[i-1].Kind == source.Line }
	first := at
	for !begins(first) {
		first--
	}
	if first != at && !r.guards(first, named) { // if scheduler: scheduler.step()
		return ""
	}
	column := r.Tokens[first].Column
	for i := first - 1; i >= 0; i-- {
		t := r.Tokens[i]
		if !begins(i) || t.Kind != source.Name || t.Column >= column {
			continue
		}
		switch {
		case t.Text == "for":
			return r.loops(i, first)
		case t.Text == "if" && !r.guards(i, named), t.Text != "if" && t.Text != "with" && t.Text != "try":
			return ""
		}
		column = t.Column
	}
	return ""
}

// guards reports whether the condition that begins at a token only tests whether there is a scheduler.
func (r *reader) guards(at int, named string) bool {
	for i := at + 1; i < r.BodyOf(at)-1; i++ {
		if t := r.Tokens[i]; t.Kind == source.Name && !source.Has([]string{named, "is", "not", "None"}, t.Text) {
			return false
		}
	}
	return r.Tokens[at].Text == "if"
}

// loops returns the variable of the loop that begins at a token, "batch" or "epoch", if the loop's body trains before another
// token; otherwise it is empty.
func (r *reader) loops(at, before int) string {
	body, in := r.BodyOf(at), at
	for r.Tokens[in].Text != "in" && in < body-1 {
		in++
	}
	over := func(from, to int, words ...string) bool {
		for _, t := range r.Tokens[from:to] {
			for _, part := range source.Segments(t.Text) {
				if t.Kind == source.Name && source.Has(words, part) {
					return true
				}
			}
		}
		return false
	}
	done := func(such func(called string) bool) bool {
		for i := body; i < before; i++ {
			if r.Tokens[i].Kind == source.Name && r.Is(i+1, "(") && such(r.Tokens[i].Text) {
				return true
			}
		}
		return false
	}
	steps := over(at, in, "step", "batch", "iteration", "iter") || r.managed(in, body) ||
		over(in, body, "loader", "dataloader", "batches", "steps", "iterations")
	switch epochs := over(at, body, "epoch", "epochs"); {
	case over(at, in, "epoch") || epochs && !steps:
		if !steps && done(func(string) bool { return true }) {
			return everyEpoch
		}
	case steps && done(func(called string) bool { return strings.HasSuffix(called, ".step") }):
		return everyBatch
	}
	return ""
}

// managed reports whether tokens have the name of a loader of physical batches: with BatchMemoryManager(…) as batches.
func (r *reader) managed(from, to int) bool {
	for _, t := range r.Tokens[from:to] {
		if t.Kind != source.Name {
			continue
		}
		for _, i := range r.TokensOf(t.Text) {
			if first, last := r.Statement(i); r.Name(i-1) == "as" && r.Name(first) == "with" && r.makesPhysical(first, last) {
				return true
			}
		}
	}
	return false
}

// makesPhysical reports whether a call between tokens cuts batches into physical ones.
func (r *reader) makesPhysical(from, to int) bool {
	for i := from; i < to; i++ {
		if r.Called(i) == "batchmemorymanager" {
			return true
		}
	}
	return false
}

// isEpoch reports whether len(loader), the length of the training loader, begins at a token.
func (r *reader) isEpoch(at int) bool {
	if !r.Is(at+1, "(") || r.Tokens[at].Text != "len" || !r.Is(at+3, ")") {
		return false
	}
	parts := source.Segments(r.Tokens[at+2].Text)
	return (source.Has(parts, "loader") || source.Has(parts, "dataloader")) && !source.Has(parts, "test") && !source.Has(parts, "val")
}

// dividedAt notes a name that must be the dataset's size, by the divisor and the name of the quotient: sample_rate = batch_size
// / N, steps_per_epoch = N // batch_size, steps = epochs * N // batch_size.
func (r *reader) dividedAt(at int) {
	named := r.Name(at)
	if named == "" || !r.Is(at+1, "=") {
		return
	}
	made, _ := lexicon.FieldOf(named)
	passes := source.Has(lexicon.EpochLengths, strings.ToLower(source.Plain(named)))
	end, _ := r.Skip(at + 2)
	for i := at + 2; i+2 < end; i++ {
		if field, _ := lexicon.FieldOf(r.Name(i)); field == "epochs" && made == "T" {
			passes = true
		}
	}
	for i := at + 2; i+2 < end; i++ {
		switch {
		case !r.Is(i+1, "/") && !r.Is(i+1, "//"):
		case made == "sample rate" && i == at+2 && i+3 == end && r.isBatch(i):
			r.divides(i + 2)
		case passes && r.isBatch(i+2):
			r.divides(i)
		}
	}
}

// divides notes that the name at a token means the dataset's size, unless it has another meaning.
func (r *reader) divides(at int) {
	if at < len(r.Tokens) && r.Tokens[at].Kind == source.Numeral { // 60000 // batch_size
		if r.Is(at-1, "*") || r.Is(at-1, "/") {
			return
		}
		if x, ok := r.Part(at, at+1); ok {
			r.size(at, at+1, x)
		}
		return
	}
	named := r.Name(at)
	field, known := r.fieldOf(named)
	if named != "" && (!known || field == "n") && !source.Has(source.Segments(named), "batch") && !r.Is(at+1, "(") {
		note(&r.sized, named)
	}
}

// isBatch reports whether the token is a name that means the batch size, one letter too.
//
//go:noinline
func (r *reader) isBatch(at int) bool {
	field, _ := lexicon.FieldOf(strings.TrimSuffix(r.Name(at), ".value"))
	return field == "b"
}

// quotient reports whether a value that begins at a token is divided by the batch size: steps_per_epoch = 60000 // batch_size,
// which is how often an epoch has a batch, however it is rounded.
func (r *reader) quotient(at int) bool {
	end, _ := r.Skip(at)
	for i := at; i < end; i++ {
		if (r.Is(i, "/") || r.Is(i, "//")) && r.isBatch(i+1) {
			return true
		}
	}
	return false
}

// isPass reports whether the number of batches that make a pass begins at a token: N // batch_size where that
// leaves out no example, or math.ceil(N / batch_size).
func (r *reader) isPass(at int) bool {
	end, _ := r.Skip(at)
	rounded := r.Called(at)
	if rounded == "ceil" || rounded == "int" || rounded == "floor" {
		at += 2
	}
	after, ok := r.lengthAt(at)
	ok = ok || at < len(r.Tokens) && r.Tokens[at].Kind == source.Numeral
	if !ok && !source.Has(r.sized, r.Name(at)) || !r.Is(after, "/") && !r.Is(after, "//") || !r.isBatch(after+1) ||
		after+2 < end && !r.Is(after+2, ")") {
		return false
	}
	n, known := r.Part(at, after)
	b, too := r.Part(after+1, after+2)
	return rounded == "ceil" || known && too && n >= 1 && math.Mod(n, b) == 0
}
