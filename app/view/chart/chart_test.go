package chart

import (
	"strings"
	"testing"

	"lastiterate/app/session"
	"lastiterate/app/view/viewtest"
	"lastiterate/bounds"
)

// While nothing is drawn yet, how far the picture has come stands in its place,
// once, and is not said to become finer.
func TestProgressOfAFirstPicture(t *testing.T) {
	c := &Chart{Now: bounds.DefaultRun(), Drawing: session.Drawing{Busy: true,
		Count: session.Count{Done: 3, Of: 9, Long: true, Finer: true}}}
	page := viewtest.HTML(t, c)
	if n := strings.Count(page, "Computing the picture: 3 of 9 values"); n != 1 || strings.Contains(page, "finer") ||
		strings.Contains(page, "Drawing") {
		t.Errorf("it is told %d times: %s", n, page)
	}
	if strings.Index(page, "3 of 9") > strings.Index(page, `id="chart"`) {
		t.Error("it stands below the place of the picture")
	}
	c = &Chart{Now: bounds.DefaultRun(), First: "<svg></svg>", Drawing: session.Drawing{Busy: true,
		Count: session.Count{Done: 3, Of: 9, Long: true}}}
	if page := viewtest.HTML(t, c); strings.Index(page, "3 of 9") < strings.Index(page, `id="chart"`) {
		t.Error("it stands above a picture")
	}
	// A bar that is full would stand still.
	c = &Chart{Now: bounds.DefaultRun(), Drawing: session.Drawing{Busy: true, Count: session.Count{Done: 9, Of: 9, Long: true}}}
	if page := viewtest.HTML(t, c); strings.Contains(page, `value="9"`) || !strings.Contains(page, "the slowest theorems are left") {
		t.Error("when every value is counted and the picture is not there, a full bar stands still")
	}
}
