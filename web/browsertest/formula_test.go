//go:build e2e

package browsertest

import "testing"

// The font of formulas is asked for when the first formula is shown, not
// before, and with it brackets stretch to what they hold. A process that has the font
// already tells of it at every visit, so this one is a first.
func TestFormulaFont(t *testing.T) {
	t.Parallel()
	const asked = `performance.getEntriesByType("resource").filter((r) => r.name.endsWith(".otf")).length`
	p := firstVisit(t, aLink)
	if n := eval[int](p, asked); n != 0 {
		t.Errorf("%d fonts were asked for before a formula was shown", n)
	}
	eval[bool](p, `(document.querySelector('#rows [data-row="chien-li-3.1"] .open').click(), true)`)
	p.await(`[...document.fonts].some((f) => f.family.includes("Formula") && f.status === "loaded")`)
	if n := eval[int](p, asked); n != 1 {
		t.Errorf("%d fonts were asked for", n)
	}
	const tallest = `Math.max(...[...document.querySelectorAll("#detail-chien-li-3\\.1 mo")].filter((o) => o.textContent === "(").map((o) => o.getBoundingClientRect().height))`
	const fraction = `Math.max(...[...document.querySelectorAll("#detail-chien-li-3\\.1 mfrac")].map((o) => o.getBoundingClientRect().height))`
	if b, f := eval[float64](p, tallest), eval[float64](p, fraction); b < 0.8*f {
		t.Errorf("the tallest bracket is %v high, the fraction in it %v", b, f)
	}
}
