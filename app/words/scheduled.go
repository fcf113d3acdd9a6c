package words

import (
	"slices"
	"strings"

	"lastiterate/bounds/run"
)

// ofWhat is the prefix of a member of Departures that says what is scheduled, if that is known.
const ofWhat = "of "

// varied lists what a schedule may change, with the names that links join after ofLink.
var varied = []struct{ name, of string }{{"rate", "the learning rate"}, {"clip", "the clipping norm"}, {"noise", "the noise"}}

// ofLink begins the member of a link's departures that says what is scheduled: "of-rate-noise".
const ofLink = "of"

// Scheduled replaces what is scheduled in the departures, such as "the learning rate and the noise"; empty if that is not known.
func (ds Departures) Scheduled(of string) Departures {
	ds = slices.DeleteFunc(slices.Clone(ds), func(d Departure) bool { return strings.HasPrefix(string(d), ofWhat) })
	if of == "" || !ds.Has(Schedule) {
		return ds
	}
	return append(ds, Departure(ofWhat+of))
}

// ofName returns what is scheduled as links list it; nil if that is not known.
func (ds Departures) ofName() []string {
	of, name := strings.Split(ds.Scheduling(), " and "), ofLink
	for _, v := range varied {
		if slices.Contains(of, v.of) {
			name += "-" + v.name
		}
	}
	if name == ofLink {
		return nil
	}
	return []string{name}
}

// ofNamed reads what ofName returns; empty for another name.
func ofNamed(name string) string {
	parts := strings.Split(name, "-")
	var of []string
	for _, v := range varied {
		if parts[0] == ofLink && slices.Contains(parts[1:], v.name) {
			of = append(of, v.of)
		}
	}
	return strings.Join(of, " and ")
}

// Scheduling is what is scheduled; empty if that is not known.
func (ds Departures) Scheduling() string {
	if len(ds) == 0 {
		return ""
	}
	of, known := strings.CutPrefix(string(ds[len(ds)-1]), ofWhat)
	if !known {
		return ""
	}
	return of
}

// OfRate reports whether a schedule is ticked that changes the learning rate, or of which that is not known.
func (ds Departures) OfRate() bool {
	of := ds.Scheduling()
	return ds.Has(Schedule) && (of == "" || strings.Contains(of, "rate"))
}

// WithRate ticks or unticks a schedule of the learning rate; one of other quantities stays.
func (ds Departures) WithRate(on bool) Departures {
	rate := varied[0].of
	of := slices.DeleteFunc(strings.Split(ds.Scheduling(), " and "), func(name string) bool { return name == "" || name == rate })
	if on {
		of = append(of, rate)
	}
	return ds.With(Schedule, len(of) > 0).Scheduled(strings.Join(of, " and "))
}

// condition describes a departure as the condition under which a bound holds.
func (ds Departures) condition(d Departure, text string) string {
	if of := ds.Scheduling(); d == Schedule && of != "" {
		return "a schedule of " + of
	}
	return text
}

// stated says which values of a schedule the run must state for the bound to hold; empty if there is no schedule.
func (s Subject) stated() string {
	if !s.Departures.Has(Schedule) {
		return ""
	}
	of, onGradient := s.Departures.Scheduling(), s.Run.Noise.OnGradient()
	var musts []string
	must := func(name, extreme string) {
		is := " stated is the "
		if musts != nil {
			is = " the "
		}
		musts = append(musts, "the "+name+is+extreme)
	}
	if of == "" || strings.Contains(of, "noise") {
		noise := "noise"
		if s.Run.Noise == run.NoiseMultiplier {
			noise = "noise multiplier"
		}
		must(noise, "smallest")
	}
	if of == "" || strings.Contains(of, "norm") {
		must("clipping norm", "largest")
	}
	rate := of == "" || strings.Contains(of, "rate")
	if rate && !onGradient {
		must("learning rate", "largest")
	}
	text, last := "", len(musts)-1
	switch {
	case last == 0:
		text = "; where it changes, " + musts[0]
	case last > 0:
		text = "; where they change, " + strings.Join(musts[:last], ", ") + " and " + musts[last]
	}
	if rate && onGradient {
		text += "; the learning rate does not count"
	}
	return text
}
