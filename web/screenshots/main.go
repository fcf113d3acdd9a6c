// Command screenshots photographs the built page: the README's picture, and a
// set for review in five sizes and two themes.
//
//	make screenshots
//
// It writes web/screenshots/default.png, which is in the repository, and
// web/screenshots/review, which is not.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"lastiterate/web/browser"
)

// folder is where the pictures go, from the root of the repository.
const folder = "web/screenshots"

// shot is one picture of the page.
type shot struct {
	name          string // without the folder
	theme         string
	width, height int64
	whole         bool // all of the page, not only the first screen
}

func shots() []shot {
	all := []shot{{"default.png", "light", 1280, 1080, false}}
	for _, theme := range []string{"light", "dark"} {
		for _, size := range [][2]int64{{320, 640}, {390, 844}, {768, 1024}, {1440, 900}, {3840, 2160}} {
			name := fmt.Sprintf("review/%d-%s.png", size[0], theme)
			all = append(all, shot{name, theme, size[0], size[1], true})
		}
	}
	return all
}

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "screenshots:", err)
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
	if err := os.MkdirAll(filepath.Join(folder, "review"), 0o755); err != nil {
		return err
	}
	for _, s := range shots() {
		picture, err := s.take(tab, address+"/")
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		name := filepath.Join(folder, filepath.FromSlash(s.name))
		if err := os.WriteFile(name, picture, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s  %d bytes\n", name, len(picture))
	}
	return nil
}

func (s shot) take(browserTab context.Context, address string) ([]byte, error) {
	tab, closeTab := chromedp.NewContext(browserTab, chromedp.WithNewBrowserContext())
	defer closeTab()
	if err := chromedp.Do(tab); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(tab, time.Minute)
	defer cancel()
	err := chromedp.Do(ctx,
		chromedp.EmulateViewport(s.width, s.height),
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{
					{Name: "prefers-color-scheme", Value: s.theme},
					{Name: "prefers-reduced-motion", Value: "reduce"},
				},
			})
			return err
		}),
		chromedp.Navigate(address),
	)
	if err != nil {
		return nil, err
	}
	if err := browser.Await(ctx, `document.documentElement.dataset.state === "ready"`, 30*time.Second); err != nil {
		return nil, err
	}
	time.Sleep(300 * time.Millisecond) // transitions end
	if s.whole {
		const lossless = 100 // PNG
		return chromedp.Run(ctx, chromedp.FullScreenshot(lossless))
	}
	return chromedp.Run(ctx, chromedp.CaptureScreenshot())
}
