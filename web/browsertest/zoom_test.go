//go:build e2e

package browsertest

import (
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// drag presses an element in its middle and moves it by so many pixels.
func (p *page) drag(selector string, dx, dy float64) {
	p.Helper()
	at := eval[[]float64](p, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.scrollIntoView({block: "center"});
		const r = e.getBoundingClientRect();
		return [r.left + r.width / 2, r.top + r.height / 2];
	})()`, selector))
	p.dragFrom(at[0], at[1], dx, dy)
}

func (p *page) dragFrom(x, y, dx, dy float64) {
	p.Helper()
	mouse := func(kind input.DispatchMouseEventType, x, y float64, buttons int64) {
		call(p, p.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y,
			Button: input.MouseButtonLeft, Buttons: buttons, ClickCount: 1})
	}
	mouse(input.DispatchMouseEventTypeMousePressed, x, y, 1)
	for i := 1.0; i <= 4; i++ {
		mouse(input.DispatchMouseEventTypeMouseMoved, x+dx*i/4, y+dy*i/4, 1)
	}
	mouse(input.DispatchMouseEventTypeMouseReleased, x+dx, y+dy, 0)
}

// axisRange is what the fields under the picture say is shown, once there is one.
func (p *page) axisRange() (from, to float64) {
	p.Helper()
	p.await(pictureSettled + ` && document.querySelector("#range-from") !== null`)
	return p.number(`document.querySelector("#range-from").value`), p.number(`document.querySelector("#range-to").value`)
}

// A stretch is chosen by dragging across it, by its ends, or by keys; it travels
// in the link, and a double click, a button or 0 show all again.
func TestZoom(t *testing.T) {
	t.Parallel()
	p := visit(t, convexRun+fewLines)
	from, to := p.axisRange()
	if from != 1 || to != 250 {
		t.Fatalf("the axis runs from %v to %v", from, to)
	}
	middle := func() (x, y, width float64) {
		r := eval[[]float64](p, `(() => {
			const e = document.querySelector("#chart svg");
			e.scrollIntoView({block: "center"});
			const r = e.getBoundingClientRect();
			return [r.left, r.top + r.height / 2, r.width];
		})()`)
		return r[0], r[1], r[2]
	}
	const all, some = `!/[&]to=/.test(location.hash)`, `/[&]from=.*&to=/.test(location.hash)`
	x, y, width := middle()
	p.dragFrom(x+0.2*width, y, 0.2*width, 0)
	p.await(pictureSettled + " && " + some)
	if a, b := p.axisRange(); !(a > 1 && a < b && b < 100) {
		t.Errorf("after dragging the axis runs from %v to %v", a, b)
	}
	p.press("#range-all")
	p.await(pictureSettled + " && " + all)

	p.do(chromedp.Focus(chromedp.CSS("#chart")), chromedp.KeyEvent("+"))
	p.await(pictureSettled + " && " + some)
	a, b := p.axisRange()
	if math.Abs(math.Log(b/a)/math.Log(to/from)-0.5) > 0.1 {
		t.Errorf("a plus shows %v … %v", a, b)
	}
	p.do(chromedp.Focus(chromedp.CSS("#chart")), chromedp.KeyEvent("0"))
	p.await(pictureSettled + " && " + all)

	p.typeRangeEnd("range-to", "60")
	p.await(pictureSettled + ` && location.hash.includes("&from=1&to=60")`)
	p.typeRangeEnd("range-from", "sixty")
	p.await(`document.querySelector("#range-error").innerText !== ""`)
	if kept := eval[string](p, `document.querySelector("#range-from").value`); kept != "sixty" {
		t.Errorf("what was typed became %q", kept)
	}
	p.typeRangeEnd("range-from", "70")
	p.await(`/70 is not below 60/.test(document.querySelector("#range-error").innerText)`)
	p.typeRangeEnd("range-from", "20")
	p.await(pictureSettled + ` && location.hash.includes("&from=20&to=60")`)

	again := visit(t, "/"+eval[string](p, `location.hash`))
	if a, b := again.axisRange(); a != 20 || b != 60 {
		t.Errorf("by link the axis runs from %v to %v", a, b)
	}
	x, y, width = middle()
	for clicks := int64(1); clicks <= 2; clicks++ {
		for _, kind := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed,
			input.DispatchMouseEventTypeMouseReleased} {
			call(p, p.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x + width/2, Y: y,
				Button: input.MouseButtonLeft, ClickCount: clicks})
		}
	}
	p.await(pictureSettled + " && " + all)

	// With Ctrl the wheel zooms.
	const ctrl = 2
	call(p, p.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseWheel,
		X: x + width/2, Y: y, DeltaX: 0.01, DeltaY: -120, Modifiers: ctrl})
	p.await(pictureSettled + " && " + some)
}

// typeRangeEnd types into a field of the axis and presses Enter.
func (p *page) typeRangeEnd(id, text string) {
	p.Helper()
	p.do(chromedp.Focus(chromedp.CSS("#" + id)))
	eval[bool](p, fmt.Sprintf(`(document.querySelector("#%s").select(), true)`, id))
	p.do(chromedp.KeyEvent(text), chromedp.KeyEvent(kb.Enter))
}
