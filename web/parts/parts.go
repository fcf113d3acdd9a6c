// Package parts lists the works of others in the site and in the server: modules, Go itself and fonts, with the texts of their
// licences. The build adds these texts to the site; the release lists the parts.
package parts

import (
	"bytes"
	"cmp"
	"context"
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

// Part is a work of others that is shipped.
type Part struct {
	Name    string // for a module, its path
	Version string
	Licence string // SPDX identifier
	Texts   []Text
}

// Text is one file of a part's licence.
type Text struct{ Name, Content string }

// Go is the name of the part that is Go's runtime and standard library.
const Go = "Go"

// fontModules are shipped, as they are or in parts, and not compiled.
var fontModules = []string{"github.com/go-fonts/liberation", "github.com/go-fonts/stix"}

// licences has the licence of each part, from reading it. A part must be added here before it is shipped.
var licences = map[string]string{
	Go: "BSD-3-Clause",
	"github.com/maxence-charriere/go-app/v10": "MIT",
	"github.com/google/uuid":                  "BSD-3-Clause",
	"gonum.org/v1/gonum":                      "BSD-3-Clause",
	"github.com/go-fonts/liberation":          "OFL-1.1",
	"github.com/go-fonts/stix":                "OFL-1.1",
}

// Shipped lists the parts of the site and of the server, from the sources in root.
func Shipped(ctx context.Context, root string) ([]Part, error) {
	dirs := map[string]module{}
	for _, program := range []struct {
		env  []string
		path string
	}{{gocommand.ForBrowser, "./wasm"}, {nil, "./server"}} {
		if err := used(ctx, root, program.env, program.path, dirs); err != nil {
			return nil, err
		}
	}
	for _, name := range fontModules {
		out, err := gocommand.Run(ctx, root, nil, "mod", "download", "-json", name)
		if err != nil {
			return nil, err
		}
		var font module
		if err := json.Unmarshal(out, &font); err != nil {
			return nil, fmt.Errorf("go mod download: %w", err)
		}
		dirs[font.Path] = font
	}
	out, err := gocommand.Run(ctx, root, nil, "env", "GOROOT", "GOVERSION")
	if err != nil {
		return nil, err
	}
	goroot, version, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	dirs[Go] = module{Path: Go, Version: strings.TrimPrefix(version, "go"), Dir: goroot}

	var parts []Part
	for name, m := range dirs {
		licence, known := licences[name]
		if !known {
			return nil, fmt.Errorf("%s is shipped and its licence is not known: read it and add it to web/parts", name)
		}
		texts, err := textsIn(m.Dir)
		if err != nil {
			return nil, fmt.Errorf("the licence of %s: %w", name, err)
		}
		parts = append(parts, Part{name, m.Version, licence, texts})
	}
	slices.SortFunc(parts, func(a, b Part) int { return cmp.Compare(a.Name, b.Name) })
	return parts, nil
}

// module is the go command's output about a module.
type module struct {
	Path, Version, Dir string
	Main               bool
}

// used adds the modules from which a program is compiled.
func used(ctx context.Context, root string, env []string, program string, into map[string]module) error {
	out, err := gocommand.Run(ctx, root, env, "list", "-deps", "-json=Module", program)
	if err != nil {
		return err
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ Module *module }
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("go list: %w", err)
		}
		if p.Module != nil && !p.Module.Main {
			into[p.Module.Path] = *p.Module
		}
	}
}

// textsIn returns the licences in a module's folder, including those of code that the module took from others.
func textsIn(dir string) ([]Text, error) {
	var texts []Text
	for _, pattern := range []string{"LICENSE*", "SIL-LICENSE", "NOTICE*", "PATENTS", "THIRD_PARTY_LICENSES/*"} {
		names, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			content, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			texts = append(texts, Text{filepath.Base(name), string(content)})
		}
	}
	if len(texts) == 0 {
		return nil, fmt.Errorf("there is none in %s", filepath.Base(dir))
	}
	return texts, nil
}
