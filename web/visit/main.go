// Command visit times first visits to the built site in a real Chromium: until something is on the screen, until the calculator
// has loaded, and until it has answered. Each visit has an empty cache.
//
//	make visit
//
// It also counts the bytes that are transferred until answer and picture are complete; their limits are in web/budget.json,
// which `make size` checks.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"lastiterate/web/browser"
)

// line is a simulated connection and machine.
type line struct {
	name     string
	latency  float64 // ms
	download float64 // bytes/s; 0 is unlimited
	slowdown float64 // factor by which the page's thread is slower; Chromium does not slow workers
	visits   int
	address  string // the visited address, relative to the site's root
}

// reshuffled is a shared link whose answer averages over orders that change every epoch, the slowest kind: its verdict takes
// longer than its rows.
const reshuffled = "#v=1&n=1000&b=100&T=1000&eta=0.05&clip=1&sigma=0.2&noise=iterate&diameter=2&adjacency=replace&scheme=reshuffle" +
	"&loss=convex&smoothness=1&clipping=never&delta=1e-5"

var lines = []line{
	{"this machine", 0, 0, 1, 7, ""},
	{"9 Mbit/s, 60 ms", 60, 9e6 / 8, 1, 5, ""},
	{"1.6 Mbit/s, 150 ms, slow telephone", 150, 1.6e6 / 8, 4, 3, ""},
	{"this machine, a link with reshuffled batches", 0, 0, 1, 3, reshuffled},
}

// times are the times of one visit, in milliseconds from the moment the address was opened.
type times struct {
	Content float64 `json:"content"` // first contentful paint: the built-in answer
	Program float64 `json:"program"` // the program has taken the page over
	Answer  float64 `json:"answer"`  // the engine's own answer is shown
	Points  float64 `json:"points"`  // and points of its picture
	Picture float64 `json:"picture"` // answer and picture are complete
	Bytes   float64 `json:"bytes"`   // transferred until then, headers included
}

// clock records these times.
const clock = `
globalThis.times = {};
new MutationObserver(() => {
	const answer = document.querySelector("#answer");
	const since = (name, met) => { if (met) times[name] ??= performance.now(); };
	since("program", answer && !document.querySelector("#first-paint"));
	since("answer", times.program && answer.dataset.epsilon && !answer.classList.contains("stale"));
	since("points", times.answer && document.querySelector("#picture:not(.stale) #chart svg :is(path, .plot-point)"));
	since("picture", document.documentElement.dataset.state === "ready");
}).observe(document, {subtree: true, childList: true, attributes: true});`

// read is the expression for the times of a visit and its bytes.
const read = `({...times,
	content: performance.getEntriesByName("first-contentful-paint")[0].startTime,
	bytes: [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
		.reduce((sum, e) => sum + e.transferSize, 0)})`

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "visit:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	address, stopServer, err := browser.Serve(ctx)
	if err != nil {
		return err
	}
	defer stopServer()
	profile, err := os.MkdirTemp("", "last-iterate-profile-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(profile)
	tab, stopBrowser, err := browser.Start(ctx, profile)
	if err != nil {
		return err
	}
	defer stopBrowser()

	table := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "cold visit\tfirst content\tprogram\tfirst answer\tits points\tall\ttransferred\tvisits\t")
	for _, l := range lines {
		var seen []times
		for range l.visits {
			t, err := visit(tab, address, l)
			if err != nil {
				return fmt.Errorf("%s: %w", l.name, err)
			}
			seen = append(seen, t)
		}
		fmt.Fprintf(table, "%s\t%.0f ms\t%.0f ms\t%.0f ms\t%.0f ms\t%.0f ms\t%.0f kB\t%d\t\n", l.name,
			median(seen, func(t times) float64 { return t.Content }),
			median(seen, func(t times) float64 { return t.Program }),
			median(seen, func(t times) float64 { return t.Answer }),
			median(seen, func(t times) float64 { return t.Points }),
			median(seen, func(t times) float64 { return t.Picture }),
			median(seen, func(t times) float64 { return t.Bytes / 1000 }),
			l.visits)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Println("On the slow telephone only the page's thread is four times slower, not the engine's worker: a real one answers later.")
	return nil
}

// visit times one visit in a new profile.
func visit(browserTab context.Context, address string, l line) (times, error) {
	tab, closeTab := chromedp.NewContext(browserTab, chromedp.WithNewBrowserContext())
	defer closeTab()
	if err := chromedp.Do(tab); err != nil { // opens the tab, which must outlive the deadline
		return times{}, err
	}
	ctx, cancel := context.WithTimeout(tab, 2*time.Minute)
	defer cancel()
	err := chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument,
			page.AddScriptToEvaluateOnNewDocumentParams{Source: clock}); err != nil {
			return err
		}
		if _, err := cdp.Call(ctx, t, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: l.slowdown}); err != nil {
			return err
		}
		if l.download == 0 {
			return nil
		}
		_, err := cdp.Call(ctx, t, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{Latency: l.latency, DownloadThroughput: l.download,
				UploadThroughput: l.download / 2}},
		})
		return err
	}), chromedp.Navigate(address+"/"+l.address))
	if err != nil {
		return times{}, err
	}
	if err := browser.Await(ctx, `times.picture > 0`, time.Minute); err != nil {
		return times{}, err
	}
	return chromedp.Run(ctx, chromedp.Evaluate[times](read))
}

func median(seen []times, of func(times) float64) float64 {
	values := make([]float64, len(seen))
	for i, t := range seen {
		values[i] = of(t)
	}
	slices.Sort(values)
	return values[len(values)/2]
}
