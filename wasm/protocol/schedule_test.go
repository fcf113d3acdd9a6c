package protocol

import (
	"strings"
	"testing"
)

// A cosine schedule ends at 0 unless schedule_final says otherwise. A linear schedule must have schedule_final, which is
// written back if it is 0, and a step schedule must have schedule_factor.
func TestScheduleIsStated(t *testing.T) {
	with := func(members string) string { return strings.Replace(example, `"clip"`, members+`,"clip"`, 1) }
	for members, fault := range map[string]string{
		`"schedule":"cosine"`:                                          "",
		`"schedule":"linear"`:                                          "schedule_final",
		`"schedule":"linear","schedule_final":0`:                       "",
		`"schedule":"step","schedule_every":3`:                         "schedule_factor",
		`"warmup":201`:                                                 "warmup",
		`"schedule":"cosine","warmup":20`:                              "",
		`"schedule":"linear","schedule_final":2`:                       "schedule_final",
		`"schedule":"step","schedule_every":0.5,"schedule_factor":0.5`: "schedule_every",
	} {
		text := with(members)
		r, err := DecodeRun([]byte(text))
		if (err == nil) != (fault == "") || err != nil && (len(err.Errors) != 1 || err.Errors[0].Field != fault) {
			t.Errorf("%s: %+v, want a fault of %q alone (none if empty)", members, err, fault)
		}
		if err == nil && string(EncodeRun(r)) != text {
			t.Errorf("written back as %s, want %s", EncodeRun(r), text)
		}
	}
}
