// Command probe tries to break what the site and the engine take from strangers,
// and prints what it tried:
//
//	go run ./web/probe                     what make probe runs, in a minute
//	go run ./web/probe -connections 500 -inputs 3000000 -seed 7
//
// It starts the server with the site as it was last built. What hostile pages and
// bad lines try in a browser are tests; CONTRIBUTING names them.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"text/tabwriter"

	"lastiterate/web"
	"lastiterate/web/browser"
)

// findings are what one attempt found: how many things were tried, and what broke.
type findings struct {
	tried  int
	broken []string
}

// fault notes what broke; the first few tell enough.
func (f *findings) fault(format string, args ...any) {
	f.broken = append(f.broken, fmt.Sprintf(format, args...))
}

const mostShown = 10

func main() {
	connections := flag.Int("connections", 100, "how many `visitors` download the program at the same time")
	inputs := flag.Int("inputs", 100_000, "how many spoiled `links` and requests are read")
	seed := flag.Uint64("seed", 1, "of what is drawn at random")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	broken, err := run(ctx, *connections, *inputs, *seed)
	if err != nil {
		fmt.Fprintln(os.Stderr, "probe:", err)
		os.Exit(1)
	}
	if broken {
		os.Exit(1)
	}
}

func run(ctx context.Context, connections, inputs int, seed uint64) (broken bool, err error) {
	site, err := web.Site()
	if err != nil {
		return false, err
	}
	address, stop, err := browser.Serve(ctx)
	if err != nil {
		return false, err
	}
	defer stop()
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', 0)
	fmt.Fprintln(table, "tried\tof what\tbroke")
	for _, attempt := range []struct {
		what string
		try  func() (findings, error)
	}{
		{"odd paths, methods and fields", func() (findings, error) { return oddRequests(ctx, address, site) }},
		{"requests that are none", func() (findings, error) { return noRequests(address) }},
		{"downloads at the same time", func() (findings, error) { return crowd(ctx, address, site, connections) }},
		{"visitors who stop reading", func() (findings, error) { return idlers(ctx, address, connections) }},
		{"hostile and spoiled links", func() (findings, error) { return links(inputs, seed), nil }},
		{"hostile and spoiled requests to the engine", func() (findings, error) { return requests(ctx, inputs, seed), nil }},
	} {
		found, err := attempt.try()
		if err != nil {
			return false, fmt.Errorf("%s: %w", attempt.what, err)
		}
		fmt.Fprintf(table, "%d\t%s\t%d\n", found.tried, attempt.what, len(found.broken))
		for _, what := range found.broken[:min(len(found.broken), mostShown)] {
			fmt.Fprintf(os.Stderr, "%s: %s\n", attempt.what, what)
		}
		broken = broken || len(found.broken) > 0
	}
	return broken, table.Flush()
}
