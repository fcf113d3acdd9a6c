//go:build e2e

package browsertest

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// Of the three parts the two costs, (A) and (B), add up to what the table says of the same row, at
// α = 2 (Chien and Li, arXiv:2410.01068, Figures 1 and 2(b)).
func TestPartsAddUp(t *testing.T) {
	t.Parallel()
	p := visit(t, convexRun+"&tab=parts&plan=chien-li-3.1")
	text := eval[[]string](p, `[...document.querySelectorAll("#parts dd")].map((d) => d.innerText)`)
	if len(text) != 3 {
		t.Fatalf("%q", text)
	}
	costs := 0.0
	for i, pattern := range []string{`costs ([\d.]+) at order`, `costs ([\d.]+) more\.`} {
		found := regexp.MustCompile(pattern).FindStringSubmatch(text[i])
		if found == nil {
			t.Fatalf("%q names no cost", text[i])
		}
		var cost float64
		if _, err := fmt.Sscan(found[1], &cost); err != nil {
			t.Fatal(err)
		}
		costs += cost
	}
	// Three digits each, rounded up.
	if want := p.row("chien-li-3.1"); costs < want || costs > want+0.002 {
		t.Errorf("(A) + (B) = %v, the row holds %v", costs, want)
	}
	// The answer is another row's.
	p.says("#explained", "The answer is by ", "Shown are the parts of Chien–Li, Theorem 3.1 (ε ≤ ")
}

// For sampled batches every order has a schedule of its own. The one on show is for the
// question's order, and changes with the question.
func TestScheduleOfTheQuestion(t *testing.T) {
	t.Parallel()
	p := visit(t, "/#v=1&n=50&b=5&T=60&eta=0.1&clip=2&sigma=1&diameter=0.05&scheme=without-replacement&loss=convex&smoothness=1&clipping=never&alpha=3&tab=parts&plan=shift-sampled")
	p.await(ready + ` && /whether its batch, drawn afresh, holds .* at order α\s=\s3\./.test(document.querySelector("#parts dd")?.innerText)`)
	p.enter("alpha", "17")
	p.await(ready + ` && /at order α\s=\s17\./.test(document.querySelector("#parts dd")?.innerText)`)
	costs := regexp.MustCompile(`costs ([\d.]+) at order`).FindStringSubmatch(eval[string](p,
		`document.querySelector("#parts dd").innerText`))
	hides := regexp.MustCompile(`costs ([\d.]+) more`).FindStringSubmatch(eval[[]string](p,
		`[...document.querySelectorAll("#parts dd")].map((d) => d.innerText)`)[1])
	var a, b float64
	if _, err := fmt.Sscan(strings.Join([]string{costs[1], hides[1]}, " "), &a, &b); err != nil {
		t.Fatal(err)
	}
	// Three digits each, rounded up.
	if want := p.row("shift-sampled"); !(a+b >= want && a+b < want*1.01) {
		t.Errorf("(A) + (B) = %v, the row holds %v", a+b, want)
	}
}

// Rows choose whose schedule is drawn; where there is none, the reason is told.
func TestScheduleOfARow(t *testing.T) {
	t.Parallel()
	p := visit(t, convexRun+"&tab=schedule")
	p.selectOption("plan", "composition")
	p.await(ready + ` && /pays for that step alone/.test(document.querySelector("#chart svg")?.getAttribute("aria-label"))`)
	p.await(`location.hash.includes("plan=composition")`)

	p.follow("/#v=1&n=60&b=5&T=200&eta=0.1&clip=2&sigma=1&diameter=1&scheme=shuffle-once&loss=convex&smoothness=1&clipping=never&alpha=2&tab=schedule&plan=shift", shows("scheme", "shuffle-once"))
	if why := eval[string](p, `document.querySelector("#no-picture")?.innerText ?? ""`); !strings.Contains(why,
		"Choose batches in a fixed order") {
		t.Errorf("without a schedule the picture says %q", why)
	}
	if eval[bool](p, `document.querySelector("#plan") !== null`) {
		t.Error("rows are offered that have no schedule")
	}
	p.follow("/#v=1&n=12&b=3&T=40&eta=0.1&clip=2&sigma=1&diameter=inf&scheme=cyclic&loss=smooth&smoothness=1&clipping=active&alpha=2&tab=schedule&plan=shift", shows("T", "40"))
	if text := eval[string](p, `document.querySelector("#no-picture")?.innerText ?? document.querySelector("#chart svg")?.getAttribute("aria-label") ?? ""`); !strings.HasPrefix(text, "Shift optimum: half of the bound is spent in the last") {
		t.Errorf("where steps expand without a projection the picture says %q", text)
	}
}
