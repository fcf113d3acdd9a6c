package view

import (
	"strings"
	"testing"

	"lastiterate/app/view/viewtest"
	"lastiterate/app/words"
	"lastiterate/bounds"
)

// The keyboard can skip to the table, too, which takes the focus.
func TestSkipToTheTable(t *testing.T) {
	if page := viewtest.HTML(t, &Masthead{}); !strings.Contains(page, `data-to="rows-title"`) || !strings.Contains(page, "Skip to the table") {
		t.Errorf("nothing leads to the table: %s", page)
	}
	page := viewtest.HTML(t, &Rows{Subject: words.Subject{Query: bounds.DefaultQuery()}})
	if !strings.Contains(page, `<h2 id="rows-title" tabindex="-1">`) && !strings.Contains(page, `<h2 tabindex="-1" id="rows-title">`) {
		t.Errorf("the table’s heading takes no focus: %s", page)
	}
}
