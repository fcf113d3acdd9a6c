package state

import (
	"slices"
	"testing"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
)

// The optimiser is a field of the form, and the same departures as the ticks under “What this covers”.
func TestOptimiserIsADeparture(t *testing.T) {
	m := New(figure1)
	for _, c := range []struct {
		option string
		want   []string
	}{
		{form.Momentum, []string{"momentum"}}, {form.Adam, []string{"adam"}}, {form.SGD, nil},
	} {
		if m = do(m, Choose{form.Optimiser, c.option}); !slices.Equal(m.View.Differs, c.want) || m.Text(form.Optimiser) != c.option {
			t.Errorf("of the option %s the link says %v, and the field %s", c.option, m.View.Differs, m.Text(form.Optimiser))
		}
		if back := Opened(figure1, link.Encode(m.State)); back.Text(form.Optimiser) != c.option {
			t.Errorf("through a link the option %s becomes %s", c.option, back.Text(form.Optimiser))
		}
	}
	if m = do(m, Depart{words.Adam, true}); m.Text(form.Optimiser) != form.Adam {
		t.Errorf("of a tick the field shows %s", m.Text(form.Optimiser))
	}
	if m.Run != figure1.Run {
		t.Errorf("the run is %+v, want it as it was", m.Run)
	}
}

// A schedule of the learning rate that the form has no shape for is an option of its field. A schedule of the noise is not.
func TestOtherScheduleIsADeparture(t *testing.T) {
	opened := func(differs string) Model {
		return Opened(figure1, link.Encode(figure1)+"&schedule=cosine&differs="+differs)
	}
	m := opened("")
	if m = do(m, Choose{"schedule", form.OtherSchedule}); m.Text("schedule") != form.OtherSchedule || falls(m.Run) ||
		!m.Departures().OfRate() {
		t.Errorf("the field shows %s, and the run has %q", m.Text("schedule"), m.Run.Schedule)
	}
	if m = do(m, Choose{"schedule", string(run.LinearFall)}, Type{"schedule_final", "0"}); m.View.Differs != nil || m.Text("schedule") != "linear" {
		t.Errorf("of a shape that the form has the link says %v, and the field shows %s", m.View.Differs, m.Text("schedule"))
	}
	if m = opened("schedule~of-rate"); m.Text("schedule") != "cosine" {
		t.Errorf("a shape that is nearly the script’s is shown as %s", m.Text("schedule"))
	}
	m = do(opened("schedule~of-noise"), Choose{"schedule", string(run.ConstantRate)})
	if m.Text("schedule") != "constant" || !slices.Equal(m.View.Differs, []string{"schedule", "of-noise"}) {
		t.Errorf("of a schedule of the noise the field shows %s, and the link says %v", m.Text("schedule"), m.View.Differs)
	}
	m = do(m, Choose{"schedule", form.OtherSchedule}, Choose{"schedule", "cosine"})
	if !slices.Equal(m.View.Differs, []string{"schedule", "of-noise"}) {
		t.Errorf("the schedule of the noise became %v", m.View.Differs)
	}
}

// Stands names the field that shows a departure, and none for those that no field shows.
func TestStands(t *testing.T) {
	m := Opened(figure1, link.Encode(figure1)+"&differs=momentum~averaging~stopping")
	for departure, want := range map[string]string{"momentum": form.Optimiser, "averaging": "release", "stopping": "", "adam": ""} {
		if field, _, ok := Stands(m.State, departure); ok != (want != "") || ok && field != want {
			t.Errorf("%s stands in %q (%v), want %q", departure, field, ok, want)
		}
	}
}
