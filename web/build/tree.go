package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lastiterate/web/gocommand"
)

// tree is the folder of the sources with the Go version that builds them.
type tree struct {
	root   string // the folder of go.mod
	goroot string
	gover  string // "go1.26.8"
}

func findTree(ctx context.Context) (tree, error) {
	out, err := gocommand.Run(ctx, ".", nil, "env", "GOMOD", "GOROOT", "GOVERSION")
	if err != nil {
		return tree{}, err
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != 3 || filepath.Base(lines[0]) != "go.mod" {
		return tree{}, errors.New("run this inside the repository")
	}
	return tree{root: filepath.Dir(lines[0]), goroot: lines[1], gover: lines[2]}, nil
}

// path is the path of a file: name itself if it is absolute, and otherwise name below the root.
func (t tree) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(t.root, filepath.FromSlash(name))
}

// buildID identifies a build by its sources: every file of this module that goes into the program, the
// versions of all other modules, what trim.go changes in them, and the files of web.
// A page and an engine with the same id understand each other.
func (t tree) buildID(ctx context.Context, web map[string][]byte) (string, error) {
	sources, err := t.programSources(ctx)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	add := func(name string, content []byte) {
		fmt.Fprintf(h, "%d %s %d\n", len(name), name, len(content))
		h.Write(content)
	}
	add("go", []byte(t.gover))
	add("trim", []byte(strings.Join(append(slices.Clone(removedFiles), standIns, addressUse, readsOurs, uuidUse, trustedSink), "\n")))
	for _, name := range append(sources, "go.mod", "go.sum") {
		content, err := os.ReadFile(filepath.Join(t.root, name))
		if err != nil {
			return "", err
		}
		add(filepath.ToSlash(name), content)
	}
	for _, name := range sortedKeys(web) {
		add("web/"+name, web[name])
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// numbersID identifies the sources on which numbers depend: two builds with the same id compute the same numbers.
func (t tree) numbersID(ctx context.Context) (string, error) {
	sources, err := t.programSources(ctx)
	if err != nil {
		return "", err
	}
	sums, err := os.ReadFile(filepath.Join(t.root, "go.sum"))
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintln(h, t.gover)
	for line := range strings.Lines(string(sums)) {
		if strings.HasPrefix(line, "gonum.org/") {
			io.WriteString(h, line)
		}
	}
	for _, name := range sources {
		slashed := filepath.ToSlash(name)
		if !strings.HasPrefix(slashed, "bounds/") && !strings.HasPrefix(slashed, "wasm/") {
			continue
		}
		content, err := os.ReadFile(filepath.Join(t.root, name))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %d\n", slashed, len(content))
		h.Write(content)
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// The programs of the site: the calculator's, which every visit loads, and the laboratory's, which only the laboratory's page
// requests.
const (
	calculator = "./wasm"
	laboratory = "./wasm/lab/program"
)

// programSources lists the files of this module from which the programs are
// compiled, relative to the root, sorted.
func (t tree) programSources(ctx context.Context) ([]string, error) {
	out, err := gocommand.Run(ctx, t.root, gocommand.ForBrowser,
		"list", "-deps", "-json=Dir,Module,GoFiles,EmbedFiles", calculator, laboratory)
	if err != nil {
		return nil, err
	}
	var names []string
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			Dir                 string
			Module              *struct{ Main bool }
			GoFiles, EmbedFiles []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		if p.Module == nil || !p.Module.Main {
			continue
		}
		for _, f := range slices.Concat(p.GoFiles, p.EmbedFiles) {
			name, err := filepath.Rel(t.root, filepath.Join(p.Dir, f))
			if err != nil {
				return nil, err
			}
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// notInlined are packages whose calls are not inlined, which saves a tenth of the download. The loops that take most of the
// time of bounds are in other packages.
var notInlined = []string{
	"lastiterate/app/...", "lastiterate/wasm/...", goApp + "/...", "gonum.org/v1/gonum/...",
	"lastiterate/bounds", "lastiterate/bounds/run", "lastiterate/bounds/claim", "lastiterate/bounds/theorem", "lastiterate/bounds/figure",
	"lastiterate/bounds/catalog", "lastiterate/bounds/internal/row/...", "lastiterate/bounds/internal/proof",
	"lastiterate/bounds/internal/need", "lastiterate/bounds/internal/stepwise", "lastiterate/bounds/internal/typeset",
	"lastiterate/bounds/internal/prose", "lastiterate/bounds/internal/sampling",
	"lastiterate/bounds/internal/modulus", "lastiterate/bounds/internal/adversary", "lastiterate/bounds/internal/certify",
	"lastiterate/bounds/internal/interval", "lastiterate/bounds/work", "lastiterate/bounds/internal/average",
	"lastiterate/bounds/internal/memo", "lastiterate/bounds/internal/convert", "lastiterate/bounds/internal/renyi",
	"lastiterate/bounds/internal/selection", "lastiterate/bounds/internal/shift/reordered",
	"lastiterate/bounds/lab/sheet", "lastiterate/bounds/lab/tradeoff",
	"bytes", "context", "encoding/base64", "encoding/binary", "encoding/json", "errors", "fmt", "internal/bisect", "internal/fmtsort",
	"internal/godebug", "internal/poll", "internal/reflectlite", "internal/strconv", "internal/sync", "io", "io/fs", "iter", "maps",
	"math/big", "net/netip", "net/url", "os", "path", "reflect", "regexp/...", "slices", "sort", "strconv", "strings", "sync", "syscall",
	"syscall/js", "time", "unicode/...", "unique",
}

// compile builds one of the programs for the browser. Nothing specific to this machine goes into
// it: no paths, no time, no state of the repository.
func (t tree) compile(ctx context.Context, command, id string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "last-iterate-build-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	modfile, err := t.trim(ctx)
	if err != nil {
		return nil, err
	}
	out := filepath.Join(dir, "app.wasm")
	args := []string{"build",
		"-modfile", modfile, "-trimpath", "-buildvcs=false",
		"-ldflags", "-s -w -buildid= -X lastiterate/wasm/engine.Build=" + id,
		"-o", out}
	for _, packages := range notInlined {
		args = append(args, "-gcflags="+packages+"=-l")
	}
	_, err = gocommand.Run(ctx, t.root, gocommand.ForBrowser, append(args, command)...)
	if err != nil {
		return nil, err
	}
	program, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	return withoutLines(program) // a fifteenth of the download
}
