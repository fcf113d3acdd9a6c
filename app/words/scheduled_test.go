package words

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// The paragraph names what is scheduled, if that is known, and only the numbers that the schedule varies.
func TestScheduleIsOfWhatItIs(t *testing.T) {
	r := result()
	r.Statement, r.PublishedStatement = "The last iterate is private.", "All iterates are private."
	for _, c := range []struct {
		noise run.Convention
		of    string
		want  string
	}{
		{run.NoiseMultiplier, "the learning rate", "a schedule of the learning rate, as here; the learning rate does not count."},
		{run.IterateNoise, "the learning rate", "a schedule of the learning rate, as here; where it changes, the learning rate stated is the largest."},
		{run.NoiseMultiplier, "the noise", "a schedule of the noise, as here; where it changes, the noise multiplier stated is the smallest."},
		{run.NoiseMultiplier, "the clipping norm", "a schedule of the clipping norm, as here; where it changes, the clipping norm stated is the largest."},
		{run.NoiseMultiplier, "the learning rate and the noise", "a schedule of the learning rate and the noise, as here; where it changes, the noise multiplier " +
			"stated is the smallest; the learning rate does not count."},
		{run.NoiseMultiplier, "the learning rate and the noise and the clipping norm", "a schedule of the learning rate and the noise and the clipping norm, as here; where they " +
			"change, the noise multiplier stated is the smallest and the clipping norm the largest; the learning rate does not count."},
		{run.IterateNoise, "", "a schedule of the learning rate or the noise, as here; where they change, the noise stated is the " +
			"smallest, the clipping norm the largest and the learning rate the largest."},
	} {
		q := claim.Query{Run: theRun, Question: atDelta}
		q.Run.Noise = c.noise
		ds := Departures{Schedule}.Scheduled(c.of)
		if got := About(q, r, ds).Statement(); !strings.HasSuffix(got, "with "+c.want) {
			t.Errorf("%s, %s: %s", c.of, c.noise, got)
		}
	}
}

// Links list what is scheduled beside the schedule, and it is removed with the schedule.
func TestWhatASchedulesIsOfGoesWithIt(t *testing.T) {
	ds := Departures{Momentum, Schedule}.Scheduled("the noise")
	if got := ds.Names(); !slices.Equal(got, []string{"momentum", "schedule", "of-noise"}) {
		t.Errorf("a link would have %q", got)
	}
	if got := ds.With(Adam, true); got.Scheduling() != "the noise" || !got.Has(Adam) {
		t.Errorf("with another departure: %q", got)
	}
	if got := ds.With(Schedule, false); got.Scheduling() != "" || got.Has(Schedule) || !got.Has(Momentum) {
		t.Errorf("without the schedule: %q", got)
	}
	for names, of := range map[string]string{"schedule": "", "schedule~of-rate": "the learning rate", "momentum~schedule~of-clip-noise": "the clipping norm and the noise"} {
		got, unknown := Known(strings.Split(names, "~"))
		if got.Scheduling() != of || unknown != nil || strings.Join(got.Names(), "~") != names {
			t.Errorf("%s: of %q, unknown %q, again %q", names, got.Scheduling(), unknown, got.Names())
		}
	}
	if got, unknown := Known([]string{"of-rate"}); got != nil || unknown != nil {
		t.Errorf("without a schedule: %v, %v", got, unknown)
	}
	if got := (Departures{Momentum}).Scheduled("the noise"); len(got) != 1 {
		t.Errorf("without a schedule: %q", got)
	}
	if ds, unknown := Known([]string{"schedule", "of noise"}); !slices.Equal(unknown, []string{"of noise"}) || len(ds) != 1 {
		t.Errorf("of a link %q, unknown %q", ds, unknown)
	}
}
