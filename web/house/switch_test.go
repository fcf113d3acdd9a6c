package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// closed are the types whose values are a list that grows with the theory.
var closed = []string{"run.Adjacency", "run.Scheme", "run.Order", "run.Class", "run.Clipping", "run.Convention", "run.Release",
	"run.Tuning", "run.RateSchedule", "claim.Status", "claim.BoundKind", "plot.Kind", "lab.Kind", "run.FieldKind", "engine.Status"}

// A switch over such a type has every member, or a default that refuses: a member that
// is added later must not pass for one of those that were there.
func TestSwitchesHaveEveryMember(t *testing.T) {
	members := map[string]string{} // the type of each constant, both with their packages
	files := map[string]*ast.File{}
	set := token.NewFileSet()
	for _, root := range []string{"bounds", "app", "wasm"} {
		err := filepath.WalkDir(filepath.Join("..", "..", root), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(set, path, nil, 0)
			files[path] = file
			if err == nil {
				addMembers(file, members)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range closed {
		if len(membersOf(name, members)) < 3 {
			t.Errorf("%s has the members %q only", name, membersOf(name, members))
		}
	}
	seen := 0
	for _, path := range slices.Sorted(maps.Keys(files)) {
		ast.Inspect(files[path], func(n ast.Node) bool {
			s, is := n.(*ast.SwitchStmt)
			if !is {
				return true
			}
			of, missing := lacking(s, files[path].Name.Name, members)
			if of != "" {
				seen++
			}
			if len(missing) > 0 {
				t.Errorf("%s: a switch over %s is without %s, and has no default that refuses", set.Position(s.Pos()), of,
					strings.Join(missing, ", "))
			}
			return true
		})
	}
	if seen < 20 {
		t.Errorf("only %d switches were found", seen)
	}
}

// addMembers adds the constants of the closed types that a file declares.
func addMembers(file *ast.File, members map[string]string) {
	for _, d := range file.Decls {
		g, is := d.(*ast.GenDecl)
		if !is || g.Tok != token.CONST {
			continue
		}
		of := ""
		for _, spec := range g.Specs {
			v := spec.(*ast.ValueSpec)
			if name, is := v.Type.(*ast.Ident); is {
				of = file.Name.Name + "." + name.Name
			} else if v.Values != nil {
				of = "" // not of the type above
			}
			for _, name := range v.Names {
				if slices.Contains(closed, of) && name.Name != "_" {
					members[file.Name.Name+"."+name.Name] = of
				}
			}
		}
	}
}

func membersOf(of string, members map[string]string) (names []string) {
	for name, its := range members {
		if its == of {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// lacking tells which closed type a switch in a package is over, by the members in its
// cases, and which others it lacks.
func lacking(s *ast.SwitchStmt, pack string, members map[string]string) (of string, missing []string) {
	given := map[string]bool{}
	refuses := false
	for _, stmt := range s.Body.List {
		clause := stmt.(*ast.CaseClause)
		refuses = refuses || clause.List == nil && refusal(clause)
		for _, e := range clause.List {
			name := qualified(e, pack)
			if its, known := members[name]; known {
				of, given[name] = its, true
			}
		}
	}
	for _, name := range membersOf(of, members) {
		if !given[name] && !refuses {
			missing = append(missing, name)
		}
	}
	return of, missing
}

// qualified is a constant's name with its package.
func qualified(e ast.Expr, pack string) string {
	switch e := e.(type) {
	case *ast.Ident:
		return pack + "." + e.Name
	case *ast.SelectorExpr:
		if of, is := e.X.(*ast.Ident); is {
			return of.Name + "." + e.Sel.Name
		}
	}
	return ""
}

// refusal reports whether a default panics, or makes an error or what is no number.
func refusal(clause *ast.CaseClause) (refuses bool) {
	for _, stmt := range clause.Body {
		ast.Inspect(stmt, func(n ast.Node) bool {
			if call, is := n.(*ast.CallExpr); is {
				switch qualified(call.Fun, "") {
				case ".panic", "math.NaN", "math.Inf", "fmt.Errorf", "errors.New":
					refuses = true
				}
			}
			return true
		})
	}
	return refuses
}
