package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

func TestFill(t *testing.T) {
	values := map[string]string{"a": "1", "b": "{{a}}"}
	for _, c := range []struct{ page, want, fault string }{
		{"x", "x", ""},
		{"{{a}}{{a}} {{b}}", "11 {{a}}", ""}, // what is put in is not read again
		{"{{c}}", "", "unknown placeholder"},
		{"{{a", "", "unclosed"},
	} {
		got, err := fill(c.page, values)
		if c.fault == "" && (err != nil || got != c.want) {
			t.Errorf("%q: %q, %v; want %q", c.page, got, err, c.want)
		}
		if c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)) {
			t.Errorf("%q: error %v, want one that says %q", c.page, err, c.fault)
		}
	}
}

func TestWithoutComments(t *testing.T) {
	const css = "/* top */\n.a {\n  color: red; /* why */\n}\n\n/* several\n lines */.b { margin: 0 }\n"
	const want = ".a {\ncolor: red;\n}\n.b { margin: 0 }\n"
	if got := string(withoutComments([]byte(css))); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What is left of a script does what the script does: no line of ours that begins
// with two slashes is within a text.
func TestWithoutRemarks(t *testing.T) {
	got := string(withoutRemarks([]byte("// A remark.\n\"use strict\";\n\n  go(); // stays\n  // and\n\t// goes\n")))
	if want := "\"use strict\";\ngo(); // stays\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, name := range append(slices.Collect(maps.Values(assets)), serviceWorker) {
		if path.Ext(name) != ".js" {
			continue
		}
		content, err := os.ReadFile("../" + name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(content), "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "//") {
				continue
			}
			if strings.Count(line, "`")%2 != 0 || strings.Contains(line, "/*") {
				t.Errorf("%s:%d: a text of several lines, or a comment that is not dropped: %s", name, i+1, line)
			}
		}
	}
}

func TestStylesAreJoinedInOrder(t *testing.T) {
	got := string(joinStyles(map[string][]byte{
		"styles/2.css": []byte("b{}"), "styles/1.css": []byte("a{}"), "boot.js": []byte("c"),
	}))
	if got != "a{}\nb{}\n" {
		t.Errorf("got %q", got)
	}
}

func TestHashedNames(t *testing.T) {
	one, other := hashedName("app.wasm", []byte("1")), hashedName("app.wasm", []byte("2"))
	if one == other {
		t.Errorf("two contents have the name %s", one)
	}
	if one != hashedName("app.wasm", []byte("1")) {
		t.Error("one content has two names")
	}
	if got := plainName(one); got != "app.wasm" {
		t.Errorf("%s without its hash is %s", one, got)
	}
	if got := plainName("docs/index.html"); got != "docs/index.html" { // it has a budget of its own
		t.Errorf("the index of the documents is called %q", got)
	}
	if got := plainName("index.html"); got != "index.html" {
		t.Errorf("index.html without a hash is %s", got)
	}
}

func TestCompress(t *testing.T) {
	text := bytes.Repeat([]byte("the last iterate "), 1000)
	all := compress(map[string][]byte{"a.txt": text, "tiny.txt": []byte("a"), "picture.png": text}, quick)
	if names := []string{all[0].name, all[1].name, all[2].name}; !slices.IsSorted(names) {
		t.Errorf("not in order: %v", names)
	}
	a, picture, tiny := all[0], all[1], all[2]
	if back, err := io.ReadAll(brotli.NewReader(bytes.NewReader(a.br))); err != nil || !bytes.Equal(back, text) {
		t.Errorf("brotli does not give the text back: %v", err)
	}
	r, err := gzip.NewReader(bytes.NewReader(a.gz))
	if err != nil {
		t.Fatal(err)
	}
	if back, err := io.ReadAll(r); err != nil || !bytes.Equal(back, text) {
		t.Errorf("gzip does not give the text back: %v", err)
	}
	if tiny.br != nil || tiny.gz != nil {
		t.Error("a file was kept in a compressed form that is larger")
	}
	if picture.br != nil || picture.gz != nil {
		t.Error("a picture was compressed twice")
	}
}

func TestWriteLeavesExactlyTheSite(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{".gitkeep": "", "assets/old-1.js": "old", "index.html": "old", "index.html.br": "old"} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	err := write(dir, []compressedFile{{name: "index.html", raw: []byte("new"), gz: []byte("g")},
		{name: "assets/new-2.js", raw: []byte("js"), br: []byte("b")}})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, pattern := range []string{"*", ".*", "assets/*"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			content, err := os.ReadFile(name)
			if err != nil {
				continue // a folder
			}
			rel, err := filepath.Rel(dir, name)
			if err != nil {
				t.Fatal(err)
			}
			got[filepath.ToSlash(rel)] = string(content)
		}
	}
	want := map[string]string{".gitkeep": "", "index.html": "new", "index.html.gz": "g", "assets/new-2.js": "js", "assets/new-2.js.br": "b"}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// The same sources give the same site, byte for byte, wherever they lie.
func TestTwoBuildsAreTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	tree, err := findTree(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	first, err := assemble(t.Context(), tree, "/")
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := tree
	elsewhere.root = filepath.Join(t.TempDir(), "elsewhere")
	for _, part := range []string{"app", "bounds", "wasm", "web/styles", "web/icons", "web/embed", "web/headers", "web/dist", "server"} {
		if err := os.CopyFS(filepath.Join(elsewhere.root, part), os.DirFS(filepath.Join(tree.root, part))); err != nil {
			t.Fatal(err)
		}
	}
	for _, pattern := range []string{"go.mod", "go.sum", "LICENSE", "web/*.*"} {
		names, err := filepath.Glob(filepath.Join(tree.root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			content, err := os.ReadFile(name)
			if err != nil {
				continue // a folder
			}
			rel, err := filepath.Rel(tree.root, name)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(elsewhere.root, rel), content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	second, err := assemble(t.Context(), elsewhere, "/")
	if err != nil {
		t.Fatal(err)
	}
	if !maps.EqualFunc(first, second, bytes.Equal) {
		for name := range first {
			if !bytes.Equal(first[name], second[name]) {
				t.Errorf("%s differs", name)
			}
		}
		t.Errorf("files %v and %v", sortedKeys(first), sortedKeys(second))
	}
	// Every page of the site, with its own way to the root taken off.
	var page string
	for _, name := range sortedKeys(first) {
		if strings.HasSuffix(name, ".html") {
			page += strings.ReplaceAll(string(first[name]), `"../assets`, `"assets`)
		}
	}
	for name := range first {
		if strings.HasPrefix(name, "docs/") && strings.HasSuffix(name, ".html") {
			checkLinks(t, first, name)
		}
	}
	referring := page + string(first["manifest.webmanifest"])
	for _, name := range sortedKeys(first) {
		if strings.HasSuffix(name, ".css") {
			referring += strings.ReplaceAll(string(first[name]), `url("`, `"assets/`)
		}
	}
	for _, name := range sortedKeys(first) {
		if strings.HasPrefix(name, "assets/") && !strings.Contains(referring, `"`+name+`"`) {
			t.Errorf("no page refers to %s", name)
		}
	}
	if strings.Contains(page, "<script>") || strings.Contains(page, " style=") || strings.Contains(page, "<style") {
		t.Error("a page has something inline that its policy forbids")
	}
	checkLaboratoryApart(t, first)
	checkScripts(t, first)
	checkReach(t, first)
	checkLicences(t, first)
	checkPublished(t, first)
	for name, content := range first {
		if bytes.Contains(content, []byte(tree.root+"/")) {
			t.Errorf("%s tells where it was built", name)
		}
	}
}

var address = regexp.MustCompile(`(?:href|src)="([^"]*)"`)

// checkLinks follows every link of a page within the site.
func checkLinks(t *testing.T, site map[string][]byte, page string) {
	t.Helper()
	for _, match := range address.FindAllStringSubmatch(string(site[page]), -1) {
		to, _, _ := strings.Cut(match[1], "#")
		if strings.Contains(to, "://") || strings.HasPrefix(match[1], "#") {
			continue
		}
		name := path.Join(path.Dir(page), to)
		if name == "." {
			name = "index.html"
		}
		if site[name] == nil && site[name+"/index.html"] == nil {
			t.Errorf("%s links to %s, which is not there", page, match[1])
		}
	}
}
