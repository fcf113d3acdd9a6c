//go:build e2e

package browsertest

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/bounds"
)

// embedding is the text that says how to put the calculator into a page. What
// it shows is what is built and opened here.
func embedding(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../docs/embedding.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	listing   = regexp.MustCompile("(?ms)^```[a-z]+ (\\S+)\n(.*?)^```$")
	inExample = regexp.MustCompile(`(?:https://calculator\.example/embed/(?:index\.html)?[#?]|link = ")([^"]+)"`)
)

// listings are the files that the text shows for a tool, by their paths, with
// the address of the site in place of the example's.
func listings(t *testing.T, tool string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, m := range listing.FindAllStringSubmatch(embedding(t), -1) {
		if name, found := strings.CutPrefix(m[1], tool+"/"); found {
			files[name] = strings.NewReplacer("https://calculator.example/", site+"/", "https://calculator.example",
				originOf(site)).Replace(m[2])
		}
	}
	if len(files) == 0 {
		t.Fatalf("the text shows no file for %s", tool)
	}
	return files
}

// documented is the run of the text's examples as a link.
const documented = "v=1&n=60000&b=60000&T=200&eta=0.05&clip=1&sigma=10&noise=multiplier&diameter=1&adjacency=replace&scheme=full&loss=strongly-convex&smoothness=1&strong_convexity=0.5&clipping=never&delta=1e-5"

// Every link in the text reads without a complaint and is the text's run.
func TestDocumentedLinks(t *testing.T) {
	t.Parallel()
	found := inExample.FindAllStringSubmatch(embedding(t), -1)
	for _, m := range found {
		text := strings.ReplaceAll(m[1], "&amp;", "&")
		if strings.HasPrefix(text, "{{") {
			continue // the shortcode's own
		}
		_, problems := link.DecodeFrom(link.State{Query: bounds.DefaultQuery()}, text)
		if len(problems) > 0 || !strings.HasPrefix(text, documented) {
			t.Errorf("%s: %v", text, problems)
		}
	}
	if len(found) < 3 {
		t.Errorf("only %d links found", len(found))
	}
}

// The frame, the element and the module of the text work on a page that allows
// what the text says it must allow.
func TestDocumentedPage(t *testing.T) {
	t.Parallel()
	files := listings(t, "plain")
	host := newEmbedder(t, strictHost(), map[string]string{
		"/": "<!doctype html><title>Host</title>" + files["frame.html"] + files["element.html"] +
			`<script src="/listen.js"></script><script type="module" src="/engine.js"></script>`,
		"/listen.js": strings.Replace(files["listen.js"], "} = event.detail;",
			"} = event.detail; globalThis.told = [epsilon, row, theorem, delta, link];", 1),
		"/engine.js": strings.Replace(files["engine.js"], "console.log(", "globalThis.computed = [answer.row, answer.epsilon]; void (", 1),
	})
	p := firstAtEmbedder(t, host, "/")
	p.await(`globalThis.told && globalThis.computed`)
	full := visit(t, "/#"+documented)
	want, row := full.answer(), eval[string](full, `document.querySelector("#answer").dataset.row`)
	if got := eval[string](p, `JSON.stringify(computed)`); got != fmt.Sprintf(`[%q,%v]`, row, want) {
		t.Errorf("the module says %s, the page %s: %v", got, row, want)
	}
	if !eval[bool](p, fmt.Sprintf(`told[0] === %v && told[1] === %q && told[2] !== "" && told[3] === 1e-5 && told[4].includes("T=200")`,
		want, row)) {
		t.Errorf("the element tells %s", eval[string](p, `JSON.stringify(told)`))
	}
	frames := p.frames(site+"/embed/", 3) // the engine's among them
	answers := 0
	for _, f := range frames {
		if eval[string](f, `location.pathname`) == "/embed/engine.html" || strings.HasSuffix(eval[string](f, `location.pathname`),
			"/engine.html") {
			continue
		}
		f.awaitReady()
		answers++
		if got := f.answer(); got != want {
			t.Errorf("an embed says %v, the page %v", got, want)
		}
	}
	if answers != 2 {
		t.Errorf("%d embeds have answers", answers)
	}
}
