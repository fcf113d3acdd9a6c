package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sameType are the exported types that two packages of the engine name alike, each with the reason.
var sameType = map[string]string{
	"Target": "bounds.Target is an alias of claim.Target, so that callers of Solve import one package",
}

// Two packages of the engine do not export types of the same name: a name read without its package says
// what it is.
func TestTypeNamesAreUnique(t *testing.T) {
	homes := map[string]map[string]bool{}
	programs(t, func(path string) {
		name, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil || !strings.HasPrefix(name, "bounds") {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.TYPE {
				continue
			}
			for _, s := range decl.Specs {
				if n := s.(*ast.TypeSpec).Name; n.IsExported() {
					if homes[n.Name] == nil {
						homes[n.Name] = map[string]bool{}
					}
					homes[n.Name][name] = true
				}
			}
		}
	})
	if len(homes) < 150 {
		t.Errorf("only %d exported types were looked at", len(homes))
	}
	for name, packages := range homes {
		switch {
		case len(packages) > 1 && sameType[name] == "":
			t.Errorf("the type %s is exported by %v", name, slices.Sorted(maps.Keys(packages)))
		case len(packages) == 1 && sameType[name] != "":
			t.Errorf("%s is exported by one package and needs no exception", name)
		}
	}
	for name := range sameType {
		if homes[name] == nil {
			t.Errorf("%s has an exception and is no type", name)
		}
	}
}
