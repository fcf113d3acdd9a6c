package main

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"
)

// The probe tells a server that keeps its word from one that does not.
func TestTheProbeFindsFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	site := fstest.MapFS{"index.html": {Data: []byte("page")}, "assets/app-1.wasm": {Data: []byte("program")},
		"assets/app-1.wasm.gz": {Data: []byte("gz")}, "assets/app-1.wasm.br": {Data: []byte("br")}}
	careless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Set-Cookie", "a=b")
		w.Write([]byte("hello " + r.URL.Path))
	}))
	defer careless.Close()
	for what, try := range map[string]func() (findings, error){
		"odd paths": func() (findings, error) { return oddRequests(t.Context(), careless.URL, site) },
		"refusals":  func() (findings, error) { return malformedRequests(careless.URL) },
		"downloads": func() (findings, error) { return crowd(t.Context(), careless.URL, site, 3) },
	} {
		if f, err := try(); err != nil || len(f.broken) == 0 {
			t.Errorf("%s: nothing is broken in %d (%v)", what, f.tried, err)
		}
	}
}

// A short probe of links and requests finds nothing, and spoils what it is given.
func TestAShortProbeOfInputs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	for _, f := range []findings{links(300, 1), requests(t.Context(), 300, 1)} {
		if len(f.broken) > 0 || f.tried < 1000 {
			t.Errorf("%d tried, broken: %.3q", f.tried, f.broken)
		}
	}
	r, changed := rand.New(rand.NewPCG(1, 1)), 0
	for range 100 {
		if spoil(r, sampleLink, "&=~") != sampleLink {
			changed++
		}
	}
	if changed < 90 {
		t.Errorf("of 100 links %d were spoiled", changed)
	}
}
