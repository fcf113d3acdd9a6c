//go:build e2e

package browsertest

import (
	"math"
	"strings"
	"testing"
)

// Somebody whose example is in a known batch asks for its loss: the answer is smaller,
// its first sentence and the address say whose it is, and other batches forget it.
func TestPosition(t *testing.T) {
	t.Parallel()
	p := visit(t, rich+fewLines)
	worst := p.answer()
	if text := p.text("position"); text != "0" {
		t.Errorf("the position is %q", text)
	}
	p.enter("position", "3") // last used 7 steps before the end of 90
	third := p.awaitOther(worst)
	if !(third < worst) {
		t.Errorf("ε = %v, at the worst position %v", third, worst)
	}
	p.await(`/for the released model and the examples in batch 3 of each epoch/.test(document.querySelector("#answer-sentence").innerText)`)
	p.await(`location.hash.includes("scheme=cyclic&position=3&")`)
	again := visit(t, "/"+eval[string](p, `location.hash`))
	if got := again.answer(); math.Abs(got/third-1) > 1e-12 {
		t.Errorf("the link answers %v, the page %v", got, third)
	}
	p.enter("position", "11")
	p.await(`/there are 10 batches in an epoch/.test(document.querySelector("#run").innerText)`)
	p.setSelect("field-scheme", "shuffle-once")
	p.await(ready + ` && document.querySelector("#field-position") === null`)
	if hash := eval[string](p, `location.hash`); strings.Contains(hash, "&position=") {
		t.Errorf("another order has a position: %s", hash)
	}
}
