package form

import (
	"strings"

	"lastiterate/bounds/run"
)

// Brief divides a field's help into its first sentence, which is always shown, and the rest, which is folded away and may
// be empty.
func Brief(help string) (line, rest string) {
	line, rest, found := strings.Cut(help, ". ")
	if found {
		line += "."
	}
	return line, rest
}

// More is the text of the button that opens the rest of a help.
const More = "more"

// Page returns the page of the documentation about a field, to which the rest of the field's help leads: its address relative to
// the calculator, and its title. Both are empty if there is no such page.
func Page(name string) (address, title string) {
	if name == "scheme" {
		return "docs/loader.html", "Which loader am I?"
	}
	return "", ""
}

// HelpOf returns the text below a field in the form: Help or, if the scheme fixes the field's value so that it cannot be edited, what
// to change first.
func HelpOf(r run.Run, name string) string {
	if name == "b" && r.Scheme.UsesAll() {
		return "A full batch holds every example. Choose other batches to set it."
	}
	return Help(r, name)
}

// Help returns a few sentences that say what the named field means for the run and where its number is found in a
// training script. The first sentence is a summary; see Brief. Text between backquotes is code. Help is empty for
// a name that is not in the form.
func Help(r run.Run, name string) string {
	if e := entryOf(name); e.help != nil {
		return e.help(r)
	}
	return ""
}

// Sampled returns the help of b for a script whose data loader Opacus replaces by a sampling one. It says why b is not the script's
// batch size; its first sentence, which is never folded, says so alone. batches is the number of the loader's batches and b the
// mean batch size, both as numbers in text.
func Sampled(batches, b string) string {
	return "Not `batch_size`: Opacus samples at 1/" + batches + ". This rate is 1/`len(loader)`, so b is n/" + batches +
		", rounded up to " + b + "."
}

// Awaits begins the help of a blank field that follows from a part of the script once the dataset size is known.
func Awaits(said string) string { return "From `" + said + "`, once the dataset size is known. " }

func clipHelp(c run.Clipping) string {
	switch c {
	case run.ClippingActive, run.ClippingGLM:
		return "`max_grad_norm`, `l2_norm_clip`. These are the names of Opacus and TensorFlow Privacy; JAX Privacy has `clipping_norm`."
	case run.ClippingNever:
		return "No example’s gradient is longer on the domain."
	case run.ClippingDifference:
		return "Bounds a gradient difference. The differing example’s two gradients are at most κ times this apart."
	case run.ClippingDifferenceAll:
		return "Bounds a gradient difference. The gradients of any two examples are at most κ times this apart."
	}
	panic(run.Unknown(c))
}

func noiseHelp(c run.Convention) string {
	switch c {
	case run.IterateNoise:
		return "The standard deviation on every weight, each step."
	case run.GradientNoise:
		return "w −= lr · (gradient + σ_DP · `randn`). The gradient is the batch’s mean."
	case run.LangevinNoise:
		return "w −= lr · gradient, plus √(2 lr) · σ_LD · `randn`."
	case run.NoiseMultiplier:
		return "`noise_multiplier`: z · C on the summed gradient. Opacus and TensorFlow Privacy call it that; papers on DP-SGD often " +
			"call it σ."
	}
	panic(run.Unknown(c))
}

func classHelp(c run.Class) string {
	switch c {
	case run.Smooth:
		return "Neural networks with smooth activations. Gradients change at most L times as fast as the weights."
	case run.Convex:
		return "Regression without a regulariser, and SVMs. Linear and logistic regression are smooth, support vector machines are not."
	case run.StronglyConvex:
		return "Regression with an L2 regulariser. The loss is convex, smooth and curved everywhere."
	case run.WeaklyConvex:
		return "Smooth, and convex once a little curvature w is added."
	case run.Holder:
		return "Gradients are (L, λ)-Hölder continuous."
	}
	return ""
}

func smoothnessHelp(r run.Run) string {
	switch {
	case r.Nonsmooth():
		return "Hinge and absolute losses have none. Their gradients jump, and so do those of quantile losses."
	case r.Clipping == run.ClippingGLM:
		return "The unregularised loss’s plus the regulariser’s."
	case r.Loss == run.Holder:
		return "Gradients at x and y differ by at most L‖x − y‖^λ."
	}
	return "Largest curvature of a single example’s loss. Logistic regression on features of length ℓ has ℓ²/4, plus the regulariser."
}

func tuningHelp(t run.Tuning) string {
	switch t {
	case run.Geometric, run.Logarithmic, run.NegativeBinomial, run.PoissonTuning:
		return "The number of runs follows this distribution. It is drawn in advance, as are the runs’ settings, without looking " +
			"at the data. The best run is chosen from the runs’ outputs alone."
	case run.FixedTuning:
		return "All runs count, as if all were released. Their number is known."
	case run.NoTuning, "":
	}
	return "This run was not chosen from several. Neither it nor its settings were chosen by runs on the private data."
}

func runsHelp(r run.Run) string {
	if r.Tuning == run.FixedTuning {
		return "Runs on the private data, including the released one."
	}
	return "Runs on the private data, on average."
}

func clippingHelp(r run.Run) string {
	switch r.Clipping {
	case run.ClippingActive:
		return "Per-example gradients may have any length." + clippingCost(r)
	case run.ClippingNever:
		return "The loss is C-Lipschitz: clipping never acts. That holds on the whole domain."
	case run.ClippingGLM:
		return "A linear model with one output. The unregularised gradient is clipped, then the regulariser’s is added, once per step " +
			"whatever the batch. If each sampled example adds its own share of it, choose “norm at most C” and include the share in C."
	case run.ClippingDifference:
		return "Nothing is clipped. The differing example’s two gradients are at most κC apart, and the others’ are not bounded."
	case run.ClippingDifferenceAll:
		return "Nothing is clipped. Any two examples’ gradients are at most κC apart, and one that is absent or zeroed counts as 0."
	}
	return ""
}

// clippingCost says what clipping costs under an assumption on the curvature; empty for classes without one.
func clippingCost(r run.Run) string {
	switch r.Loss {
	case run.Smooth, run.Holder:
	case run.Convex:
		if r.Nonsmooth() {
			return " Clipping has a price: clipped gradients of a convex loss are not gradients of a convex loss, except for linear " +
				"models, and a step may add 2ηC to a distance."
		}
		return " Clipping has a price: a step may stretch distances by a factor of 2/√(4 − ηL), about 1 + ηL/8, where an unclipped step " +
			"would not stretch them."
	case run.StronglyConvex:
		return " Clipping has a price: it takes the contraction away, and a step may even stretch distances a little."
	case run.WeaklyConvex:
		return " Clipping has a price: a step may stretch distances by more than a factor of 1 + ηw."
	}
	return ""
}
