//go:build e2e

package browsertest

import (
	"strings"
	"testing"
)

// notAnEscape is what the decoder says of a lone percent sign.
const notAnEscape = "is not a valid escape"

// A percent sign that escapes nothing is said to be wrong, wherever it stands in an
// address, and stops nothing: not when the page opens, nor when it is reloaded, nor when
// such an address is pasted or a link to it followed.
func TestLonePercentSign(t *testing.T) {
	t.Parallel()
	settled := func(t *testing.T, v visitor, place string) {
		t.Helper()
		comes(t, v, place, `["ready", "failed"].includes(document.documentElement.dataset.state)`, "true")
		if stopped := v.says(t, place, `document.querySelector(".boot-alert")?.innerText`); stopped != "" {
			t.Errorf("the page has stopped: %s", stopped)
		}
	}
	told := func(t *testing.T, v visitor, place string) {
		t.Helper()
		settled(t, v, place)
		comes(t, v, place, `document.body.innerText.includes("`+notAnEscape+`")`, "true")
	}
	scenarios := map[string]func(*testing.T, visitor){
		"a query of another program": func(t *testing.T, v visitor) {
			v.open(t, site+"/?x=50%")
			settled(t, v, "")
			if got := v.says(t, "", `document.querySelector("#answer").dataset.epsilon`); got == "" {
				t.Error("there is no answer")
			}
		},
		"pasted, then a link in the page": func(t *testing.T, v visitor) {
			v.open(t, site+openingRun)
			settled(t, v, "")
			v.says(t, "", `(location.hash = "v=1`+fewLines+`&n=7%")`)
			told(t, v, "")
			v.says(t, "", `history.back()`)
			comes(t, v, "", `document.body.innerText.includes("`+notAnEscape+`")`, "false")
			settled(t, v, "")
			v.says(t, "", `(() => {
				const link = document.createElement("a");
				link.href = "#v=1`+fewLines+`&n=7%";
				document.querySelector("#main").append(link);
				link.click();
			})()`)
			told(t, v, "")
		},
		"an embed": func(t *testing.T, v visitor) {
			v.open(t, newSibling(t, map[string]string{"/hear.js": hearRuns,
				"/": `<!doctype html><title>Sibling</title><script src="/hear.js"></script>
				<iframe title="the embed" width="600" height="900" src="` + site + `/embed/#v=1` + fewLines + `&n=7%"></iframe>`})+"/")
			embed := v.frameAt(t, site+"/embed/#")
			told(t, v, embed)
			comes(t, v, "", `heard.some((m) => m.type.endsWith("failed") && m.message.includes("`+notAnEscape+`"))`, "true")
			if heard := v.says(t, "", `hears()`); strings.Contains(heard, "epsilon") {
				t.Errorf("of a link that cannot be read the page hears an answer: %s", heard)
			}
		},
	}
	// A reload reads a fragment as an opening does, whatever is wrong in it.
	again := map[string]bool{"the fragment": true, "the query": true, "the laboratory": true}
	for name, address := range map[string]string{
		"the fragment": openingRun + "&n=7%", "nothing else": openingRun + "&n=%", "the query": "/?v=1" + fewLines + "&n=7%",
		"a name": openingRun + "&n%=7", "a label": aLink + "&n.1=9&label.1=100%", "the laboratory": labTool("audit&members=100%"),
	} {
		scenarios[name] = func(t *testing.T, v visitor) {
			v.open(t, site+address)
			told(t, v, "")
			typed := address[strings.IndexAny(address, "#?")+1:]
			if got := v.says(t, "", `location.href`); !strings.HasSuffix(got, typed) {
				t.Errorf("the address became %s", got)
			}
			if !again[name] {
				return
			}
			v.says(t, "", `location.reload()`)
			comes(t, v, "", `performance.getEntriesByType("navigation")[0].type`, "reload")
			told(t, v, "")
		}
	}
	inBrowsers(t, scenarios)
}
