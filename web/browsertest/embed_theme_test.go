//go:build e2e

package browsertest

import (
	"fmt"
	"testing"
)

// On a page that states no colour scheme a frame and an element are light, whatever the reader's
// system; an element follows a page that states one, and so does a frame that is asked to.
func TestEmbedsFollowTheirPage(t *testing.T) {
	t.Parallel()
	frame := func(theme string) string {
		return fmt.Sprintf(`<iframe id="frame" title="An embed" src="%s/embed/#%s&delta=1e-6&size=number%s"></iframe>`, site, theRun, theme)
	}
	element := func(theme string) string {
		return `<last-iterate` + attributes("delta=1e-6") + ` size="number"` + theme + `></last-iterate><script src="` + site + `/embed.js"></script>`
	}
	const css, meta = `<style>html { color-scheme: light dark }</style>`, `<meta name="color-scheme" content="light dark">`
	pages := map[string]string{}
	cases := []struct{ name, head, body, inLight, inDark string }{
		{"frame", "", frame(""), "light", "light"},
		{"frame-auto", css, frame("&theme=auto"), "light", "dark"},
		{"frame-light", css, frame("&theme=light"), "light", "light"},
		{"frame-dark", "", frame("&theme=dark"), "dark", "dark"},
		{"element", "", element(""), "light", "light"},
		{"element-css", css, element(""), "light", "dark"},
		{"element-meta", meta, element(""), "light", "dark"},
		{"element-light", css, element(` theme="light"`), "light", "light"},
		{"element-auto", "", element(` theme="auto"`), "light", "dark"},
	}
	for _, c := range cases {
		pages["/"+c.name] = `<!doctype html><title>Host</title>` + c.head + c.body
	}
	p := newPage(t, newEmbedder(t, "", pages), site)
	for _, system := range []string{"light", "dark"} {
		p.inTheme(system)
		for _, c := range cases {
			want := c.inLight
			if system == "dark" {
				want = c.inDark
			}
			p.goTo("/" + c.name)
			embed := p.frames(site+"/embed/#", 1)[0]
			embed.await(`getComputedStyle(document.body).getPropertyValue("--paper").trim() !== ""`)
			if paper := eval[string](embed, `getComputedStyle(document.documentElement).backgroundColor`); (paper == "rgb(20, 22, 26)") != (want == "dark") {
				t.Errorf("%s of a reader whose system is %s: the paper is %s, want %s", c.name, system, paper, want)
			}
		}
	}
}
