package parts

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lastiterate/web/gocommand"
)

// LockFiles are the lists of npm packages for the tests, by path from the root.
var LockFiles = []string{"web/package-lock.json", "web/generators/package-lock.json", "web/generators/docusaurus/package-lock.json"}

// A bill of materials as CycloneDX 1.6 writes it (ECMA-424).
type bill struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type     string    `json:"type"`
	Ref      string    `json:"bom-ref"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Scope    string    `json:"scope,omitempty"` // required: shipped; excluded: for building and testing
	Hashes   []hash    `json:"hashes,omitempty"`
	Licences []licence `json:"licenses,omitempty"`
	Purl     string    `json:"purl,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type licence struct {
	Licence struct {
		ID string `json:"id"`
	} `json:"license"`
}

func licensed(id string) []licence {
	l := licence{}
	l.Licence.ID = id
	return []licence{l}
}

// Bill is the bill of materials of a version: the parts that are shipped, and those that only building
// and testing need. The same sources give the same bytes.
func Bill(ctx context.Context, root, version string) ([]byte, error) {
	b := bill{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{component{
		Type: "application", Ref: "last-iterate", Name: "Last Iterate", Version: version, Licences: licensed("MIT")}}}
	shipped, err := Shipped(ctx, root)
	if err != nil {
		return nil, err
	}
	for _, p := range shipped {
		c := component{Type: "library", Name: p.Name, Version: p.Version, Scope: "required", Licences: licensed(p.Licence),
			Purl: "pkg:golang/" + p.Name + "@" + p.Version}
		switch {
		case p.Name == Go:
			c.Purl = "pkg:golang/std@" + p.Version
		case slices.Contains(fontModules, p.Name):
			c.Type = "data"
		}
		b.Components = append(b.Components, c)
	}
	others, err := modules(ctx, root)
	if err != nil {
		return nil, err
	}
	for _, m := range others {
		if !slices.ContainsFunc(shipped, func(p Part) bool { return p.Name == m.Path }) {
			b.Components = append(b.Components, component{Type: "library", Name: m.Path, Version: m.Version, Scope: "excluded",
				Purl: "pkg:golang/" + m.Path + "@" + m.Version})
		}
	}
	for _, name := range LockFiles {
		packages, err := locked(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		b.Components = append(b.Components, packages...)
	}
	for i := range b.Components {
		b.Components[i].Ref = b.Components[i].Purl
	}
	slices.SortFunc(b.Components, func(x, y component) int { return strings.Compare(x.Ref, y.Ref) })
	b.Components = slices.CompactFunc(b.Components, func(x, y component) bool { return x.Ref == y.Ref })
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(b); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// modules lists all modules that go.mod requires, directly or indirectly.
func modules(ctx context.Context, root string) ([]module, error) {
	out, err := gocommand.Run(ctx, root, nil, "list", "-m", "-json=Path,Version,Main", "all")
	if err != nil {
		return nil, err
	}
	var all []module
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var m module
		if err := dec.Decode(&m); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		if !m.Main {
			all = append(all, m)
		}
	}
}

// locked lists the packages of npm's lock file, with their checksums.
func locked(name string) ([]component, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct{ Name, Version, Integrity, License string }
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, err
	}
	var out []component
	for at, p := range lock.Packages {
		if at == "" {
			continue // the folder's own package
		}
		packageName := p.Name
		if packageName == "" {
			packageName = at[strings.LastIndex(at, "node_modules/")+len("node_modules/"):]
		}
		scope, bare, scoped := strings.Cut(packageName, "/")
		purl := "pkg:npm/" + packageName
		if scoped {
			purl = "pkg:npm/" + url.QueryEscape(scope) + "/" + bare
		}
		c := component{Type: "library", Name: packageName, Version: p.Version, Scope: "excluded", Purl: purl + "@" + p.Version}
		if sum, found := strings.CutPrefix(p.Integrity, "sha512-"); found {
			raw, err := base64.StdEncoding.DecodeString(sum)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", at, err)
			}
			c.Hashes = []hash{{"SHA-512", hex.EncodeToString(raw)}}
		}
		out = append(out, c)
	}
	return out, nil
}
