package session_test

import (
	"testing"

	"lastiterate/app/form"
	"lastiterate/app/session"
	"lastiterate/app/state"
)

// What an edit of a control means.
func TestMeaning(t *testing.T) {
	for _, c := range []struct {
		made form.Edit
		want state.Action
	}{
		{form.Edit{Name: "eta", Text: "0.1", On: true}, state.Type{Field: "eta", Text: "0.1"}},
		{form.Edit{Name: "scheme", Text: "cyclic"}, state.Choose{Field: "scheme", Value: "cyclic"}},
		{form.Edit{Name: form.Unbounded, Text: "on", On: true}, state.Project{On: false}},
		{form.Edit{Name: form.Unbounded, Text: "on"}, state.Project{On: true}},
		{form.Edit{Name: form.NotSmooth, Text: "on", On: true}, state.Smooth{On: false}},
		{form.Edit{Name: form.Kind, Text: form.Alpha, On: true}, state.Ask{Alpha: true}},
		{form.Edit{Name: form.Kind, Text: form.Delta, On: true}, state.Ask{}},
		{form.Edit{Name: "start-text", Text: "x"}, nil},
	} {
		if got := session.Meaning(c.made); got != c.want {
			t.Errorf("Meaning(%+v) = %#v, want %#v", c.made, got, c.want)
		}
	}
}
