package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// An answer under way when the server is asked to stop is finished, and the
// server returns without an error.
func TestGracefulStop(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	started, release := make(chan struct{}), make(chan struct{})
	slow := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(started)
		<-release
		io.WriteString(w, "whole")
	})
	ctx, stop := context.WithCancel(context.Background())
	var out lockedBuilder
	stopped := make(chan error, 1)
	go func() { stopped <- serve(ctx, listener, slow, &out) }()

	answer := make(chan string, 1)
	go func() {
		r, err := http.Get("http://" + listener.Addr().String() + "/")
		if err != nil {
			answer <- err.Error()
			return
		}
		defer r.Body.Close()
		b, err := io.ReadAll(r.Body)
		if err != nil {
			answer <- err.Error()
			return
		}
		answer <- string(b)
	}()
	<-started
	stop()
	// New visitors are turned away while the old one is still being served.
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		c, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			break
		}
		c.Close()
		if time.Now().After(deadline) {
			t.Fatal("still listening 5 s after being asked to stop")
		}
	}
	close(release)
	if got := <-answer; got != "whole" {
		t.Errorf("the answer under way was cut off: %q", got)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	if !strings.Contains(out.String(), "http://"+listener.Addr().String()+"/") {
		t.Errorf("the address was not printed: %q", out.String())
	}
}

func TestVisitable(t *testing.T) {
	for addr, want := range map[string]string{
		"127.0.0.1:80":   "127.0.0.1:80",
		"0.0.0.0:8080":   "localhost:8080",
		"[::]:8080":      "localhost:8080",
		"192.0.2.1:9000": "192.0.2.1:9000",
	} {
		tcp, err := net.ResolveTCPAddr("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if got := visitable(tcp); got != want {
			t.Errorf("%s: %s, want %s", addr, got, want)
		}
	}
}

type lockedBuilder struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lockedBuilder) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuilder) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
