package state

import (
	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
)

// options are the departures that the form shows as options of its choices.
var options = []struct {
	field, option string
	departure     words.Departure
}{
	{"loss", form.UnknownLoss, words.Unknown},
	{"release", form.Averaged, words.Averaging},
	{"schedule", form.OtherSchedule, words.Schedule},
	{form.Optimiser, form.Adam, words.Adam},
	{form.Optimiser, form.Momentum, words.Momentum},
}

// departing is the option of a choice that shows a departure of the training; empty if its own value is shown. A schedule that
// the run holds stands for one that is nearly it.
func (m Model) departing(field string) string {
	for i := range options {
		o := &options[i]
		if o.field != field || !m.Ticked().Has(o.departure) {
			continue
		}
		if field != "schedule" || m.Ticked().OfRate() && !falls(m.Run) {
			return o.option
		}
	}
	if field == form.Optimiser {
		return form.SGD
	}
	return ""
}

// falls reports whether the run states a schedule that lowers the learning rate.
func falls(r run.Run) bool { return r.Schedule != "" && r.Schedule != run.ConstantRate }

// Stands returns the choice of the form that shows a departure of the state, and the option it has; ok is false if none does.
func Stands(s link.State, departure string) (field, option string, ok bool) {
	m := Model{State: s}
	for i := range options {
		if o := &options[i]; string(o.departure) == departure {
			option = m.Text(o.field)
			held := o.departure == words.Schedule && m.Ticked().OfRate() && falls(m.Run)
			return o.field, option, option == o.option || held
		}
	}
	return "", "", false
}

// choose ticks and unticks the departures that are options of a choice, and reports whether the option chosen is one of them, or
// the field is only made of such.
func (m Model) choose(field, option string) (chosen Model, done bool) {
	departures := m.noted()
	done = field == form.Optimiser
	for i := range options {
		o := &options[i]
		switch on := o.option == option; {
		case o.field != field:
			continue
		case o.departure == words.Schedule:
			departures = departures.WithRate(on)
			done = done || on
		default:
			departures = departures.With(o.departure, on)
			done = done || on
		}
	}
	m.View.Differs = departures.Names()
	if !done {
		return m, false
	}
	m = m.drop(field)
	if option == form.OtherSchedule && falls(m.Run) {
		m.Run.Schedule = ""
	}
	return m.Left().askConstants(), true
}
