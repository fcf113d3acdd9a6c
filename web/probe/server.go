package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"lastiterate/web/headers"
)

// oddPaths are addresses that someone may request in bad faith or by mistake.
var oddPaths = []string{
	"/..", "/../", "/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd", "/.%2e/", "/%2e/", "/./", "//", "///",
	"//index.html",
	"//evil.example", "//evil.example/docs", "/\\evil.example", "/%5cevil.example", "/%5c%5cevil.example/docs", "/http://evil.example/",
	"/docs//", "/docs/..", "/docs/../docs",
	"/.git/config", "/.git/HEAD", "/.env", "/.htaccess", "/.gitkeep", "/_headers", "/_nginx.conf", "/_Caddyfile", "/vercel.json", "/go.mod",
	"/server/main.go",
	"/index.html.br", "/index.html.gz", "/index.html/", "/index.htm", "/INDEX.HTML", "/Index.html", "/index.html%00", "/%00",
	"/index.html%00.js", "/index.html%0d%0aSet-Cookie:%20a=b",
	"/docs%0d%0aLocation:%20http://evil.example", "/docs%0d%0a%0d%0a<script>alert(1)</script>", "/docs?%0d%0aX:%20y", "/docs?x=\"><script>",
	"/docs#x", "/%0adocs",
	"/assets", "/assets/", "/assets/app.wasm", "/assets/../index.html", "/assets/%2e%2e/index.html", "/embed/..", "/embed/../index.html",
	"/embed/engine.html/", "/embed/engine.html%20", "/embed;x", "/embed%3bx",
	"/404", "/404.html", "/404/", "/500", "/healthz/", "/healthz?x", "/sw.js/", "/sw.js%20", "/sw.js?build=other", "/wp-login.php",
	"/wp-admin/", "/admin", "/phpinfo.php", "/cgi-bin/test", "/api/v1/users",
	"/?v=1&n=5", "/?" + strings.Repeat("x=1&", 4000), "/" + strings.Repeat("a/", 4000), "/" + strings.Repeat("%41", 3000),
	"/" + strings.Repeat("..%2f", 500) + "etc/passwd",
	"/é", "/%ff%fe", "/%c0%ae%c0%ae/", "/\u202e", "/%u002e", "/con", "/nul", "/index.html::$DATA", "/*", "/~root",
	"/docs/theorems/../../index.html", "/favicon.ico", "/robots.txt", "/.well-known/security.txt",
}

// client follows no redirects and stores nothing.
var client = &http.Client{
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Transport:     &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 4},
	Timeout:       time.Minute,
}

// oddRequests requests every odd path, and some ordinary ones, by every oddity. Each answer must be
// a file of the site, a redirect within it, or a refusal, and have each of the site's headers once.
func oddRequests(ctx context.Context, address string, site fs.FS) (f findings, err error) {
	served := map[string]bool{}
	err = fs.WalkDir(site, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(site, name)
		served[string(content)] = true
		return err
	})
	if err != nil {
		return f, err
	}
	paths := append(slices.Clone(oddPaths), "/", "/embed", "/embed/", "/docs", "/docs/", "/docs/theorems")
	for _, path := range paths {
		for _, with := range []oddity{
			{"GET", "", ""}, {"HEAD", "", ""}, {"POST", "", ""}, {"OPTIONS", "Access-Control-Request-Method", "PUT"}, {"TRACE", "", ""},
			{"PROPFIND", "", ""},
			{"GET", "Accept-Encoding", "br;q=1e999, gzip;q=NaN, *;q=-1, " + strings.Repeat("x,", 3000)},
			{"GET", "If-None-Match", strings.Repeat(`"x", `, 3000) + "*"},
			{"GET", "Range", "bytes=0-0,-1,5-2"}, {"GET", "Host", "evil.example"}, {"GET", "X-Forwarded-Host", "evil.example"},
			{"GET", "Origin", "null"},
		} {
			f.tried++
			request, err := with.request(ctx, address, path)
			if err != nil {
				return f, err
			}
			f.ask(request, fmt.Sprintf("%s %.60q %s", with.method, path, with.field), len(with.value), served)
		}
	}
	return f, nil
}

// oddity is an unusual way to request a path: a method and a header with its value. An empty field means no header.
type oddity struct{ method, field, value string }

// request prepares a request whose path is sent as it is, without being cleaned or escaped.
func (o oddity) request(ctx context.Context, address, path string) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, o.method, address, nil)
	if err != nil {
		return nil, err
	}
	request.URL.Opaque, request.URL.RawQuery, _ = strings.Cut(path, "?")
	if o.field == "Host" {
		request.Host = o.value
	} else if o.field != "" {
		request.Header.Set(o.field, o.value)
	}
	return request, nil
}

// ask sends a request and records the faults of the answer. headerSize is the length of the oddity's header, in bytes: the server
// may close the connection before it has read all of a long one.
func (f *findings) ask(request *http.Request, what string, headerSize int, served map[string]bool) {
	answer, err := client.Do(request)
	if err != nil {
		notSent := strings.Contains(err.Error(), "invalid") || strings.Contains(err.Error(), "malformed") // Go's client refused to send it
		refused := strings.Contains(err.Error(), "reset by peer") && headerSize > 4096                    // before all of it was read
		if !notSent && !refused {
			f.fault("%s: %v", what, err)
		}
		return
	}
	body, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	if err != nil {
		f.fault("%s: %v", what, err)
	}
	f.judge(what, answer, body, served)
}

// judge records the faults of an answer.
func (f *findings) judge(what string, answer *http.Response, body []byte, served map[string]bool) {
	switch answer.StatusCode {
	case http.StatusOK:
		if answer.Request.Method == http.MethodGet && !served[string(body)] && string(body) != "ok\n" {
			f.fault("%s: %d bytes that are not a file of the site", what, len(body))
		}
	case http.StatusMovedPermanently:
		if to := answer.Header.Get("Location"); !strings.HasPrefix(to, "./") || strings.Contains(to, "//") ||
			strings.ContainsAny(to, "\r\n<\"") {
			f.fault("%s: it redirects to %q", what, to)
		}
	case http.StatusNotModified, http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed,
		http.StatusRequestHeaderFieldsTooLarge:
	default:
		f.fault("%s: status %d", what, answer.StatusCode)
	}
	for _, h := range headers.For("") {
		values := answer.Header.Values(h.Name)
		if h.Name == "X-Frame-Options" && len(values) == 0 {
			continue // the page is meant to be shown in frames
		}
		if len(values) != 1 || h.Name != "Content-Security-Policy" && values[0] != h.Value {
			f.fault("%s: %s is %q", what, h.Name, values)
		}
	}
	for _, name := range []string{"Set-Cookie", "Server", "X-Powered-By", "X"} {
		if answer.Header.Get(name) != "" {
			f.fault("%s: %s is %q", what, name, answer.Header.Get(name))
		}
	}
}

// malformedRequests sends malformed requests. The answer must be a refusal with the site's headers, or a closed connection.
func malformedRequests(address string) (f findings, err error) {
	for _, text := range []string{
		"\r\n\r\n", "nonsense\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: " +
			"-1\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
		"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n", "GET / HTTP/1.1\r\nHost: " +
			"x\r\nTransfer-Encoding: x\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("y", 1<<20) + "\r\n\r\n",
		"GET /" + strings.Repeat("z", 1<<20) + " HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: x\r\n" + strings.Repeat("A: b\r\n", 100_000) + "\r\n", "GET / HTTP/1.1\r\n Host: x\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n",
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
		"GET http://evil.example/ HTTP/1.1\r\nHost: x\r\n\r\n", "CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n",
	} {
		f.tried++
		c, err := net.DialTimeout("tcp", strings.TrimPrefix(address, "http://"), 10*time.Second)
		if err != nil {
			return f, err
		}
		_ = c.SetDeadline(time.Now().Add(20 * time.Second))
		go io.WriteString(c, text)
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err == nil {
			if answer.StatusCode >= 500 && answer.StatusCode != http.StatusNotImplemented &&
				answer.StatusCode != http.StatusHTTPVersionNotSupported {
				f.fault("%.40q: status %d", text, answer.StatusCode)
			}
			if answer.StatusCode != http.StatusOK && answer.Header.Get("X-Content-Type-Options") != "nosniff" {
				f.fault("%.40q: status %d without the site's headers", text, answer.StatusCode)
			}
		}
		c.Close()
	}
	return f, nil
}

// crowd downloads the largest file many times at once, in each encoding, and compares
// every byte.
func crowd(ctx context.Context, address string, site fs.FS, connections int) (f findings, err error) {
	names, err := fs.Glob(site, "assets/*.wasm")
	if err != nil || len(names) != 1 {
		return f, fmt.Errorf("%d programs in the site (%v)", len(names), err)
	}
	want := map[string][]byte{}
	for encoding, suffix := range map[string]string{"": "", "gzip": ".gz", "br": ".br"} {
		if want[encoding], err = fs.ReadFile(site, names[0]+suffix); err != nil {
			return f, err
		}
	}
	var mu sync.Mutex
	var visitors sync.WaitGroup
	for i := range connections {
		encoding := []string{"br", "gzip", ""}[i%3]
		f.tried++
		visitors.Go(func() {
			got, err := fetch(ctx, address+"/"+names[0], encoding)
			if err != nil || !bytes.Equal(got, want[encoding]) {
				mu.Lock()
				f.fault("visitor %d, %q: %d bytes of %d, %v", i, encoding, len(got), len(want[encoding]), err)
				mu.Unlock()
			}
		})
	}
	visitors.Wait()
	return f, nil
}

// fetch downloads over a new connection.
func fetch(ctx context.Context, address, encoding string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	if encoding != "" {
		request.Header.Set("Accept-Encoding", encoding)
	}
	request.Close = true
	answer, err := (&http.Client{Transport: &http.Transport{DisableCompression: true}}).Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	return io.ReadAll(answer.Body)
}

// idlers opens connections that send a request, begin another and read nothing. Meanwhile other visitors must be served.
func idlers(ctx context.Context, address string, connections int) (f findings, err error) {
	for range connections {
		c, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
		if err != nil {
			return f, err
		}
		defer c.Close()
		if _, err := io.WriteString(c, "GET /engine.js HTTP/1.1\r\nHost: x\r\n\r\nGET / HT"); err != nil {
			return f, err
		}
		f.tried++
	}
	if _, err := fetch(ctx, address+"/", ""); err != nil {
		f.fault("the page is not served meanwhile: %v", err)
	}
	return f, nil
}
