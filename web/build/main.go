// Command build makes the site in web/dist.
//
//	go run ./web/build             quick compression, for looking at it here
//	go run ./web/build -release    the best compression, for publishing
//	go run ./web/build -release -out bin/site -base /tools/privacy/
//	                               the same for a static host, at that path
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
	"strings"
)

func main() {
	release := flag.Bool("release", false, "compress as well as possible (brotli 11), which takes half a minute")
	budget := flag.String("budget", "", "print the sizes and fail when they exceed this `file`; needs -release")
	out := flag.String("out", "web/dist", "`folder` to write, from the root of the repository; what else is in it is removed")
	base := flag.String("base", "/", "`path` at which the site will be found, which only its page for unknown addresses needs to know")
	contact := flag.String("contact", "", "`address` for reports, https: or mailto:, which /.well-known/security.txt names; without it "+
		"there is no such file")
	until := flag.String("contact-until", "", "the `day` until which that holds, such as 2027-11-24, as RFC 9116 asks for")
	flag.Parse()
	if flag.NArg() > 0 || (*budget != "" && !*release) {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, options{*release, *budget, *out, *base, contactOf{*contact, *until}}); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// options are what the flags say.
type options struct {
	release           bool
	budget, out, base string
	contact           contactOf
}

func run(ctx context.Context, o options) error {
	if !strings.HasPrefix(o.base, "/") || !strings.HasSuffix(o.base, "/") {
		return fmt.Errorf("-base %q: a path starts and ends with a slash, such as /tools/privacy/", o.base)
	}
	if err := o.contact.check(); err != nil {
		return err
	}
	tree, err := findTree(ctx)
	if err != nil {
		return err
	}
	if err := checkTarget(tree.path(o.out)); err != nil {
		return err
	}
	files, err := assemble(ctx, tree, o.base)
	if err != nil {
		return err
	}
	if o.contact.address != "" {
		files[securityFile] = o.contact.text()
	}
	level := quick
	if o.release {
		level = best
	}
	variants := compress(files, level)
	if err := write(tree.path(o.out), variants); err != nil {
		return err
	}
	if o.budget == "" {
		return nil
	}
	return checkBudget(os.Stdout, o.budget, variants)
}
