package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"lastiterate/web/headers"
)

// testSite has one page in every encoding, one hashed file in two, and the
// pages the server insists on.
func testSite(t *testing.T) site {
	t.Helper()
	s, err := loadSite(fstest.MapFS{
		".gitkeep":              {},
		"index.html":            {Data: []byte("<!doctype html>page")},
		"index.html.br":         {Data: []byte("page-br")},
		"index.html.gz":         {Data: []byte("page-gz")},
		"404.html":              {Data: []byte("<!doctype html>nothing here")},
		"assets/app-12.wasm":    {Data: []byte("\x00asm")},
		"assets/app-12.wasm.br": {Data: []byte("asm-br")},
		"assets/boot-34.js":     {Data: []byte("boot()")},
		"docs/index.html":       {Data: []byte("documentation")},
		"embed.html":            {Data: []byte("embed")},
		"embed/index.html":      {Data: []byte("embed in a folder")},
		"embed/engine.html":     {Data: []byte("engine")},
		"embed.js":              {Data: []byte("element()")},
		"engine.js":             {Data: []byte("export {}")},
		"engine.d.ts":           {Data: []byte("export {}")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func get(t *testing.T, method, target string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	newHandler(testSite(t)).ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	var b strings.Builder
	if _, err := io.Copy(&b, r.Body); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		name, method, target, accept string

		status   int
		body     string
		encoding string
		kind     string
		cache    string
	}{
		{"page", "GET", "/", "", 200, "<!doctype html>page", "", "text/html; charset=utf-8", "no-cache"},
		{"page in brotli", "GET", "/", "gzip, deflate, br, zstd", 200, "page-br", "br", "text/html; charset=utf-8", "no-cache"},
		{"page in gzip", "GET", "/", "gzip", 200, "page-gz", "gzip", "text/html; charset=utf-8", "no-cache"},
		{"page by name", "GET", "/index.html", "gzip", 200, "page-gz", "gzip", "text/html; charset=utf-8", "no-cache"},
		{"link in the query form", "GET", "/?v=1&n=5&b=5", "br", 200, "page-br", "br", "text/html; charset=utf-8", "no-cache"},
		{"program", "GET", "/assets/app-12.wasm", "br", 200, "asm-br", "br", "application/wasm", headers.CacheForever},
		{"program without its gzip", "GET", "/assets/app-12.wasm", "gzip", 200, "\x00asm", "", "application/wasm", headers.CacheForever},
		{"script", "GET", "/assets/boot-34.js", "br", 200, "boot()", "", "text/javascript; charset=utf-8", headers.CacheForever},
		{"head", "HEAD", "/", "br", 200, "", "br", "text/html; charset=utf-8", "no-cache"},
		{"unknown", "GET", "/nothing", "br", 404, "<!doctype html>nothing here", "", "text/html; charset=utf-8", "no-cache"},
		{"a variant is no page", "GET", "/index.html.br", "br", 404, "<!doctype html>nothing here", "", "text/html; charset=utf-8",
			"no-cache"},
		{"a dot-file is no page", "GET", "/.gitkeep", "", 404, "<!doctype html>nothing here", "", "text/html; charset=utf-8", "no-cache"},
		{"a folder is no page", "GET", "/assets/", "", 404, "<!doctype html>nothing here", "", "text/html; charset=utf-8", "no-cache"},
		{"outside", "GET", "/../server/main.go", "", 404, "<!doctype html>nothing here", "", "text/html; charset=utf-8", "no-cache"},
		{"the page of errors", "GET", "/404.html", "", 404, "<!doctype html>nothing here", "", "text/html; charset=utf-8", "no-cache"},
		{"the page of errors without its ending", "GET", "/404", "", 404, "<!doctype html>nothing here", "", "text/html; charset=utf-8",
			"no-cache"},
		{"a folder without its slash", "GET", "/docs?x=1", "", 301, "", "", "", "no-cache"},
		{"embed", "GET", "/embed", "", 200, "embed", "", "text/html; charset=utf-8", "no-cache"},
		{"embed with a query", "GET", "/embed?v=1&n=5", "", 200, "embed", "", "text/html; charset=utf-8", "no-cache"},
		{"embed as a folder", "GET", "/embed/", "", 200, "embed in a folder", "", "text/html; charset=utf-8", "no-cache"},
		{"types", "GET", "/engine.d.ts", "", 200, "export {}", "", "text/plain; charset=utf-8", headers.CacheForOthers},
		{"health", "GET", "/healthz", "br", 200, "ok\n", "", "text/plain; charset=utf-8", "no-store"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := get(t, c.method, c.target, "Accept-Encoding", c.accept)
			if r.StatusCode != c.status {
				t.Errorf("status %d, want %d", r.StatusCode, c.status)
			}
			if got := body(t, r); got != c.body {
				t.Errorf("body %q, want %q", got, c.body)
			}
			for name, want := range map[string]string{
				"Content-Encoding": c.encoding,
				"Content-Type":     c.kind,
				"Cache-Control":    c.cache,
			} {
				if got := r.Header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
		})
	}
}

func TestHeadSaysTheLength(t *testing.T) {
	if got := get(t, "HEAD", "/", "Accept-Encoding", "gzip").Header.Get("Content-Length"); got != "7" {
		t.Errorf("Content-Length %q, want that of the gzip variant, 7", got)
	}
}

func TestEveryAnswerKeepsToItsOrigin(t *testing.T) {
	for _, c := range []struct{ method, target string }{
		{"GET", "/"}, {"GET", "/assets/boot-34.js"}, {"GET", "/nothing"}, {"GET", "/healthz"}, {"POST", "/"},
	} {
		r := get(t, c.method, c.target)
		for name, want := range map[string]string{
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Embedder-Policy": "require-corp",
			"Cross-Origin-Resource-Policy": "cross-origin",
			"Origin-Agent-Cluster":         "?1",
			"X-Content-Type-Options":       "nosniff",
			"X-Frame-Options":              "DENY",
			"Referrer-Policy":              "no-referrer",
		} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%s %s: %s is %q, want %q", c.method, c.target, name, got, want)
			}
		}
		if r.Header.Get("Permissions-Policy") == "" {
			t.Errorf("%s %s: no Permissions-Policy", c.method, c.target)
		}
		directives := map[string]bool{}
		for d := range strings.SplitSeq(r.Header.Get("Content-Security-Policy"), "; ") {
			directives[d] = true
		}
		for _, want := range []string{
			"default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
			"connect-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
		} {
			if !directives[want] {
				t.Errorf("%s %s: the policy lacks %q", c.method, c.target, want)
			}
		}
	}
}

// What belongs to other pages reaches them: the headers are by the address.
func TestAnswersForOtherPages(t *testing.T) {
	for _, target := range []string{"/embed", "/embed?v=1", "/embed.html", "/embed/", "/embed/engine.html"} {
		h := get(t, "GET", target).Header
		if !strings.HasSuffix(h.Get("Content-Security-Policy"), "; frame-ancestors *") || h.Get("X-Frame-Options") != "" {
			t.Errorf("%s: policy %q, X-Frame-Options %q", target, h.Get("Content-Security-Policy"), h.Get("X-Frame-Options"))
		}
	}
	if got := get(t, "GET", "/engine.js").Header.Get("Access-Control-Allow-Origin"); got != "*" {
		t.Errorf("/engine.js: Access-Control-Allow-Origin %q", got)
	}
}

func TestOnlyReading(t *testing.T) {
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "PATCH"} {
		r := get(t, method, "/")
		if r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: status %d, Allow %q", method, r.StatusCode, r.Header.Get("Allow"))
		}
	}
}

func TestAVisitorWhoHasItGetsNothing(t *testing.T) {
	first := get(t, "GET", "/", "Accept-Encoding", "br")
	tag := first.Header.Get("ETag")
	if tag == "" || first.Header.Get("Vary") != "Accept-Encoding" {
		t.Fatalf("ETag %q, Vary %q", tag, first.Header.Get("Vary"))
	}
	again := get(t, "GET", "/", "Accept-Encoding", "br", "If-None-Match", `"other", W/`+tag)
	if again.StatusCode != http.StatusNotModified || body(t, again) != "" {
		t.Errorf("status %d, want 304 without a body", again.StatusCode)
	}
	if again.Header.Get("ETag") != tag || again.Header.Get("Cache-Control") != "no-cache" || again.Header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("a 304 must repeat ETag, Cache-Control and Vary: %v", again.Header)
	}
	// The tag names the bytes of one encoding: another encoding is another tag.
	other := get(t, "GET", "/", "Accept-Encoding", "gzip", "If-None-Match", tag)
	if other.StatusCode != http.StatusOK || other.Header.Get("ETag") == tag {
		t.Errorf("gzip with brotli's tag: status %d, tag %s", other.StatusCode, other.Header.Get("ETag"))
	}
	missing := get(t, "GET", "/nothing")
	if r := get(t, "GET", "/nothing", "If-None-Match", missing.Header.Get("ETag")); r.StatusCode != http.StatusNotFound {
		t.Errorf("a missing page asked for again: status %d, want 404", r.StatusCode)
	}
}

func TestASiteThatCannotWorkIsRefused(t *testing.T) {
	page := &fstest.MapFile{Data: []byte("page")}
	for name, files := range map[string]fstest.MapFS{
		"no first page": {"404.html": page},
		"no 404 page":   {"index.html": page},
		"unknown type":  {"index.html": page, "404.html": page, "assets/x.unheard-of": page},
	} {
		if _, err := loadSite(files); err == nil {
			t.Errorf("%s: loaded without an error", name)
		}
	}
}

// A folder is read at its slash, wherever the server stands; nobody is led to
// another site.
func TestFoldersAreReadAtTheirSlash(t *testing.T) {
	for target, want := range map[string]string{"/docs": "./docs/", "/docs?v=1&n=5": "./docs/?v=1&n=5", "//docs": "",
		"/docs?x=%22%3E%3Cscript%3E": "./docs/?x=%22%3E%3Cscript%3E", "//evil.example/docs": "", "/docs/": "", "/docs//": ""} {
		if got := get(t, "GET", target).Header.Get("Location"); got != want {
			t.Errorf("%s leads to %q, want %q", target, got, want)
		}
	}
}

// A field that comes in two lines is one list.
func TestFieldsInSeveralLines(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Add("Accept-Encoding", "identity")
	r.Header.Add("Accept-Encoding", "br")
	w := httptest.NewRecorder()
	handler := newHandler(testSite(t))
	handler.ServeHTTP(w, r)
	if got := w.Result().Header.Get("Content-Encoding"); got != "br" {
		t.Errorf("Content-Encoding %q, want br, which the second line names", got)
	}
	r.Header.Add("If-None-Match", `"other"`)
	r.Header.Add("If-None-Match", w.Result().Header.Get("ETag"))
	again := httptest.NewRecorder()
	handler.ServeHTTP(again, r)
	if again.Code != http.StatusNotModified {
		t.Errorf("status %d, want 304: the second line names the tag", again.Code)
	}
}
