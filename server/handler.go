package main

import (
	"io"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
)

const (
	indexPage    = "index.html"
	notFoundPage = "404.html"
	healthPath   = "/healthz"

	allowed = "GET, HEAD"
)

// newHandler serves the site: GET and HEAD, any query, nothing else.
func newHandler(s site) http.Handler {
	return withSecurityHeaders(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodOptions && r.RequestURI == "*" { // of the server as a whole
			w.Header().Set("Allow", allowed)
			w.WriteHeader(http.StatusNoContent)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", allowed)
			http.Error(w, "Only GET and HEAD are answered here.", http.StatusMethodNotAllowed)
			return
		}
		if r.URL.Path == healthPath {
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			w.Header().Set("Cache-Control", "no-store")
			io.WriteString(w, "ok\n")
			return
		}
		name := strings.TrimPrefix(r.URL.Path, "/")
		switch f := s.find(name); {
		case f != nil && f != s[notFoundPage]:
			f.serve(w, r, http.StatusOK)
		case s[name+"/"+indexPage] != nil:
			toFolder(w, name, r.URL.RawQuery)
		default:
			s[notFoundPage].serve(w, r, http.StatusNotFound)
		}
	}))
}

// plainQuery escapes what browsers escape in a query, for clients that do not.
var plainQuery = strings.NewReplacer(`"`, "%22", "<", "%3C", ">", "%3E", " ", "%20", "\\", "%5C")

// toFolder redirects to a folder's trailing slash, because the page there has relative links.
// The redirect is relative, for servers behind a proxy at another path.
func toFolder(w http.ResponseWriter, name, query string) {
	to := "./" + (&url.URL{Path: path.Base(name)}).EscapedPath() + "/"
	if query != "" {
		to += "?" + plainQuery.Replace(query)
	}
	w.Header().Set("Location", to)
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(http.StatusMovedPermanently)
}

// find is the file that a path names, as on static hosts: a folder is its
// index.html, and a page may be named without its extension.
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
	// A field may be sent in several lines, which mean one (RFC 9110, section 5.3).
	v := f.choose(strings.Join(r.Header.Values("Accept-Encoding"), ","))
	h := w.Header()
	h.Set("Vary", "Accept-Encoding")
	h.Set("Accept-Ranges", "bytes")
	h.Set("ETag", v.etag)
	h.Set("Cache-Control", f.cache)
	// An error is never answered with 304, which stands for 200 only.
	if status == http.StatusOK && matches(strings.Join(r.Header.Values("If-None-Match"), ","), v.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := v.body
	// A range is of what there is, and of nothing but its contents (RFC 9110, section 14.2).
	if status == http.StatusOK && r.Method == http.MethodGet && sameVariant(r.Header.Get("If-Range"), v.etag) {
		switch s, served, ignored := parseRange(r.Header.Get("Range"), len(body)); {
		case served:
			status = http.StatusPartialContent
			h.Set("Content-Range", s.contentRange(len(body)))
			body = body[s.from:s.to]
		case !ignored:
			h.Set("Content-Range", "bytes */"+strconv.Itoa(len(body)))
			h.Set("Cache-Control", "no-store")
			http.Error(w, "The file does not have the requested range.", http.StatusRequestedRangeNotSatisfiable)
			return
		}
	}
	h.Set("Content-Type", f.contentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if v.encoding != "" {
		h.Set("Content-Encoding", v.encoding)
	}
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	// A visitor who leaves in the middle is not worth a line in a log.
	_, _ = w.Write(body)
}
