//go:build e2e

package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/share"
	"lastiterate/bounds"
	"lastiterate/bounds/figure"
	"lastiterate/wasm/engine"
)

// A figure is shared as a figure: by a link that leads to it, an embed and its lines as tables. The run
// beside it is shared without it.
func TestFigureIsShared(t *testing.T) {
	t.Parallel()
	p := visit(t, "/#v=1&figure=chien-li-1b"+fewLines)
	p.await(figureDone)
	p.expect("Fetch API cannot load") // of an embed in the dialog that is taken away while it loads
	p.press("#figure-share")
	p.await(`document.querySelector("#share-dialog").matches(":modal") && document.querySelector("#share-lines")`)
	text := func(id string) string { return eval[string](p, `document.querySelector("#`+id+`")?.textContent ?? ""`) }
	if title := text("share-title"); title != "Share this figure" {
		t.Errorf("the dialog says %q", title)
	}
	link := text("share-link")
	if !strings.HasSuffix(link, "&figure=chien-li-1b") || !strings.Contains(text("share-table"), "tabular") {
		t.Errorf("the link is %s", link)
	}
	p.press("label:has(#share-theme-dark)")
	p.await(`document.querySelector("#share-frame").textContent.includes("theme=dark")`)
	p.await(`document.querySelector("#share-embed").contentDocument?.querySelector("#figure svg")`)
	p.press("label:has(#share-what-run)")
	p.await(`document.querySelector("#share-title").textContent === "Share this run"`)
	if run := text("share-link"); strings.Contains(run, "figure=") || text("share-lines") != "" {
		t.Errorf("the run's link is %s", run)
	}
	colleague := newPage(t, site)
	colleague.goTo(strings.TrimPrefix(link, site))
	colleague.await(figureDone)
	colleague.await(atFigure)
	// With the figure's own run in the form, the figure is what one looks at. The page may still scroll to it.
	eval[bool](colleague, `(document.querySelector("#share").click(), true)`)
	colleague.await(`document.querySelector("#share-title").textContent === "Share this figure"`)
}

// The dialog of the page's head shares the figure that one has opened: before it is drawn, and by a link that says no run, for which
// the opening run stands in.
func TestFigureIsSharedFromTheHead(t *testing.T) {
	t.Parallel()
	p := visit(t, "/#v=1&figure=chien-li-1a")
	p.expect("Fetch API cannot load") // of an embed in the dialog that is taken away while it loads
	const title = `document.querySelector("#share-title")?.textContent`
	for _, way := range []struct{ name, open string }{
		{"a link that says no run", `document.querySelector("#figure-caption")`},
		{"the menu of papers", `(document.querySelector("#theory-chien-li-1a").click(), true)`},
	} {
		p.await(way.open)
		eval[bool](p, `(document.querySelector("#share").click(), true)`)
		p.await(title)
		if got := eval[string](p, title); got != "Share this figure" {
			t.Errorf("%s: the dialog says %q", way.name, got)
		}
		p.await(`document.querySelector("#share-lines")`)
		p.press("#share-done")
		p.press("#reset")
		p.await(`!document.querySelector("#share-title") && !document.querySelector("#figure-caption")`)
	}
}

// An embed shows a figure alone, as wide and as high as it has room, and leads to it.
func TestEmbedOfAFigure(t *testing.T) {
	t.Parallel()
	p := visit(t, "/embed/#v=1&figure=chien-li-1b&show=figure&theme=dark")
	if !eval[bool](p, figureDone) || eval[bool](p, `document.querySelector("#answer, #chart, #rows, #figure-choice") !== null`) {
		t.Error("it shows no figure, or more than that")
	}
	for _, width := range []int64{860, 320} {
		p.window(width, 700)
		p.await(fmt.Sprintf(`innerWidth === %d && document.documentElement.scrollWidth <= innerWidth`, width))
	}
	// By its own method, since the figure is drawn anew for the width and a pointer would miss.
	eval[bool](p, `(() => {
		const open = document.querySelector("#open-calculator");
		open.target = "_self";
		setTimeout(() => open.click());
		return true;
	})()`)
	p.await(figureDone + " && " + atFigure)
	p.goTo("/embed/#v=1&show=figure&figure=figure-9")
	p.await(`document.querySelector("#problems")?.innerText.includes("figure-9") && document.documentElement.dataset.state === "failed"`)
}

// textOf is the text of a shared item.
func textOf(items []share.Item, id string) string {
	return items[slices.IndexFunc(items, func(i share.Item) bool { return i.ID == id })].Text
}

// A column of 300 pixels, as a wider one, shows all of a figure at the height that the Share dialog writes, and the long key of its
// lines stands below them.
func TestNarrowFigureFitsItsFrame(t *testing.T) {
	t.Parallel()
	var p *page
	for _, id := range []string{"liang-2a", "kong-ribero-table-2", "chien-li-1a"} {
		f, _ := figure.ByID(id)
		lines, err := bounds.Draw(t.Context(), f, nil)
		if err != nil {
			t.Fatal(err)
		}
		shared := share.Figure{Of: f, Result: engine.FromFigure(f, lines)}
		height := shared.SizeOf().Height
		if _, address, _ := strings.Cut(shared.Embed(), "embed/"); p == nil {
			p = visit(t, "/embed/"+address)
		} else {
			p.goTo("/embed/" + address)
		}
		for _, width := range []int64{700, 640, 540, 480, 300} { // the key is looked at in the last
			p.window(width, int64(height))
			p.await(figureDone + fmt.Sprintf(` && document.querySelector("#figure svg").ariaLabel.includes(%q)`, f.Title))
			p.await(fmt.Sprintf(`innerWidth === %d && (() => { // drawn for this width, and not only squeezed into it
				const svg = document.querySelector("#figure svg"), width = svg.getBoundingClientRect().width;
				return width <= %d && Math.abs(svg.viewBox.baseVal.width - width) < 1;
			})()`, width, width-24))
			if got := eval[int](p, `document.documentElement.scrollHeight`); got > height {
				t.Errorf("%s: %d pixels in a frame of %d by %d", id, got, width, height)
			}
		}
		if !eval[bool](p, `(() => {
			const tops = (query) => [...document.querySelectorAll("#figure " + query)].map((e) => e.getBoundingClientRect().top);
			const names = tops(".plot-label:not(.plot-inside)");
			return names.length > 5 && Math.min(...names) > Math.max(...tops(".plot-rule"));
		})()`) {
			t.Errorf("%s: the key does not stand below the lines", id)
		}
	}
}

// On a page that allows scripts the frames that Share writes are as high as what they show, in columns of any width.
func TestSharedFramesFollowTheirContent(t *testing.T) {
	t.Parallel()
	f, _ := figure.ByID("chien-li-1b")
	lines, err := bounds.Draw(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	figures := share.Figure{Home: site + "/", Of: f, Result: engine.FromFigure(f, lines)}.Items()
	run := share.Run{Home: site + "/", State: link.State{Query: bounds.DefaultQuery()}, Size: "form"}
	h := newPage(t, newEmbedder(t, "", map[string]string{"/": `<!doctype html><title>Host</title>` + textOf(figures, "share-frame") +
		textOf(run.Items(), "share-frame") + `<script>
			// Browsers do not draw a frame that is out of sight: some of both is kept in it.
			setInterval(() => scrollTo(0, document.querySelectorAll("iframe")[1].offsetTop - 450), 200);
			</script>`}), site)
	h.goTo("/")
	frames := h.frames(site+"/embed/#", 2)
	for _, width := range []int64{320, 700} {
		h.window(width, 900)
		for _, frame := range frames {
			frame.await(fmt.Sprintf(`document.documentElement.dataset.state === "ready" && innerWidth > %d && innerWidth <= %d &&
				Math.abs(document.documentElement.getBoundingClientRect().height - innerHeight) <= 1`, width-50, width))
		}
	}
}
