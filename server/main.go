package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"lastiterate/web"
)

// Limits of one connection. Links put the whole state into one line, hence the
// room for headers; everything else is small and quick.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 10 * time.Second
	writeTimeout      = 60 * time.Second // the program takes 10 s on a slow telephone
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 32 << 10

	stopTimeout = 10 * time.Second // for pending answers when asked to stop
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "`address` to listen on; port 0 takes a free one")
	dir := flag.String("site", "", "serve the built site in this `folder` instead of the embedded one")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "server: unexpected argument %q\n", flag.Arg(0))
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt is the system's: it ends the program at once
	if err := run(ctx, *addr, *dir, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "server:", err)
		os.Exit(1)
	}
}

// run serves the site in dir, or the embedded one, on addr until ctx ends, then
// lets pending answers finish.
func run(ctx context.Context, addr, dir string, out io.Writer) error {
	s, err := open(dir)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("%w (for a free port: -addr 127.0.0.1:0)", err)
	}
	return serve(ctx, listener, newHandler(s), out)
}

// open reads the site in dir, or the embedded one if dir is empty.
func open(dir string) (site, error) {
	if dir == "" {
		built, err := web.Site()
		if err != nil {
			return nil, err
		}
		return loadSite(built)
	}
	root, err := os.OpenRoot(dir) // a link inside cannot lead out of it
	if err != nil {
		return nil, err
	}
	defer root.Close()
	s, err := loadSite(root.FS())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return s, nil
}

func serve(ctx context.Context, listener net.Listener, handler http.Handler, out io.Writer) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		// The answer to OPTIONS * is the handler's, which sends the site's headers.
		DisableGeneralOptionsHandler: true,
	}
	fmt.Fprintf(out, "Last Iterate is at http://%s/ (stop with Ctrl-C)\n", visitable(listener.Addr()))

	failed := make(chan error, 1)
	go func() { failed <- server.Serve(plainSpoken{listener}) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	closing, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	if err := server.Shutdown(closing); err != nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("some answers were cut short: %w", err)
	}
	fmt.Fprintln(out, "Stopped.")
	return nil
}

// visitable is the address a browser on this machine can open: a server on
// every interface is shown as localhost.
func visitable(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return addr.String()
	}
	return net.JoinHostPort("localhost", strconv.Itoa(tcp.Port))
}
