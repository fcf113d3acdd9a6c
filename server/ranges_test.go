package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"lastiterate/web/headers"
)

// A download that broke off goes on where it was: ranges are of the encoding that is
// sent, and of the very bytes that the visitor has the beginning of.
func TestRanges(t *testing.T) {
	whole := get(t, "GET", "/", "Accept-Encoding", "gzip") // page-gz, of 7 bytes
	if whole.Header.Get("Accept-Ranges") != "bytes" {
		t.Error("it does not say that it takes ranges")
	}
	etag := whole.Header.Get("ETag")
	for _, c := range []struct {
		asked, ifRange string
		status         int
		body, of       string
	}{
		{"bytes=0-3", "", 206, "page", "bytes 0-3/7"},
		{"bytes=5-", "", 206, "gz", "bytes 5-6/7"},
		{"bytes=-2", "", 206, "gz", "bytes 5-6/7"},
		{"bytes=-99999999999999999999", "", 206, "page-gz", "bytes 0-6/7"},
		{"bytes=6-99999999999999999999", "", 206, "z", "bytes 6-6/7"},
		{"bytes=5-", etag, 206, "gz", "bytes 5-6/7"},
		{"bytes=5-", `"another"`, 200, "page-gz", ""},
		{"bytes=5-", "W/" + etag, 200, "page-gz", ""},
		{"bytes=5-", "Tue, 24 Nov 2026 00:00:00 GMT", 200, "page-gz", ""},
		{"bytes=7-", "", 416, "The file does not have the requested range.\n", "bytes */7"},
		{"bytes=-0", "", 416, "The file does not have the requested range.\n", "bytes */7"},
		{"bytes=0-1,3-4", "", 200, "page-gz", ""},
		{"bytes=4-1", "", 200, "page-gz", ""},
		{"bytes=-", "", 200, "page-gz", ""},
		{"bytes=+1-2", "", 200, "page-gz", ""},
		{"lines=0-3", "", 200, "page-gz", ""},
	} {
		fields := []string{"Accept-Encoding", "gzip", "Range", c.asked}
		if c.ifRange != "" {
			fields = append(fields, "If-Range", c.ifRange)
		}
		r := get(t, "GET", "/", fields...)
		if got := body(t, r); r.StatusCode != c.status || got != c.body || r.Header.Get("Content-Range") != c.of {
			t.Errorf("%s (If-Range %q): %d %q of %q, want %d %q of %q", c.asked, c.ifRange, r.StatusCode, got,
				r.Header.Get("Content-Range"),
				c.status, c.body, c.of)
		}
		if c.status != 416 && (r.Header.Get("ETag") != etag || r.Header.Get("Content-Encoding") != "gzip") {
			t.Errorf("%s: ETag %q, encoding %q", c.asked, r.Header.Get("ETag"), r.Header.Get("Content-Encoding"))
		}
	}
	if r := get(t, "HEAD", "/", "Range", "bytes=0-3"); r.StatusCode != 200 || r.Header.Get("Content-Range") != "" {
		t.Errorf("HEAD with a range: %d, %q", r.StatusCode, r.Header.Get("Content-Range"))
	}
	if r := get(t, "GET", "/nothing", "Range", "bytes=0-3"); r.StatusCode != 404 {
		t.Errorf("a range of what is not there: %d", r.StatusCode)
	}
}

// A question about the server as a whole is answered by the site, headers and all.
func TestOptionsOfTheServer(t *testing.T) {
	c, err := net.Dial("tcp", listening(t, newHandler(testSite(t))))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.StatusCode != http.StatusNoContent || r.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("%s, Allow %q", r.Status, r.Header.Get("Allow"))
	}
	for _, h := range headers.For("") {
		if got := r.Header.Values(h.Name); len(got) != 1 || got[0] != h.Value {
			t.Errorf("%s is %q", h.Name, got)
		}
	}
}

// What is no file is refused at once, and by its name, rather than waited for.
func TestOnlyFilesAreServed(t *testing.T) {
	for _, name := range []string{"pipe.js", "index.html.br", "docs/pipe.txt"} {
		dir := t.TempDir()
		for _, page := range []string{"index.html", "404.html", "docs/index.html"} {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, page)), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, page), []byte("page"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o644); err != nil {
			t.Fatal(err)
		}
		refused := make(chan error, 1)
		go func() {
			_, err := open(dir)
			refused <- err
		}()
		select {
		case err := <-refused:
			if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "no regular file") {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%s is waited for", name)
		}
	}
}

// A file that cannot be read is named, and nothing is served without it.
func TestUnreadableFilesAreRefused(t *testing.T) {
	dir := t.TempDir()
	for _, page := range []string{"index.html", "404.html"} {
		if err := os.WriteFile(filepath.Join(dir, page), []byte("page"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"gone.js": "nowhere", "out.js": "/etc/hostname", "round.js": "round.js"} {
		link := filepath.Join(dir, name)
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
		if _, err := open(dir); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s, a link to %s: %v", name, to, err)
		}
		if err := os.Remove(link); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := open(dir); err != nil {
		t.Error(err)
	}
}
