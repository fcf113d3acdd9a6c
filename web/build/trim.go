package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"lastiterate/web/gocommand"
)

const (
	goApp      = "github.com/maxence-charriere/go-app/v10"
	uuidModule = "github.com/google/uuid"
)

// goApp is a component library and a server in one package. Its server brings net/http, and with that TLS and its cryptography,
// into the program; its router brings regular expressions, and its stored states a cipher. This is a quarter of the download,
// and the page uses none of it. So the program is compiled against a copy of the pinned module without removedFiles, with
// standIns and addressUse in their place.
var removedFiles = []string{
	"http.go",     // the handler of the server
	"resource.go", // where the server finds its files
	"wasm.go",     // refuses to generate a static site in a browser
	"route.go",    // addresses by regular expressions
	"crypto.go",   // encryption of stored states
	"browser.go",  // handles links and steps through the history in place of the browser; see addressUse
	"state.go",    // states that components, tabs and visits share
}

// standIns declares the parts of the removed files that the rest of the package uses, except the type browser, which is in
// addressUse. Most of them do nothing, or stop the program if the page calls them after all.
const standIns = `package app

// ResourceResolver would find files of the server.
type ResourceResolver interface{ Resolve(string) string }

// The addresses of our pages are relative already.
func clientResourceResolver(string) func(string) string {
	return func(location string) string { return location }
}

func resolveOGResource(_, location string) string { return location }

// router shows one component at every address.
type router struct{ routes map[string]func() Composer }

func makeRouter() router { return router{map[string]func() Composer{}} }

func (r *router) route(string, func() Composer) { panic("only RouteWithRegexp is kept") }

func (r *router) routeWithRegexp(pattern string, newComponent func() Composer) {
	if pattern != ".*" {
		panic("only the pattern .* is kept")
	}
	r.routes[""] = newComponent
}

func (r *router) createComponent(string) (Composer, bool) {
	newComponent, routed := r.routes[""]
	if !routed {
		return nil, false
	}
	return newComponent(), true
}

// State, Observer and stateManager stand in for go-app's states, which the page does not use.
type (
	State        struct{}
	Observer     struct{}
	stateManager struct{}
)

func (*stateManager) Observe(Context, string, any) Observer { panic("no state is observed") }
func (*stateManager) Get(Context, string, any)              { panic("no state is read") }
func (*stateManager) Set(Context, string, any) State        { panic("no state is set") }
func (*stateManager) Delete(Context, string)                { panic("no state is deleted") }
func (*stateManager) Cleanup()                              {}
func (*stateManager) CleanupExpiredPersistedStates(Context) {}

func encrypt(string, []byte) ([]byte, error) { panic("no state is kept under a cipher") }
func decrypt(string, []byte) ([]byte, error) { panic("no state is kept under a cipher") }
`

// go-app gives the browser markup as plain text, which a page that requires Trusted Types
// (https://www.w3.org/TR/trusted-types/) forbids. The copy passes it through the page's policy.
const (
	plainSink   = `v.Set("innerHTML", val)`
	trustedSink = `v.Set("innerHTML", Window().Get("lastIterate").Call("markup", val))`
)

// addressUse lets the browser follow links and steps through the history itself; the page is notified (dom.OnAddress). go-app
// would follow them in the browser's place, and for that it parses addresses with net/url. net/url rejects some addresses that
// browsers accept: a percent sign that escapes nothing would stop the program. In the copy, go-app gets only those parts of the
// page's own address that always parse.
const addressUse = `package app

import "net/url"

type browser struct{ AppUpdatable bool }

func (*browser) HandleEvents(Context, func(any)) {}

func ownAddress() *url.URL {
	at := Window().Get("location")
	return &url.URL{Scheme: "https", Host: at.Get("host").String(), Path: at.Get("pathname").String()}
}
`

// windowFile is go-app's file for the window and its elements. In the copy, ownAddress replaces the parsed address.
const (
	windowFile   = "pkg/app/js_wasm.go"
	readsAddress = "u, _ := url.Parse(rawurl)\n\treturn u"
	readsOurs    = "_ = rawurl\n\treturn ownAddress()"
)

// uuidUse declares the only function that go-app uses from the module for identifiers. The function names this page among tabs
// that share states; the page shares none.
const uuidUse = `package uuid

import (
	"strconv"
	"syscall/js"
)

// NewString returns a random name, unlike that of any other tab.
func NewString() string {
	return strconv.FormatFloat(js.Global().Get("Math").Call("random").Float(), 'g', -1, 64)
}
`

// trimmed is the folder of the copy, relative to the root. It is inside the tree and always the same, because its name becomes
// part of the program.
const trimmed = "web/.go-app"

// trim makes the copy and a module file that refers to it, and returns the path of the module file.
func (t tree) trim(ctx context.Context) (modfile string, err error) {
	out, err := gocommand.Run(ctx, t.root, nil, "mod", "download", "-json", goApp)
	if err != nil {
		return "", err
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		return "", fmt.Errorf("go mod download: %w", err)
	}
	files := map[string][]byte{}
	for _, pattern := range []string{"go.mod", "pkg/app/*.go", "pkg/errors/*.go"} {
		names, err := filepath.Glob(filepath.Join(module.Dir, filepath.FromSlash(pattern)))
		if err != nil {
			return "", err
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			content, err := os.ReadFile(name)
			if err != nil {
				return "", err
			}
			files[path.Join(path.Dir(pattern), filepath.Base(name))] = content
		}
	}
	for _, name := range removedFiles {
		name = "pkg/app/" + name
		if files[name] == nil {
			return "", fmt.Errorf("%s no longer has %s: check again which files the page does not need", goApp, name)
		}
		delete(files, name)
	}
	for _, change := range []struct{ what, from, to string }{
		{"writes markup", plainSink, trustedSink},
		{"reads the page's address", readsAddress, readsOurs},
	} {
		content := files[windowFile]
		if n := bytes.Count(content, []byte(change.from)); n != 1 {
			return "", fmt.Errorf("%s %s as expected in %d places of %s, want 1: read it again", goApp, change.what, n, windowFile)
		}
		files[windowFile] = bytes.Replace(content, []byte(change.from), []byte(change.to), 1)
	}
	files["pkg/app/stand_ins.go"] = []byte(standIns)
	files["pkg/app/address.go"] = []byte(addressUse)
	files["uuid/uuid.go"] = []byte(uuidUse)
	files["uuid/go.mod"] = []byte("module " + uuidModule + "\n")

	copied := make([]compressedFile, 0, len(files))
	for _, name := range sortedKeys(files) {
		copied = append(copied, compressedFile{name: name, raw: files[name]})
	}
	dir := filepath.Join(t.root, filepath.FromSlash(trimmed))
	if err := write(dir, copied); err != nil {
		return "", err
	}
	return t.replaceGoApp(dir)
}

// replaceGoApp writes this project's go.mod and go.sum into dir, as .site.mod and .site.sum, with go-app and
// uuid replaced by the copies. It returns the path of .site.mod.
func (t tree) replaceGoApp(dir string) (modfile string, err error) {
	modfile = filepath.Join(dir, ".site.mod")
	for from, to := range map[string]string{"go.mod": modfile, "go.sum": strings.TrimSuffix(modfile, ".mod") + ".sum"} {
		content, err := os.ReadFile(filepath.Join(t.root, from))
		if err != nil {
			return "", err
		}
		if from == "go.mod" {
			content = slices.Concat(content, []byte("\nreplace "+goApp+" => ./"+trimmed+"\nreplace "+uuidModule+" => ./"+trimmed+"/uuid\n"))
		}
		if err := writeChanged(to, content); err != nil {
			return "", err
		}
	}
	return modfile, nil
}
