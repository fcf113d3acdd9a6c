// Package labtest holds the reference values of the laboratory for its tests.
package labtest

import (
	_ "embed"
	"encoding/json"
	"testing"
)

//go:embed reference.json
var reference []byte

// Reference decodes the reference values into v, a pointer.
func Reference(t *testing.T, v any) {
	t.Helper()
	if err := json.Unmarshal(reference, v); err != nil {
		t.Fatal(err)
	}
}
