package main

import (
	"net/http"
	"strings"

	"lastiterate/web/headers"
)

// withSecurityHeaders sends the site's headers with every answer, errors included.
func withSecurityHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, h := range headers.For(strings.TrimPrefix(r.URL.Path, "/")) {
			w.Header().Set(h.Name, h.Value)
		}
		next.ServeHTTP(w, r)
	})
}
