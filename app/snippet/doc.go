// Package snippet reads a training run out of text that people have at hand: the
// constructor arguments of Opacus, TensorFlow Privacy and JAX Privacy, lines such
// as "eta = 0.1", phrases such as "15 epochs, batch 256", JSON, and links of the
// calculator. It runs nothing and sends nothing; what it could not use it lists.
//
// A text that describes a training gets no number of its run from anywhere else: what it
// does not say stays blank, and what the fields cannot say is listed first (marks.go).
// Only what changes no ε, or is how the named library itself counts, is assumed.
//
// Nor is one chosen of two values that a text gives a field on which ε depends: neither counts, and both are offered (sizes.go,
// disagree). What a command line or the text itself sets options to counts (options.go), and their defaults are said to be
// defaults (defaults.go). What repeats a training leaves its length open (repeated.go); so does the dataset's size what takes a
// part of the data (doubts.go).
//
// From text to fields, each package knows only those above it:
//
//	source     tokens, lines, brackets, calls: how a text is built
//	lexicon    what names mean: fields, choices, libraries' calls, doubts
//	numbers    what expressions are worth, with the names that are given numbers
//	schedule   the calls of libraries that change the learning rate
//	preset     the runs to start from, where the text leaves conventions open
//	snippet    what the text says of the run
//
// The passes are those of the function read: the data's size, words about what is released, the settings from the first to the
// last, then what repeats and what only defaults say. The method reading puts them together.
//
// Reading ends in the text of a link, which package link decodes: so whatever the
// text, the state is valid, and what does not fit is said beside its name.
package snippet
