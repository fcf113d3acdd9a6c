//go:build e2e

package browsertest

import (
	"cmp"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path"
	"strings"
	"sync"
	"testing"

	"lastiterate/web/headers"
)

// host is a static host such as those that documentation lives on: files in
// folders, index.html for a folder, which is sent on to its slash, 404.html for
// what is not there, packed files where they are beside the others, and headers as
// the file _headers says. It knows nothing else of the site.
type host struct {
	prefix string // "/" or "/tools/privacy/"
	clean  bool   // pages have addresses without .html, and are sent on to them

	mu    sync.Mutex
	files map[string][]byte
}

// readSite is every file of a built site.
func readSite(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	files, err := filesOf(dir)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func filesOf(dir string) (map[string][]byte, error) {
	files := map[string][]byte{}
	tree := os.DirFS(dir)
	return files, fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[name], err = fs.ReadFile(tree, name)
		return err
	})
}

// deploy replaces all files.
func (h *host) deploy(files map[string][]byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.files = files
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	files := h.files
	h.mu.Unlock()
	name, under := strings.CutPrefix(r.URL.Path, h.prefix)
	if !under {
		http.NotFound(w, r)
		return
	}
	if page, ending := strings.CutSuffix(r.URL.Path, ".html"); h.clean && ending {
		clean := *r.URL
		clean.Path = strings.TrimSuffix(page, "index")
		http.Redirect(w, r, clean.String(), http.StatusPermanentRedirect)
		return
	}
	status := http.StatusOK
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	if _, page := files[name+".html"]; h.clean && page {
		name += ".html"
	}
	content, found := files[name]
	if _, folder := files[name+"/index.html"]; !found && folder {
		slashed := *r.URL
		slashed.Path += "/"
		http.Redirect(w, r, slashed.String(), http.StatusMovedPermanently)
		return
	}
	if !found {
		name, content, status = "404.html", files["404.html"], http.StatusNotFound
	}
	for _, header := range rules(string(files[headers.NetlifyFile]), r.URL.Path) {
		w.Header().Add(header.Name, header.Value)
	}
	w.Header().Set("Content-Type", cmp.Or(map[string]string{
		".js": "text/javascript", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json",
	}[path.Ext(name)], mime.TypeByExtension(path.Ext(name)), "application/octet-stream"))
	if packed, found := files[name+".gz"]; found && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		content = packed
	}
	w.Header().Set("Vary", "Accept-Encoding")
	w.WriteHeader(status)
	_, _ = w.Write(content) // a visitor may go away in the middle
}

// rules are the headers that a _headers file gives to an address: those of
// every rule whose address matches, where a * at the end stands for anything.
func rules(text, address string) []headers.Header {
	var out []headers.Header
	matches := false
	for line := range strings.Lines(text) {
		if rule := strings.TrimSpace(line); !strings.HasPrefix(line, " ") {
			stem, wild := strings.CutSuffix(rule, "*")
			matches = rule == address || wild && strings.HasPrefix(address, stem)
		} else if name, value, found := strings.Cut(rule, ": "); found && matches {
			out = append(out, headers.Header{Name: name, Value: value})
		}
	}
	return out
}
