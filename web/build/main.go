// Command build makes the site in web/dist.
//
//	go run ./web/build             quick compression, for looking at it here
//	go run ./web/build -release    the best compression, for publishing
//
// It compiles the program for the browser, evaluates the default run to write
// its answer and picture into the first page, puts the hash of its content into
// the name of every file but the pages, and compresses them all. The same
// sources and the same Go give the same bytes.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
)

func main() {
	release := flag.Bool("release", false, "compress as well as possible (brotli 11), which takes half a minute")
	budget := flag.String("budget", "", "print the sizes and fail when they exceed this `file`; needs -release")
	flag.Parse()
	if flag.NArg() > 0 || (*budget != "" && !*release) {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *release, *budget); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, release bool, budget string) error {
	tree, err := findTree(ctx)
	if err != nil {
		return err
	}
	files, err := assemble(ctx, tree)
	if err != nil {
		return err
	}
	level := quick
	if release {
		level = best
	}
	variants := compress(files, level)
	if err := write(filepath.Join(tree.root, "web", "dist"), variants); err != nil {
		return err
	}
	if budget == "" {
		return nil
	}
	return checkBudget(os.Stdout, budget, variants)
}
