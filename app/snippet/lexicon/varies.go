package lexicon

import (
	"strings"

	"lastiterate/app/snippet/source"
)

// What a schedule that no field says is of.
const (
	OfRate  = "the learning rate"
	OfNoise = "the noise"
	ofClip  = "the clipping norm"
)

// Varies is what a schedule of a name changes; empty where the name does not say.
func Varies(named string) string {
	named, _, _ = strings.Cut(named, "(")
	named, _, _ = strings.Cut(named, " ")
	parts := source.Segments(named)
	switch {
	case source.HasAny([]string{"noise", "sigma"}, parts):
		return OfNoise
	case source.HasAny([]string{"clip", "clipping"}, parts):
		return ofClip
	case source.HasAny([]string{"weight", "momentum"}, parts):
	case source.HasAny(ofRates, parts), strings.HasSuffix(named, "LR"):
		return OfRate
	}
	return ""
}

// VariesApart is what a schedule of a name changes, where the name says that it is not the learning rate.
func VariesApart(named string) (of string, ok bool) {
	of = Varies(named)
	return of, of == OfNoise || of == ofClip
}

// ofRates are parts of names of what changes the learning rate.
var ofRates = strings.Fields("lr learning rates warmup annealing sgdr decay cosine plateau param")
