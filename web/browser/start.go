package browser

import (
	"context"
	"fmt"

	"github.com/chromedp/chromedp"
)

// Start starts a Chromium with a fresh profile in the folder and returns a
// context whose first tab is open. stop ends the browser. more are options in addition to
// the usual ones.
func Start(ctx context.Context, profile string, more ...chromedp.ExecAllocatorOption) (tab context.Context, stop func(), err error) {
	path, err := Find()
	if err != nil {
		return nil, nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.UserDataDir(profile),
		// A container has no user namespaces for the sandbox, and only our own pages are opened.
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		// Otherwise the list under the address bar of an invisible window would have a process of its own.
		chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup"),
		chromedp.WindowSize(1440, 900),
	)
	allocator, stopBrowser := chromedp.NewExecAllocator(ctx, append(options, more...)...)
	tab, closeTab := chromedp.NewContext(allocator)
	stop = func() { closeTab(); stopBrowser() }
	// The first call starts the browser. Its context must outlive the call, so it has no deadline.
	if err := chromedp.Do(tab); err != nil {
		stop()
		return nil, nil, fmt.Errorf("%s does not start: %w", path, err)
	}
	return tab, stop, nil
}
