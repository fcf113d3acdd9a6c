//go:build e2e

package browsertest

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
)

// TestPathOfTwoSlashes visits the site at a path that begins with two slashes, as some hosts allow. Such a path alone
// is read as the name of another host, whose addresses a page may not write.
func TestPathOfTwoSlashes(t *testing.T) {
	t.Parallel()
	target, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.URL.Path, r.URL.RawPath = "/"+strings.TrimLeft(r.URL.Path, "/"), ""
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	p := newPage(t, server.URL)
	p.goTo("//")
	p.awaitReady()
	p.enter("T", "90")
	p.await(ready + ` && location.pathname === "//" && location.hash.includes("T=90")`)
}
