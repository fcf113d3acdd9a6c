//go:build e2e

package browsertest

import (
	"strings"
	"testing"
)

// hearRuns collects what a page around embeds is told, apart from heights.
const hearRuns = `
	globalThis.heard = [];
	addEventListener("message", ({data}) => { if (data?.type && !/height|hello/.test(data.type)) heard.push(data); });
	globalThis.hears = () => JSON.stringify(heard);`

// What a visitor types into an embed stays there: the page around it hears the
// answer to the run that it has set itself, and of an edited run no more than
// that there is one; unless it has asked for all, and then the embed says so.
func TestWhatIsTypedStays(t *testing.T) {
	t.Parallel()
	const typed = "0.0731"
	address := site + "/embed/#" + theRun + "&delta=1e-6&show=answer,form" + fewLines
	page := func(t *testing.T, body string) string {
		return newSibling(t, map[string]string{"/hear.js": hearRuns,
			"/": `<!doctype html><title>Sibling</title><script src="/hear.js"></script>` + body})
	}
	frame := `<iframe title="the embed" width="600" height="900" src="` + address + `"></iframe>`
	ready := func(t *testing.T, v visitor, place string) {
		t.Helper()
		comes(t, v, place, `document.documentElement.dataset.state`, "ready")
	}
	edit := func(t *testing.T, v visitor, embed, text string) {
		t.Helper()
		before := shownAt(t, v, embed)
		typeInto(t, v, embed, "eta", text)
		comes(t, v, embed, `document.querySelector("#answer").dataset.epsilon !== "`+before+`" && document.documentElement.dataset.state`, "ready")
	}
	secret := func(t *testing.T, v visitor, embed string) {
		t.Helper()
		heard := v.says(t, "", `hears()`)
		for _, part := range []string{typed, v.says(t, embed, `document.querySelector("#answer").dataset.epsilon`)} {
			if strings.Contains(heard, part) {
				t.Errorf("the page has heard %s: %s", part, heard)
			}
		}
	}

	inBrowsers(t, map[string]func(*testing.T, visitor){
		"a frame": func(t *testing.T, v visitor) {
			v.open(t, page(t, frame)+"/")
			embed := v.frameAt(t, site+"/embed/#")
			ready(t, v, embed)
			comes(t, v, "", `heard.filter((m) => m.type.endsWith("answer")).length`, "1")
			if got := v.says(t, "", `heard.find((m) => m.type.endsWith("answer")).link`); !strings.Contains(got, "eta=0.05&") {
				t.Errorf("the page hears of its own run %q", got)
			}
			edit(t, v, embed, typed)
			comes(t, v, "", `heard.at(-1).state`, "edited")
			secret(t, v, embed)
			edit(t, v, embed, "0.0899")
			typeInto(t, v, embed, "eta", "-1") // no run at all
			comes(t, v, embed, `document.documentElement.dataset.state`, "failed")
			if got := v.says(t, "", `heard.slice(heard.findIndex((m) => m.state === "edited")).length`); got != "1" {
				t.Errorf("after the edit the page hears %s", v.says(t, "", `hears()`))
			}
			// Another run that the page sets is its own again.
			v.says(t, "", `document.querySelector("iframe").contentWindow.location.replace("`+strings.Replace(address, "T=90",
				"T=30", 1)+`")`)
			comes(t, v, "", `heard.filter((m) => m.type.endsWith("answer")).length`, "2")
			if got := v.says(t, "", `heard.findLast((m) => m.type.endsWith("answer")).link`); !strings.Contains(got, "T=30&eta=0.05&") {
				t.Errorf("the page hears of its second run %q", got)
			}
		},
		// A step back through the frame's history leads to what was typed, and is
		// not the page's doing.
		"a step back": func(t *testing.T, v visitor) {
			v.open(t, page(t, frame)+"/")
			embed := v.frameAt(t, site+"/embed/#")
			edit(t, v, embed, typed)
			comes(t, v, embed, `location.hash.includes("`+typed+`")`, "true")
			shown := v.says(t, embed, `document.querySelector("#answer").dataset.epsilon`)
			v.says(t, "", `document.querySelector("iframe").contentWindow.location = "`+strings.Replace(address, "T=90", "T=30", 1)+`"`)
			comes(t, v, "", `heard.filter((m) => m.type.endsWith("answer")).length`, "2")
			v.says(t, embed, `history.back()`)
			comes(t, v, embed, `document.querySelector("#answer").dataset.epsilon`, shown)
			comes(t, v, "", `heard.at(-1).state`, "edited")
			secret(t, v, embed)
		},
		"an element": func(t *testing.T, v visitor) {
			v.open(t, page(t, `<script src="`+site+`/embed.js"></script><last-iterate id="it"`+attributes("delta=1e-6")+` show="answer,form"></last-iterate>`)+"/")
			embed := v.frameAt(t, site+"/embed/#")
			ready(t, v, embed)
			comes(t, v, "", `it.answer !== null`, "true")
			own := v.says(t, "", `it.answer.epsilon`)
			edit(t, v, embed, typed)
			comes(t, v, "", `heard.at(-1).state`, "edited")
			secret(t, v, embed)
			if got := v.says(t, "", `it.answer.epsilon`); got != own {
				t.Errorf("the element's answer was %s and is %s", own, got)
			}
			if words := v.says(t, embed, `document.body.innerText`); strings.Contains(words, "can read") {
				t.Error("the embed says that the page reads what it does not tell")
			}
		},
		"a page that asked for all": func(t *testing.T, v visitor) {
			v.open(t, page(t, `<script src="`+site+`/embed.js"></script><last-iterate report id="it"`+attributes("delta=1e-6")+` show="answer,form"></last-iterate>`)+"/")
			embed := v.frameAt(t, site+"/embed/#")
			ready(t, v, embed)
			if words := v.says(t, embed, `document.querySelector("#reported").innerText`); !strings.Contains(words,
				"can read what you type") {
				t.Errorf("the embed says %q", words)
			}
			edit(t, v, embed, typed)
			comes(t, v, "", `it.answer.link.includes("eta=`+typed+`&")`, "true")
			if got := v.says(t, "", `it.href`); strings.Contains(got, "report") {
				t.Errorf("the calculator's own page is asked to report: %s", got)
			}
		},
	})
}
