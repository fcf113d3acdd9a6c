//go:build e2e

package browsertest

import (
	"fmt"
	"math"
	"strconv"

	"github.com/chromedp/chromedp"
)

// choose puts the caret into a field and selects all of its text, so that what
// is typed next replaces it. A narrow screen folds groups of fields; the one that
// holds the field is opened first.
func (p *page) choose(field string) {
	p.Helper()
	p.await(fmt.Sprintf(`document.querySelector("#field-%s") !== null`, field))
	eval[bool](p, fmt.Sprintf(`(() => {
		const fold = document.querySelector("#field-%s").closest(".group")?.querySelector(".fold");
		if (fold && fold.offsetParent !== null && fold.ariaExpanded !== "true") fold.click();
		return true;
	})()`, field))
	p.await(fmt.Sprintf(`document.querySelector("#field-%s").offsetParent !== null`, field))
	p.do(chromedp.Focus(chromedp.CSS("#field-" + field)))
	eval[bool](p, fmt.Sprintf(`(document.querySelector("#field-%s").select(), true)`, field))
}

// enter types text into a field in place of what it holds, key by key.
func (p *page) enter(field, text string) {
	p.Helper()
	p.choose(field)
	p.do(chromedp.KeyEvent(text))
}

// pick clicks one of several options that stand side by side.
func (p *page) pick(id, value string) {
	p.Helper()
	p.do(chromedp.Click(chromedp.CSS("#"+id+" label:has(#"+id+"-"+value+")"), chromedp.NodeVisible))
}

// text is what a field holds.
func (p *page) text(field string) string {
	p.Helper()
	return eval[string](p, fmt.Sprintf(`document.querySelector("#field-%s").value`, field))
}

// answer is the answer's ε in full precision.
func (p *page) answer() float64 {
	p.Helper()
	return p.number(`document.querySelector("#answer").dataset.epsilon`)
}

// row is a row's ε in full precision.
func (p *page) row(id string) float64 {
	p.Helper()
	return p.number(fmt.Sprintf(`document.querySelector('#rows [data-row="%s"]').dataset.epsilon`, id))
}

func (p *page) number(expression string) float64 {
	p.Helper()
	text := eval[string](p, expression)
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		p.Fatalf("%s is %q: %v", expression, text, err)
	}
	return x
}

// awaitAnswer waits until the answer belongs to the form again and is within
// a relative tolerance of want.
func (p *page) awaitAnswer(want, tolerance float64) {
	p.Helper()
	p.await(fmt.Sprintf(`%s && Math.abs(Number(document.querySelector("#answer").dataset.epsilon) / %g - 1) <= %g`, ready, want, tolerance))
}

// awaitOther waits until the answer belongs to the form again and is not old.
func (p *page) awaitOther(old float64) float64 {
	p.Helper()
	p.await(fmt.Sprintf(`%s && Number(document.querySelector("#answer").dataset.epsilon) !== %s`, ready,
		strconv.FormatFloat(old, 'g', -1, 64)))
	return p.answer()
}

// close reports whether two numbers agree to a relative tolerance.
func near(got, want, tolerance float64) bool {
	return math.Abs(got/want-1) <= tolerance
}
