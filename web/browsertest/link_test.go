//go:build e2e

package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// allLinesLink is theRun with a question; aLink limits the picture to fewLines, too.
const (
	allLinesLink = "/#" + theRun + "&delta=1e-6"
	aLink        = allLinesLink + fewLines
)

// fewLines has the picture draw two lines that are computed at once. With other lines the
// picture is refined for three seconds after every change, and a test that waits for the
// page to be ready waits for that too.
const fewLines = "&rows=composition~shift"

// What is typed is in the address, and the address alone brings it back.
func TestReloadedLink(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	before := p.answer()
	p.enter("eta", "0.07")
	want := p.awaitOther(before)
	p.await(`location.hash.includes("eta=0.07&")`)
	again := visit(t, "/"+eval[string](p, `location.hash`))
	if got := again.answer(); got != want {
		t.Errorf("the link gives %v, the form gave %v", got, want)
	}
	if got := again.text("eta"); got != "0.07" {
		t.Errorf("the link's learning rate is %q", got)
	}
}

// Every number of a link is in the form, and the address is left as it was.
func TestLinkFillsTheForm(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink)
	for field, want := range map[string]string{"n": "7", "T": "90", "eta": "0.05", "clip": "2", "sigma": "1.5", "diameter": "3",
		"delta": "1e-6"} {
		if got := p.text(field); !sameNumber(got, want) {
			t.Errorf("%s is %q, the link says %s", field, got, want)
		}
	}
	if hash := eval[string](p, `location.hash`); !strings.HasPrefix(hash, strings.TrimPrefix(aLink, "/")) {
		t.Errorf("the address became %s", hash)
	}
}

// Another link put into the address bar of the open page is followed, and
// going back returns to the first.
func TestPastedLinkAndBack(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink)
	first := p.answer()
	eval[bool](p, fmt.Sprintf(`(location.hash = %q, true)`, strings.Replace(aLink[1:], "T=90", "T=30", 1)))
	second := p.awaitOther(first)
	if got := p.text("T"); got != "30" {
		t.Errorf("T is %q after following a link with T=30", got)
	}
	if second == first {
		t.Error("the answer stayed")
	}
	eval[bool](p, `(history.back(), true)`)
	p.awaitAnswer(first, 1e-12)
	if got := p.text("T"); got != "90" {
		t.Errorf("T is %q after going back", got)
	}
}

// The query form of a link is the same link; the query goes to the fragment.
func TestQueryForm(t *testing.T) {
	t.Parallel()
	want := visit(t, aLink).answer()
	p := visit(t, "/?"+strings.TrimPrefix(aLink, "/#"))
	if got := p.answer(); got != want {
		t.Errorf("as a query %v, as a fragment %v", got, want)
	}
	if search := eval[string](p, `location.search`); search != "" {
		t.Errorf("the query is still there: %s", search)
	}
	if hash := eval[string](p, `location.hash`); !strings.Contains(hash, "T=90&") {
		t.Errorf("the fragment is %s", hash)
	}
}

// A link with a bad value and an unknown name opens with all the rest, and
// says what it could not take.
func TestBadLink(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink)
	p.goTo(strings.Replace(aLink, "eta=0.05", "eta=-0.1", 1) + "&colour=green")
	p.await(`document.querySelector("#needed") !== null`)
	if got := p.text("T"); got != "90" {
		t.Errorf("T is %q; the link's good values were lost", got)
	}
	if text := eval[string](p, `document.querySelector("#error-eta")?.innerText ?? ""`); !strings.Contains(text, "-0.1") ||
		!strings.Contains(text, "positive") {
		t.Errorf("beside the learning rate: %q", text)
	}
	if text := eval[string](p, `document.body.innerText`); !strings.Contains(text, "colour") || !strings.Contains(text, "green") {
		t.Error("the unknown name and its value are not reported")
	}
}

// A link of a later version says so instead of showing something else.
func TestUnknownVersion(t *testing.T) {
	t.Parallel()
	p := visit(t, "/#v=9&n=7&T=90")
	if text := eval[string](p, `document.body.innerText`); !strings.Contains(text, "version") || !strings.Contains(text, "9") {
		t.Error("the unknown version is not reported")
	}
}

// sameNumber compares as the eye does: 1e-6 and 1 × 10⁻⁶ are one number.
func sameNumber(a, b string) bool {
	plain := strings.NewReplacer("−", "-", "1 × 10⁻⁶", "1e-6", "10⁻⁶", "1e-6", "0.000001", "1e-6", "1e-06", "1e-6")
	return plain.Replace(a) == plain.Replace(b)
}
