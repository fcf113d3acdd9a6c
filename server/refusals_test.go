package main

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"lastiterate/web/headers"
)

// listening is a server with a handler that never answers, and its address.
func listening(t *testing.T, handler http.Handler) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stopped := make(chan error, 1)
	go func() { stopped <- serve(ctx, listener, handler, io.Discard) }()
	t.Cleanup(func() {
		stop()
		if err := <-stopped; err != nil {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}

// What net/http refuses before any handler carries the site's headers too, once
// each; what a handler answers goes through unchanged.
func TestRefusalsCarryTheHeaders(t *testing.T) {
	address := listening(t, newHandler(testSite(t)))
	for request, want := range map[string]int{
		"GET / HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", maxHeaderBytes+8192) + "\r\n\r\n": 431,
		"GET / HTTP/1.1\r\n\r\n": 400, // no host
		"nonsense\r\n\r\n":       400,
		"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: y\r\n\r\n": 501,
		"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n":    200,
	} {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		go io.WriteString(c, request)
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatalf("%.30q: %v", request, err)
		}
		if r.StatusCode != want {
			t.Errorf("%.30q: status %d, want %d", request, r.StatusCode, want)
		}
		for _, h := range headers.For("") {
			if got := r.Header.Values(h.Name); len(got) != 1 || got[0] != h.Value {
				t.Errorf("%d: %s is %q", r.StatusCode, h.Name, got)
			}
		}
		if body, _ := io.ReadAll(r.Body); len(body) == 0 {
			t.Errorf("%d: no body", r.StatusCode)
		}
		c.Close()
	}
}

// A refusal is read to its end by a visitor who is still sending when it comes.
func TestRefusalsAreRead(t *testing.T) {
	c, err := net.Dial("tcp", listening(t, newHandler(testSite(t))))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "GET /%zz HTTP/1.1\r\n"+strings.Repeat("X: y\r\n", 4096)); err != nil {
		t.Fatal(err)
	}
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	if body, err := io.ReadAll(r.Body); err != nil || r.StatusCode != http.StatusBadRequest {
		t.Errorf("status %d, %q, %v", r.StatusCode, body, err)
	}
}

// The first interrupt lets the answers under way finish, the second ends at once.
func TestASecondInterruptEndsAtOnce(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"index.html": strings.Repeat("x", 64<<20), "404.html": "nothing"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(t.TempDir(), "server")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	server := exec.Command(program, "-addr", "127.0.0.1:0", "-site", dir)
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer server.Process.Kill()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	_, address, _ := strings.Cut(line, "http://")
	address, _, _ = strings.Cut(address, "/")
	c, err := net.Dial("tcp", address) // who asks for much and reads nothing
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	if _, err := c.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if err := server.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	// It has heard the first one when nobody new is let in.
	for {
		next, err := net.Dial("tcp", address)
		if err != nil {
			break
		}
		next.Close()
		time.Sleep(5 * time.Millisecond)
	}
	ended := make(chan struct{})
	go func() { // until it is the second one, by the system's count
		for {
			select {
			case <-ended:
				return
			case <-time.After(50 * time.Millisecond):
				_ = server.Process.Signal(os.Interrupt)
			}
		}
	}()
	_ = server.Wait()
	close(ended)
	if status := server.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("it ended by %v, not by the interrupt", server.ProcessState)
	}
}
