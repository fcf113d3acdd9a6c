package main

import (
	"io"
	"net/http"
	"strconv"
	"strings"
)

const (
	indexPage    = "index.html"
	notFoundPage = "404.html"
	healthPath   = "/healthz"
)

// newHandler serves the site: GET and HEAD, any query, nothing else.
func newHandler(s site) http.Handler {
	return withSecurityHeaders(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "Only GET and HEAD are answered here.", http.StatusMethodNotAllowed)
			return
		}
		if r.URL.Path == healthPath {
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			w.Header().Set("Cache-Control", "no-store")
			io.WriteString(w, "ok\n")
			return
		}
		if f := s.find(strings.TrimPrefix(r.URL.Path, "/")); f != nil {
			f.serve(w, r, http.StatusOK)
			return
		}
		s[notFoundPage].serve(w, r, http.StatusNotFound)
	}))
}

// find is the file that a path names, as static hosts read one: a folder is its
// index.html, and a page may be named without its ending.
func (s site) find(name string) *file {
	if name == "" || strings.HasSuffix(name, "/") {
		return s[name+indexPage]
	}
	if f := s[name]; f != nil {
		return f
	}
	return s[name+".html"]
}

func (f *file) serve(w http.ResponseWriter, r *http.Request, status int) {
	v := f.choose(r.Header.Get("Accept-Encoding"))
	h := w.Header()
	h.Set("Vary", "Accept-Encoding")
	h.Set("ETag", v.etag)
	h.Set("Cache-Control", f.cache)
	// An error stays an error however often it is asked for: 304 is for 200 only.
	if status == http.StatusOK && matches(r.Header.Get("If-None-Match"), v.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", f.contentType)
	h.Set("Content-Length", strconv.Itoa(len(v.body)))
	if v.encoding != "" {
		h.Set("Content-Encoding", v.encoding)
	}
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	// A visitor who goes away in the middle is no event worth a line in a log.
	_, _ = w.Write(v.body)
}
