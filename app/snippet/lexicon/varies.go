package lexicon

import (
	"strings"

	"lastiterate/app/snippet/source"
)

// The quantities that a schedule without a field may change.
const (
	OfRate  = "the learning rate"
	OfNoise = "the noise"
	ofClip  = "the clipping norm"
)

// Varies is the quantity that a schedule of this name changes; empty if the name does not show it.
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

// VariesApart is the quantity that a schedule of this name changes, if the name shows that it is not the learning rate.
func VariesApart(named string) (of string, ok bool) {
	of = Varies(named)
	return of, of == OfNoise || of == ofClip
}

// ofRates are parts of names of schedules of the learning rate.
var ofRates = strings.Fields("lr learning rates warmup annealing sgdr decay cosine plateau param")
