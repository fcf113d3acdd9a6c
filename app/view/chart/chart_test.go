package chart

import (
	"math"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/picture"
	"lastiterate/app/session"
	"lastiterate/app/view/viewtest"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/wasm/protocol"
)

// While nothing is drawn yet, how far the picture has come stands in its place,
// once, and is not said to become finer.
func TestProgressOfAFirstPicture(t *testing.T) {
	c := &Chart{Now: bounds.DefaultRun(), Drawing: session.Drawing{Busy: true,
		Count: session.Count{Done: 3, Of: 9, Long: true, Finer: true}}}
	page := viewtest.HTML(t, c)
	if n := strings.Count(page, "Computing the picture: 3 of 9 values"); n != 1 || strings.Contains(page, "Refining") ||
		strings.Contains(page, "Drawing") {
		t.Errorf("it is told %d times: %s", n, page)
	}
	if strings.Index(page, "3 of 9") > strings.Index(page, `id="chart"`) {
		t.Errorf("the progress stands below the place of the picture, want it above:\n%s", page)
	}
	c = &Chart{Now: bounds.DefaultRun(), First: "<svg></svg>", Drawing: session.Drawing{Busy: true,
		Count: session.Count{Done: 3, Of: 9, Long: true}}}
	if page := viewtest.HTML(t, c); strings.Index(page, "3 of 9") < strings.Index(page, `id="chart"`) {
		t.Errorf("the progress stands above a picture, want it below:\n%s", page)
	}
	// A bar that is full would stand still.
	c = &Chart{Now: bounds.DefaultRun(), Drawing: session.Drawing{Busy: true, Count: session.Count{Done: 9, Of: 9, Long: true}}}
	if page := viewtest.HTML(t, c); strings.Contains(page, `value="9"`) || !strings.Contains(page, "the slowest theorems are left") {
		t.Errorf("when every value is counted and the picture is not there, the page is\n%s\nwant no full bar, and that the slowest theorems are left",
			page)
	}
}

// While fields are blank there is neither a picture nor a tab, not even the first paint's picture, which is of another run.
func TestNoPictureWhileFieldsAreBlank(t *testing.T) {
	c := &Chart{Now: bounds.DefaultRun(), First: "<svg></svg>", Drawing: session.Drawing{Waits: true}}
	if page := viewtest.HTML(t, c); !strings.Contains(page, words.DrawingWaits) || strings.Contains(page, "svg") || strings.Contains(page, "iterations") {
		t.Errorf("without a dataset size there is %s", page)
	}
}

// What is wrong with the ends of an axis is said with the end that is.
func TestEndsOfAnAxis(t *testing.T) {
	for _, c := range []struct {
		from, to, least float64
		want            string
	}{
		{0, 1, 0, ""}, {0, 1e30, 0, ""}, {-2, 1, 0, "-2 does not"}, {2, 1e31, 0, "between 0 and 1e30; 1e31 does not"},
		{math.Inf(1), 3, 0, "inf does not"}, {3, 3, 0, "3 is not below 3"}, {0, 300, 1, "at least 1; 0 is not"}, {1, 300, 1, ""},
	} {
		if got := wrongEnds(c.from, c.to, c.least); !strings.HasSuffix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%v to %v: %q", c.from, c.to, got)
		}
	}
}

// Where one row alone has a schedule, and another gave the answer, the picture says so.
func TestScheduleOfAnotherRow(t *testing.T) {
	one, two := protocol.Number(1.2), protocol.Number(1.534)
	result := protocol.Result{Answers: protocol.Answers{
		Answer: &protocol.Answer{Row: "profile", Epsilon: one},
		Rows: []protocol.Row{{ID: "profile", Name: "Profile", Side: "upper", Epsilon: &one},
			{ID: "composition", Name: "Composition", Side: "upper", Status: "proved", Epsilon: &two, Schedule: true}},
	}}
	c := &Chart{Now: bounds.DefaultRun()}
	c.Scene.Result = result
	c.Subject = words.About(bounds.DefaultQuery(), result, nil)
	page := viewtest.HTML(t, &about{of: c})
	if want := "The answer is by Profile, which has no step-by-step schedule. Shown are the steps of Composition (ε"; !strings.Contains(page, want) ||
		strings.Contains(page, "<select") {
		t.Errorf("%q is not said, or there is a choice of one: %s", want, page)
	}
	result.Answer.Row = "composition"
	c.Subject = words.About(bounds.DefaultQuery(), result, nil)
	if page := viewtest.HTML(t, &about{of: c}); strings.Contains(page, "Shown are") || !strings.Contains(page, "hidden") {
		t.Errorf("the answer’s own schedule is explained: %s", page)
	}
}

// about is what a schedule lets choose, and says.
type about struct {
	app.Compo

	of *Chart
}

func (a *about) Render() app.UI { return a.of.choices(picture.Schedule) }

// No file is offered of a picture that is out of date.
func TestNoExportOfTheRunBefore(t *testing.T) {
	for _, stale := range []bool{true, false} {
		page := viewtest.HTML(t, &exporter{Ready: true, Stale: stale, Unfinished: true})
		if strings.Contains(page, `<ul hidden="false"`) == stale || strings.Contains(page, "still the picture of the last setting") != stale ||
			strings.Contains(page, "not whole yet") == stale {
			t.Errorf("stale %v: %s", stale, page)
		}
	}
}

// A picture of the run before is under a label that says so, and out of reach; one of the form's is not.
func TestPictureOfTheLastSetting(t *testing.T) {
	for _, c := range []struct {
		drawing session.Drawing
		want    string
	}{
		{session.Drawing{}, ""},
		{session.Drawing{Coming: true, Busy: true}, ""},
		{session.Drawing{Stale: true}, words.LastPicture},
		{session.Drawing{Stale: true, Coming: true}, words.LastPictureComing},
	} {
		page := viewtest.HTML(t, &Chart{Now: bounds.DefaultRun(), First: "<svg></svg>", Drawing: c.drawing})
		if !strings.Contains(page, "<span>"+c.want+"</span>") && c.want != "" || strings.Contains(page, "inert") != (c.want != "") ||
			strings.Contains(page, words.LastPicture) != (c.want != "") {
			t.Errorf("%+v: want %q in %s", c.drawing, c.want, page)
		}
	}
	if page := viewtest.HTML(t, &Chart{Now: bounds.DefaultRun(), Drawing: session.Drawing{Stale: true}}); strings.Contains(page, words.LastPicture) {
		t.Errorf("without a picture the page says %q, want it not to:\n%s", words.LastPicture, page)
	}
}

// What is saved while lines are still to come is a part of the picture, and the menu says so.
func TestExportOfAnUnfinishedPicture(t *testing.T) {
	const said = "The lines are not whole yet."
	for _, unfinished := range []bool{true, false} {
		page := viewtest.HTML(t, &exporter{Ready: true, Unfinished: unfinished})
		if strings.Contains(page, said) != unfinished {
			t.Errorf("unfinished %v: %s", unfinished, page)
		}
	}
}

// An axis is named by its symbol, by its name without the unit, or by the first word of one that has none.
func TestAxisLabel(t *testing.T) {
	for want, axis := range map[string][2]string{"ε axis": {"ε", "privacy loss"}, "distance axis": {"", "distance between weights"},
		"false-positive rate axis": {"", "false-positive rate, %"}} {
		if got := axisLabel(axis[0], axis[1]); got != want {
			t.Errorf("%q: %q", axis, got)
		}
	}
}
