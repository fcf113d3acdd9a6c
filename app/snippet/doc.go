// Package snippet reads a training run out of text that people have at hand: the
// constructor arguments of Opacus, TensorFlow Privacy and JAX Privacy, lines such
// as "eta = 0.1", phrases such as "15 epochs, batch 256", JSON, and links of the
// calculator. It runs nothing and sends nothing; what it could not use it lists.
//
// A text that describes a training gets no number of its run from anywhere else: what it
// does not say stays blank, and what the fields cannot say is listed first (marks).
// Only what changes no ε, or is how the named library itself counts, is assumed.
//
// Reading ends in the text of a link, which package link decodes: so whatever the
// text, the state is valid, and what does not fit is said beside its name.
package snippet
