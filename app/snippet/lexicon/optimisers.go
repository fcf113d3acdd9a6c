package lexicon

import (
	"strings"

	"lastiterate/app/snippet/source"
)

// adaptive are optimisers whose steps depend on earlier gradients.
const adaptive = "adam adamw adamax nadam radam adagrad adadelta rmsprop lamb lars lion yogi adafactor adabelief amsgrad novograd"

// Adaptives lists the names of adaptive optimisers.
var Adaptives = strings.Fields(adaptive)

// Optimiser returns the mark of an adaptive method that a value names: optim="paged_adamw_8bit".
func Optimiser(of, value string) (Mark, bool) {
	if !source.HasAny([]string{"optim", "optimizer", "optimiser", "type", "name"}, source.Segments(of)) {
		return Mark{}, false
	}
	for _, part := range source.Segments(value) {
		if source.Has(Adaptives, part) {
			return MarkOf(part, false)
		}
	}
	return Mark{}, false
}
