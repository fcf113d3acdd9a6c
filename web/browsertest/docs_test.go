//go:build e2e

package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The pages of documentation can be read in both themes and on a telephone,
// and a theorem's page leads back to its row in the calculator.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	axe := axeCore(t)
	p := newPage(t, site)
	p.do(chromedp.EmulateViewport(320, 640))
	for _, address := range []string{"/docs/index.html", "/docs/hidden-state.html", "/docs/engine.html", "/docs/theorems/index.html", "/docs/theorems/liang-3.4.html", "/docs/proofs/index.html", "/docs/proofs/profile.html", "/docs/proofs/shift.html"} {
		p.goTo(address)
		eval[bool](p, axe)
		for _, theme := range []string{"light", "dark"} {
			p.inTheme(theme)
			p.await(fmt.Sprintf(`matchMedia("(prefers-color-scheme: %s)").matches`, theme))
			p.axe(theme + " " + address)
			if eval[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
				t.Errorf("%s, %s: wider than a telephone", address, theme)
			}
		}
	}
	p.goTo("/docs/theorems/shift.html")
	p.do(chromedp.Click(`article a[href*="open=shift"]`))
	p.awaitReady()
	p.await(`document.querySelector("#detail-shift")?.checkVisibility()`)
}

// The calculator's link opens the explanation beside it.
func TestDocumentationIsLinked(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	href := eval[string](p, `document.querySelector(".masthead .documentation").href`)
	if !strings.HasPrefix(href, site+"/docs/") {
		t.Fatalf("the link leads to %s", href)
	}
	p.do(chromedp.Navigate(href))
	p.await(`document.querySelector("article h1") !== null`)
	// An answer by a theorem of ours leads to its page, and that to the proof; an
	// embed's too, which lies elsewhere.
	for _, address := range []string{convexRun + fewLines, "/embed" + convexRun + "&show=answer,table"} {
		p = visit(t, address)
		for _, link := range []string{"#attribution a", `#rows [data-row="profile"] .subtitle a`} {
			if got, want := eval[string](p, `document.querySelector(`+"`"+link+"`"+`).href`), site+"/docs/theorems/profile.html"; got != want {
				t.Errorf("%s: %s leads to %s, want %s", address, link, got, want)
			}
		}
	}
	p.do(chromedp.Navigate(site + "/docs/theorems/profile.html"))
	// The page shows the theorem's file; that leads to the proof, and the proof back to it.
	p.do(chromedp.Click(`#file ~ pre a[href*="proofs/profile"]`))
	p.await(`document.querySelector("article h1")?.textContent === "Contraction of privacy profiles"`)
	p.do(chromedp.Click(`article a[href$="theorems/profile.html#file"]`))
	p.await(`document.querySelector("#file ~ pre")?.textContent.includes('"profile"') && document.querySelector("#file").getBoundingClientRect().top < innerHeight`)
}
