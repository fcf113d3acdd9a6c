// Package labtest reads the reference values of the laboratory for its tests.
package labtest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Read decodes a JSON file of bounds/lab/testdata into v, a pointer, for tests of packages one folder below bounds/lab.
func Read(t *testing.T, name string, v any) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, v); err != nil {
		t.Fatal(err)
	}
}
