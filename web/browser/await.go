package browser

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/chromedp"
)

// glance is how often Await looks: often enough that nobody waits for it, and
// seldom enough to leave the processor to the page. It looks from outside, since a
// timer inside the page may be lost when the page goes to another address.
const glance = 25 * time.Millisecond

// Await waits until a JavaScript expression is true in the page of the tab.
func Await(tab context.Context, expression string, limit time.Duration) error {
	for deadline := time.Now().Add(limit); ; time.Sleep(glance) {
		met, err := chromedp.Run(tab, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		if met {
			return nil
		}
		// While the page changes an expression may fail; the last failure tells why.
		if tab.Err() != nil || time.Now().After(deadline) {
			return fmt.Errorf("not true after %v: %s (%v)", limit, expression, err)
		}
	}
}
