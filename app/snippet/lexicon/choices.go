package lexicon

import (
	"slices"
	"strings"

	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// choice is a choice of a run, and the words that make it.
type choice struct {
	Words, Field, Value string
}

// Choices are tried in this order; words that are part of longer ones come after those.
var Choices = []choice{
	{"full batch", "scheme", string(run.Full)}, {"full-batch", "scheme", string(run.Full)}, {"fullbatch", "scheme", string(run.Full)},
	{"fixed order", "scheme", string(run.Cyclic)}, {"cyclic", "scheme", string(run.Cyclic)},
	{"shuffled once", "scheme", string(run.ShuffleOnce)}, {"shuffle once", "scheme", string(run.ShuffleOnce)},
	{"reshuffle", "scheme", string(run.Reshuffle)}, {"shuffle", "scheme", string(run.Reshuffle)},
	{"without replacement", "scheme", string(run.WithoutReplacement)},
	{"random allocation", "scheme", string(run.Allocation)}, {"balls in bins", "scheme", string(run.Allocation)},
	{"balls-in-bins", "scheme", string(run.Allocation)},
	{"poisson", "scheme", string(run.Poisson)},
	{"replace one", "adjacency", string(run.Replace)}, {"replace-one", "adjacency", string(run.Replace)},
	{"substitut", "adjacency", string(run.Replace)},
	{"zero out", "adjacency", string(run.ZeroOut)}, {"zero-out", "adjacency", string(run.ZeroOut)},
	{"zeroed out", "adjacency", string(run.ZeroOut)},
	{"add or remove", "adjacency", string(run.AddRemove)}, {"add/remove", "adjacency", string(run.AddRemove)},
	{"add-remove", "adjacency", string(run.AddRemove)}, {"add-or-remove", "adjacency", string(run.AddRemove)},
	{"strongly convex", "loss", string(run.StronglyConvex)}, {"weakly convex", "loss", string(run.WeaklyConvex)},
	{"non-convex", "loss", string(run.Smooth)}, {"nonconvex", "loss", string(run.Smooth)}, {"non convex", "loss", string(run.Smooth)},
	{"hinge loss", "loss", string(run.Convex)}, {"absolute loss", "loss", string(run.Convex)},
	{"quantile loss", "loss", string(run.Convex)},
	{"pinball loss", "loss", string(run.Convex)},
	{"support vector machine", "loss", string(run.Convex)}, {"not smooth", "smoothness", "inf"},
	{"logistic regression", "loss", string(run.Convex)}, {"linear regression", "loss", string(run.Convex)},
	{"convex", "loss", string(run.Convex)},
	{"never clipped", "clipping", string(run.ClippingNever)}, {"differences bounded, of any two", "clipping",
		string(run.ClippingDifferenceAll)}, {"differences bounded", "clipping", string(run.ClippingDifference)},
	{"clipped glm", "clipping", string(run.ClippingGLM)},
	{"no projection", "diameter", "inf"}, {"unprojected", "diameter", "inf"},
}

// NotSmooth lists the words for losses that have no smoothness.
var NotSmooth = []string{"hinge loss", "absolute loss", "quantile loss", "pinball loss", "support vector machine"}

// denials are words that deny the choice after them: no Poisson sampling, --no-shuffle.
var denials = strings.Fields("no not non without never disable disabled")

// Denied reports whether words before or after a choice deny it: use no Poisson sampling, shuffling is not used.
func Denied(before, after []string) bool {
	last := len(before) - 1
	if last > 0 && source.Has([]string{"a", "any", "the", "use", "using", "be", "is"}, before[last]) {
		last--
	}
	later := after[:min(len(after), 3)]
	return last >= 0 && source.Has(denials, before[last]) || source.HasAny([]string{"not", "off", "false", "none", "disabled"}, later)
}

// Chooses reports whether words make a choice, so that they are read without a value: batches: Poisson.
func Chooses(words string) bool {
	return slices.ContainsFunc(Choices, func(c choice) bool { return strings.Contains(strings.ToLower(words), c.Words) })
}
