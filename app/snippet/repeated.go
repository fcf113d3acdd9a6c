package snippet

import (
	"slices"
	"strconv"
	"strings"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// training is a loop or a call that goes through the data.
type training struct {
	at     int    // its token
	said   string // "range(15)"
	epochs float64
	known  bool // the number of epochs is known
}

// moreThanOnce is the remark on a training that the text repeats, or on a text with several trainings.
const moreThanOnce = "is repeated, or the text trains more than once: enter the total number of steps"

// repetitions finds trainings that the text repeats in a way that no field can state, and drops the number of steps.
func (r *reader) repetitions() {
	r.fits()
	total, known := 0.0, true
	for _, t := range r.trainings {
		total, known = total+t.epochs, known && t.known
		if r.inLoop(t.at) || r.calledAgain(t.at) {
			r.dropSteps(t.said, moreThanOnce)
			if t.known {
				r.offer("epochs", run.FormatNumber(t.epochs), t.said+", once")
			}
		}
	}
	if len(r.trainings) > 1 {
		r.dropSteps(r.trainings[0].said+", "+r.trainings[1].said, moreThanOnce)
		for _, t := range r.trainings {
			if t.known {
				r.offer("epochs", run.FormatNumber(t.epochs), t.said)
			}
		}
		if known {
			r.offer("epochs", run.FormatNumber(total), "together "+run.FormatNumber(total)+" epochs")
		}
	}
	engines := 0
	for i := range r.Tokens {
		r.savedAt(i)
		switch called := r.Called(i); {
		case lexicon.Mentioned(r.Name(i)[strings.LastIndexByte(r.Name(i), '.')+1:]) && called != "" && !r.Conditional(i):
			if engines++; engines == 2 {
				r.dropSteps(r.Name(i)+"(…), twice", "several trainings may use the same data: enter the total number of steps")
			}
		case called == "repeat" && r.sampling.pipeline:
			switch of := r.repeatAt(i); {
			case of.said == "" || of.known && of.times == 1:
			case of.known:
				r.dropSteps(of.said, "repeats the data in each epoch: enter the total number of steps")
				if epochs, err := strconv.ParseFloat(r.values["epochs"].Value, 64); err == nil && of.times > 0 {
					total := run.FormatNumber(epochs * of.times)
					r.offer("epochs", total, r.values["epochs"].Said+" × "+of.said+" = "+total+" passes over the data")
				}
			case r.says("epochs") && !r.says("T") && len(r.perEpoch) == 0 && !source.Has(r.blanks, "T"):
				r.dropSteps(of.said, "repeats the data, and the text does not show how often: enter the total number of steps")
				r.offerPasses()
			}
		case r.Name(i) == "for":
			r.examineLoop(i)
		case r.stepsAt(i):
			r.examineStep(i)
		}
	}
}

// dropSteps leaves the number of steps blank, and remarks why.
func (r *reader) dropSteps(said, why string) {
	if !source.Has(r.blanks, "T") || r.kinds[why] == 0 {
		r.hear(said, lexicon.Mark{Blank: "T", Why: why})
	}
}

// fits notes the calls that train, with their numbers of epochs.
func (r *reader) fits() {
	for i := range r.Tokens {
		if after, other := r.apart(i); other && after > i {
			continue
		}
		called := r.Called(i)
		if called != "fit" && called != "partialfit" || !strings.Contains(r.Name(i), ".") && !r.Is(i-1, ".") {
			continue
		}
		at, said := r.Argument(i+2, -1, "epochs"), r.Name(i)+"(…)"
		if at < 0 && r.hasEpochs(i) && !r.ofBatch(i) {
			r.trainings = append(r.trainings, training{at: i, said: said})
		}
		if at < 0 {
			// a call without epochs: it fits something else (StandardScaler().fit(x)), goes through the data once, or was added above
			continue
		}
		x, _, ok := r.Value(at)
		r.trainings = append(r.trainings, training{i, "fit(epochs = " + run.FormatNumber(x) + ")", x, ok})
	}
	slices.SortFunc(r.trainings, func(a, b training) int { return a.at - b.at })
}

// hasEpochs reports whether the estimator whose fit is called at a token was constructed with a number of epochs, which every
// call of fit uses: DPClassifier(epochs=5).
func (r *reader) hasEpochs(at int) bool {
	named := r.Name(at)
	object := named[:max(strings.LastIndexByte(named, '.'), 0)]
	whole, _, _ := strings.Cut(object, ".")
	for _, i := range r.TokensOf(whole) {
		if r.Name(i) != object || !r.Begins(i) || !r.Is(i+1, "=") || r.Called(i+2) == "" {
			continue
		}
		for _, a := range r.ArgumentsIn(i+4, r.Closed(i+4)) {
			if field, _ := lexicon.FieldOf(a.Name); field == "epochs" {
				return true
			}
		}
	}
	return false
}

// ofBatch reports whether a call that trains is given a part of the data: the variable of the loop around it, or a slice.
func (r *reader) ofBatch(at int) bool {
	given := r.Name(at + 2)
	if r.Is(at+3, "[") {
		return true
	}
	for outer := r.Around(at); outer >= 0; outer = r.Around(outer) {
		if r.Name(outer) == "for" && slices.ContainsFunc(r.TokensOf(given), func(i int) bool {
			return i > outer && i < at && (i < r.HeadEnd(outer) || r.Begins(r.Before(i)+1))
		}) {
			return true
		}
	}
	return false
}

// calledAgain reports whether the function around a token is called twice, or in a loop.
func (r *reader) calledAgain(at int) bool {
	function, times := r.Function(at), 0
	if function < 0 {
		return false
	}
	named := r.Name(function + 1)
	calls := slices.Concat(r.TokensOf(named), r.TokensOf("."+named))
	for _, i := range calls[:min(len(calls), mostCalls)] {
		if r.Name(i-1) == "def" || r.Called(i) == "" || r.Conditional(i) {
			continue
		}
		if times++; times > 1 || r.inLoop(i) {
			return true
		}
	}
	return false
}

// trainsIn reports whether the statement around a token, with its block, trains: it calls something whose name has a word of
// training (ofTraining).
func (r *reader) trainsIn(at int) bool {
	at = r.LineOf(at)
	for i := at; i < min(r.Block(at), len(r.Tokens)); i++ {
		if r.Is(i+1, "(") && source.HasAny(ofTraining, source.Segments(r.Name(i))) {
			return true
		}
	}
	return false
}

var ofTraining = strings.Fields("step backward train fit update learn grad gradients")

// inLoop reports whether a loop of the text that may run more than once contains the statement of a token. If the statement is
// itself a loop, that loop does not count.
func (r *reader) inLoop(at int) bool {
	for at = r.Around(at); at >= 0; at = r.Around(at) {
		if named := r.Name(at); named == "while" || named == "for" && !r.runsOnce(at) {
			return true
		}
	}
	return false
}

// runsOnce reports whether a loop runs once, as in range(1). It notes if that relies on an option's default: range(args.n_runs).
func (r *reader) runsOnce(at int) bool {
	for i, end := at, r.HeadEnd(at); i < end; i++ {
		if r.Called(i) == "range" {
			x, after, ok := r.Value(i + 2)
			r.defaulted = r.defaulted || ok && x == 1 && r.ofOptions(i+2, after)
			return ok && x == 1 && r.Is(after, ")")
		}
	}
	return false
}

// examineStep examines the conditions on which a step of an optimiser depends.
func (r *reader) examineStep(at int) {
	if r.physical > 0 {
		return // the loader cuts batches into physical ones, so the condition only waits until a whole batch is accumulated
	}
	r.heldBack(at, mostWithin)
}

// examineLoop examines a loop that only counts, for _ in range(5). Inside a loop over epochs such a loop repeats its training,
// unless its range is the number of batches of one epoch.
func (r *reader) examineLoop(at int) {
	if r.Name(at) != "for" || !r.Begins(at) || r.countsEpochs(at) || !r.trainsIn(at) {
		return
	}
	within, ofBatch := false, false
	for outer := r.Around(at); outer >= 0; outer = r.Around(outer) {
		within = within || r.countsEpochs(outer)
		ofBatch = ofBatch || r.Name(outer) == "for" && !r.countsEpochs(outer) && r.Called(outer+3) != "range"
	}
	end := r.HeadEnd(at)
	repeats := within && ofBatch && r.hasStep(end, r.Block(at)) // these are the steps of one batch, whatever their name
	batches := slices.ContainsFunc(r.Tokens[at:end], func(t source.Token) bool {
		return source.HasAny([]string{"batch", "batches", "loader", "iters", "iterations", "steps", "step"}, source.Segments(t.Text))
	})
	for i := at; i < end && within && (!batches || repeats); i++ {
		if r.Called(i) != "range" {
			continue
		}
		x, after, ok := r.Value(i + 2)
		if !r.Is(after, ",") && !(ok && x == 1) && (repeats || !r.isPass(i+2) && !r.isEpoch(i+2)) {
			r.dropSteps(source.Join(r.Tokens[at:end]), "repeats steps: enter the total number of steps")
		}
	}
}

// countsEpochs reports whether a statement is a loop over epochs.
func (r *reader) countsEpochs(at int) bool {
	field, _ := lexicon.FieldOf(r.Name(at + 1))
	return r.Name(at) == "for" && (field == "epochs" || strings.HasPrefix(strings.ToLower(r.Name(at+1)), "epoch") || r.walks(at))
}

// dropNested drops the number of steps that a loop in a loop over epochs counts, unless they go through the data once. It offers
// epochs times steps, or the epochs as passes if the steps are not known.
func (r *reader) dropNested(said string, at int, x float64, ok bool) {
	if r.isEpoch(at) || r.isPass(at) || r.namesEpochLength(at) {
		return
	}
	r.dropSteps(said, "counts the steps of an epoch: enter the total number of steps")
	switch epochs, err := strconv.ParseFloat(r.values["epochs"].Value, 64); {
	case err != nil:
	case ok:
		total := run.FormatNumber(epochs * x)
		r.offer("T", total, r.values["epochs"].Said+" × "+said+" = "+total)
	default:
		r.offerPasses()
	}
}

// namesEpochLength reports whether a token names the steps of an epoch, or calls len.
func (r *reader) namesEpochLength(at int) bool {
	return source.Has(r.perEpoch, r.Name(at)) || source.Has(lexicon.EpochLengths, source.LastPart(r.Name(at))) || r.Called(at) == "len"
}

// progress recognises a progress line, Epoch 3/15, after a field's name: it leaves the field blank and offers the total.
func (r *reader) progress(named, field string, at, after int) bool {
	total, ok := r.Progress(at, after)
	if !ok || field != "epochs" && field != "T" {
		return false
	}
	said := named + source.Join(r.Tokens[at:after])
	r.withhold(said, field, "says how far a training was: enter how long it was in all")
	r.offer(field, run.FormatNumber(total), said)
	return true
}

// logged recognises a number printed beside results, Epoch 10 loss 0.31: it is no setting, only a least length (r.reached; see
// countSteps).
func (r *reader) logged(named, field string, at, after int) bool {
	said := at - 1
	if r.Is(said, ":") || r.Is(said, "=") {
		said--
	}
	first := r.LineOf(at)
	for r.Is(first, "[") || r.Word(first) == "train" || r.Word(first) == "training" {
		first++
	}
	if field != "epochs" && field != "T" || first != said || !source.Has(passing, r.Word(said)) {
		return false
	}
	for i := after; !r.Ends(i); i++ {
		value := i + 1
		if r.Is(value, ":") || r.Is(value, "=") {
			value++
		}
		printed := i == after || value < len(r.Tokens) && r.Tokens[value].Kind == source.Numeral
		if printed && source.HasAny(results, source.Segments(r.Name(i))) {
			x, _ := r.Part(at, after)
			if before, err := strconv.ParseFloat(r.reached.Value, 64); err != nil || x > before {
				r.reached = Taken{named + source.Join(r.Tokens[at:after]), field, run.FormatNumber(x)}
			}
			return true
		}
	}
	return false
}

// passing are words before the number of the current step or epoch, and results are the words for values printed beside it.
var (
	passing = strings.Fields("epoch step iteration iter")
	results = strings.Fields("loss acc accuracy error perplexity ppl auc time elapsed")
)
