//go:build e2e

package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// fits is true in a frame that need not be scrolled, neither down nor sideways.
const fits = `document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= document.documentElement.clientWidth`

// zoomed makes a window so wide, in the page's own pixels, at a zoom. It is so high that all
// frames are in sight: others are not drawn, and tell no height.
func (p *page) zoomed(width int64, zoom float64) {
	p.Helper()
	call(p, p.ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: 12_000, DeviceScaleFactor: zoom,
	})
	p.await(fmt.Sprintf(`innerWidth === %d`, width))
}

// No embed has a scrollbar, whatever the width of its column and the zoom: an element is as
// high as what it holds and no higher, and the frames that Share writes hold what they show.
// With -weekly that is 25 widths and four zooms; for a change a few of them.
func TestEmbedsHaveNoScrollbar(t *testing.T) {
	t.Parallel()
	widths, zooms := []int64{240, 360, 640, 1200}, []float64{1, 1.25}
	if *weekly {
		widths, zooms = nil, []float64{0.8, 1, 1.25, 1.5}
		for width := int64(240); width <= 1200; width += 40 {
			widths = append(widths, width)
		}
	}
	for _, question := range []string{"delta=1e-6", "alpha=2"} {
		address := site + "/embed/#" + theRun + "&" + question + fewLines
		framed := func(size string, width, height int) string {
			return fmt.Sprintf(`<iframe title="%[1]s" width="%[3]d" height="%[4]d" style="border:0;width:100%%;max-width:%[3]dpx" src="%[2]s&amp;size=%[1]s"></iframe>`,
				size, strings.ReplaceAll(address, "&", "&amp;"), width, height)
		}
		element := func(size string) string {
			return `<last-iterate` + attributes(question) + ` rows="composition~shift" size="` + size + `"></last-iterate>`
		}
		number := framed("number", 320, 160)
		if question == "alpha=2" {
			number = "" // which says more than a column of 240 holds in a line
		}
		host := newEmbedder(t, "", map[string]string{
			"/": `<!doctype html><meta name="viewport" content="width=device-width"><title>Host</title><style>body { margin: 0 }</style>` +
				number + framed("chart", 480, 400) + element("regular") + element("number") + element("chart") + element("full") +
				`<script src="` + site + `/embed.js"></script>`,
		})
		p := newPage(t, host, site)
		p.zoomed(widths[len(widths)-1], 1)
		p.goTo("/")
		p.await(`customElements.get("last-iterate")`)
		eval[bool](p, `(document.querySelectorAll("last-iterate").forEach((e) => e.scrollIntoView()), true)`)
		frames := p.frames(site+"/embed/#", 5+strings.Count(number, "<iframe"))
		allReady(frames)
		for _, f := range frames { // this browser's bars take no room, others' do
			if got := eval[string](f, `getComputedStyle(document.documentElement).scrollbarWidth`); got != "none" {
				t.Errorf("%s: a scrollbar may appear: its width is %q, want none", eval[string](f, `location.hash`), got)
			}
		}
		for _, zoom := range zooms {
			for _, width := range widths {
				p.zoomed(width, zoom)
				for _, f := range frames {
					if eval[string](f, `window.name`) == "" {
						f.await(fits)
					} else { // an element
						f.await(fits + ` && innerHeight - document.documentElement.getBoundingClientRect().height < 1.5`)
					}
				}
			}
		}
	}
}

// In a frame of 480 by 360 the lines of the picture have at least 200 of the 360 pixels; in one as wide as a telephone's column
// 185, since the name of the axis takes a line there.
func TestLinesHaveRoomInAnEmbed(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.window(480, 360)
	p.goTo("/embed/#" + theRun + "&delta=1e-6&size=chart" + fewLines)
	p.awaitReady()
	for width, least := range map[int64]int{480: 200, 358: 185} {
		p.window(width, 360)
		// What cuts the lines off is two pixels wider than their room, on every side.
		p.await(fits + fmt.Sprintf(` && Number(document.querySelector("#chart svg clipPath rect")?.getAttribute("height")) - 4 >= %d`,
			least))
	}
}

// However narrow its column, an embed says at which δ its number holds, of what and what it assumes of the run, that the
// other end of the ruler is a floor, and what lies along the axis: no words lie on others, and
// nothing is to be scrolled.
func TestNarrowEmbedSaysWhatItShows(t *testing.T) {
	t.Parallel()
	for size, height := range map[string]int64{"number": 160, "chart": 400} {
		p := newPage(t, site)
		p.window(480, height)
		p.goTo("/embed/#v=1&size=" + size + strings.Replace(fewLines, "shift", "profile", 1))
		p.awaitReady()
		for _, width := range []int64{480, 360, 320, 300, 280, 240} {
			p.window(width, height)
			p.await(fits + fmt.Sprintf(` && Math.abs(`+drawnWide+` - %d) < 2`, max(width-16, map[string]int64{"chart": 240}[size])))
			where := fmt.Sprintf("%s, %d wide", size, width)
			shown := eval[string](p, `[...document.querySelectorAll("#answer-sentence, #ruler text, #chart text")].filter((e) => e.checkVisibility()).map((e) => e.innerText ??
				e.textContent).join("\n").replaceAll("\u00a0", " ")`)
			floor := "at least 0.267"
			if width < 280 {
				floor = "≥ 0.267" // beside the words on the scale
			}
			wanted := []string{"ε ≤ 0.383", "at δ = 10⁻⁵", "released model", "toy run: n = 5 · T = 200 · full batch · σ = 1 · C = 2, never clipped · η = 0.1 · " +
				"strongly convex, L = 1, m = 1 · D = 1 · replace one", "5.06"}
			if size == "number" || width >= 352 { // in a narrower frame the chart takes the ruler's height
				wanted = append(wanted, floor, "log scale")
			}
			if size == "chart" {
				wanted = append(wanted, "iterations T")
			}
			for _, want := range wanted {
				if !strings.Contains(shown, want) {
					t.Errorf("%s: %q is not in %q", where, want, shown)
				}
			}
			// Whose the bound is, too; the best published one where a line has room.
			whose := eval[string](p, map[string]string{
				"number": `document.querySelector("#provenance").innerText`,
				"chart":  `document.querySelector("#chart").textContent`,
			}[size])
			if !strings.Contains(whose, "own result") {
				t.Errorf("%s: whose bound it is is not said: %q", where, whose)
			}
			if size == "number" && (width >= 300) != strings.Contains(whose, "literature: ") {
				t.Errorf("%s: the best published bound: %q", where, whose)
			}
			if got := eval[[]string](p, crowded); len(got) > 0 {
				t.Errorf("%s: %q lie on each other", where, got)
			}
		}
	}
}
