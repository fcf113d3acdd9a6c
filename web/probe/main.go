// Command probe sends hostile input to the site and the engine,
// and prints what it tried and what broke:
//
//	go run ./web/probe                     the first part of make probe, about a minute
//	go run ./web/probe -connections 500 -inputs 3000000 -seed 7
//
// It starts the server with the site as last built. Hostile pages and
// bad connections in a browser are covered by tests; CONTRIBUTING names them.
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

// findings is the result of one attempt: the number of things tried, and the faults.
type findings struct {
	tried  int
	broken []string
}

// fault records a fault; main prints the first few.
func (f *findings) fault(format string, args ...any) {
	f.broken = append(f.broken, fmt.Sprintf(format, args...))
}

const mostShown = 10

func main() {
	connections := flag.Int("connections", 100, "number of `visitors` that download the program at the same time")
	inputs := flag.Int("inputs", 100_000, "number of corrupted `links` and requests to read")
	seed := flag.Uint64("seed", 1, "seed of the random choices")
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
	fmt.Fprintln(table, "tried\twhat\tbroke")
	for _, attempt := range []struct {
		what string
		try  func() (findings, error)
	}{
		{"odd paths, methods and fields", func() (findings, error) { return oddRequests(ctx, address, site) }},
		{"malformed requests", func() (findings, error) { return malformedRequests(address) }},
		{"simultaneous downloads", func() (findings, error) { return crowd(ctx, address, site, connections) }},
		{"visitors who stop reading", func() (findings, error) { return idlers(ctx, address, connections) }},
		{"hostile and corrupted links", func() (findings, error) { return links(inputs, seed), nil }},
		{"hostile and corrupted requests to the engine", func() (findings, error) { return requests(ctx, inputs, seed), nil }},
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
