//go:build e2e

package browsertest

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// The grounds of hosts, none of which is a browser's own or the calculator's.
const (
	lightHost = `<style>html { background: #dff0d8 }</style>`
	darkHost  = `<style>html { color-scheme: dark; background: #1b2436 }</style>`
	bothHost  = `<style>html { color-scheme: light dark; background: light-dark(#dff0d8, #1b2436) }</style>`
	// A dark page that says of its embeds alone which colours they are to have.
	unstatedHost = `<style>html { background: #1b2436 } #it { color-scheme: dark }</style>`
	metaHost     = `<meta name="color-scheme" content="light dark"><style>html { background: light-dark(#dff0d8, #1b2436) }</style>`
	onlyLight    = `<style>html { color-scheme: light; background: #dff0d8 }</style>`
	// Dark pages that say nothing of a colour scheme, by colours of several kinds, beneath a card and by a picture.
	silentHost  = `<style>html { background: #1b2436; color: #eee }</style>`
	silentLab   = `<style>html { background: oklch(0.25 0.03 260) }</style>`
	silentMixed = `<style>html { background: color-mix(in srgb, #1b2436, black 10%) }</style>`
	silentImage = `<style>html { background: linear-gradient(#1b2436, #1b2436); color: #eee }</style>`
	silentCard  = `<style>html { background: #1b2436; color: #eee } div { padding: 9px; background: #dff0d8; color: #111 }</style>`
	darkMeta    = `<meta name="color-scheme" content="dark"><style>html { background: #1b2436 }</style>`
)

// On a page that states no colour scheme a frame is light, whatever the reader's system; a frame that is asked to follows a page that
// states one. An element sees the ground on which it stands. Wherever
// theirs is the page's, the page shows through; elsewhere the browser paints a ground. Words can be
// read on either.
func TestEmbedsFollowTheirPage(t *testing.T) {
	t.Parallel()
	frame := func(theme string) string {
		return fmt.Sprintf(`<iframe id="it" title="An embed" src="%s/embed/#%s&delta=1e-6&size=number%s"></iframe>`, site, theRun, theme)
	}
	element := func(theme string) string {
		return `<last-iterate id="it"` + attributes("delta=1e-6") + ` size="number"` + theme + `></last-iterate><script src="` + site + `/embed.js"></script>`
	}
	pages := map[string]string{}
	cases := []struct{ name, host, body, inLight, inDark string }{ // of a painted ground with "painted"
		{"frame", lightHost, frame(""), "light", "light"},
		{"frame-of-a-dark-page", darkHost, frame(""), "light painted", "light painted"},
		{"frame-auto", bothHost, frame("&theme=auto"), "light", "dark"},
		{"frame-auto-dark", darkHost, frame("&theme=auto"), "dark", "dark"},
		{"frame-auto-unstated", lightHost, frame("&theme=auto"), "light", "dark painted"},
		{"frame-light", bothHost, frame("&theme=light"), "light", "light painted"},
		{"frame-dark", lightHost, frame("&theme=dark"), "dark painted", "dark painted"},
		{"frame-dark-dark", darkHost, frame("&theme=dark"), "dark", "dark"},
		{"frame-named", unstatedHost, frame("&theme=dark"), "dark", "dark"},
		{"element-named", unstatedHost, element(""), "dark", "dark"},
		{"element", lightHost, element(""), "light", "light"},
		{"element-css", bothHost, element(""), "light", "dark"},
		{"element-meta", metaHost, element(""), "light", "dark"},
		{"element-dark", darkHost, element(""), "dark", "dark"},
		{"element-dark-meta", darkMeta, element(""), "dark", "dark"},
		{"element-only-light", onlyLight, element(""), "light", "light"},
		{"element-light", bothHost, element(` theme="light"`), "light", "light painted"},
		{"element-auto", lightHost, element(` theme="auto"`), "light", "light"},
		{"element-silent", silentHost, element(""), "dark", "dark"},
		{"element-silent-auto", silentHost, element(` theme="auto"`), "dark", "dark"},
		{"element-silent-dark", silentHost, element(` theme="dark"`), "dark", "dark"},
		{"element-silent-light", silentHost, element(` theme="light"`), "light painted", "light painted"},
		{"element-silent-lab", silentLab, element(""), "dark", "dark"},
		{"element-silent-mixed", silentMixed, element(""), "dark", "dark"},
		{"element-silent-image", silentImage, element(""), "dark", "dark"},
		{"element-silent-card", silentCard, `<div>` + element("") + `</div>`, "light", "light"},
	}
	for _, c := range cases {
		pages["/"+c.name] = `<!doctype html><title>Host</title>` + c.host + c.body
	}
	p := newPage(t, newEmbedder(t, "", pages), site)
	for _, system := range []string{"light", "dark"} {
		p.inTheme(system)
		for _, c := range cases {
			theme, painted, _ := strings.Cut(c.inLight, " ")
			if system == "dark" {
				theme, painted, _ = strings.Cut(c.inDark, " ")
			}
			p.goTo("/" + c.name)
			embed := p.frames(site+"/embed/#", 1)[0]
			embed.await(`getComputedStyle(document.body).getPropertyValue("--paper").trim() !== ""`)
			p.await(`!it.shadowRoot || it.shadowRoot.querySelector("iframe.ready")`)
			where := fmt.Sprintf("%s of a reader whose system is %s", c.name, system)
			if paper := eval[string](embed, `getComputedStyle(document.body).getPropertyValue("--paper").trim()`); (paper == "#14161a") != (theme == "dark") {
				t.Errorf("%s: the paper is %s, want that of the %s theme", where, paper, theme)
			}
			if bar := eval[string](embed, `getComputedStyle(document.documentElement).scrollbarColor`); !strings.HasSuffix(bar, " rgba(0, 0, 0, 0)") {
				t.Errorf("%s: a scrollbar has a ground of its own: %s", where, bar)
			}
			page, ground := p.grounds()
			for tries := 0; sameColour(page, ground) == (painted != "") && tries < 10; tries++ { // until the frame is drawn
				time.Sleep(100 * time.Millisecond)
				page, ground = p.grounds()
			}
			if sameColour(page, ground) == (painted != "") {
				t.Errorf("%s: the page is %v and the embed's ground %v", where, page, ground)
			}
			for _, colour := range []string{"ink", "muted", "accent"} {
				if got := contrast(embed.colour(colour), ground); got < 4.5 {
					t.Errorf("%s: %s has a contrast of %.1f with its ground", where, colour, got)
				}
			}
		}
	}
}

// An element without a theme follows its page also when the page changes its colour scheme while it is open, and one
// that was not displayed meanwhile as soon as it is. Nobody's words are lost over it: what the reader has typed stays. An
// element with a theme keeps it. This is so where the browser tells frames the reader's system whatever the page, too.
func TestElementsFollowATurningPage(t *testing.T) {
	t.Parallel()
	element := func(id, more string) string {
		return `<last-iterate id="` + id + `"` + attributes("delta=1e-6") + more + `></last-iterate>`
	}
	p := newPage(t, newEmbedder(t, "", map[string]string{"/": `<!doctype html><title>Host</title>
		<style>.night { color-scheme: dark } .dusk { background: #1b2436; color: #eee } .away #it { display: none }</style>` + element("own", ` size="number" theme="light"`) + element("it", ` show="answer,form"`) + `<script src="` + site + `/embed.js"></script>`}), site)
	p.goTo("/")
	frames := p.frames(site+"/embed/#", 2)
	embed, own := frames[0], frames[1]
	if eval[bool](own, `location.hash.includes("show=")`) {
		embed, own = own, embed
	}
	allReady(frames)
	const typed = "0.0731"
	eval[bool](embed, `(() => { const f = document.querySelector("[name=eta]"); f.focus(); f.select(); return document.execCommand("insertText", false, "`+typed+`") })()`)
	turn := func(class, theme, system string) {
		t.Helper()
		embed.inTheme(system)
		eval[bool](p, `(document.documentElement.className = "`+class+`", true)`)
		dark := fmt.Sprint(theme == "dark")
		embed.await(`(getComputedStyle(document.body).getPropertyValue("--paper").trim() === "#14161a") === ` + dark)
		if got := eval[string](embed, `document.querySelector("[name=eta]").value`); got != typed {
			t.Errorf("on a page that has become %q %q is typed, want %s", class, got, typed)
		}
		if eval[bool](own, `getComputedStyle(document.body).getPropertyValue("--paper").trim() === "#14161a"`) {
			t.Errorf("on a page that has become %q an element with theme=light is dark", class)
		}
	}
	turn("", "light", "light")
	turn("night", "dark", "light")
	turn("", "light", "dark")
	turn("dusk", "dark", "light")
	turn("", "light", "light")
	eval[bool](p, `(document.documentElement.className = "night away", true)`)
	turn("night", "dark", "light")
}

// grounds are the colours of a host's page and of the embed in it that is named "it", as they are on the screen.
func (p *page) grounds() (page, embed color.Color) {
	p.Helper()
	box := eval[[]float64](p, `(({right, bottom}) => [right, bottom])(it.getBoundingClientRect())`)
	picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.Fatal(err)
	}
	screen, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		p.Fatal(err)
	}
	x, y := int(box[0]), int(box[1])
	if !image.Pt(x+4, y+4).In(screen.Bounds()) {
		p.Fatalf("the embed ends at %v, out of sight", box)
	}
	return screen.At(x+4, y+4), screen.At(x-4, y-4)
}

// colour is the value of one of the page's colours.
func (p *page) colour(name string) color.Color {
	p.Helper()
	var c color.RGBA
	text := eval[string](p, `getComputedStyle(document.body).getPropertyValue("--`+name+`").trim()`)
	if _, err := fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B); err != nil {
		if _, err := fmt.Sscanf(text, "rgb(%d, %d, %d)", &c.R, &c.G, &c.B); err != nil {
			p.Fatalf("--%s is %q", name, text)
		}
	}
	c.A = 255
	return c
}

// sameColour reports whether two colours are the same but for the rounding of a screen.
func sameColour(a, b color.Color) bool {
	r, g, bl, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	const steps = 3 * 257
	return math.Abs(float64(r)-float64(r2)) < steps && math.Abs(float64(g)-float64(g2)) < steps && math.Abs(float64(bl)-float64(b2)) < steps
}

// contrast is that of WCAG 2.2, from 1 to 21.
func contrast(a, b color.Color) float64 {
	light := func(c color.Color) float64 {
		linear := func(v uint32) float64 {
			x := float64(v) / 0xffff
			if x <= 0.04045 {
				return x / 12.92
			}
			return math.Pow((x+0.055)/1.055, 2.4)
		}
		r, g, b, _ := c.RGBA()
		return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
