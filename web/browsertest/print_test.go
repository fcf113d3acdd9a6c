//go:build e2e

package browsertest

import (
	"regexp"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
)

// a4 is the paper's size in inches.
const a4Width, a4Height = 8.27, 11.69

// The answer, its picture, the run and the theorems that apply fit on one page,
// with the paragraph to quote.
func TestPrintsOnOnePage(t *testing.T) {
	t.Parallel()
	p := visit(t, "/")
	paper := call(p, p.ctx, cdppage.PrintToPDF, cdppage.PrintToPDFParams{PaperWidth: a4Width, PaperHeight: a4Height})
	pages := regexp.MustCompile(`/Type\s*/Page[^s]`).FindAll(paper.Data, -1)
	if len(pages) != 1 {
		t.Errorf("%d pages", len(pages))
	}

}
