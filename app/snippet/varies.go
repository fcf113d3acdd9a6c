package snippet

import "strings"

// What a schedule that no field says is of.
const (
	ofRate  = "the learning rate"
	ofNoise = "the noise"
	ofClip  = "the clipping norm"
)

// someSchedule is said of a schedule of nobody knows what.
const someSchedule = "a schedule" + onlyFor + "the smallest noise and the largest clipping norm and learning rate in it"

// hearSchedule notes what a schedule is of, and says why it leaves only composition.
func (r *reader) hearSchedule(said string, m mark) (why string) {
	of := m.of
	if of == "" {
		of = varies(said)
	}
	if !has(r.schedules, of) {
		r.schedules = append(r.schedules, of)
	}
	rest, some := strings.CutPrefix(m.why, someSchedule)
	if !some || of == "" {
		return m.why
	}
	extreme := "largest"
	if of == ofNoise {
		extreme = "smallest"
	}
	return "a schedule of " + of + onlyFor + "the " + extreme + strings.TrimPrefix(of, "the") + " in it" + rest
}

const onlyFor = ": only composition holds, for "

// rateless says of schedules what composition takes of them where the noise is on the gradient: the learning
// rate scales both, and does not count.
func (r *reader) rateless() {
	for i := range r.unheard {
		why := &r.unheard[i].Why
		*why = strings.Replace(*why, onlyFor+"the largest learning rate in it",
			": only composition holds, and it does not depend on the learning rate", 1)
		*why = strings.Replace(*why, "clipping norm and learning rate in it", "clipping norm in it, whatever the learning rate", 1)
	}
}

// varies is what a schedule of a name changes; empty where the name does not say.
func varies(named string) string {
	named, _, _ = strings.Cut(named, "(")
	named, _, _ = strings.Cut(named, " ")
	parts := segmentsOf(named)
	switch {
	case hasAny([]string{"noise", "sigma"}, parts):
		return ofNoise
	case hasAny([]string{"clip", "clipping"}, parts):
		return ofClip
	case hasAny([]string{"weight", "momentum"}, parts):
	case hasAny(ofRates, parts), strings.HasSuffix(named, "LR"):
		return ofRate
	}
	return ""
}

// variesApart is what a schedule of a name changes, where the name says that it is not the learning rate.
func variesApart(named string) (of string, ok bool) {
	of = varies(named)
	return of, of == ofNoise || of == ofClip
}

// ofRates are parts of names of what changes the learning rate.
var ofRates = strings.Fields("lr learning rates warmup annealing sgdr decay cosine plateau param")
