package house

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lastiterate/wasm/engine"
)

// Every method of the engine has its types: a method with a dot, such as
// lab.audit, may be asked by its name alone.
func TestEveryMethodHasTypes(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "embed", "engine.d.ts"))
	if err != nil {
		t.Fatal(err)
	}
	typed := 0
	for _, method := range engine.Ready().Ready.Methods {
		if strings.Contains(method, ".") {
			continue
		}
		typed++
		if !strings.Contains(string(text), "\n  "+method+"(") {
			t.Errorf("the method %s is not described in web/embed/engine.d.ts", method)
		}
	}
	if typed < 3 {
		t.Errorf("only %d methods were looked for", typed)
	}
}
