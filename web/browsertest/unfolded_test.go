//go:build e2e

package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// typeSlowly types a number into the focused field. After each key it waits for what the page makes of the number so far; from
// the number valid on, that is an answer.
func (p *page) typeSlowly(field, number, valid string) {
	p.Helper()
	for end := range len(number) {
		so := number[:end+1]
		p.do(chromedp.KeyEvent(number[end : end+1]))
		if strings.HasPrefix(so, valid) {
			p.await(ready + ` && document.querySelector("#needed") === null && document.querySelector("#error-` + field + `").innerText === ""`)
		}
		if got, at := p.text(field), eval[string](p, `document.activeElement.id`); got != so || at != "field-"+field {
			p.Fatalf("after %q the field %s holds %q, and the focus is on %q", so, field, got, at)
		}
	}
}

// A group that has opened because of a field stays open when the field becomes valid in the middle of a number, until the visitor
// folds it.
func TestGroupStaysOpenWhileTyping(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	for _, width := range []int64{390, 1440} {
		p.window(width, 844)
		p.press("#reset")
		p.awaitReady()
		p.paste(strings.Replace(opacusScript, "n = 60000", "", 1))
		p.press("#start-use")
		p.await(needed + `.includes("dataset size is needed")`)
		p.press("#needed .to-fields button")
		p.await(`document.activeElement.id === "field-n"`)
		p.typeSlowly("n", "50000", "500") // the batch size is 256
		p.await(shows("n", "50000") + ` && /[#&]n=50000&/.test(location.hash)`)

		eval[bool](p, `(location.hash = "#v=1&n=1000&sigma=none`+fewLines+`", true)`) // a link that could not be read in full
		p.await(`document.querySelector("#error-sigma").innerText !== ""`)
		p.choose("sigma")
		p.typeSlowly("sigma", "1.25", "1")
		if width < 900 {
			const noise = `.fold[data-group="noise"]`
			p.press(noise)
			p.await(`document.querySelector('` + noise + `').ariaExpanded === "false" && document.querySelector("#field-sigma").offsetParent === null`)
		}
	}
}
