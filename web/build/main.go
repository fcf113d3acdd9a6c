// Command build makes the site in web/dist.
//
//	go run ./web/build             quick compression, for local use
//	go run ./web/build -release    the best compression, for publishing
//	go run ./web/build -release -out bin/site -base /tools/privacy/
//	                               the same for a static host, at that path
//
// It compiles the program for the browser, evaluates the default run to write
// its answer and picture into the first page, puts a hash of its content into
// the name of every file under assets, and compresses all files. The same
// sources and the same Go version give the same bytes.
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
	release := flag.Bool("release", false, "compress as much as possible (brotli 11), which takes half a minute")
	budget := flag.String("budget", "", "print the sizes and fail if they exceed the budgets in this `file`; needs -release")
	out := flag.String("out", "web/dist", "`folder` to write, relative to the root of the repository; other files in it are removed")
	base := flag.String("base", "/", "`path` under which the site will be served; its headers and its page for unknown addresses depend "+
		"on it")
	contact := flag.String("contact", "", "`address` for reports, https: or mailto:, which /.well-known/security.txt names; without it "+
		"there is no such file")
	until := flag.String("contact-until", "", "the `day` until which the address is valid, such as 2027-11-24, which RFC 9116 requires")
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

// options are the values of the flags.
type options struct {
	release           bool
	budget, out, base string
	contact           contactOf
}

func run(ctx context.Context, o options) error {
	if !strings.HasPrefix(o.base, "/") || !strings.HasSuffix(o.base, "/") {
		return fmt.Errorf("-base %q: want a path that starts and ends with a slash, such as /tools/privacy/", o.base)
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
	all := compress(files, level)
	if err := write(tree.path(o.out), all); err != nil {
		return err
	}
	if o.budget == "" {
		return nil
	}
	return checkBudget(os.Stdout, o.budget, all)
}
