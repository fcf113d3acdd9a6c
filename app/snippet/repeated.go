package snippet

import (
	"slices"
	"strconv"
	"strings"

	"lastiterate/bounds/run"
)

// training is a loop or a call that goes through the data.
type training struct {
	at     int    // its token
	said   string // "range(15)"
	epochs float64
	known  bool // the number of epochs
}

// moreThanOnce is said where a text goes through the data again, and its parts are not known to be alike.
const moreThanOnce = "is repeated, or the text trains more than once: enter the total number of steps"

// repetitions finds trainings that the text repeats in a way that no field says, and takes the number of steps back.
func (r *reader) repetitions() {
	r.fits()
	total, known := 0.0, true
	for _, t := range r.trainings {
		total, known = total+t.epochs, known && t.known
		if r.inLoop(t.at) {
			r.again(t.said, moreThanOnce)
			if t.known {
				r.offer("epochs", run.FormatNumber(t.epochs), t.said+", once")
			}
		}
	}
	if len(r.trainings) > 1 {
		r.again(r.trainings[0].said+", "+r.trainings[1].said, moreThanOnce)
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
	for i := range r.in {
		r.kept(i)
		switch called := r.called(i); {
		case mentioned(r.name(i)[strings.LastIndexByte(r.name(i), '.')+1:]) && called != "" && !r.conditional(i):
			if engines++; engines == 2 {
				r.again(r.name(i)+"(…), twice", "several trainings may use the same data: enter the total number of steps")
			}
		case called == "repeat" && r.sampling.pipeline:
			if x, after, ok := r.value(i + 2); ok && x != 1 && r.is(after, ")") {
				r.again(r.name(i)+"("+run.FormatNumber(x)+")", "repeats the data in each epoch: enter the total number of steps")
			}
		case r.name(i) == "for":
			r.counts(i)
		case called == "step" && hasAny(ofOptimisers, segmentsOf(r.name(i))):
			r.stepped(i)
		}
	}
}

var ofOptimisers = strings.Fields("opt optim optimizer optimiser")

// again takes back the number of steps.
func (r *reader) again(said, why string) {
	if !has(r.blanks, "T") || r.kinds[why] == 0 {
		r.hear(said, mark{blank: "T", why: why})
	}
}

// fits notes the calls that train, with the number of epochs that they are given.
func (r *reader) fits() {
	for i := range r.in {
		if after, other := r.apart(i); other && after > i {
			continue
		}
		if r.called(i) != "fit" || !strings.Contains(r.name(i), ".") && !r.is(i-1, ".") {
			continue
		}
		at := r.argument(i+2, -1, "epochs")
		if at < 0 {
			continue // of something else, or for one epoch: StandardScaler().fit(x)
		}
		x, _, ok := r.value(at)
		r.trainings = append(r.trainings, training{i, "fit(epochs = " + run.FormatNumber(x) + ")", x, ok})
	}
	slices.SortFunc(r.trainings, func(a, b training) int { return a.at - b.at })
}

// trainsIn reports whether the block that a statement at a token begins trains: it takes steps, or calls what does.
func (r *reader) trainsIn(at int) bool {
	at = r.lineOf(at)
	for i := at; i < min(r.block(at), len(r.in)); i++ {
		if r.is(i+1, "(") && hasAny(ofTraining, segmentsOf(r.name(i))) {
			return true
		}
	}
	return false
}

var ofTraining = strings.Fields("step backward train fit update learn grad gradients")

// inLoop reports whether a loop of the text has a token's statement in it; the statement itself may be one.
func (r *reader) inLoop(at int) bool {
	for at = r.around(at); at >= 0; at = r.around(at) {
		if named := r.name(at); named == "while" || named == "for" && !r.once(at) {
			return true
		}
	}
	return false
}

// once reports whether a loop runs once: for _ in range(args.n_runs), whose default is 1.
func (r *reader) once(at int) bool {
	for i, end := at, r.headEnd(at); i < end; i++ {
		if r.called(i) == "range" {
			x, after, ok := r.value(i + 2)
			r.defaulted = r.defaulted || ok && x == 1 && r.ofOptions(i+2, after)
			return ok && x == 1 && r.is(after, ")")
		}
	}
	return false
}

// stepped looks at the conditions around a step of an optimiser: one on a remainder accumulates batches.
func (r *reader) stepped(at int) {
	for at = r.around(at); at >= 0; at = r.around(at) {
		if end := r.headEnd(at); r.name(at) == "if" && slices.ContainsFunc(r.in[at:end], func(t token) bool { return isSign(t, "%") }) {
			r.hear(text(r.in[at:end]), mark{blank: "b", why: accumulates})
		}
	}
}

// around is the first token of the statement whose block has the one of a token; negative where there is none.
func (r *reader) around(at int) int {
	at = r.lineOf(at)
	column := r.in[at].column
	for at--; at >= 0; at-- {
		if r.name(at) != "" && r.begins(at) && r.in[at].column < column {
			return at
		}
	}
	return -1
}

// headEnd is the token that ends the first line of a statement, its colon.
func (r *reader) headEnd(at int) int {
	for at < len(r.in) && !r.is(at, ":") && r.in[at].kind != line {
		at++
	}
	return at
}

// counts looks at a loop that only counts, for _ in range(5): within a loop over epochs it repeats what it trains, unless it goes
// through the data once.
func (r *reader) counts(at int) {
	if r.name(at) != "for" || !r.begins(at) || r.countsEpochs(at) || !r.trainsIn(at) {
		return
	}
	within := false
	for outer := r.around(at); outer >= 0; outer = r.around(outer) {
		within = within || r.countsEpochs(outer)
	}
	end := r.headEnd(at)
	batches := slices.ContainsFunc(r.in[at:end], func(t token) bool {
		return hasAny([]string{"batch", "batches", "loader", "iters", "iterations", "steps", "step"}, segmentsOf(t.text))
	})
	for i := at; i < end && within && !batches; i++ {
		if r.called(i) != "range" {
			continue
		}
		x, after, ok := r.value(i + 2)
		if !r.is(after, ",") && !(ok && x == 1) && !r.isPass(i+2) && !r.isEpoch(i+2) {
			r.again(text(r.in[at:end]), "repeats steps: enter the total number of steps")
		}
	}
}

// countsEpochs reports whether a statement is a loop over epochs.
func (r *reader) countsEpochs(at int) bool {
	field, _ := fieldOf(r.name(at + 1))
	return r.name(at) == "for" && (field == "epochs" || strings.HasPrefix(strings.ToLower(r.name(at+1)), "epoch"))
}

// nested takes back the number of steps where a loop that counts them is in one that counts epochs, unless it goes through the
// data once.
func (r *reader) nested(said string, at int, x float64, ok bool) {
	if r.isEpoch(at) || r.isPass(at) || r.ofEpoch(at) {
		return
	}
	r.again(said, "counts the steps of an epoch: enter the total number of steps")
	if epochs, err := strconv.ParseFloat(r.values["epochs"].Value, 64); err == nil && ok {
		total := run.FormatNumber(epochs * x)
		r.offer("T", total, r.values["epochs"].Said+" × "+said+" = "+total)
	}
}

// ofEpoch reports whether the name at a token is of the steps of an epoch.
func (r *reader) ofEpoch(at int) bool {
	return has(r.perEpoch, r.name(at)) || has(epochLengths, lastPart(r.name(at))) || r.called(at) == "len"
}
