package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A package-level variable that computations change would be shared by all engines. A memo.Kind is allowed, since its values are
// in the engine. Main packages are skipped.
func TestNoCacheOfTheProcess(t *testing.T) {
	looked := 0
	programs(t, func(path string) {
		if !strings.HasPrefix(path, filepath.Join(root, "bounds")) {
			return
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		if file.Name.Name == "main" {
			return
		}
		for _, declared := range file.Decls {
			g, ok := declared.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			looked++
			source := string(text[set.Position(g.Pos()).Offset:set.Position(g.End()).Offset])
			if kept := keepsValues.FindString(source); kept != "" {
				t.Errorf("%s: %s in a package-level variable is shared by all engines; keep it in a memo.Kind", set.Position(g.Pos()), kept)
			}
		}
	})
	if looked < 50 {
		t.Errorf("only %d variables were found", looked)
	}
}

// keepsValues finds what a package-level variable needs to remember something.
var keepsValues = regexp.MustCompile(`memo\.(Of|Store)\b|^var \w+ = memo\.Func|sync\.(Map|Mutex|RWMutex|Pool|Once)\b|map\[[^]]+\][^{\n]*\{\}|make\(map`)
