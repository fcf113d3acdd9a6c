//go:build e2e

package browsertest

import (
	"strings"
	"testing"
)

// A certified answer says so beside its theorem, and every opened row says
// whether its value is certified, in a sentence that needs no tooltip.
func TestCertifiedIsSaid(t *testing.T) {
	t.Parallel()
	p := visit(t, "/#v=1&n=1&b=1&T=160&eta=0.05&clip=1&sigma=1&noise=iterate&diameter=inf&adjacency=replace&scheme=full&loss=strongly-convex&smoothness=1&strong_convexity=1&clipping=difference&delta=1e-5")
	if text := eval[string](p, `document.querySelector("#attribution #certified").innerText + "; " + document.querySelector("#certified").title`); text != "✓ arithmetic certified; every rounding error is bounded; the theorem’s proof is not part of this certificate" {
		t.Errorf("the attribution of a certified answer: %q", text)
	}
	p.press("#rows-unfit")
	p.await(`document.querySelector("#rows tr.unfit") !== null`)
	for row, want := range map[string]string{
		"composition":      "the exact value is at most this one",
		"linear-adversary": "the exact value is at least this one",
		"chien-li-3.7":     "", // needs bounded gradients
	} {
		title := eval[string](p, `document.querySelector('#rows [data-row="`+row+`"] .value').title`)
		if certified := strings.HasPrefix(title, "certified: "); certified != (want != "") {
			t.Errorf("the value of %s has the tooltip %q", row, title)
		}
		if want == "" {
			continue
		}
		eval[bool](p, `(document.querySelector('#rows [data-row="`+row+`"] .open').click(), true)`)
		p.await(`document.getElementById("detail-` + row + `")?.innerText.includes("Certified: ")`)
		if text := eval[string](p, `document.getElementById("detail-`+row+`").innerText`); !strings.Contains(text, want) {
			t.Errorf("the opened row %s does not say that %q: %q", row, want, text)
		}
	}
}
