package main

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"lastiterate/web/browser"
)

// camera photographs the content of a tab.
type camera struct {
	browser context.Context // each visit opens a tab of it, with an empty profile
	address string          // of the site
}

const (
	visitLimit = 3 * time.Minute
	stepLimit  = time.Minute
	rest       = 300 * time.Millisecond // time after which transitions have ended and the picture has the new width
	lossless   = 100                    // PNG
)

// first photographs the first screen of the opening page.
func (c camera) first(name string) error {
	ctx, leave, err := c.visit(scene{address: "/"}, "light", readme)
	if err != nil {
		return err
	}
	defer leave()
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		return err
	}
	return keep(name, picture)
}

// review photographs the whole page of a scene in every size and, in the light theme, on paper.
func (c camera) review(s scene, theme string, sizes []size) error {
	if len(sizes) == 0 {
		return nil
	}
	ctx, leave, err := c.visit(s, theme, sizes[0])
	if err != nil {
		return err
	}
	defer leave()
	for _, z := range sizes {
		if err := chromedp.Do(ctx, chromedp.EmulateViewport(z.width, z.height), chromedp.Sleep(rest)); err != nil {
			return err
		}
		picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(lossless))
		if err != nil {
			return err
		}
		if err := keep(fmt.Sprintf("review/%s-%d-%s.png", s.name, z.width, theme), picture); err != nil {
			return err
		}
	}
	if theme != themes[0] {
		return nil
	}
	return chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		const a4Width, a4Height = 8.27, 11.69 // inches
		paper, err := cdp.Call(ctx, t, cdppage.PrintToPDF, cdppage.PrintToPDFParams{PaperWidth: a4Width, PaperHeight: a4Height})
		if err != nil {
			return err
		}
		return keep("review/"+s.name+".pdf", paper.Data)
	}))
}

// visit opens a scene.
func (c camera) visit(s scene, theme string, z size) (ctx context.Context, leave func(), err error) {
	tab, closeTab := chromedp.NewContext(c.browser, chromedp.WithNewBrowserContext())
	if err := chromedp.Do(tab); err != nil { // opens the tab, which must outlive the deadline below
		closeTab()
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeout(tab, visitLimit)
	leave = func() { cancel(); closeTab() }
	if err := c.open(ctx, s, theme, z); err != nil {
		leave()
		return nil, nil, err
	}
	return ctx, leave, nil
}

func (c camera) open(ctx context.Context, s scene, theme string, z size) error {
	features := []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: theme},
		{Name: "prefers-reduced-motion", Value: "reduce"},
	}
	for name, value := range s.media {
		features = append(features, &emulation.MediaFeature{Name: name, Value: value})
	}
	err := chromedp.Do(ctx,
		chromedp.EmulateViewport(z.width, z.height),
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			media := emulation.SetEmulatedMediaParams{Features: features}
			if s.paper {
				media.Media = "print"
			}
			_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, media)
			return err
		}),
		chromedp.Navigate(c.address+s.address),
	)
	if err != nil {
		return err
	}
	until := `document.documentElement.dataset.state === "ready"`
	switch {
	case s.static:
		until = `document.readyState === "complete"`
	case s.busy:
		until = `document.documentElement.dataset.state === "ready" || document.querySelector("#answer")?.dataset.epsilon`
	}
	if err := browser.Await(ctx, until, stepLimit); err != nil {
		return err
	}
	for _, step := range s.steps {
		if step.do != "" {
			if err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void]("{"+step.do+"}")); err != nil {
				return fmt.Errorf("%s: %w", step.do, err)
			}
		}
		if step.await != "" {
			if err := browser.Await(ctx, step.await, stepLimit); err != nil {
				return err
			}
		}
	}
	return nil
}
