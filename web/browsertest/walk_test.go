//go:build e2e

package browsertest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestEveryView comes to every view once and, there,
//
//   - has axe-core look for what breaks WCAG 2.2 AA in light on a desk's screen and
//     in dark on a telephone's, and, with -weekly, at the colours in dark on a desk's;
//   - walks with Tab from top to end: every control is come to, one sees where one
//     is, and is held nowhere;
//   - operates by the keyboard whatever was not operated in a view before, and by
//     the pointer where that is another way: something follows.
//
// A control of a kind that the test cannot operate fails it, so none is left out.
// Two tabs walk the views beside each other, and yet each control is always operated
// in the same view: the first of the list that has it.
func TestEveryView(t *testing.T) {
	t.Parallel()
	axe := axeCore(t)
	has := make([]offer, len(views))
	for k := range has {
		has[k].told = make(chan struct{})
	}
	var next atomic.Int64
	var tabs sync.WaitGroup
	for range 2 {
		tabs.Go(func() {
			// In the order of the list, so that whoever waits does so for a view under way.
			for k := next.Add(1) - 1; int(k) < len(views); k = next.Add(1) - 1 {
				t.Run(views[k].name, func(t *testing.T) { walkView(t, axe, views[k], has[:k+1]) })
				has[k].tell(nil) // a view that -run leaves out, or that cannot be come to, has nothing
			}
		})
	}
	tabs.Wait()
	operated := map[string]bool{}
	for k := range has {
		for _, c := range has[k].controls {
			operated[c.Name] = true
		}
	}
	if len(operated) < 100 {
		t.Errorf("only %d controls were operated in %d views", len(operated), len(views))
	}
}

// offer is what a view has to be operated, once that is told.
type offer struct {
	controls []control
	once     sync.Once
	told     chan struct{}
}

func (o *offer) tell(list []control) {
	o.once.Do(func() {
		o.controls = list
		close(o.told)
	})
}

// walkView walks one view: the last of those whose controls are asked for here.
func walkView(t *testing.T, axe string, v view, has []offer) {
	p := v.newPage(t)
	p.runFirst(clicker + walker + ownClipboard)
	p.inTheme("light")
	p.show(v)
	if !v.busy {
		p.await(drawn) // what cancels the drawing has a test of its own
	}
	p.accessible(v, axe)
	p.walk()
	before, own := has[:len(has)-1], &has[len(has)-1]
	own.tell(p.controls(v))
	operated := map[string]bool{}
	for k := range before {
		<-before[k].told
		for _, c := range before[k].controls {
			operated[c.Name] = true
		}
	}
	p.operate(v, own.controls, operated)
}

// ownClipboard keeps what a walk copies from the clipboard that all tabs share.
const ownClipboard = `
if (navigator.clipboard) navigator.clipboard.writeText = () => Promise.resolve();`

// accessible has axe-core look at a view, and leaves it dark and as wide as it was.
func (p *page) accessible(v view, axe string) {
	p.Helper()
	eval[bool](p, axe)
	p.axe("light")
	p.inTheme("dark")
	if *weekly || v.width != 0 {
		p.axeRules("dark", colourRules, 1)
	}
	if v.width != 0 {
		return
	}
	p.do(chromedp.EmulateViewport(390, 844))
	p.await(`document.documentElement.clientWidth <= 390`)
	p.axe("dark and narrow")
	p.do(chromedp.EmulateViewport(v.screen(), 900))
	p.await(`document.documentElement.clientWidth > 390`)
	p.rest(v)
}

// rest waits until the view on show changes no more by itself.
func (p *page) rest(v view) {
	p.Helper()
	if !v.busy {
		p.await(steady + ` && ` + drawn)
		eval[bool](p, `rest()`)
	}
}

// control is one that a view offers: how it is named and operated, whether it is
// operated though it was in another view, and whether a click is all that a key
// does to it.
type control struct {
	Name, Kind, Type string
	Afresh, Native   bool
}

// undoes is 1 for what takes back what other controls did.
func (c control) undoes() int {
	if strings.HasPrefix(c.Name, "BUTTON reset ") {
		return 1
	}
	return 0
}

// controls are those of the view on show, in the order in which they are operated.
func (p *page) controls(v view) []control {
	p.Helper()
	list := eval[[]control](p, fmt.Sprintf(`controls().map((c) => ({
		Name: nameOf(c), Kind: kindOf(c), Type: c.type ?? "", Afresh: c.closest(%q) !== null, Native: c.matches("button, summary, input"),
	}))`, v.selector()))
	if len(list) < 10 {
		p.Fatalf("only %d controls found: %v", len(list), list)
	}
	// Where nothing was changed yet there is nothing to reset.
	slices.SortStableFunc(list, func(a, b control) int { return cmp.Compare(a.undoes(), b.undoes()) })
	return list
}

// operate operates the controls of the view on show that are not operated in another.
func (p *page) operate(v view, list []control, operated map[string]bool) {
	p.Helper()
	p.rest(v)
	for _, c := range list {
		if operated[c.Name] && !c.Afresh {
			continue
		}
		operated[c.Name] = true
		if c.Kind == "" {
			p.Errorf("no test knows how to operate %s", c.Name)
			continue
		}
		key, byKey := keys[c.Kind]
		if c.Type == "checkbox" {
			key = " "
		}
		if byKey {
			p.pressKey(v, c, key)
		}
		if byPointer := !byKey || c.Kind == "tab" || c.Kind == "press" && !c.Native; byPointer {
			p.back(v, c)
			if !eval[bool](p, fmt.Sprintf(`tryControl(%q)`, c.Name)) {
				p.Errorf("nothing happens on the %s %s", c.Kind, c.Name)
			}
		}
		// Another run is left before its answer is there: what follows is not in it.
		if !strings.HasPrefix(c.Name, "BUTTON start-") {
			p.rest(v)
		}
	}
}

// back comes to the view afresh where a control was taken away, or made another
// kind, by what was operated before.
func (p *page) back(v view, c control) {
	p.Helper()
	there := fmt.Sprintf(`byName(%q) !== undefined && kindOf(byName(%[1]q)) === %q`, c.Name, c.Kind)
	if eval[bool](p, there) && (v.busy || eval[bool](p, steady)) {
		return
	}
	p.show(v)
	p.await(there)
	p.rest(v)
}

// brief is how many looks at the page a field is given that may wait for Enter:
// Enter does no harm to one that does not.
const brief = 10

// pressKey puts the focus on a control and presses a key there.
func (p *page) pressKey(v view, c control, key string) {
	p.Helper()
	p.back(v, c)
	// A picture that was drawn just now has other handles than the one before.
	aim := fmt.Sprintf(`byName(%q) !== undefined && aim(%[1]q)`, c.Name)
	if !eval[bool](p, aim) {
		p.rest(v)
		if !eval[bool](p, aim) {
			p.Errorf("%s does not take the focus", c.Name)
			return
		}
	}
	p.do(chromedp.KeyEvent(key))
	if c.Kind == "text" && !eval[bool](p, fmt.Sprintf(`follows(() => before, %d)`, brief)) {
		p.do(chromedp.KeyEvent(kb.Enter))
	}
	if !eval[bool](p, `follows(() => before)`) {
		p.Errorf("nothing happens on the %s %s by its key", c.Kind, c.Name)
	}
	if c.Kind == "text" {
		p.do(chromedp.KeyEvent(kb.Escape))
		eval[bool](p, `(restore(), true)`)
	}
}
