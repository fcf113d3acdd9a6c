package house

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lastiterate/wasm/engine"
	"lastiterate/wasm/lab"
)

// Every method of the engine has its types, and of the laboratory's: lab.audit is
// the audit of Laboratory.
func TestEveryMethodHasTypes(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "embed", "engine.d.ts"))
	if err != nil {
		t.Fatal(err)
	}
	typed := 0
	engine.Add(lab.Methods()...)
	for _, method := range engine.Ready().Ready.Methods {
		method = strings.TrimPrefix(method, "lab.")
		typed++
		if !strings.Contains(string(text), "\n  "+method+"(") {
			t.Errorf("the method %s is not described in web/embed/engine.d.ts", method)
		}
	}
	if typed < 12 {
		t.Errorf("only %d methods were looked for", typed)
	}
}
