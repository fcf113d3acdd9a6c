// Command icons draws web/icon.svg in the sizes that telephones and installed
// programs ask for:
//
//	go run ./web/icons
//
// The pictures are in the repository, so that building the site needs no
// browser; beside them stands the checksum of the drawing they were made from,
// which a test compares.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/chromedp/chromedp"

	"lastiterate/web/browser"
)

const (
	drawing = "web/icon.svg"
	folder  = "web/icons"
)

// sizes in pixels: Apple's home screen, and the two that installing asks for.
var sizes = []int64{180, 192, 512}

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "icons:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	svg, err := os.ReadFile(drawing)
	if err != nil {
		return err
	}
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
	for _, size := range sizes {
		picture, err := draw(tab, svg, size)
		if err != nil {
			return fmt.Errorf("%d pixels: %w", size, err)
		}
		name := filepath.Join(folder, fmt.Sprintf("icon-%d.png", size))
		if err := os.WriteFile(name, picture, 0o644); err != nil {
			return err
		}
	}
	sum := sha256.Sum256(svg)
	return os.WriteFile(filepath.Join(folder, "icon.svg.sha256"), []byte(hex.EncodeToString(sum[:])+"\n"), 0o644)
}

// draw returns the drawing as a square PNG.
func draw(browserTab context.Context, svg []byte, size int64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(browserTab, time.Minute)
	defer cancel()
	err := chromedp.Do(ctx,
		chromedp.EmulateViewport(size, size),
		chromedp.Navigate("data:image/svg+xml;base64,"+base64.StdEncoding.EncodeToString(svg)),
	)
	if err != nil {
		return nil, err
	}
	return chromedp.Run(ctx, chromedp.CaptureScreenshot())
}
