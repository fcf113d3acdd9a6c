package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	pairs    = regexp.MustCompile("`(\\w+)`(?: and `(\\w+)`)? (?:in `([\\w./-]+)`|\\(`([\\w./-]+)`\\))")
	bareFile = regexp.MustCompile("`(\\w+\\.go)`")
)

// What CONTRIBUTING and architecture.md say stands in a file or a folder is declared there: `Name` in `file.go`, `Name`
// (`folder`). A file that is named without its folder is somewhere.
func TestNamesStandWhereDocumentsSay(t *testing.T) {
	files := strings.Fields(output(t, "git ls-files --cached --others --exclude-standard '*.go'"))
	named := 0
	for _, document := range []string{"CONTRIBUTING.md", "web/docs/architecture.md"} {
		text := read(t, document)
		for _, m := range pairs.FindAllStringSubmatch(text, -1) {
			where := m[3] + m[4]
			if !strings.HasSuffix(where, ".go") && !strings.Contains(where, "/") && where != "bounds" {
				continue // `theorem` in `rows` is not of the code
			}
			for _, name := range m[1:3] {
				if name == "" {
					continue
				}
				named++
				if !declared(t, files, where, name) {
					t.Errorf("%s says that %s is in %s, which does not declare it", document, name, where)
				}
			}
		}
		for _, m := range bareFile.FindAllStringSubmatch(text, -1) {
			named++
			found := false
			for _, f := range files {
				found = found || path.Base(f) == m[1]
			}
			if !found {
				t.Errorf("%s names %s, which is nowhere", document, m[1])
			}
		}
	}
	if named < 50 {
		t.Errorf("the documents place %d names", named)
	}
}

// declared reports whether a file, or one of a folder, declares a name outside of functions.
func declared(t *testing.T, files []string, where, name string) bool {
	for _, f := range files {
		if f != where && path.Dir(f) != where {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, f), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(declarations(file), name) {
			return true
		}
	}
	return false
}

// declarations are the names that a file declares outside of functions, methods among them.
func declarations(file *ast.File) (names []string) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			names = append(names, d.Name.Name)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names = append(names, spec.Name.Name)
				case *ast.ValueSpec:
					for _, n := range spec.Names {
						names = append(names, n.Name)
					}
				}
			}
		}
	}
	return names
}
