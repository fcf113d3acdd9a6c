package browser

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"lastiterate/web/gocommand"
)

// Serve compiles the server with the site as last built, starts it on a free port and returns its address, such as
// "http://127.0.0.1:40123", without a slash at the end. stop ends the server, and returns once it has ended.
func Serve(ctx context.Context) (address string, stop func(), err error) {
	dir, err := os.MkdirTemp("", "last-iterate-server-")
	if err != nil {
		return "", nil, err
	}
	remove := func() { os.RemoveAll(dir) }
	program := filepath.Join(dir, "server")
	if _, err := gocommand.Run(ctx, ".", nil, "build", "-o", program, "lastiterate/server"); err != nil {
		remove()
		return "", nil, err
	}
	server := exec.CommandContext(ctx, program, "-addr", "127.0.0.1:0")
	var complaints bytes.Buffer
	server.Stderr = &complaints
	out, err := server.StdoutPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		remove()
		return "", nil, fmt.Errorf("starting the server: %w", err)
	}
	stop = func() {
		server.Process.Signal(os.Interrupt)
		server.Wait()
		remove()
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		stop()
		return "", nil, fmt.Errorf("the server ended before it had an address: %s", complaints.String())
	}
	address = regexp.MustCompile(`http://\S+`).FindString(line)
	if address == "" {
		stop()
		return "", nil, fmt.Errorf("the server printed no address: %q", line)
	}
	return strings.TrimSuffix(address, "/"), stop, nil
}
