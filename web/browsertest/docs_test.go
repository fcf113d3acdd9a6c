//go:build e2e

package browsertest

import (
	"fmt"
	"slices"
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
	for _, address := range []string{"/docs/index.html", "/docs/hidden-state.html", "/docs/engine.html", "/docs/pitfalls.html",
		"/docs/theorems/index.html", "/docs/theorems/liang-3.4.html", "/docs/files/shift.html", "/docs/proofs/index.html", "/docs/laboratory.html",
		"/docs/proofs/profile.html", "/docs/proofs/shift.html",
		"/docs/loader.html", "/docs/glossary.html"} {
		p.goTo(address)
		eval[bool](p, axe)
		for _, theme := range []string{"light", "dark"} {
			p.inTheme(theme)
			p.await(fmt.Sprintf(`matchMedia("(prefers-color-scheme: %s)").matches`, theme))
			if theme == "light" {
				p.axe(theme + " " + address)
			} else {
				p.axeRules(theme+" "+address, colourRules, 1)
			}
			if eval[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
				t.Errorf("%s, %s: wider than a telephone", address, theme)
			}
		}
	}
	p.goTo("/docs/proofs/index.html")
	proofs := eval[[]string](p, `[...document.querySelectorAll("article a[href$='.html']")].map((a) => a.href)`)
	if len(proofs) < 20 {
		t.Errorf("there are %d proofs", len(proofs))
	}
	for _, address := range proofs {
		p.goTo(strings.TrimPrefix(address, site))
		if eval[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
			t.Errorf("%s: wider than a telephone", address)
		}
	}
	p.goTo("/docs/theorems/shift.html")
	p.do(chromedp.Click(`article a[href*="open=shift"]`))
	p.awaitReady()
	p.await(`document.querySelector("#detail-shift")?.checkVisibility()`)
}

// Beside the column of text no table is cut, and a line has at most seventy-five letters.
func TestDocumentsFitTheirColumn(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.do(chromedp.EmulateViewport(1280, 800))
	for _, address := range []string{"/docs/loader.html", "/docs/coverage.html", "/docs/pitfalls.html", "/docs/glossary.html"} {
		p.goTo(address)
		if cut := eval[[]string](p, `[...document.querySelectorAll(".scrolls")].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.ariaLabel)`); len(cut) > 0 {
			t.Errorf("%s: cut are %q", address, cut)
		}
		// The letters of a line, by the width of a common text in the same type.
		if letters := eval[float64](p, `(() => {
			const text = document.querySelector(".text > p:not(:empty)"), probe = text.cloneNode();
			probe.style.cssText = "position: absolute; white-space: nowrap; max-width: none";
			probe.textContent = "What makes a stated bound wrong, and by how much, is told with a number. ";
			document.querySelector(".text").append(probe);
			const letter = probe.getBoundingClientRect().width / probe.textContent.trim().length;
			probe.remove();
			return text.getBoundingClientRect().width / letter;
		})()`); letters < 60 || letters > 80 {
			t.Errorf("%s: a line has %.0f letters", address, letters)
		}
	}
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
	// An answer by a theorem of ours leads to the proof on its page; an embed's too, which
	// lies elsewhere.
	for _, address := range []string{convexRun + fewLines, "/embed" + convexRun + "&show=answer,table"} {
		p = visit(t, address)
		for _, link := range []string{"#attribution > a", `#rows [data-row="profile"] .subtitle a`} {
			if got, want := eval[string](p, `document.querySelector(`+"`"+link+"`"+`).href`), site+"/docs/theorems/profile.html#proof"; got != want {
				t.Errorf("%s: %s leads to %s, want %s", address, link, got, want)
			}
		}
	}
	// There the statement that is proved is seen at once, with the way to its proof.
	p.do(chromedp.Navigate(site + "/docs/theorems/profile.html#proof"))
	p.await(`(() => {
		const seen = (e) => e && e.getBoundingClientRect().top >= 0 && e.getBoundingClientRect().bottom <= innerHeight;
		return seen(document.querySelector("#proof")) && seen(document.querySelector('#proof ~ p a[href*="proofs/profile.html#"]'));
	})()`)
	// The page leads to the theorem's file; that to the proof, and the proof back to the page.
	p.do(chromedp.Click(`#file ~ p a[href*="files/profile"]`))
	p.await(`document.querySelector("article pre")?.textContent.includes('"profile"')`)
	p.do(chromedp.Click(`article pre a[href*="proofs/profile"]`))
	p.await(`document.querySelector("article h1")?.textContent === "Contraction of privacy profiles"`)
	p.do(chromedp.Click(`article a[href$="theorems/profile.html#file"]`))
	p.await(`document.querySelector("#file") !== null && document.querySelector("#file").getBoundingClientRect().top < innerHeight`)
}

// Live pictures are the calculator on the run that their link opens, in a frame
// without a scrollbar, on a telephone, too.
func TestDocumentedPagesAreLive(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.do(chromedp.EmulateViewport(390, 844))
	for _, address := range []string{"/docs/hidden-state.html", "/docs/reporting.html", "/docs/unlearning.html", "/docs/pitfalls.html",
		"/docs/loader.html", "/docs/rows.html", "/docs/proofs/shift.html"} {
		p.goTo(address)
		pictures := eval[int](p, `document.querySelectorAll(".live iframe").length`)
		if pictures == 0 {
			t.Errorf("%s has no pictures", address)
		}
		for i := range pictures {
			frame := fmt.Sprintf(`document.querySelectorAll(".live iframe")[%d]`, i)
			eval[bool](p, `(`+frame+`.scrollIntoView({block: "center"}), true)`)
			p.await(fmt.Sprintf(`(() => {
				const frame = %s, root = frame.contentDocument?.documentElement;
				return root?.dataset.state === "ready" && root.querySelector("#chart svg path") && !root.querySelector("#picture[aria-busy]");
			})()`, frame))
			for _, width := range []int64{390, 1024} {
				p.do(chromedp.EmulateViewport(width, 844))
				p.await(fmt.Sprintf(`(() => {
					const frame = %s, root = frame.contentDocument.documentElement;
					return innerWidth === %d && root.scrollHeight <= frame.clientHeight && root.scrollWidth <= frame.clientWidth &&
						document.documentElement.scrollWidth <= innerWidth;
				})()`, frame, width))
			}
			if links := eval[[]string](p, `[`+frame+`.contentDocument.querySelector("#open-calculator").href, `+
				frame+`.closest("figure").querySelector("figcaption a").href]`); links[0] != links[1] {
				t.Errorf("%s: the picture is of %s, the link opens %s", address, links[0], links[1])
			}
		}
	}
	p.goTo("/docs/hidden-state.html")
	p.do(chromedp.Click(".live figcaption a"))
	p.awaitReady()
}

// The index says what each page is about, and finds statements by their words.
func TestDocumentationIsSearched(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.goTo("/docs/")
	p.await(`document.querySelector("#search")?.checkVisibility()`)
	shown := `[...document.querySelectorAll(".found > li")].filter((e) => e.checkVisibility()).map((e) => e.querySelector("a").innerText)`
	all := eval[int](p, `document.querySelectorAll(".found > li").length`)
	// The two long lists are folded, and open by a click on their heading.
	if pages := len(eval[[]string](p, shown)); pages == 0 || pages > all/2 {
		t.Errorf("%d of %d entries are shown before anything is typed", pages, all)
	}
	p.do(chromedp.Click(".chapter:not([open]) > summary"))
	opened := eval[[]string](p, shown)
	if !slices.Contains(opened, "Composition") {
		t.Errorf("opened, the theorems are %q", opened)
	}
	look := func(words string) []string {
		return eval[[]string](p, fmt.Sprintf(`(() => {
			const e = document.querySelector("#search");
			e.value = %q;
			e.dispatchEvent(new Event("input", {bubbles: true}));
			return `+shown+`;
		})()`, words))
	}
	// The field is one of the calculator's.
	if got := eval[string](p, `(() => {
		const s = getComputedStyle(document.querySelector("#search")), body = getComputedStyle(document.body);
		return [s.borderRadius, s.borderWidth, s.backgroundColor, s.fontFamily === body.fontFamily && s.color === body.color].join();
	})()`); got != "3px,1px,rgba(0, 0, 0, 0),true" {
		t.Errorf("the field of the search is %s", got)
	}
	if found := look("SECRET orders"); len(found) == 0 || len(found) > all/3 ||
		!slices.ContainsFunc(found, func(s string) bool { return strings.Contains(s, "Chien") }) {
		t.Errorf("found %q", found)
	}
	if eval[bool](p, `[...document.querySelectorAll(".chapter")].some((e) => e.checkVisibility())`) {
		t.Error("the chapters stand beside what was found")
	}
	if found := look("holder"); len(found) == 0 {
		t.Error("Hölder is not found without its accent")
	}
	if found := look("shuffled DataLoader"); !slices.Contains(found, "Which loader am I?") {
		t.Errorf("by words of its text, found %q", found)
	}
	// Words are found by how they begin, not within others; the little words of a question do not count.
	if found := look("Which is my loader?"); !slices.Contains(found, "Which loader am I?") {
		t.Errorf("by a question, found %q", found)
	}
	if found := look("Abadi et al. 2016"); !slices.Contains(found, "Composition") || eval[string](p, `document.querySelector("#search-found").innerText`) !=
		fmt.Sprintf("%d pages", len(found)) {
		t.Errorf("by authors, found %q", found)
	}
	if found := look("schem"); len(found) == 0 {
		t.Error("nothing is found by how a word begins")
	}
	if found := look("chema"); len(found) != 0 {
		t.Errorf("within a word, found %q", found)
	}
	for _, typed := range []string{"lower epsilon", "ε", "EMA", "subsampling"} {
		if found := look(typed); len(found) == 0 {
			t.Errorf("%s is not found", typed)
		}
	}
	// Of a page that is found by its text, the passage is shown, with a link to its section.
	if found := look("microbatch"); !slices.Contains(found, "Pitfalls") {
		t.Errorf("microbatches are found in %q", found)
	}
	p.await(`[...document.querySelectorAll(".excerpt")].some((e) => e.querySelector("mark")?.innerText === "microbatch" &&
		e.querySelector("a[href='pitfalls.html#the-clipping-is-not-the-one-analysed']"))`)
	// Stems are compared, rare words and names weigh more, and what has some of the words is found, which says so.
	for typed, first := range map[string]string{"EMA": "Glossary", "DDP": "Glossary", "subsampled": "Glossary", "shuffling amplification": "Glossary",
		"does shuffling amplify privacy": "Glossary", "Lipschitz constant unknown": "Pitfalls", "which loader am I": "Which loader am I?",
		"what is covered": "What is covered", "covered scheme release": "What is covered", "hidden state": "Why the last iterate leaks less",
		"hidden-state": "Why the last iterate leaks less", "pitfall": "Pitfalls"} {
		if found := look(typed); len(found) < 2 || found[0] != first {
			t.Errorf("%s: found %q", typed, found)
		}
	}
	for typed, page := range map[string]string{"momentum": "Pitfalls", "Opacus": "Which loader am I?", "shuffle": "Which loader am I?",
		"checkpoint": "Pitfalls", "unlearning": "Unlearning", "delta": "Pitfalls"} {
		if found := look(typed); !slices.Contains(found, page) {
			t.Errorf("%s: found %q", typed, found)
		}
	}
	// Guides come before theorems and proofs, whose tags tell apart those of one name, and titles, headings and sentences
	// before texts.
	if found := look("shuffle"); slices.Index(found, "Which loader am I?") > 6 {
		t.Errorf("shuffle: found %q", found)
	}
	kinds := eval[[]string](p, `[...document.querySelectorAll("#results > li")].map((e) => e.querySelector(".kind")?.innerText.trim() ?? "guide")`)
	if !slices.Contains(kinds, "theorem") || !slices.Contains(kinds, "proof") {
		t.Errorf("shuffle: the kinds of what is found are %q", kinds)
	}
	first := func(kind string) int { return slices.Index(kinds, kind) }
	if found := look("Chourasia"); len(found) < 2 || found[0] != "Chourasia–Ye–Shokri" || !slices.Contains(found, "Laboratory") {
		t.Errorf("Chourasia: found %q", found)
	}
	if first("guide") != 0 {
		t.Errorf("shuffle: the kinds of what is found are %q, want a guide first", kinds)
	}
	// Names that only proofs cite are found.
	for typed, page := range map[string]string{"Asoodeh": "Contraction of privacy profiles", "Dobrushin": "Contraction over a bounded domain"} {
		if found := look(typed); !slices.ContainsFunc(found, func(s string) bool { return strings.Contains(s, page) }) {
			t.Errorf("%s: found %q", typed, found)
		}
	}
	// The field's abbreviations find what spells them out, and hyphens do not matter.
	for typed, page := range map[string]string{"GDP": "Bok–Su–Altschuler", "RDP": "Pitfalls", "PLD": "Glossary", "PRV": "Glossary", "zCDP": "Glossary",
		"DP-SGD": "Why the last iterate leaks less", "PABI": "Feldman–Mironov–Talwar–Thakurta", "f-DP": "Glossary", "WOR": "Which loader am I?"} {
		if found := look(typed); len(found) == 0 || !slices.Contains(found, page) {
			t.Errorf("%s: found %q", typed, found)
		}
	}
	if found := look("PABI"); !slices.Contains(found, "Glossary") {
		t.Errorf("PABI: found %q", found)
	}
	if found := look("WOR"); slices.Contains(found, "Chien–Li, Theorem A.1") {
		t.Errorf("WOR is read as the beginning of worst: %q", found)
	}
	for typed, same := range map[string]string{"tradeoff": "trade-off", "sub-sampling": "subsampling", "nonconvex": "non-convex"} {
		if found, other := look(typed), look(same); len(found) == 0 || !slices.Equal(found, other) {
			t.Errorf("%s finds %q, %s %q", typed, found, same, other)
		}
	}
	for _, typed := range []string{"shuffle amplifies", "shuffled amplified"} {
		if found := look(typed); !slices.Equal(found, look("shuffling amplification")) {
			t.Errorf("%s: found %q", typed, found)
		}
	}
	if found := look("DDP"); !slices.Contains(found, "Which loader am I?") {
		t.Errorf("DDP is found in %q", found)
	}
	said := `document.querySelector("#search-found").innerText`
	// A word with a wrong letter is read as the word that pages have.
	for typed, other := range map[string]string{"momentun": "momentum", "schuffle": "shuffle", "Chouraisa": "chourasia", "shufling": "shuffling"} {
		found, says := look(typed), eval[string](p, said)
		if len(found) == 0 || !strings.HasPrefix(says, "No page has “"+strings.ToLower(typed)+"”. With “"+other+"”: ") || !slices.Equal(found, look(other)) {
			t.Errorf("%s: found %q and says %q", typed, found, says)
		}
	}
	if found := look("microbatch zyzzyva"); !slices.Contains(found, "Pitfalls") || !strings.Contains(eval[string](p, said), "no page has “zyzzyva”") {
		t.Errorf("found %q, says %q", found, eval[string](p, said))
	}
	look("shuffling amplification")
	if !eval[bool](p, `[...document.querySelectorAll("#results .excerpt")].some((e) => e.innerText === "Without “shuffling”.")`) {
		t.Error("it is not said which words a page lacks")
	}
	// A term of the glossary is a place to go to.
	look("EMA")
	p.await(`document.querySelector("#results li:first-child .excerpt a[href='glossary.html#term-moving-average-ema-weight-averaging-swa']")`)
	for typed, says := range map[string]string{"zyzzyva": "No page has this word.", "zyzzyva xyzzy": "No page has any of these words."} {
		if found := look(typed); len(found) != 0 || eval[string](p, said) != says {
			t.Errorf("%s: found %q", typed, found)
		}
	}
	if found := look(""); len(found) != len(opened) {
		t.Errorf("%d of %d pages are back", len(found), len(opened))
	}
}

// Samples name the site that they are read on.
func TestSamplesNameTheSite(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.goTo("/docs/embedding.html")
	p.await(`document.querySelector("article pre code")?.textContent.includes("` + site + `/embed/#v=1")`)
	if text := eval[string](p, `document.querySelector("article").textContent`); strings.Contains(text, "calculator.example") {
		t.Errorf("a sample names the example's host: %.300s", text[strings.Index(text, "calculator.example")-100:])
	}
}
