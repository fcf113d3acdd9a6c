package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "lastiterate"

// pureStd is what a computing package may use of the standard library: no
// files, no clock, no network, no browser.
var pureStd = []string{
	"bufio", "bytes", "cmp", "container/heap", "context", "encoding/json", "errors", "fmt", "io", "iter",
	"maps", "math", "math/big", "math/bits", "math/cmplx", "math/rand/v2", "net/url", "regexp", "slices", "sort", "strconv",
	"strings", "sync", "unicode", "unicode/utf8", "embed",
}

const goApp = "github.com/maxence-charriere/go-app/v10/pkg/app"

const anyStd = "std" // every package of the standard library but syscall/js

// arrows says what each room may import, tests aside. The first line whose
// room holds a package counts. A name ending in "/..." stands for everything
// below it too.
var arrows = []struct {
	room    string
	imports []string
}{
	{"bounds/claim", with(pureStd, "bounds/run", "bounds/internal/shift")},
	{"bounds/run", with(pureStd, "bounds/internal/mutants")},
	{"bounds/run/runtest", with(pureStd, "testing", "bounds/run")},
	{"bounds/internal/shift/shifttest", []string{"math", "pgregory.net/rapid", "bounds/internal/modulus"}},
	{"bounds/internal/interval", with(pureStd, "sync/atomic")},
	{"bounds/internal/errfloat", []string{"math"}},
	{"bounds/internal/scalar", []string{"math"}},
	{"bounds/internal/random", []string{"math", "math/rand/v2", "bounds/run"}},
	{"bounds/internal/memo", []string{"context", "math", "sync", "bounds/work"}},
	{"bounds/work", with(pureStd, "runtime/debug")},
	// The rows: what proofs share, rooms of rows that know no catalogue, and the catalogue.
	{"bounds/theorem", with(pureStd, "bounds/claim", "bounds/run")},
	{"bounds/internal/typeset", with(pureStd, "bounds/claim", "bounds/run")},
	{"bounds/internal/proof", with(pureStd, solvers...)},
	{"bounds/internal/stepwise", with(pureStd, with(solvers, "bounds/internal/proof")...)},
	{"bounds/internal/need", with(pureStd, with(solvers, "bounds/internal/proof", "bounds/internal/stepwise")...)},
	{"bounds/internal/row/rowtest", with(pureStd, "testing", "bounds/claim", "bounds/run", "bounds/theorem")},
	{"bounds/internal/row/...", with(pureStd, with(solvers, "bounds/internal/...", "gonum.org/v1/gonum/...")...)},
	{"bounds/catalog", with(pureStd, "bounds/theorem", "bounds/internal/row/...")},
	{"bounds/internal/certify", with(pureStd, "bounds/claim", "bounds/run", "bounds/internal/convert", "bounds/internal/interval")},
	// A program that nothing may import: it looks for runs that lose more than the rows say.
	{"bounds/bands", with(pureStd, "flag", "os", "bounds", "bounds/claim", "bounds/internal/random", "bounds/run", "bounds/catalog")},
	{"bounds/attack", with(pureStd, "flag", "os", "time", "bounds", "bounds/catalog", "bounds/claim", "bounds/internal/random",
		"bounds/internal/scalar",
		"bounds/run", "bounds/theorem", "gonum.org/v1/gonum/...")},
	// The laboratory asks the engine as any other program does. It reads tables.
	{"bounds/lab/labtest", []string{"embed", "encoding/json", "testing"}},
	{"bounds/lab/errata", []string{"embed", "encoding/json"}},
	{"bounds/lab/...", with(pureStd, "encoding/csv", "bounds", "bounds/claim", "bounds/run", "bounds/internal/convert",
		"bounds/internal/errfloat", "bounds/internal/interval", "bounds/internal/memo", "bounds/internal/scalar", "bounds/lab/...",
		"gonum.org/v1/gonum/...")},
	{"bounds", with(pureStd, "bounds/internal/mutants", "bounds/...", "gonum.org/v1/gonum/...")},
	{"bounds/internal/mutants", nil},
	// Only tests import it.
	{"bounds/draws", []string{"flag", "fmt", "strconv", "pgregory.net/rapid"}},
	{"bounds/...", with(pureStd, "bounds/internal/mutants", "bounds/claim", "bounds/run", "bounds/internal/convert",
		"bounds/internal/modulus", "bounds/internal/shift/...", "bounds/internal/contraction/affine", "bounds/internal/renyi",
		"bounds/internal/interval", "bounds/internal/errfloat",
		"bounds/internal/certify", "bounds/internal/memo", "bounds/internal/scalar", "bounds/work", "gonum.org/v1/gonum/...")},

	{"wasm/protocol/protocoltest", with(pureStd, "io/fs", "os", "path/filepath", "testing", "github.com/santhosh-tekuri/jsonschema/v6",
		"wasm/protocol")},
	{"wasm/protocol", with(pureStd, "reflect", "bounds/run", "bounds/claim")},
	{"wasm/engine", with(pureStd, "runtime/debug", "time", "bounds", "bounds/figure", "bounds/run", "bounds/claim", "bounds/theorem",
		"bounds/work", "wasm/protocol", "syscall/js")},
	{"wasm/lab/program", []string{"fmt", "os", "app", "wasm/engine", "wasm/lab"}},
	{"wasm/lab", with(pureStd, "time", "bounds", "bounds/run", "bounds/claim", "bounds/lab/...", "wasm/engine", "wasm/protocol")},
	{"wasm", []string{"fmt", "os", "app", "wasm/engine", "wasm/lab"}},

	// What the build shares with the page knows nothing of a browser.
	{"app/number", pureStd},
	{"app/link", with(pureStd, "bounds/run", "bounds/claim", "app/number")},
	{"app/plot/lettering", pureStd},
	{"app/plot/style", pureStd},
	{"app/plot/axis", pureStd},
	{"app/plot/svg", with(pureStd, "app/plot/lettering")},
	{"app/plot/svg/svgtest", []string{"fmt", "strings", "testing"}},
	{"app/plot/ruler", with(pureStd, "app/plot/axis", "app/plot/lettering", "app/plot/style", "app/plot/svg")},
	{"app/plot", with(pureStd, "app/number", "app/plot/axis", "app/plot/lettering", "app/plot/style", "app/plot/svg", "bounds/run")},
	{"app/form", with(pureStd, vocabulary...)},
	{"app/tex", pureStd},
	{"app/snippet/source", pureStd},
	{"app/snippet/lexicon", with(pureStd, "app/snippet/source", "bounds/run")},
	{"app/snippet/numbers", with(pureStd, "app/number", "app/snippet/lexicon", "app/snippet/source")},
	{"app/snippet/schedule", with(pureStd, "app/snippet/lexicon", "app/snippet/source", "bounds/run")},
	{"app/snippet/preset", with(pureStd, "app/link", "bounds/run")},
	{"app/snippet", with(pureStd, "app/link", "app/snippet/...", "bounds/run")},
	{"app/words", with(pureStd, with(vocabulary, "bounds/lab/tradeoff")...)},
	{"app/state", with(pureStd, with(vocabulary, "bounds")...)},
	{"app/picture", with(pureStd, with(vocabulary, "app/plot", "app/plot/ruler", "bounds/lab/tradeoff")...)},
	{"app/export", with(pureStd, with(vocabulary, "app/plot", "bounds")...)}, // of bounds the year of the version
	{"app/reproduce", with(pureStd, with(vocabulary, "app/plot")...)},
	{"app/firstpaint", with(pureStd, with(vocabulary, "app/plot", "app/snippet/preset", "app/state", "html")...)},
	{"app/share", with(pureStd, with(vocabulary, "app/export", "app/plot", "app/plot/ruler", "app/reproduce", "app/state")...)},
	{"app/engine", with(pureStd, "time", "wasm/protocol")},
	{"app/lab", with(pureStd, with(vocabulary, "app/plot", "bounds", "bounds/lab/audit", "bounds/lab/dynamics", "bounds/lab/sheet", "html")...)},
	// What is asked and shown knows no browser and no component; components ask no engine;
	// and the browser knows neither.
	{"app/session/sessiontest", with(pureStd, "time", "app/engine", "wasm/protocol")},
	{"app/session", with(pureStd, with(vocabulary, "app/engine", "app/snippet", "app/snippet/preset", "app/state", "bounds/lab/tradeoff", "time")...)},
	{"app/dom", []string{"errors", "strconv", "strings", "time", "syscall/js", goApp, "app/engine", "app/form"}},
	{"app/view/viewtest", []string{"testing", goApp}},
	{"app/view", with(pureStd, with(components, "app/reproduce", "app/snippet", "app/snippet/preset", "app/share")...)},
	{"app/view/chart", with(pureStd, with(components, "app/reproduce", "app/view")...)},
	{"app", with(pureStd, with(components, "app/lab", "app/view", "app/view/chart", "time")...)},

	{"server", []string{anyStd, "web", "web/headers"}},
	{"web", []string{anyStd}},
	{"web/headers", pureStd},
	{"web/docs", []string{anyStd, "app/link", "app/tex", "bounds", "bounds/catalog", "bounds/claim", "bounds/lab/errata",
		"bounds/lab/replay", "bounds/run", "bounds/theorem", "github.com/yuin/goldmark/..."}},
	{"web/typeface", []string{anyStd, "golang.org/x/image/font", "golang.org/x/image/font/sfnt", "golang.org/x/image/math/fixed"}},
	{"web/build", []string{anyStd, "web/docs", "web/gocommand", "web/headers", "web/parts", "web/typeface", "bounds", "wasm/engine",
		"wasm/protocol", "app/firstpaint", "app/link", "app/number", "app/picture", "app/plot", "app/plot/style",
		"github.com/andybalholm/brotli",
		"github.com/go-fonts/stix/stix2mathregular", "github.com/go-fonts/liberation/liberationsansregular",
		"github.com/go-fonts/liberation/liberationsansbold"}},
	{"web/parts", []string{anyStd, "web/gocommand"}},
	{"web/probe", []string{anyStd, "app/link", "bounds", "wasm/engine", "wasm/protocol", "web", "web/browser", "web/headers"}},
	{"web/release", []string{anyStd, "bounds", "web", "web/gocommand", "web/parts"}},
	{"web/browsertest", []string{anyStd, "web/browser", "web/headers", "github.com/chromedp/...", "github.com/coder/websocket"}},
	{"web/screenshots", []string{anyStd, "web/browser", "bounds/figure", "github.com/chromedp/..."}},
	{"web/...", []string{anyStd, "web/browser", "web/gocommand", "web/headers", "github.com/chromedp/..."}},
}

// solvers are what proofs call, and the words in which they answer.
var solvers = []string{
	"bounds/claim", "bounds/run", "bounds/theorem", "bounds/work", "bounds/internal/certify", "bounds/internal/convert",
	"bounds/internal/interval", "bounds/internal/memo", "bounds/internal/modulus", "bounds/internal/mutants", "bounds/internal/scalar",
	"bounds/internal/shift/...", "bounds/internal/typeset",
}

// vocabulary is what the page's parts share: what a run is, what an answer is,
// and how both are written.
var vocabulary = []string{
	"bounds/run", "bounds/claim", "bounds/figure", "wasm/protocol",
	"app/form", "app/link", "app/number", "app/words", "app/picture",
}

// components are what those of the page may import.
var components = with(vocabulary, goApp, "bounds", "app/dom", "app/engine", "app/export", "app/plot", "app/plot/ruler", "app/session",
	"app/state",
	"app/tex")

func with(list []string, more ...string) []string { return slices.Concat(list, more) }

// holds reports whether the pattern names the package.
func holds(pattern, name string) bool {
	if below, all := strings.CutSuffix(pattern, "/..."); all {
		return name == below || strings.HasPrefix(name, below+"/")
	}
	return pattern == name
}

func allowed(imports []string, name string) bool {
	name = strings.TrimPrefix(name, module+"/")
	for _, pattern := range imports {
		if holds(pattern, name) {
			return true
		}
		if pattern == anyStd && isStd(name) && name != "syscall/js" {
			return true
		}
	}
	return false
}

// isStd: packages of the standard library have no dot in their first element.
func isStd(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return !strings.Contains(first, ".") && !slices.Contains([]string{"app", "bounds", "internal", "server", "wasm", "web"}, first)
}

type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	Imports         []string
	TestImports     []string
	XTestImports    []string
	Error           *struct{ Err string }
}

// packages lists the packages of this module with what they import.
func packages(t *testing.T, env ...string) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Dir,GoFiles,Imports,TestImports,XTestImports,Error", module+"/...")
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 10 {
		t.Fatalf("only %d packages found", len(all))
	}
	return all
}

// Imports point one way: wasm to app to wasm/protocol to bounds and on to its
// parts; the server knows the built site only.
func TestArrowsPointOneWay(t *testing.T) {
	for _, env := range [][]string{nil, {"GOOS=js", "GOARCH=wasm"}} {
		for _, p := range packages(t, env...) {
			room := strings.TrimPrefix(p.ImportPath, module+"/")
			i := slices.IndexFunc(arrows, func(a struct {
				room    string
				imports []string
			}) bool {
				return holds(a.room, room)
			})
			if i < 0 {
				t.Errorf("%s is in no room of the house: say in arrows what it may import", room)
				continue
			}
			for _, name := range p.Imports {
				if !allowed(arrows[i].imports, name) {
					t.Errorf("%s imports %s, which points the wrong way", room, name)
				}
			}
		}
	}
}

// The page calls no solver: of the engine it takes its defaults, its
// version with the year, and the names and the standing of rows. Everything computed goes through the worker.
func TestThePageComputesNothing(t *testing.T) {
	names := []string{"DefaultQuery", "NameOf", "Unpublished", "Version", "Year"}
	used := usesIn(t, "app/...", "bounds")
	if len(used) == 0 {
		t.Error("no use of bounds was found in app: this test looks at nothing")
	}
	for _, u := range used {
		if !slices.Contains(names, u.name) {
			t.Errorf("%s uses bounds.%s", u.place, u.name)
		}
	}
}

// Only the room dom asks for the window or hands functions to scripts.
func TestOnlyDOMTouchesTheBrowser(t *testing.T) {
	names := []string{"Window", "FuncOf", "ValueOf"}
	inDOM := 0
	for _, u := range usesIn(t, "app/...", goApp) {
		switch {
		case !slices.Contains(names, u.name):
		case u.room == "app/dom":
			inDOM++
		default:
			t.Errorf("%s uses app.%s, which is for app/dom", u.place, u.name)
		}
	}
	if inDOM == 0 {
		t.Error("no use of the window was found in app/dom: this test looks at nothing")
	}
}

// use is one place where a name of another package is used.
type use struct {
	room, place, name string
}

// usesIn finds the uses of a package in rooms.
func usesIn(t *testing.T, rooms, pkg string) []use {
	t.Helper()
	var found []use
	for _, p := range packages(t, "GOOS=js", "GOARCH=wasm") {
		room := strings.TrimPrefix(p.ImportPath, module+"/")
		if !holds(rooms, room) || !slices.Contains(p.Imports, pkg) && !slices.Contains(p.Imports, module+"/"+pkg) {
			continue
		}
		for _, name := range p.GoFiles {
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				s, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if x, ok := s.X.(*ast.Ident); ok && x.Name == path.Base(pkg) {
					found = append(found, use{room, files.Position(s.Pos()).String(), s.Sel.Name})
				}
				return true
			})
		}
	}
	return found
}

func TestHolds(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"app", "app", true}, {"app", "app/link", false}, {"app/...", "app", true},
		{"app/...", "app/link", true}, {"app/...", "apple", false},
	} {
		if got := holds(c.pattern, c.name); got != c.want {
			t.Errorf("holds(%q, %q) = %v", c.pattern, c.name, got)
		}
	}
	for name, want := range map[string]bool{"fmt": true, "syscall/js": false, "os/exec": true, "lastiterate/bounds": false,
		"golang.org/x/sys": false} {
		if got := allowed([]string{anyStd}, name); got != want {
			t.Errorf("std allows %s: %v", name, got)
		}
	}
}
