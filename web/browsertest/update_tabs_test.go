//go:build e2e

package browsertest

import (
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/runtime"
)

// Of two tabs to which a newer build is offered one takes it. The other goes on
// with the old build, engine and all, until it takes the offer too.
func TestUpdateInTwoTabs(t *testing.T) {
	t.Parallel()
	p, old := offered(t)
	// A tab opens for a person's click only.
	call(p, p.ctx, runtime.Evaluate, runtime.EvaluateParams{
		Expression: `open("/#` + theRun + `&delta=1e-6")`, UserGesture: ptr(true),
	})
	other := p.opened(p.origin + "/#" + theRun)
	other.await(`document.querySelector("#update")`)

	eval[bool](p, takeUpdate)
	p.await(`lastIterate.build !== ` + strconv.Quote(old))
	if got := eval[string](other, `lastIterate.build`); got != old {
		t.Errorf("the other tab was led to build %s from %s", got, old)
	}
	before := other.answer()
	other.enter("eta", "0.07")
	other.awaitOther(before)
	eval[bool](other, takeUpdate)
	other.await(`lastIterate.build !== ` + strconv.Quote(old))
}
