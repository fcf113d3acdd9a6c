package words

import (
	"strconv"

	"lastiterate/app/form"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// What is said of single changes that lower ε.
const (
	AskLower  = "What would lower ε?"
	leversOf  = "single changes we tried (one input halved or doubled, or a domain given)"
	Lower     = "Of the " + leversOf + ", " + LowerMost
	LowerMost = "these lower ε most:"
	NoneLower = "None of the " + leversOf + " lowers ε by 1 % or more."
)

// Tried says how many of some changes are tried so far, while that goes on and if it was stopped, and what is said of those
// found; empty once all are.
func Tried(running bool, done, of, found int, these string) string {
	text, end := "Stopped after "+strconv.Itoa(done)+" of "+strconv.Itoa(of)+" single changes", "."
	switch {
	case running:
		text = "Trying single changes: " + strconv.Itoa(done) + " of " + strconv.Itoa(of) + " tried"
	case done == of:
		return ""
	}
	if found > 0 {
		end = "; so far " + these
	}
	return text + end
}

// Levers are single changes of a run that may lower its ε: twice the noise; half the iterations, the learning rate or
// the domain, or one that ten steps cross where none is given; and the batch size halved where ε grows with it,
// doubled where it falls. Constants of the loss are facts and not among them. inEpochs states the iterations in epochs,
// which a batch size then keeps.
func Levers(r run.Run, inEpochs bool) (list []protocol.Change) {
	add := func(field string, value float64) {
		list = append(list, protocol.Change{Field: field, Value: run.FormatNumber(value)})
	}
	add("sigma", 2*r.Sigma)
	add("eta", r.Eta/2)
	if epochs := r.T / r.EpochSteps(); !inEpochs && r.T > 1 {
		add("T", float64(r.T/2))
	} else if inEpochs && epochs > 1 {
		add(form.Epochs, float64(epochs/2))
	}
	if r.Bounded() {
		add("diameter", r.Diameter/2)
	} else {
		add("diameter", run.Digits(10*r.Steps().Peak().Reach(), 1))
	}
	switch {
	case r.Scheme.UsesAll():
	case !r.GrowsWithBatch() && 2*r.B <= r.N:
		add("b", float64(2*r.B))
	case r.GrowsWithBatch() && r.B > 1:
		add("b", float64(r.B/2))
	}
	return list
}
