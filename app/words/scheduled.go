package words

import (
	"slices"
	"strings"

	"lastiterate/bounds/run"
)

// ofWhat is the prefix of a member of Departures that says what is scheduled, if that is known. Links do not contain it.
const ofWhat = "of "

// Scheduled adds what is scheduled to the departures, such as "the learning rate and the noise".
func (ds Departures) Scheduled(of string) Departures {
	if of == "" || !ds.Has(Schedule) {
		return ds
	}
	return append(slices.Clip(ds), Departure(ofWhat+of))
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
