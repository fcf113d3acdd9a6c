// Command screenshots photographs the built page: the README's picture, and for
// review every face of the page in several sizes and two themes, and on paper.
//
//	make screenshots
//	go run ./web/screenshots -only 'schedule|figure' -sizes 390,1440
//
// It writes web/screenshots/default.png, which is in the repository, and
// web/screenshots/review, which is not.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lastiterate/web/browser"
)

// folder is where the pictures go, from the root of the repository.
const folder = "web/screenshots"

// size is a window, named by its width.
type size struct{ width, height int64 }

var (
	readme  = size{1280, 1080}
	forEach = []size{{320, 640}, {390, 844}, {768, 1024}, {1280, 720}, {1440, 900}, {2560, 1440}, {3840, 2160}}
	themes  = []string{"light", "dark"}
)

func main() {
	only := flag.String("only", "", "photograph only the scenes that this `expression` matches; the README's is default.png")
	widths := flag.String("sizes", "", "only windows of these widths, separated by commas")
	flag.Parse()
	if err := run(context.Background(), *only, *widths); err != nil {
		fmt.Fprintln(os.Stderr, "screenshots:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, only, widths string) error {
	wanted, err := regexp.Compile(only)
	if err != nil {
		return err
	}
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
	c := camera{browser: tab, address: address}
	if wanted.MatchString("default.png") {
		if err := c.first("default.png"); err != nil {
			return err
		}
	}
	sizes := slices.DeleteFunc(slices.Clone(forEach), func(s size) bool {
		return widths != "" && !slices.Contains(strings.Split(widths, ","), strconv.FormatInt(s.width, 10))
	})
	for _, s := range scenes() {
		if !wanted.MatchString(s.name) {
			continue
		}
		for _, theme := range themes {
			if err := c.review(s, theme, sizes); err != nil {
				return fmt.Errorf("%s, %s: %w", s.name, theme, err)
			}
		}
	}
	return nil
}

// keep writes a picture into the folder.
func keep(name string, picture []byte) error {
	path := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.WriteFile(path, picture, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s  %d bytes\n", path, len(picture))
	return nil
}
