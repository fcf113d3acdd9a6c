//go:build e2e

package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// However often the pointer moves, the run follows a handle once a frame, and
// ends where the handle was let go.
func TestHandleFollowsOnceAFrame(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink)
	at := eval[[]float64](p, `(() => {
		const e = document.querySelector("#chart-handle");
		e.scrollIntoView({block: "center"});
		const r = e.getBoundingClientRect();
		return [r.left + r.width / 2, r.top + r.height / 2];
	})()`)
	mouse := func(kind input.DispatchMouseEventType, x float64, buttons int64) {
		call(p, p.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: at[1],
			Button: input.MouseButtonLeft, Buttons: buttons, ClickCount: 1})
	}
	mouse(input.DispatchMouseEventTypeMousePressed, at[0], 1)
	// The page is busy for a moment: a thousand moves come between two frames.
	eval[bool](p, fmt.Sprintf(`(() => {
		const post = Worker.prototype.postMessage;
		globalThis.asked = [];
		Worker.prototype.postMessage = function (message, ...rest) {
			const {method, run} = typeof message === "string" ? JSON.parse(message) : {};
			if (method === "evaluate") asked.push(run.T);
			return post.call(this, message, ...rest);
		};
		const handle = document.querySelector("#chart-handle");
		for (let i = 1; i <= 1000; i++)
			handle.dispatchEvent(new PointerEvent("pointermove", {bubbles: true, clientX: %v - i / 10, clientY: %v}));
		return true;
	})()`, at[0], at[1]))
	p.await(`asked.length > 0`)
	moved := eval[int](p, `asked.at(-1)`)
	if asked := eval[[]int](p, `asked`); len(asked) > 2 || moved >= 90 {
		t.Errorf("for a thousand moves to the left of T = 90 the engine was asked about %v", asked)
	}
	mouse(input.DispatchMouseEventTypeMouseReleased, at[0]-100, 0)
	p.awaitReady()
	p.await(fmt.Sprintf(`document.querySelector("#field-T").value === "%d"`, moved))
}

// Where the system chooses the colours, what is chosen still differs from what
// is not.
func TestForcedColors(t *testing.T) {
	t.Parallel()
	p := visit(t, "/")
	for _, theme := range []string{"light", "dark"} {
		call(p, p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}, {Name: "prefers-color-scheme", Value: theme}},
		})
		p.await(fmt.Sprintf(`matchMedia("(forced-colors: active) and (prefers-color-scheme: %s)").matches`, theme))
		for _, kind := range []string{".segment", ".tab"} {
			look := func(which string) string {
				return eval[string](p, fmt.Sprintf(`(() => {
					const s = getComputedStyle(document.querySelector("%s input%s + span"));
					return s.backgroundColor;
				})()`, kind, which))
			}
			if chosen, other := look(":checked"), look(":not(:checked)"); chosen == other {
				t.Errorf("%s: chosen or not, a %s is %s", theme, kind, chosen)
			}
		}
		// What is drawn is seen, and the answer's line and mark look like no others.
		const colour = `((e) => { const s = getComputedStyle(e); return s.stroke !== "none" ? s.stroke : s.fill; })`
		if unseen := eval[[]string](p, `[...document.querySelectorAll("#chart path[data-series], #ruler svg path, #ruler svg circle, #ruler svg text, #rows .dots circle")]
			.filter((e) => `+colour+`(e) === getComputedStyle(document.body).backgroundColor).map((e) => e.outerHTML)`); len(unseen) > 0 {
			t.Errorf("%s: these have the paper's colour: %q", theme, unseen)
		}
		if best, other := eval[string](p, colour+`(document.querySelector("#chart .plot-best"))`), eval[string](p,
			colour+`(document.querySelector("#chart .plot-rival"))`); best == other {
			t.Errorf("%s: the answer’s line and another are %s", theme, best)
		}
	}
}

// A diameter typed as infinite is no projection: its field goes, and the focus
// is at the box that says so, not lost.
func TestInfiniteDiameterKeepsTheFocus(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink)
	before := p.answer()
	p.enter("diameter", "inf")
	p.awaitOther(before)
	p.await(`document.querySelector("#field-diameter") === null && document.querySelector("#field-unbounded").checked`)
	p.await(`document.activeElement.id === "field-unbounded"`)
}

// Nothing makes the page scroll sideways, however many runs stand side by side.
func TestComparisonFits(t *testing.T) {
	t.Parallel()
	link := aLink
	for _, k := range []string{"1", "2", "3", "4"} {
		for pair := range strings.SplitSeq(strings.TrimPrefix(allLinesLink, "/#v=1&"), "&") {
			name, value, _ := strings.Cut(pair, "=")
			link += "&" + name + "." + k + "=" + value
		}
	}
	p := visit(t, link)
	p.await(compareIdle)
	for width := int64(320); width <= 1280; width += 48 {
		p.window(width, 900)
		if over := eval[float64](p, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("at %d pixels the page is %v too wide", width, over)
		}
	}
}

// What is read of a chart is drawn anew with it when the window's width changes.
func TestReadingFollowsTheWidth(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink)
	p.do(chromedp.Focus(chromedp.CSS("#chart")), chromedp.KeyEvent(kb.ArrowLeft))
	p.await(`document.querySelector("#chart-overlay svg") !== null`)
	const size = `document.querySelector("#chart-overlay svg")?.getAttribute("viewBox")`
	before := eval[string](p, size)
	for _, width := range []int64{620, 1440} {
		p.do(chromedp.EmulateViewport(width, 900))
		p.await(size + ` !== "` + before + `" && ` + size + ` === document.querySelector("#chart > svg").getAttribute("viewBox")`)
		before = eval[string](p, size)
	}
}
