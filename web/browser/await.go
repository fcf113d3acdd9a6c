package browser

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/chromedp"
)

// The page itself tests the condition, since a question from outside costs as much processor time as some twenty tests. The
// test is repeated from outside, because its timer is lost when the page goes to another address.
const (
	watch  = 500 * time.Millisecond // how long the page tests before it reports that the condition is not true
	trust  = 4 * watch              // how long this report may take
	glance = 25 * time.Millisecond  // pause between two tests in the page, and between two questions
)

// watching is a promise of the page's result: "" or the reason why the condition is not true.
const watching = `new Promise((tell) => {
	const end = performance.now() + %d;
	const look = () => {
		let fault = "not true";
		try {
			if (%s) fault = "";
		} catch (error) {
			fault = String(error);
		}
		if (fault === "" || performance.now() > end) tell(fault);
		else setTimeout(look, %d);
	};
	look();
})`

// Await waits until a JavaScript expression is true in the page of the tab.
func Await(tab context.Context, expression string, limit time.Duration) error {
	script := fmt.Sprintf(watching, watch.Milliseconds(), expression, glance.Milliseconds())
	for deadline := time.Now().Add(limit); ; time.Sleep(glance) {
		ctx, cancel := context.WithTimeout(tab, trust)
		fault, err := chromedp.Run(ctx, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
		cancel()
		if err == nil && fault == "" {
			return nil
		}
		// While the page changes, an expression may fail; the last failure is the reason.
		if tab.Err() != nil || time.Now().After(deadline) {
			return fmt.Errorf("not true after %v: %s (%q, %v)", limit, expression, fault, err)
		}
	}
}
