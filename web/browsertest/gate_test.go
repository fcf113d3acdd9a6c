//go:build e2e

package browsertest

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// gate is the site behind a slow line: the program does not arrive until the
// test opens the gate.
type gate struct {
	address string
	open    func()
}

func newGate(t *testing.T) gate {
	t.Helper()
	target, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	opened := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".wasm") {
			select {
			case <-opened:
			case <-r.Context().Done():
				return
			}
		}
		proxy.ServeHTTP(w, r)
	}))
	open := sync.OnceFunc(func() { close(opened) })
	t.Cleanup(func() {
		open()
		server.Close()
	})
	return gate{server.URL, open}
}
