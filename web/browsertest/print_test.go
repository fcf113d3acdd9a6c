//go:build e2e

package browsertest

import (
	"regexp"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
)

// a4 is the paper's size in inches.
const a4Width, a4Height = 8.27, 11.69

// On paper are the answer, its picture over the whole width, the paragraph to
// quote, and the theorems that apply with all columns but the switches, on two pages.
func TestPrint(t *testing.T) {
	t.Parallel()
	p := visit(t, "/")
	paper := call(p, p.ctx, cdppage.PrintToPDF, cdppage.PrintToPDFParams{PaperWidth: a4Width, PaperHeight: a4Height})
	pages := regexp.MustCompile(`/Type\s*/Page[^s]`).FindAll(paper.Data, -1)
	if len(pages) > 2 {
		t.Errorf("%d pages", len(pages))
	}
	call(p, p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	if share := eval[float64](p, `document.querySelector("#chart svg").getBoundingClientRect().width / document.querySelector(".sheet").getBoundingClientRect().width`); share < 0.99 {
		t.Errorf("the picture takes %.2f of the width", share)
	}
	if printed := eval[bool](p, `document.querySelector(".tighten").checkVisibility()`); printed {
		t.Error("a link that nobody can follow is printed")
	}
	columns := eval[[]string](p, `[...document.querySelectorAll("#rows thead th")].filter((e) => e.checkVisibility()).map((e) => e.innerText)`)
	if want := []string{"theorem", "needs", "ε, logarithmic", "ε", "× the answer"}; !slices.Equal(columns, want) {
		t.Errorf("the table's columns are %q, want %q", columns, want)
	}
	if cut := eval[[]string](p, `(() => {
		const left = document.querySelector(".sheet").getBoundingClientRect().left, range = document.createRange();
		return [...document.querySelectorAll("#rows .open")].filter((e) => {
			range.selectNodeContents(e);
			return e.checkVisibility() && range.getBoundingClientRect().left < left;
		}).map((e) => e.innerText);
	})()`); len(cut) > 0 {
		t.Errorf("names begin outside of the paper: %q", cut)
	}
	if empty := eval[[]string](p, `[...document.querySelectorAll("#rows tr.row:not(.unfit)")].filter((e) => [...e.children].filter((c) => c.checkVisibility() && (c.innerText.trim() || c.querySelector("svg"))).length < 4).map((e) => e.dataset.row)`); len(empty) > 0 {
		t.Errorf("cells of %q are empty", empty)
	}
}
